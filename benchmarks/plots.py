"""Draw the plots of the documentation from the kept results: `python benchmarks/plots.py` (the extra "plot")."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import strength
from kept import kept
from matplotlib import pyplot

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "plots"
WIDTH = 8.0  # inches
SAME_FILE = {"svg.hashsalt": "monteverde", "svg.fonttype": "none"}  # from the same results


def scaling() -> Any:
    """Return bars: how many times as fast several threads are as one, by game and way."""
    measured = kept("threads")
    if measured is None:
        return None
    table, threads = measured["scaling"], measured["threads"]
    ways = [way for way in next(iter(table.values())) if way != "one"]
    figure, axes = pyplot.subplots(figsize=(WIDTH, 3.5), layout="constrained")
    width = 0.8 / len(ways)
    for number, way in enumerate(ways):
        places = [place + (number - (len(ways) - 1) / 2) * width for place in range(len(table))]
        axes.bar(places, [row[way] for row in table.values()], width, label=way)
    axes.set_xticks(range(len(table)), [f"{game}\n{1e6 / row['one']:.2g} µs" for game, row in table.items()])
    axes.axhline(threads, color="black", linestyle=":", linewidth=1)
    axes.axhline(1, color="black", linewidth=0.5)
    axes.set(ylabel=f"simulations a second, {threads} threads over 1", xlabel="game, and a simulation alone")
    axes.legend(ncols=len(ways), loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    return figure


def contention() -> Any:
    """Return curves: what the model of contention says of more cores."""
    measured = kept("contention")
    if measured is None:
        return None
    figure, axes = pyplot.subplots(figsize=(WIDTH, 4), layout="constrained")
    for number, (game, model) in enumerate(measured["models"].items()):
        threads = [int(count) for count in model["held"]]
        axes.plot(threads, list(model["held"].values()), f"C{number}o-", label=game)
        axes.plot(threads, list(model["at_once"].values()), f"C{number}--", linewidth=1)
    axes.plot(threads, threads, "k:", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(threads, map(str, threads))
    axes.set_yticks(threads, map(str, threads))
    axes.set(xlabel="threads (model; dashed: each visit counted at once)", ylabel="times as fast as one")
    axes.legend()
    return figure


def matches() -> Any:
    """Return Elo differences with their intervals, by setting and game."""
    lines = []
    for contest in strength.contests():
        results = {game: contest.finished(game) for game in strength.GAMES}
        if any(results.values()):
            lines.append((f"{contest.group}: {contest.name}", results))
    if not lines:
        return None
    figure, axes = pyplot.subplots(figsize=(WIDTH, 1.0 + 0.35 * len(lines)), layout="constrained")
    for number, game in enumerate(strength.GAMES):
        for line, (_, results) in enumerate(lines):
            result = results[game]
            if result is None:
                continue
            low, high = (max(-MOST_ELO, min(MOST_ELO, bound)) for bound in result.elo_interval)
            elo, place = max(-MOST_ELO, min(MOST_ELO, result.elo)), line + 0.22 * (number - 1)
            axes.plot([low, high], [place, place], f"C{number}-", linewidth=1)
            axes.plot([elo], [place], f"C{number}o", markersize=4, label=game if line == 0 else None)
    axes.set_yticks(range(len(lines)), [name for name, _ in lines])
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.5)
    axes.set(xlabel="Elo over the other side, 95 %", xlim=(-MOST_ELO, MOST_ELO))
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    return figure


MOST_ELO = 400
PLOTS: dict[str, Callable[[], Any]] = {"threads": scaling, "contention": contention, "strength": matches}


def main() -> None:
    """Draw all for which there are results."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PLOTS.items():
        with pyplot.rc_context(SAME_FILE):
            figure = draw()
            if figure is not None:
                figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
                print(f"wrote docs/plots/{name}.svg")


if __name__ == "__main__":
    main()
