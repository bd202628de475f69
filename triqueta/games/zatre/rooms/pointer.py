"""Where a player points while placing: a field, and a tile of the hand."""

from __future__ import annotations

from triqueta.games.zatre.play_views import ZatreView
from triqueta.games.zatre.rules.block import Block
from triqueta.games.zatre.rules.fields import COLUMNS, ROWS, START, Field, field_at, place_of
from triqueta.games.zatre.rules.obstacles import Fault, Obstacle
from triqueta.games.zatre.rules.tiles import Tile
from triqueta.games.zatre.rules.turn_so_far import TurnSoFar

UP, RIGHT, DOWN, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)


class Pointer:
    """It follows the game: with every turn, and every tile put down or taken up, it begins anew.

    So after a power cut it points where something was done last; only where somebody went since
    then is no part of what has happened.
    """

    def __init__(self, view: ZatreView) -> None:
        self._begin(view)

    def _begin(self, view: ZatreView) -> None:
        self._moment = _moment(view)
        self.field = centre_of(view)
        self._tile = view.taken_up  # to be put down elsewhere

    def follow(self, view: ZatreView) -> None:
        if _moment(view) != self._moment:
            self._begin(view)

    def picked(self, turn: TurnSoFar) -> Tile | None:
        """The tile to be put down next; None if none is left."""
        if self._tile in turn.left:
            return self._tile
        return turn.left[0] if turn.left else None

    def step(self, direction: tuple[int, int]) -> Field | None:
        """The next field that way, over any gap; None at the edge."""
        column, row = place_of(self.field)
        while column in range(len(COLUMNS)) and row in range(len(ROWS)):
            column, row = column + direction[0], row + direction[1]
            if (field := field_at(column, row)) is not None:
                return field
        return None

    def move_to(self, field: Field) -> None:
        self.field = field

    def other_tile(self, turn: TurnSoFar) -> Tile | None:
        """The next tile of another value, in the order of the hand."""
        picked = self.picked(turn)
        if picked is None:
            return None
        first = turn.left.index(picked)
        around = turn.left[first:] + turn.left[:first]
        return next((tile for tile in around if tile != picked), None)

    def pick(self, tile: Tile) -> None:
        self._tile = tile

    def next_place(self, turn: TurnSoFar, block: Block) -> None:
        """To the next field where the picked tile may go, first where the block gains most.

        If there is none for it, a tile that has one is picked.
        """
        picked = self.picked(turn)
        for tile in sorted(turn.left, key=lambda tile: tile != picked):
            places = turn.best_places(tile, block)
            if places:
                self.pick(tile)
                behind = places.index(self.field) + 1 if self.field in places else 0
                self.field = places[behind % len(places)]
                return

    def next_exception(self, turn: TurnSoFar) -> None:
        """To the next place that a tile may have as it fits none (Z8), tile by tile."""
        here = self.picked(turn), self.field
        places = exceptions(turn)
        behind = next((n for n, place in enumerate(places, start=1) if place == here), 0)
        tile, self.field = places[behind % len(places)]
        self.pick(tile)


def exceptions(turn: TurnSoFar) -> list[tuple[Tile, Field]]:
    """The tiles that may be left, and go to a light field all the same."""
    return [(tile, field) for tile in dict.fromkeys(turn.left) for field in turn.excepted(tile)]


def has_place(turn: TurnSoFar) -> bool:
    """Whether there is a tile left that may go somewhere, with the turn as it lies."""
    return any(turn.fitting(tile) or turn.excepted(tile) for tile in turn.left)


def field_of(obstacle: Obstacle, turn: TurnSoFar) -> Field:
    """A tile of this turn that is in the way, or where one has to lie."""
    if obstacle.fault is Fault.NO_START:
        return START
    return next(field for field in obstacle.fields if field in turn.placed)


def _moment(view: ZatreView) -> tuple[object, ...]:
    return view.table.turns, view.drawn, (*view.placed,), view.touched, view.taken_up


def centre_of(view: ZatreView) -> Field:
    """Where something was done last: in this turn, in the one before, or nowhere yet."""
    if view.touched is not None:
        return view.touched
    last = view.table.last.placed if view.table.last else ()
    return next(iter((*view.placed, *last, START)))
