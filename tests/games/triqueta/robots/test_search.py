"""The robots' search: the value of a turn, determinization, and the choice of moves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.triqueta.robots.games import TABLES
from tests.games.triqueta.robots.test_position import start, start_view
from tests.profiles import budget
from triqueta.games.triqueta.robots.evaluation import Turn, terms_of, values_of
from triqueta.games.triqueta.robots.model import LIGHT, NUMBERS, learnt
from triqueta.games.triqueta.robots.position import Position, position_of, shown_of
from triqueta.games.triqueta.robots.search import (
    CHECKED,
    LEAST,
    Determinization,
    Effort,
    Race,
    play_turn,
)
from triqueta.games.triqueta.rules import Edition, Game, Setup, deal, seat_view


def advantage(position: Position, own: int, tiles: int) -> float:
    """Return a seat's value minus the mean of the others', computed from scratch."""
    values = position.base[:]
    order = position.order
    terms = terms_of(position, order, tiles, values)
    found = values_of(terms, [position.gains[seat] for seat in order])
    for seat, value in zip(position.order, found, strict=True):
        values[seat] = value
    return values[own] - (sum(values) - values[own]) / (len(values) - 1)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_choice_is_worth_the_position_after_it(edition: Edition, players: int) -> None:
    position = start(edition, players)
    seat, left = position.order[0], position.tiles - position.per_draw
    turn = Turn(position, left)
    for animal in range(LIGHT):
        for row, found in enumerate(turn.place_values(animal)):
            twin = position.copy()
            twin.place(animal, row)
            twin.end_turn()
            assert found == pytest.approx(advantage(twin, seat, left))
        twin = position.copy()
        twin.keep(animal)
        twin.end_turn()
        assert turn.keep(animal) == pytest.approx(advantage(twin, seat, left))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_players_in_a_determinization_do_not_know_others_kept_tiles(
    edition: Edition, players: int
) -> None:
    """The evaluation is the same as if the other players had kept nothing."""
    model, rng = learnt(edition, players), Random(3)
    view = start_view(edition, players, in_round=3)
    world = Determinization(view, position_of(view, model), shown_of(view, model), model, rng)
    position = world.position
    trees = [player.trees for player in view.table.players]
    while len(position.order) > 1:
        turn, known = Turn(position, 5), Turn(as_known(position, trees), 5)
        assert turn.passing == pytest.approx(known.passing)
        assert turn.takes() == pytest.approx(known.takes())
        for animal in range(LIGHT):
            assert turn.place_values(animal) == pytest.approx(known.place_values(animal))
        play_turn(position, world.coming, lambda: 3 * rng.random())


def as_known(position: Position, trees: list[int]) -> Position:
    """Return the position as the seat to act knows it, computed from scratch."""
    seat, twin = position.order[0], position.copy()
    for other in range(len(twin.base)):
        if other != seat:
            twin.front[other] = position.shown_front[other][:]
            twin.kept[other] = [0] * len(twin.kept[other])
    twin.recompute()
    twin.base = [base + had for base, had in zip(twin.base, trees, strict=True)]
    twin.hide_nothing()
    return twin


def test_opponents_probably_keep_useful_tiles() -> None:
    """When a first tile is kept, it is a bear far more often than a rabbit."""
    piles = deal(bytes(32), Edition.BASE, 3, "")
    game = Game(Setup(Edition.BASE, ("Ana", "Ben", "Chloé"), 0, piles))
    for move in ("d1", "k"):
        game.play(move)
    view, model = seat_view(game, 1), learnt(Edition.BASE, 3)
    root, rng = position_of(view, model), Random(1)
    kept: Counter[int] = Counter()
    for _ in range(budget(300, least=300)):
        world = Determinization(view, root, shown_of(view, model), model, rng)
        kept[world.position.kept[0].index(1)] += 1
        light = world.coming.light
        assert len(light) == 59
        assert Counter(light) + Counter(kept_by(world)) == Counter(
            {animal: n for animal, n in enumerate(root.pool) if n}
        )
    assert kept[NUMBERS["U"]] > 2 * kept[NUMBERS["R"]] > 0


def kept_by(world: Determinization) -> dict[int, int]:
    return {animal: n for animal, n in enumerate(world.position.kept[0]) if n}


class TestRace:
    def race(self, **prior: float) -> Race:
        return Race(prior, Effort(prior=4.0, behind=3.0))

    def test_moves_clearly_behind_are_dropped(self) -> None:
        race = self.race(good=0.5, bad=0.5)
        for world in range(LEAST):
            assert len(race.running) == 2
            luck = 0.3 * (world % 2)
            race.add([0.5 + luck, 0.2 + luck + 0.001 * world])
        assert race.running == ["good"]
        assert race.best == "good"
        assert set(race.found()) == {"good", "bad"}

    def test_close_moves_are_kept(self) -> None:
        race = self.race(one=0.5, other=0.5)
        for world in range(LEAST + CHECKED):
            race.add([0.5 + 0.2 * (world % 3), 0.5 + 0.2 * (world % 4)])
        assert len(race.running) == 2

    def test_moves_that_could_be_only_slightly_better_are_dropped(self) -> None:
        race = self.race(one=0.5, other=0.5)
        for world in range(LEAST):
            race.add([0.5, 0.5 + 0.001 * (world % 2 - 0.5)])
        assert len(race.running) == 1

    def test_the_prior_decides_before_the_first_world(self) -> None:
        assert self.race(low=0.2, high=0.6).best == "high"
