"""The rules of Zatre compared with a slow second implementation."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.games.zatre import reference
from tests.games.zatre.tables import random_game
from tests.profiles import budget, first
from triqueta.games.zatre.rules import Game, TurnSoFar, legal_turns
from triqueta.games.zatre.rules import board as board_module
from triqueta.games.zatre.rules import turn as turn_module
from triqueta.games.zatre.rules.board import FIELDS, LIGHT, NEIGHBOURS, START, Tiles
from triqueta.games.zatre.rules.turn import move_of


def random_turn(game: Game, rng: Random) -> TurnSoFar:
    """Return a turn with some tiles of the hand near the others, often on light fields."""
    assert game.to_act is not None
    hand = game.hands[game.to_act]
    tiles = rng.sample(hand, rng.randint(0, len(hand)))
    placed: dict[str, int] = {}
    for tile in tiles:
        around = near(game.tiles, placed)
        light = [field for field in around if field in LIGHT]
        fields = light if light and rng.random() < 0.4 else around
        fields = fields if rng.random() < 0.97 else [f for f in FIELDS if f not in game.tiles]
        placed[rng.choice([f for f in fields if f not in placed] or around)] = tile
    return TurnSoFar(game.tiles, hand, placed)


def near(before: Tiles, placed: Tiles) -> list[str]:
    tiles = {**before, **placed}
    around = {field for tile in tiles for field in NEIGHBOURS[tile]} or {START, "H9", "G7"}
    return sorted(around - tiles.keys()) or [field for field in FIELDS if field not in tiles]


def judged(game: Game, rng: Random, turns: int) -> Iterator[tuple[str, str, str]]:
    """Yield random turns and the clauses they break, by the rules and by the slow check."""
    for _ in range(turns if game.to_act is not None else 0):
        turn = random_turn(game, rng)
        cells, placed = reference.cells_of(game.tiles), reference.cells_of(turn.placed)
        right = reference.broken_clause(cells, turn.hand, placed)
        yield turn.move, turn.obstacle.clause if turn.obstacle else "", right


def some_game(seed: int) -> tuple[Game, Random]:
    rng = Random(seed)
    return random_game(rng.randint(2, 5), seed, length=rng.randint(0, 55)), rng


def test_both_implementations_agree_on_thousands_of_random_turns() -> None:
    clauses = Counter[str]()
    for seed in range(budget(150)):
        game, rng = some_game(seed)
        for move, found, right in judged(game, rng, turns=20):
            assert found == right, f"{game!r} {move}"
            clauses[right] += 1
    assert clauses.total() > budget(2500)
    assert min(clauses[clause] for clause in ("", "Z6", "Z7", "Z8", "Z9")) > budget(30), clauses


FAULTS = {
    "13 is no more than 12": (board_module, "MOST", 13),
    "12 is too much": (turn_module, "MOST", 11),
    "9 is worth something": (board_module, "LEAST_WORTH", 9),
    "a light field is plain": (turn_module, "LIGHT", LIGHT - {"G7", "I9", "F6"}),
    "tiles fit light fields": (board_module, "LIGHT", frozenset[str]()),
    "all is joined": (turn_module, "joined", lambda before, tiles: set(tiles)),
    "the start is as any field": (board_module, "START", "A5"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_would_be_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(differs(seed, fault, monkeypatch) for seed in range(150))


def differs(seed: int, fault: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    game, rng = some_game(seed)
    with monkeypatch.context() as patched:
        patched.setattr(*FAULTS[fault])
        return any(found != right for _, found, right in judged(game, rng, turns=20))


def slow_list(before: Tiles, hand: tuple[int, ...]) -> set[str]:
    """Return every legal turn of at most two tiles, found by trying all places."""
    cells = reference.cells_of(dict(before))
    ring = set(near(before, {}))
    wider = ring | {field for tile in ring for field in NEIGHBOURS[tile]} - before.keys()
    ways: list[dict[str, int]] = [{}]
    ways += [{field: tile} for field, tile in product(wider, set(hand))]
    ways += [{one: hand[0], two: hand[1]} for one, two in product(wider, wider) if one != two]
    return {
        move_of(placed)
        for placed in ways
        if not reference.broken_clause(cells, hand, reference.cells_of(placed))
    }


def test_with_many_tiles_some_turns_are_found_soon() -> None:
    before, hand = {"H8": 6, "H9": 5}, (1, 2, 3, 4, 5, 6, 2, 3)
    found = legal_turns(before, hand, most=20)
    assert len(set(found)) == len(found) > 20
    assert all(TurnSoFar(before, hand, dict(placed)).is_legal for placed in found)


@pytest.mark.parametrize("most", first([5, 1, 50]))
def test_some_turns_are_among_all_of_them_and_there_is_always_one(most: int) -> None:
    for seed in range(10):
        game = random_game(2, seed, length=5 * seed)
        assert game.to_act is not None
        hand = (*game.hands[game.to_act], 5)[:3]
        some, everything = legal_turns(game.tiles, hand, most), legal_turns(game.tiles, hand)
        assert some
        assert set(some) <= set(everything)


SOME_TURNS = """
from tests.games.zatre.tables import random_game
from triqueta.games.zatre.rules import legal_turns
print(legal_turns(random_game(2, 1, length=20).tiles, (2, 3, 4), most=10))
"""


def test_some_turns_are_the_same_ones_each_time() -> None:
    """The same seed leads to the same games in every process, whatever its hash seed."""
    command = [sys.executable, "-c", SOME_TURNS]
    found = {
        subprocess.run(
            command, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "123"
    }
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(4))
def test_the_list_of_legal_turns_is_that_of_trying_everything(seed: int) -> None:
    game = random_game(2, seed, length=2 + 12 * seed)
    assert game.to_act is not None
    hand = game.hands[game.to_act]
    assert len(hand) == 2
    found = [move_of(dict(placed)) for placed in legal_turns(game.tiles, hand)]
    assert len(found) == len(set(found))
    assert set(found) == slow_list(game.tiles, hand)
