"""A program that speaks GTP, as well or as badly as its arguments say: `fake_gtp.py BEHAVIOUR [MOVE] [COMMANDS...]`.

It plays the first empty cell, row by row; at its move number MOVE (the first if not given) it does what BEHAVIOUR says.
It knows no rules, so it is for games in which every empty cell is legal. COMMANDS, or whole lines, are to be refused.
"""

import os
import signal
import subprocess
import sys
import time

SIZE_LETTERS = "abcdefghjklmnopqrst"


def write(text):
    """Say it, at once."""
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.buffer.flush()


def sleep(cell):
    """Hang."""
    time.sleep(60)


def sleep_with_child(cell):
    """Hang, with a process of its own."""
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    with open(os.environ["FAKE_CHILD"], "w") as file:
        file.write(str(child.pid))
    time.sleep(60)


def crash(cell):
    """Say why, and go."""
    sys.stderr.write("opening book loaded\nout of cheese\n\n")
    sys.exit(3)


def say_much(cell):
    """Fill the pipe of errors."""
    sys.stderr.write("thinking about it\n" * 20_000)
    write(f"= {cell}\n\n")


def flood(cell):
    """Never end the line."""
    while True:
        write("x" * 65536)


def close_output(cell):
    """Hang without an output."""
    os.close(1)
    time.sleep(60)


BEHAVIOURS = {
    "good": lambda cell: write(f"= {cell}\n\n"),
    "crlf": lambda cell: write(f"\r\n\r\n=  {cell.upper()}\r\n\r\n"),
    "slow": lambda cell: (time.sleep(0.2), write(f"= {cell}\n\n")),
    "noisy": say_much,
    "hang": sleep,
    "child": sleep_with_child,
    "crash": crash,
    "killed": lambda cell: os.kill(os.getpid(), signal.SIGKILL),
    "garbage": lambda cell: write("good move!\n\n"),
    "binary": lambda cell: write(b"\xff\xfe\x1b[31m\x00\n\n"),
    "illegal": lambda cell: write("= a1\n\n"),
    "nonsense": lambda cell: write("= z99\n\n"),
    "empty": lambda cell: write("=\n\n"),
    "refuse": lambda cell: write("? no idea\n\n"),
    "resign": lambda cell: write("= resign\n\n"),
    "pass": lambda cell: write("= PASS\n\n"),
    "flood": flood,
    "closed": close_output,
}


def main(behaviour, move="1", *refused):
    """Answer until told to quit."""
    size, taken, asked = 3, set(), 0
    for line in sys.stdin:
        command, *words = line.split()
        answer = ""
        if command in refused or line.strip() in refused:
            write("? I will not\n\n")
            continue
        if command == "list_commands":
            answer = "play\ngenmove\ntime_settings\ntime_left\nset_random_seed"
        elif command == "boardsize":
            size, taken = int(words[0]), set()
        elif command == "clear_board":
            taken = set()
        elif command == "play":
            taken.add(words[1].lower())
        elif command == "final_score":
            answer = os.environ.get("FAKE_SCORE", "B+")
        elif command == "genmove":
            asked += 1
            cells = [f"{letter}{row + 1}" for row in range(size) for letter in SIZE_LETTERS[:size]]
            cell = next((cell for cell in cells if cell not in taken), "pass")
            if asked >= int(move):
                BEHAVIOURS[behaviour](cell)
            else:
                write(f"= {cell}\n\n")
            taken.add(cell)
            continue
        if "FAKE_LOG" in os.environ:
            with open(os.environ["FAKE_LOG"], "a") as file:
                file.write(line)
        write(f"= {answer}\n\n")
        if command == "quit":
            return


main(*sys.argv[1:])
