"""A program that speaks the line protocol as badly as its argument says: `fake_json.py BEHAVIOUR`."""

import json
import os
import sys
import time

ANSWERS = {
    "number": lambda asked: {"action": asked["legal"][-1]["action"]},
    "name": lambda asked: {"id": asked["id"], "move": asked["legal"][-1]["move"].upper()},
    "illegal": lambda asked: {"action": -7},
    "illegal name": lambda asked: {"move": "z99"},
    "flag": lambda asked: {"action": True},
    "fraction": lambda asked: {"action": 0.0},
    "list": lambda asked: {"move": ["a1"]},
    "nothing": lambda asked: {"id": asked["id"]},
    "other id": lambda asked: {"id": asked["id"] - 1, "action": asked["legal"][0]["action"]},
    "error": lambda asked: {"error": {"code": 3}},
    "array": lambda asked: [1, 2],
}
TEXTS = {
    "garbage": "good move!",
    "nested": "[" * 1_000_000,
    "nan": '{"action": NaN}',
}


def main(behaviour):
    """Answer until told to quit."""
    for line in sys.stdin:
        if "FAKE_LOG" in os.environ:
            with open(os.environ["FAKE_LOG"], "a") as file:
                file.write(line)
        asked = json.loads(line)
        command = asked["command"]
        answer = {"id": asked["id"]}
        if command == "hello" and behaviour == "newer":
            answer["protocol"] = 2
        elif command == "new_game" and behaviour == "choosy":
            answer["error"] = "I play chess"
        elif command == "end_game" and behaviour == "name":
            answer["rewards"] = asked["rewards"]
        elif command == "end_game" and behaviour == "number":
            answer["error"] = "what is that?"
        elif command == "end_game" and behaviour == "sore":
            answer["rewards"] = [9, 9]
        elif command == "choose":
            if behaviour == "hang":
                time.sleep(60)
            if behaviour in TEXTS:
                print("\n" + TEXTS[behaviour], flush=True)
                continue
            answer = ANSWERS.get(behaviour, ANSWERS["name"])(asked)
        print(json.dumps(answer), flush=True)
        if command == "quit":
            return


main(*sys.argv[1:])
