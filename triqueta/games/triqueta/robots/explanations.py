"""What speaks for a move, in words: each is a fact that the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triqueta.games.triqueta.animals import ANIMALS, count_animals, counted
from triqueta.games.triqueta.robots.model import LIGHT
from triqueta.games.triqueta.robots.position import unseen
from triqueta.games.triqueta.rules.moves import (
    ADD,
    BOX,
    DECISIONS,
    DRAW,
    KEEP,
    OPEN,
    PLACE,
    RETURN,
    TAKE,
    Moves,
    Phase,
    kind_of,
    number_of,
)
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import Edition, Layer, animal_of
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.views import Belongings, changes_by_taking, totals_of_decision
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text

_LABELS: dict[str, Text] = {
    KEEP: say("Keep"),
    BOX: say("Into the box"),
    ADD: say("Add it"),
    RETURN: say("Return it"),
}


def label_of(view: SeatView, moves: Sequence[str]) -> Text:
    """What doing it is called."""
    move = moves[0]
    if move in _LABELS:
        return _LABELS[move]
    if move in OPEN:
        return say("Open a pile")
    if move in TAKE:
        return say("Take row {row}", row=number_of(move))
    if move in PLACE:
        return say("Into row {row}", row=number_of(move))
    if view.table.edition is Edition.BASE:
        return say("Draw")
    is_shadow = view.table.petals[DRAW.index(move)].top is Layer.SHADOW
    return say("Draw shadow") if is_shadow else say("Draw light")


def moment_of(view: SeatView) -> Text:
    """When it was decided, and about what."""
    table = view.table
    if table.phase is Phase.REVEAL:
        kept = view.kept_light[len(view.decisions)]
        return say("Kept tile: {animal}", animal=ANIMALS[animal_of(kept)])
    if table.phase is Phase.CHOICE:
        animal = ANIMALS[animal_of(view.drawn[0])]
        return say("Round {round}: {animal}", round=table.round, animal=animal)
    return say("Round {round}", round=table.round)


class Reasons:
    """Of all that a seat may do at one moment."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self._mine = Belongings.of(view)

    def of(self, move: str) -> Text:
        told: dict[Moves, Callable[[str], Text]] = {
            DRAW: self._draw,
            PLACE: lambda place: self._row(PLACE.index(place), self._view.drawn[0]),
            TAKE: lambda take: self._row(TAKE.index(take), ""),
            (KEEP,): self._keep,
            (BOX,): lambda _: say("nobody gets it"),
            OPEN: lambda _: say("nobody knows what is in it"),
            DECISIONS: self._decision,
        }
        return told[kind_of(move)](move)

    def _row(self, row: int, tile: str) -> Text:
        """What a row brings its taker, once this tile lies in it, and whom else most."""
        table = self._view.table
        own = changes_by_taking(self._mine, table, tile)[row] or 0
        mine = self._three_with((table.rows[row] or "") + tile) or self._points(own)
        others = [
            (changes_by_taking(Belongings.in_the_open(table, seat), table, tile)[row] or 0, -seat)
            for seat, player in enumerate(table.players)
            if player.in_round and seat != self._view.seat
        ]
        most, seat = max(others, default=(0, 0))
        if most <= 0:
            return mine
        name = table.players[-seat].name
        return say("{mine}; worth {points} to {name}", mine=mine, points=most, name=name)

    def _points(self, points: int) -> Text:
        if points < 0:
            return say_n("costs you {n} point", "costs you {n} points", -points)
        if points > 0:
            return say_n("{n} point for you", "{n} points for you", points)
        return say("nothing for you")

    def _three_with(self, tiles: str) -> Text | None:
        """The dearest animal that these make three of, with all that the seat has."""
        mine = count_animals(self._mine.tiles + self._mine.kept)
        found = None
        for animal, more in count_animals(tiles).items():
            if mine.get(animal, 0) + more == 3:  # R13
                found = say("{animals} for you", animals=counted(animal, 3))
        return found

    def _decision(self, move: str) -> Text:
        added, returned, _ = totals_of_decision(self._view)
        if move == ADD:
            return say_n("{n} point with it", "{n} points with it", added)
        return say_n("{n} point without it", "{n} points without it", returned)

    def _keep(self, _: str) -> Text:
        tile, kept = self._view.drawn[0], len(self._view.kept_light)
        own = self._mine.change_with_kept(tile)
        mine = self._three_with(tile) or self._points(own)
        return say("{mine}; keeps left: {left}", mine=mine, left=KEEPS_PER_GAME - kept - 1)

    def _draw(self, move: str) -> Text:
        if self._view.table.petals[DRAW.index(move)].top is Layer.SHADOW:
            dark = unseen(self._view)[1]
            return say_n(
                "{n} of {tiles} is a wolf",
                "{n} of {tiles} are wolves",
                dark[LIGHT],
                tiles=say_n("{n} unseen shadow tile", "{n} unseen shadow tiles", sum(dark)),
            )
        table = self._view.table
        best = max(one for one in changes_by_taking(self._mine, table) if one is not None)
        tiles = sum(petal.tiles for petal in table.petals)
        if best <= 0:
            return say("no row brings you anything; tiles left: {tiles}", tiles=tiles)
        return say("best row now: {points} for you; tiles left: {tiles}", points=best, tiles=tiles)
