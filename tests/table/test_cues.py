"""Tests of the cues for sounds: they come at the right moments, and from public information."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from _pytest.mark import ParameterSet

from tests.games.every_game import BY_PEOPLE, WITH_ROBOTS, Tested
from tests.games.triqueta.rules.tables import table
from tests.table.autopilot import finish, step
from tests.table.evening import Evening, in_game, new_play, random_play
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.scenes.ending import EDGE_AFTER, FACE_AFTER, FACE_FOR
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.table.cues import Cue, Cues
from triqueta.table.events import Event


class HeardEvening:
    """An evening with the cues after each event, and whose turn it was before and after it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._cues = Cues(evening.table)
        self.all: list[Cue] = []
        self.last: tuple[Cue, ...] = ()
        evening.after = self._after

    def _after(self, _: Event) -> None:
        self.last = self._cues.news()
        self.all += self.last

    def press(self, keys: str) -> list[Cue]:
        """Press keys, and return the cues that they led to."""
        before = len(self.all)
        self.evening.press(keys)
        return self.all[before:]


def in_new_game(players: int = 3) -> HeardEvening:
    return HeardEvening(in_game(new_play(players=players)))


def test_a_new_turn_sounds_once_however_players_look_around() -> None:
    heard = in_new_game()
    assert heard.press("petal1 soft2") == []  # drawing and looking: it is still Ana's turn
    assert heard.press("petal1") == [Cue.TURN]  # the tile is placed: it is Ben's turn
    assert heard.press("soft3 petal3 soft1 soft1") == []  # Ben looks at the menu and its help


def test_an_undo_gives_the_turn_back() -> None:
    heard = in_new_game()
    assert heard.press("petal1 soft2 petal1") == [Cue.TURN]
    assert heard.press("soft3 petal1") == [Cue.TURN]


def test_a_game_that_goes_on_begins_with_the_cue_for_the_turn() -> None:
    heard = HeardEvening(Evening(interrupted=new_play()))
    assert heard.press("petal1") == [Cue.TURN]


def test_nothing_sounds_in_the_set_up_or_after_quitting() -> None:
    heard = HeardEvening(Evening())
    assert heard.press("petal2 soft2 soft1 petal1") == []
    heard = in_new_game()
    assert heard.press("soft3 petal5 petal1 petal5") == []
    assert heard.evening.table.session is None


def complete_sets(session: TriquetaSession) -> set[tuple[int, str]]:
    """Return the sets of exactly three face-up tiles, from the game itself."""
    return {
        (seat, animal)
        for seat, tiles in enumerate(session._game.face_up)
        for animal, count in Counter(tiles.upper()).items()
        if count == 3
    }


@pytest.mark.parametrize("edition", Edition)
def test_a_set_sounds_when_a_taken_row_completes_it(edition: Edition) -> None:
    completed = 0
    for seed in range(4):
        heard = HeardEvening(in_game(random_play(edition, 3, seed, lambda _: True)))
        rng = Random(seed)
        session = heard.evening.session
        while session._game.phase not in (Phase.REVEAL, Phase.OVER):
            before = complete_sets(session)
            heard.last = ()
            seen = len(heard.all)
            step(heard.evening, rng)
            is_new = bool(complete_sets(session) - before) and not session.over
            assert (Cue.SET in heard.all[seen:]) == is_new
            completed += is_new
    assert completed > 2


@pytest.mark.parametrize("edition", Edition)
def test_the_reveal_sounds_tile_by_tile_as_it_is_shown(edition: Edition) -> None:
    """A set that needs a kept tile must not sound before this tile is turned up."""
    found = 0
    for seed in range(12):
        played = random_play(edition, 3, seed, lambda p: p._game.phase is Phase.REVEAL)
        heard = HeardEvening(in_game(played))
        rng, session = Random(seed), heard.evening.session
        before = complete_sets(session)
        while not session.over:
            step(heard.evening, rng)
        needs_kept = complete_sets(session) - before
        shown = session.open_sets()
        finish(heard.evening, rng)
        assert {seat for seat, _ in session.open_sets()} == {s for s, _ in complete_sets(session)}
        assert len(session.open_sets()) == len(complete_sets(session))
        if needs_kept and session.open_sets() - shown:
            found += 1
            assert Cue.SET in heard.all
        assert heard.all.count(Cue.WIN) == 1
        assert heard.all[-1] is Cue.WIN
    assert found > 1


def test_a_set_sounds_when_the_face_of_its_last_tile_is_shown() -> None:
    # Ana has two rabbits and turns up a third.
    setup = table(2, first=["RRR"]).setup
    rounds = " p2 t1 t2 p3 t1 t2 p4 t1 t2"
    session = new_play(setup, moves="d1 r1 d1 r1 d1 k t2 t1" + rounds + " +")
    heard = HeardEvening(in_game(session))
    heard.evening.wait(EDGE_AFTER)
    assert heard.all == []
    heard.evening.wait(FACE_AFTER - EDGE_AFTER)
    assert heard.all == [Cue.SET]
    heard.evening.wait(FACE_FOR)
    assert heard.all == [Cue.SET, Cue.WIN]


def quick(games: Mapping[str, Tested]) -> list[ParameterSet]:
    """Return the installed games that the autopilot finishes in a moment."""
    return [
        pytest.param(tested, id=name)
        for name, tested in games.items()
        if tested.game in ("triqueta", "zatre")
    ]


@pytest.mark.parametrize("tested", quick(BY_PEOPLE))
def test_the_winner_sounds_once_when_the_result_is_open(tested: Tested) -> None:
    heard = HeardEvening(in_game(tested.play(3, seed=1)))
    rng = Random(1)
    finish(heard.evening, rng)
    assert heard.all.count(Cue.WIN) == 1
    heard.press("petal1 soft1")
    assert heard.all.count(Cue.WIN) == 1


@pytest.mark.parametrize("tested", quick(WITH_ROBOTS))
def test_a_robots_turn_has_no_cue(tested: Tested) -> None:
    heard = HeardEvening(in_game(tested.play(3, seed=1)))
    rng = Random(1)
    for _ in range(60):
        table = heard.evening.table
        heard.last = ()
        step(heard.evening, rng)
        if Cue.TURN in heard.last:
            assert not table.is_robot(table.scene.turn_of())
    assert Cue.TURN in heard.all
