"""The coach: the evaluation of the hard robot, calibrated on games and explained in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from triqueta.games.triqueta.animals import ANIMALS, count_animals, counted
from triqueta.games.triqueta.robots.evaluation import points_of
from triqueta.games.triqueta.robots.model import LIGHT, ROUNDS, learnt
from triqueta.games.triqueta.robots.position import Position, is_of_a_round, position_of, unseen
from triqueta.games.triqueta.robots.value_model import fitted_models
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
    move_type,
    number_of,
)
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import Edition, Layer, animal_of
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.views import (
    Belongings,
    OwnView,
    changes_by_taking,
    totals_of_decision,
)
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.coach import Advice, Outlook


@dataclass(frozen=True)
class Forecast:
    """A linear calibration of predicted points: final points are `start + slope * prospects`."""

    start: float
    slope: float


@dataclass(frozen=True)
class Calibration:
    """The calibration of one round.

    `factor` scales the evaluation's cost of a decision to the cost measured in games.
    `forecasts` are indexed by the number of players still in the round.
    """

    factor: float
    forecasts: Sequence[Forecast]


@cache
def calibrated(edition: Edition, players: int) -> tuple[Calibration, ...]:
    """Return the calibrations for an edition and number of players, indexed by rounds left."""
    stages = _document()["models"][f"{edition}-{players}"]["stages"]
    return tuple(
        Calibration(stage["factor"], [Forecast(*numbers) for numbers in stage["forecasts"]])
        for stage in stages
    )


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("calibrated.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


CHANCES_HOLD = {
    (Edition.BASE, 2),
    (Edition.BASE, 3),
    (Edition.BASE, 4),
    (Edition.SHADOW, 4),
    (Edition.SHADOW, 5),
}
"""The editions and numbers of players whose predicted chances to win are accurate, as measured by
`check_coach`. For the others the coach shows no chances."""


class TriquetaCoach:
    about = say(
        "Points: how much more than the others you can expect from this round, on average."
    )
    decisions_at_once = 4

    def advise(self, view: OwnView, moves: Sequence[str]) -> tuple[Advice, ...]:
        own = view.seat
        worth = worth_of(own, moves)
        reasons = Reasons(own)
        advice = [
            Advice(same, label_of(own, same), worth[same[0]], reasons.of(same[0]))
            for same in _grouped(own, sorted(moves, key=worth.__getitem__, reverse=True))
        ]
        return tuple(sorted(advice, key=lambda one: -one.points))

    def moment(self, view: OwnView) -> Text:
        return moment_of(view.seat)

    def outlook(self, views: Sequence[OwnView]) -> Outlook:
        own = [view.seat for view in views]
        forecast = forecast_of(own[0])
        expected = [prospects(view) for view in own]
        points = tuple(forecast.start + forecast.slope * each for each in expected)
        if (own[0].table.edition, len(own)) not in CHANCES_HOLD:
            return Outlook(points)
        return Outlook(points, chances(own[0], expected))


def _calibration(view: SeatView) -> Calibration:
    table = view.table
    return calibrated(table.edition, len(table.players))[ROUNDS - table.round]


# The value of a move.


def worth_of(view: SeatView, moves: Sequence[str]) -> dict[str, float]:
    """Return the calibrated value of each move: the points gained on the others in this round."""
    if view.table.phase is Phase.REVEAL:
        added, returned, _ = totals_of_decision(view)
        return {ADD: float(added - returned), RETURN: 0.0}
    if not is_of_a_round(view):
        return dict.fromkeys(moves, 0.0)
    points = points_of(view, moves, learnt(view.table.edition, len(view.table.players)))
    start, factor = _ahead(_position(view), view.seat), _calibration(view).factor
    return {move: factor * (worth - start) for move, worth in points.items()}


def _ahead(position: Position, seat: int) -> float:
    """Return a seat's lead over the others' mean if no player gained anything in the round."""
    base = position.base
    return base[seat] - (sum(base) - base[seat]) / (len(base) - 1)


def _grouped(view: SeatView, moves: Sequence[str]) -> list[tuple[str, ...]]:
    """Group the moves that players can't tell apart: petals with equal backs, unopened piles.

    `moves` are sorted, so the best move of a group comes first. The values in a group can differ
    with two tiles per draw: it matters what the first tile uncovers.
    """
    same: dict[object, list[str]] = {}
    for move in moves:
        if move in DRAW:
            same.setdefault(view.table.petals[DRAW.index(move)].top, []).append(move)
        else:
            same.setdefault(OPEN if move in OPEN else move, []).append(move)
    return [tuple(group) for group in same.values()]


# Predictions.


def forecast_of(view: SeatView) -> Forecast:
    players_in = sum(player.in_round for player in view.table.players)
    return _calibration(view).forecasts[players_in]


def prospects(view: SeatView) -> float:
    """Return the final points that the value model predicts for the seat, not calibrated."""
    table, position = view.table, _position(view)
    rock = 0.0
    if not position.order and table.rock == view.seat:
        rock = position.stage.rock
    value_model = fitted_models(table.edition, len(table.players))[position.stage.rounds_left]
    return value_model.values(position)[view.seat] + rock


def chances(view: SeatView, expected: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's chance to win; `expected` has the prospects of all seats."""
    position = _position(view)
    value_model = fitted_models(view.table.edition, len(expected))[position.stage.rounds_left]
    return tuple(value_model.chances(position, expected))


