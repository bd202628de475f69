"""The pages of seats: what they offer, what they tell their player, and what they never tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.triqueta.rules.tables import table
from tests.profiles import budget
from tests.table.autopilot import step
from tests.table.evening import Evening, do, random_play
from tests.table.test_secrecy import PROOF
from triqueta.games.triqueta.rules import Edition, Game
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language, said
from triqueta.screens.seat_page import Act, PageMode, SeatPage
from triqueta.screens.station import Key, seat_station
from triqueta.stations.web.documents import as_json

ANA, BEN = 0, 1


def at_phones(
    *first: str, moves: str = "", edition: Edition = Edition.BASE, players: int = 3
) -> Evening:
    """Return an evening in a game whose players all sit at phones, after these moves."""
    session = TriquetaSession(Game(table(players, edition, first=first).setup), PROOF)
    evening = Evening(interrupted=do(session, moves))
    evening.press("petal1")  # resume
    for seat in range(players):
        evening.join(seat, draws_pages=True)
    return evening


def page(evening: Evening, seat: int = ANA) -> SeatPage:
    found = evening.frame(seat_station(seat)).page
    assert found is not None
    return found


def in_words(text: Any) -> str:
    return said(text, Language.ENGLISH)


def act(evening: Evening, done: Act | None, seat: int = ANA) -> None:
    assert done is not None
    if done.tap is not None:
        evening.tap(done.tap, seat_station(seat))
    elif done.press is not None:
        evening.press(done.press, seat_station(seat))


class TestTurn:
    def test_a_row_says_what_it_brings_and_why(self) -> None:
        evening = at_phones("OOO", "OBR", moves="d1 r1 d1 r1 d1 r1")
        (owls, *_) = page(evening).rows
        assert owls is not None
        assert (owls.text, owls.tone, in_words(owls.reason)) == ("+6", "good", "3rd owl")
        assert in_words(owls.label) == "Take row 1 and leave the round: +6 points"

    def test_a_row_that_spoils_a_set_says_so(self) -> None:
        game = table(3, Edition.BASE, first=("OOO",), second=("OBR",))
        session = TriquetaSession(Game(game.setup), PROOF)
        do(session, "d1 r1 d1 r1 d1 r1 t1 t2 t3 p2 d1 r1")
        evening = Evening(interrupted=session).press("petal1")
        evening.join(ANA, draws_pages=True)
        row = page(evening, ANA).rows[0]
        assert row is not None
        assert (row.text, row.tone, in_words(row.reason)) == ("−7", "bad", "4th owl")

    def test_one_tap_takes_a_row_and_one_takes_it_back(self) -> None:
        evening = at_phones("OOO", "OBR", moves="d1 r1 d1 r1 d1 r1")
        row = page(evening).rows[0]
        assert row is not None
        act(evening, row.act)
        assert evening.session.entries[-1] == "t1"
        undo = page(evening).undo
        assert undo is not None
        act(evening, undo.act)
        assert page(evening).mode is PageMode.TURN
        assert page(evening, BEN).undo is None

    def test_the_petals_draw_and_say_what_lies_there(self) -> None:
        evening = at_phones("OOO")
        labels = [in_words(petal.label) for petal in page(evening).petals]
        assert labels[0] == "Draw from petal 1: 3 tiles"
        act(evening, page(evening).petals[0].act)
        assert page(evening).mode is PageMode.TILE

    def test_nothing_can_be_pressed_while_others_play(self) -> None:
        waiting = page(at_phones("OOO", moves="d1 r1"), ANA)
        assert waiting.mode is PageMode.WAIT
        assert not waiting.petals
        assert [row.act for row in waiting.rows if row] == [None] * 3


class TestTile:
    def test_a_drawn_tile_and_where_it_can_go(self) -> None:
        evening = at_phones("OOO", moves="d1 r1 d2 r2 d3 r3 d1")
        shown = page(evening)
        (tile,) = shown.tiles
        assert (tile.art, in_words(tile.title), tile.value) == ("owl", "You drew an owl", 6)
        assert next(row.text for row in shown.rows if row) == "+2"
        keep, *others = shown.keys
        assert (keep.kind, keep.text, others) == ("keep", "+1", [])
        act(evening, keep.act)
        assert evening.session.entries[-1] == "k"
        kept = page(evening).kept
        assert kept is not None
        assert [piece.art for piece in kept.tiles] == ["owl"]

    def test_the_title_never_names_the_tile(self) -> None:
        """A page shows the title while the tile lies face down."""
        evening = at_phones("OOO", moves="d1")
        assert in_words(page(evening).title) == "Your tile"

    def test_the_same_draw_keeps_its_id_after_an_undo(self) -> None:
        evening = at_phones("OOO", moves="d1")
        before = page(evening).tile_id
        act(evening, page(evening).keys[0].act)
        undo = page(evening).undo
        act(evening, undo and undo.act)
        assert page(evening).tile_id == before
        act(evening, page(evening).keys[0].act)
        evening.press("petal2", seat_station(BEN))
        assert page(evening, BEN).tile_id != before

    def test_a_shadow_tile_is_put_away(self) -> None:
        session = TriquetaSession(
            Game(table(3, Edition.SHADOW, second=("RODw",)).setup),
            PROOF,
        )
        evening = Evening(interrupted=do(session, "t1 t2 t3 p2 d1 r1 d1 r1 d1 r1"))
        evening.press("petal1")
        last = evening.session.view(None).table.to_act
        assert last is not None
        evening.join(last, draws_pages=True)
        act(evening, page(evening, last).petals[0].act, last)
        shown = page(evening, last)
        assert shown.mode is PageMode.TILE
        assert (shown.tiles[0].art, shown.tiles[0].shadow) == ("wolf", True)
        act(evening, shown.keys[0].act, last)
        assert page(evening, last).shadow is not None

    def test_with_two_tiles_the_first_ones_way_is_used_up(self) -> None:
        evening = at_phones("OOO", "RRR", edition=Edition.SHADOW, players=2)
        act(evening, page(evening).petals[0].act)
        act(evening, page(evening).petals[1].act)
        first = page(evening)
        assert [tile.now for tile in first.tiles] == [True, False]
        assert [key.kind for key in first.keys] == ["keep", "box"]
        act(evening, first.keys[0].act)
        second = page(evening)
        assert [(key.kind, key.used) for key in second.keys] == [("keep", True), ("box", False)]
        assert [tile.now for tile in second.tiles] == [False, True]


def walk(evening: Evening, steps: int) -> Iterator[None]:
    rng = Random(5)
    for _ in range(steps):
        step(evening, rng)
        yield


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("edition", list(Edition))
def test_everything_that_a_page_offers_is_offered_by_its_station(
    players: int, edition: Edition
) -> None:
    """Any key of a page is a key of its view, and any tap one of its fields."""
    evening = at_phones(edition=edition, players=players)
    modes = set()
    for _ in walk(evening, budget(400)):
        for seat in range(players):
            station = evening.table.stations[seat_station(seat)]
            view = evening.table.view_for(station)
            found = evening.frame(station.name).page
            if found is None:
                continue
            modes.add(found.mode)
            for done in acts_of(found):
                if done.press is not None:
                    assert view.action(Key(done.press)) is not None
                else:
                    assert view.taps is not None
                    assert done.tap in view.taps.fields
    assert PageMode.TURN in modes


def acts_of(value: object) -> Iterator[Act]:
    if isinstance(value, Act):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from acts_of(part)


@pytest.mark.parametrize("language", list(Language))
def test_every_page_of_a_game_can_be_sent(language: Language) -> None:
    evening = at_phones(edition=Edition.SHADOW, players=3)
    for _ in walk(evening, budget(400)):
        for seat in range(3):
            found = evening.frame(seat_station(seat)).page
            if found is not None:
                sent = json.loads(as_json(found, language))
                assert sent["mode"] == found.mode
                assert "{" not in json.dumps(list(texts_of(sent)))


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts_of(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_of(part)


class TestTheEnd:
    def test_points_follow_the_tiles_that_are_turned_up(self) -> None:
        session = random_play(Edition.SHADOW, 3, 4, lambda session: session.over)
        evening = Evening(interrupted=session)
        evening.join(ANA, draws_pages=True)
        while session.view(None).current_tile is not None:
            shown = page(evening)
            assert shown.mode in (PageMode.TURNED, PageMode.ROUND)
            assert shown.points == session.view(None).open_sheet(ANA).total
            evening.press("soft3")
        evening.wait(1)
        outcome = session.outcome
        assert outcome is not None
        assert page(evening).mode is PageMode.END
        assert page(evening).points == outcome.scores[ANA]

    def test_the_table_station_has_no_page(self) -> None:
        assert at_phones("OOO").frame("table").page is None
