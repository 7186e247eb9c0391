"""What is seen of a game that is being played at the terminal, and what people type into it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from monteverde.arena import GameRecord
from monteverde.cli.analysis import brief, draw_line
from monteverde.cli.board import show_board
from monteverde.cli.live import FIRST_TIME, live_search
from monteverde.cli.output import Output
from monteverde.game import CHANCE, Game, Position
from monteverde.players import HumanPlayer, Player, SearchPlayer

SHOWN_MOVES = 7  # how many moves are named when a game begins


class Scribe:
    """Shows a game as it goes on. `seated` are the players to give to `play_game`, `watch` is what it is to call."""

    def __init__(self, output: Output, start: Position, players: Sequence[Player], adviser: SearchPlayer) -> None:
        self.output = output
        self.position = start
        self.players = players
        self.seated = [Shown(player, output) if isinstance(player, SearchPlayer) else player for player in players]
        self.humans = [player for player in players if isinstance(player, HumanPlayer)]
        self.adviser = Shown(adviser, output)
        for human in self.humans:
            human.ask, human.tell, human.show, human.advise = self._ask, output.say, self._show, self._advise

    def introduce(self) -> None:
        """Say who plays, and how to type moves."""
        game = self.position.game
        self.output.say(f"{game.spec}: {', '.join(self._who(game, seat) for seat in range(game.num_players))}")
        if self.humans:
            self.output.say(f"Type a move{self._examples()}, or hint, undo, help, quit.")
        else:
            self._show(self.position)

    def watch(self, before: Position, action: int | None, after: Position) -> None:
        """Show a move that was made."""
        self.position = after
        mover = before.to_move
        if action is None or (mover != CHANCE and isinstance(self.players[mover], HumanPlayer)):
            return
        self.output.say()
        name = before.action_name(action)
        if mover == CHANCE:
            self.output.say(f"chance: {name}", style="bold")
        else:
            self.output.say(f"{self._who(before.game, mover)} plays {name}", style="bold")
            self._explain(self.players[mover])
        if not self.humans:
            self._show(after)

    def conclude(self, record: GameRecord) -> None:
        """Show how the game ended."""
        if self.humans:
            self._show(self.position)
        self.output.say()
        self.output.say(record.outcome, style="bold")
        self._list_moves()

    def leave(self) -> None:
        """Show what there is of a game that was left."""
        self.output.say()
        self.output.say("left unfinished")
        self._list_moves()

    def _show(self, position: Position) -> None:
        self.output.say()
        show_board(self.output, position)

    def _examples(self) -> str:
        """Return the first few moves in brackets, or nothing where chance begins."""
        if self.position.to_move == CHANCE:
            return ""
        legal = self.position.legal_actions()
        names = ", ".join(self.position.action_name(action) for action in legal[:SHOWN_MOVES])
        return f" ({names}{', ...' if len(legal) > SHOWN_MOVES else ''})"

    def _list_moves(self) -> None:
        names = [self.position.action_name(action) for action in self.position.history]
        if names:
            self.output.say(f"moves: {' '.join(names)}")

    def _who(self, game: Game, seat: int) -> str:
        return f"{game.player_name(seat)} ({self.players[seat].name})"

    def _explain(self, player: Player) -> None:
        if isinstance(player, SearchPlayer):
            for line in brief(player.result) if player.result is not None else ["the only move"]:
                self.output.print(Padding(Text(line), (0, 0, 0, 2), expand=False))

    def _advise(self, position: Position) -> str:
        action = self.adviser.choose(position)
        result = self.adviser.player.result
        lines = [f"try {position.action_name(action)}", *(brief(result) if result is not None else ["the only move"])]
        return "\n  ".join(lines)

    def _ask(self, prompt: str) -> str:
        if sys.stdin.isatty() and self.output.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (lines can then be edited, and got back with the arrow keys)
            return input(prompt)
        self.output.print(prompt, end="")
        line = sys.stdin.readline()
        self.output.say(line.rstrip("\n"))  # whoever reads the output sees what was answered
        if not line:
            raise EOFError
        return line


class Shown(Player):
    """A search whose progress is shown while it thinks."""

    def __init__(self, player: SearchPlayer, output: Output) -> None:
        self.name = player.name
        self.player = player
        self.output = output
        self.is_first = True

    def start_game(self, game: Game, seed: int) -> None:
        self.player.start_game(game, seed)

    def choose(self, position: Position) -> int:
        title = f"{position.game.player_name(position.to_move)} ({self.name}) thinks"
        title += "" if self.clock is None else f", {self.clock} left"
        note = FIRST_TIME if self.is_first else ""
        self.is_first = False
        with live_search(self.output, title + note, lambda result: draw_line(result, title)) as progress:
            self.player.progress, self.player.clock = progress, self.clock
            return self.player.choose(position)