def _position(view: SeatView) -> Position:
    return position_of(view, learnt(view.table.edition, len(view.table.players)))


# Explanations in words.


_LABELS: dict[str, Text] = {
    KEEP: say("Keep"),
    BOX: say("Into the box"),
    ADD: say("Add it"),
    RETURN: say("Return it"),
}


def label_of(view: SeatView, moves: Sequence[str]) -> Text:
    """Return the label of a group of equivalent moves."""
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
    """Return the heading of a decision: the round, and the tile to decide about."""
    table = view.table
    if table.phase is Phase.REVEAL:
        kept = view.kept_light[len(view.decisions)]
        return say("Kept tile: {animal}", animal=ANIMALS[animal_of(kept)])
    if table.phase is Phase.CHOICE:
        animal = ANIMALS[animal_of(view.drawn[0])]
        return say("Round {round}: {animal}", round=table.round, animal=animal)
    return say("Round {round}", round=table.round)


class Reasons:
    """The reasons for and against each move of a seat in one decision."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self._mine = Belongings.of(view)

    def of(self, move: str) -> Text:
        explain: dict[Moves, Callable[[str], Text]] = {
            DRAW: self._draw,
            PLACE: lambda move: self._row(PLACE.index(move), self._view.drawn[0]),
            TAKE: lambda move: self._row(TAKE.index(move), ""),
            (KEEP,): self._keep,
            (BOX,): lambda _: say("out of the game"),
            OPEN: lambda _: say("its contents are unknown"),
            DECISIONS: self._decision,
        }
        return explain[move_type(move)](move)

    def _row(self, row: int, tile: str) -> Text:
        """Return what a row with `tile` in it brings this seat, and the rival who gains most."""
        table = self._view.table
        own = changes_by_taking(self._mine, table, tile)[row] or 0
        mine = self._three_with((table.rows[row] or "") + tile) or self._points(own)
        others = [
            (changes_by_taking(Belongings.public(table, seat), table, tile)[row] or 0, -seat)
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
        """Return the most valuable animal that these tiles bring to exactly three, or None."""
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
        if kept + 1 == KEEPS_PER_GAME:
            return say("{mine}; the last you can keep", mine=mine)
        return say("{mine}; you can keep {left} more", mine=mine, left=KEEPS_PER_GAME - kept - 1)

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
            return say("no row scores for you yet; tiles left: {tiles}", tiles=tiles)
        return say("best row now: {points} for you; tiles left: {tiles}", points=best, tiles=tiles)
