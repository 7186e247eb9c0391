"""Kalah the slow, obvious way: two lists of houses, two stores, and a hand that drops one seed after another."""

from __future__ import annotations


class KalahTwin:
    """Houses of each player in the direction of sowing, and the stores."""

    def __init__(self, houses: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        self.empty_capture = empty_capture
        self.houses = [[seeds] * houses, [seeds] * houses]
        self.stores = [0, 0]
        self.to_move = 0

    def legal_actions(self) -> list[int]:
        return [house for house, count in enumerate(self.houses[self.to_move]) if count]

    def play(self, action: int) -> None:
        mover = self.to_move
        hand, self.houses[mover][action] = self.houses[mover][action], 0
        side, place = mover, action
        while hand:
            place += 1
            if place == len(self.houses[side]) and side == mover:
                self.stores[mover] += 1
                hand -= 1
                if hand == 0:
                    return  # the same player moves again
            if place >= len(self.houses[side]):
                side, place = 1 - side, 0
            self.houses[side][place] += 1
            hand -= 1
        opposite = len(self.houses[0]) - 1 - place
        is_catch = self.empty_capture or self.houses[1 - mover][opposite]
        if side == mover and self.houses[side][place] == 1 and is_catch:
            self.stores[mover] += 1 + self.houses[1 - mover][opposite]
            self.houses[mover][place] = self.houses[1 - mover][opposite] = 0
        self.to_move = 1 - mover

    def is_terminal(self) -> bool:
        return not all(map(any, self.houses))

    def rewards(self) -> list[float]:
        south, north = (self.stores[player] + sum(self.houses[player]) for player in (0, 1))
        return [0.5, 0.5] if south == north else [float(south > north), float(north > south)]
