"""`monteverde perft`: count action sequences, to prove the rules of a game."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.text import Text

from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.live import FIRST_TIME, live
from monteverde.cli.options import GameArgument, Json
from monteverde.cli.output import Output, print_json
from monteverde.cli.starts import PositionOption, record_from
from monteverde.game import Position
from monteverde.game.perft import perft, perft_divide


def command(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(min=0, help="How many actions long.", show_default=False)],
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d d e".')] = "",
    record: PositionOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="By first action: where do two programs differ?")] = False,
    json: Json = False,
) -> int:
    """Count the legal action sequences of each length up to DEPTH.

    A sequence ends with the game; chance outcomes count as actions. Right counts prove the rules of a game. Ctrl-C
    ends it, the counts until then are printed, and the exit code is 130.
    """
    position = record_from(game, record).position().play_all(moves)
    output = Output(quiet=json)
    counts: list[int] = []
    rows = [("depth", "sequences", "seconds")]
    parts: dict[str, int] = {}
    code = DONE
    perft(position, 1)  # compiled, or loaded, before the clock starts
    with live(output) as show:
        try:
            for length in range(min(depth, 1), depth + 1):
                note = FIRST_TIME if length == 1 else ""
                show(Text(f"counting {position.game.spec} to depth {length}{note}", style="dim"))
                begun = time.perf_counter()
                counts.append(perft(position, length))
                rows.append((str(length), f"{counts[-1]:,}", f"{time.perf_counter() - begun:.2f}"))
            if divide and depth > 0:
                parts = _parts(position, depth)
        except KeyboardInterrupt:
            code = INTERRUPTED
    if json:
        whole = {"count": counts[-1] if len(counts) > depth - min(depth, 1) else None, "counts": counts}
        print_json({"game": position.game.spec, "depth": depth, **whole, **({"divide": parts} if divide else {})})
    output.table(rows)
    if parts:
        output.say()
        output.table([("first action", "sequences"), *((name, f"{count:,}") for name, count in parts.items())])
    return code


def _parts(position: Position, depth: int) -> dict[str, int]:
    """Return the number of sequences by the name of their first action."""
    return {position.action_name(action): count for action, count in perft_divide(position, depth).items()}
