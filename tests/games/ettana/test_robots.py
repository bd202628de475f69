"""Robots of Ettana: they follow the rules, don't use secrets, and see what patterns lack."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ettana.knowledge import Witness, exchange_unknown
from tests.games.ettana.tables import DECK, NAMES, OPENING, random_game, table
from tests.games.ettana.test_patterns import EMPTY
from triqueta.games import installed_games
from triqueta.games.ettana.robots import LEVELS, NEARNESS, Prospects, changes
from triqueta.games.ettana.rules import Action, Game, Pattern, PatternDeck, Weave, seat_view
from triqueta.games.ettana.rules.board import COLOURS, OCTAGONS, ON_THE_BOARD, threads_by_octagon
from triqueta.records.shuffle import Proof
from triqueta.table.robots import let_play

STRIPES = ("GGGGG", "RRRRR", "YYYYY", "BBBBB", "VVVVV")


def chosen(game: Game, level: str = "good") -> str:
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    return LEVELS[level].choose(view, game.legal_moves, Random(1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
def test_they_play_whole_games(level: str, players: int) -> None:
    session = installed_games().deal(
        "ettana", "ettana", NAMES[:players], None, Proof.of(bytes(32), "")
    )
    let_play(
        session,
        [installed_games().robot("ettana", level, float)] * players,
        [Random(s) for s in range(players)],
    )
    assert installed_games().read(session.document()).result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_ranking_has_every_move_best_first(level: str) -> None:
    game = random_game(3, seed=5, length=90)
    while not game.legal_moves:
        game.take_back()
    view = seat_view(game, game.to_act or 0)
    ranked = LEVELS[level].rank(view, game.legal_moves, Random(1))
    assert sorted(move for move, _ in ranked) == sorted(game.legal_moves)
    assert [worth for _, worth in ranked] == sorted((w for _, w in ranked), reverse=True)


@pytest.mark.parametrize("level", LEVELS)
def test_they_decide_the_same_whatever_cards_they_cant_see(level: str) -> None:
    game, rng, decided = random_game(3, seed=3), Random(1), 0
    for length in range(40, len(game.moves), 29):
        here = Game(game.setup, game.moves[:length])
        if here.to_act is None or not here.legal_moves:
            continue
        witness = Witness(game.setup, game.moves[:length])
        other = Game(*exchange_unknown(witness, here.to_act, rng))
        assert other.legal_moves == here.legal_moves
        assert chosen(other, level) == chosen(here, level)
        decided += 1
    assert decided > 5


def test_good_wins_nearly_always_against_easy() -> None:
    """`python -m tools.robot_strength ettana` measures it with enough games."""
    wins = 0
    for seed in range(4):
        session = installed_games().deal(
            "ettana", "ettana", NAMES[:2], None, Proof.of(bytes([seed] * 32), "")
        )
        robots = [LEVELS["good"], LEVELS["easy"]]
        let_play(session, robots[:: 1 - seed % 2 * 2], [Random(seed), Random(seed + 9)])
        result = installed_games().read(session.document()).result
        assert result is not None
        wins += result.winners == (seed % 2,)
    assert wins >= 3


# Patterns that are nearly complete.


@pytest.mark.parametrize("seed", range(3))
def test_what_a_pattern_lacks_is_what_a_search_of_all_swaps_finds(seed: int) -> None:
    """The robot knows exactly the swaps that complete a pattern."""
    rng = Random(seed)
    letters = "".join(rng.sample(ON_THE_BOARD, len(ON_THE_BOARD)))
    threads = threads_by_octagon(letters)
    for pattern in DECK.patterns[::3]:
        found = changes(letters, pattern.rows)
        assert (found.lacks == 0) == Weave(threads).has(pattern)
        if found.lacks:
            completes = {pair for pair, lacks in found.swaps.items() if lacks == 0}
            assert completes == {
                f"{one}-{other}"
                for one in sorted(OCTAGONS)
                for other in sorted(OCTAGONS)
                if one < other and Weave(swapped(threads, one, other)).has(pattern)
            }


def swapped(threads: dict[str, str], one: str, other: str) -> dict[str, str]:
    return {**threads, one: threads[other], other: threads[one]}


def test_a_thread_of_the_reserve_may_complete_it() -> None:
    found, threads = changes("".join(EMPTY), ("AAA",)), threads_by_octagon(EMPTY)
    assert found.lacks == 2
    assert set(found.lays.values()) == {1}
    two = {**threads, "b1": threads["a1"]}
    completes = {
        change
        for change, lacks in changes("".join(two.values()), ("AAA",)).lays.items()
        if not lacks
    }
    assert completes == {
        f"{octagon}={colour}"
        for octagon in OCTAGONS
        for colour in COLOURS
        if Weave({**two, octagon: colour}).has(Pattern(1, ("AAA",)))
    }
    assert "c1=G" in completes


def test_the_worth_of_a_change_is_that_of_all_patterns_it_brings_nearer() -> None:
    deck = PatternDeck(tuple(Pattern(2, ("AA",)) for _ in range(36)), "pairs")
    one, two = (Prospects(threads_by_octagon(EMPTY), deck, cards) for cards in ((1,), (1, 2)))
    assert one.lacking == {1: 1}
    best = max(one.swaps.values())
    assert best == pytest.approx(2 * (NEARNESS[0] - NEARNESS[1]))
    assert max(two.swaps.values()) == pytest.approx(2 * best)


# How the level "good" uses them.


def test_it_claims_before_anything_else() -> None:
    game = table(f"{OPENING} *K2 collect", threads=STRIPES, patterns=(32, 1))
    assert chosen(game) == "claim:32"


def test_it_moves_to_where_the_free_swap_completes_a_pattern_and_swaps() -> None:
    rows = ("GGRBV", "RYGVB", "YBVGR", "BVGRY", "VYRYB")
    game = table(f"{OPENING} *K2 collect", threads=rows, patterns=(1, 2), actions="fix fix fix")
    move = chosen(game)
    assert move in ("step:C2-C1", "step:B1-C1", "jump:B1")
    game.play(move)
    swap = chosen(game)
    assert swap == "free:c1-c2"
    game.play(swap)
    assert chosen(game) == "claim:1"


def test_it_takes_what_cards_give_and_ends_its_turn() -> None:
    game = table(f"{OPENING} *K2 collect", actions="three rob fix")
    assert chosen(game) == "three"
    game.play("jump:B1")
    game.position.change(0, tokens=0, actions=(Action.FIX,))
    while (move := chosen(game)) != "end":
        game.play(move)
    assert move == "end"
