"""Tests that every game must pass."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.every_game import BY_PEOPLE, COACHED, EVERY_WAY, WITH_ROBOTS, Tested
from tests.games.sessions import resumed
from tests.profiles import budget, chosen, examples, first, sampled
from tests.table.autopilot import ask_for_hint, finish, step, take_back
from tests.table.evening import Evening, NotedEvening, in_game, played_again
from tests.table.test_petals import check_petals
from tests.table.test_random_keys import HAPPENINGS, stir
from tests.table.test_resume import prompts, restarted, taken_back
from tests.table.test_secrecy import SEATINGS as EVERY_SEATING
from tests.table.test_secrecy import (
    Seating,
    Seen,
    close_pages,
    compare,
    look_around_at,
    replay,
    station_of,
    stations_with_keys,
)
from triqueta.games import installed_games
from triqueta.records.document import all_of
from triqueta.records.errors import ProofError, RecordError, RulesError
from triqueta.records.game import perft
from triqueta.records.record import verify
from triqueta.screens.board import LargeBoard
from triqueta.screens.frame import picture, words
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import TABLE, Key
from triqueta.stations.web.messages import LONGEST_FIELD_NAME
from triqueta.table.events import Decided, Event
from triqueta.table.session import UNDO, AnySession
from triqueta.table.spectator_view import SpectatorView
from triqueta.table.table import Table

SEATINGS = (Seating(3, (1,), (2,)), Seating(2), Seating(5, (0, 2), (4,)))
MOST_LOOKS = 12  # looks at all pages of all stations, which take more keys than many turns
every_seating = pytest.mark.parametrize("seating", first(SEATINGS), ids=str)


def play_evening(tested: Tested, seating: Seating, seed: int = 3) -> NotedEvening:
    """Play a game to the end, with some undos and looks at pages, and return the evening."""
    evening = seating.evening_of(tested.play(seating.players, seed))
    play_on(evening, Random(seating.players), tested.taken_back)
    return evening


def play_on(evening: Evening, rng: Random, taken_back: float = 0.2) -> None:
    evening.press("petal1")
    looks = 0
    while evening.table.session and not evening.table.session.over:
        step(evening, rng)
        if rng.random() < taken_back:
            take_back(evening, rng)
        if rng.random() < 0.1 and not evening.table.session.over:
            looks += 1
            for name in stations_with_keys(evening):
                if looks <= MOST_LOOKS:
                    look_around_at(evening, name, rng)
                close_pages(evening, name)
        if evening.table.session.has_coach and rng.random() < 0.3:
            ask_for_hint(evening)
    finish(evening, rng)


AMONG_ROBOTS = (Seating(2), Seating(3, (1,), (2,)), Seating(4, (1,), (2,)))
"""For games in which robots have the first and the fourth seat."""
EVENINGS = [
    pytest.param(tested, seating, id=f"{name}-{seating}")
    for ways, seatings in (
        (BY_PEOPLE, first(EVERY_SEATING)),
        (WITH_ROBOTS, first(AMONG_ROBOTS)),
        (COACHED, first((EVERY_SEATING[0], EVERY_SEATING[2]))),
        ({"tutorial": EVERY_WAY["tutorial"]}, EVERY_SEATING[2:3]),
    )
    for name, tested in ways.items()
    for seating in seatings
]
"""Every game with its seatings: people only, with robots, with a coach, and the tutorial."""


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize(("tested", "seating"), EVENINGS)
def test_no_station_depends_on_what_its_viewers_may_not_know(
    tested: Tested, seating: Seating
) -> None:
    """Compare whole evenings, and evenings up to some moments, when more is still unknown."""
    evening = play_evening(tested, seating)
    session = evening.table.session
    assert session is not None
    evening.press("petal1 soft1 soft3 soft1 petal5")
    events, stations = evening.events, [station_of(viewer) for viewer in seating.viewers]
    seen = replay(seating.evening_of(tested.play(seating.players, seed=3)), events, stations)
    some = 0 if chosen().is_short else 1
    moments = Random(1).sample(range(len(events)), some)
    for moment in (*moments, moment_before_news(tested, session, seen), len(events)):
        entered = max(one.entries for one in seen[: moment + 1])  # a new set-up has no entries
        entries = session.entries[:entered]
        for other, viewers in exchanged_for(tested, session, entries, seating):
            own = [station_of(viewer) for viewer in viewers]
            same = [same_event(tested, event, session, other) for event in events[:moment]]
            again = replay(seating.evening_of(other), same, own)
            for station in own:
                compare(seen[: moment + 1], again, station)
        lone = seating.evening_of(session).table.lone_player
        if lone is not None:  # the table station has the secrets of this player, and no others
            other = tested.exchanged(session, entries, lone)
            same = [same_event(tested, event, session, other) for event in events[:moment]]
            again = replay(seating.evening_of(other), same, [TABLE])
            compare(seen[: moment + 1], again, TABLE, by_owner=True)


def moment_before_news(tested: Tested, session: AnySession, seen: Sequence[Seen]) -> int:
    """Return a random moment just before an entry that shows a player something new."""
    entered = [one.entries for one in seen]
    found = [
        moment
        for moment, (before, after) in enumerate(pairwise(entered))
        if any(entry.startswith(tested.revealing) for entry in session.entries[before:after])
    ]
    return Random(2).choice(found)


def same_event(tested: Tested, event: Event, session: AnySession, other: AnySession) -> Event:
    """Return an event with the move's name in the game with other secrets."""
    if not isinstance(event, Decided):
        return event
    return replace(event, move=tested.same_move(event.move, session, other))


def exchanged_for(
    tested: Tested, session: AnySession, entries: Sequence[str], seating: Seating
) -> Iterable[tuple[AnySession, list[int | None]]]:
    """Return games with other secrets, each with the viewers who must not see a difference.

    Viewers with the same knowledge share a game, so it is replayed only once. A viewer who
    knows everything has no such game.
    """
    found: dict[str, tuple[AnySession, list[int | None]]] = {}
    for viewer in seating.viewers:
        other = tested.exchanged(session, entries, viewer)
        dealt = json.dumps(other.document(with_moves=False))
        found.setdefault(dealt, (other, []))[1].append(viewer)
    found.pop(json.dumps(session.document(with_moves=False)), None)
    return found.values()


def two_evenings(tested: Tested, seating: Seating, seed: int) -> list[tuple[Seen, Seen]]:
    """Return what is seen in an evening, beside the same keys with other secrets."""
    evening = play_evening(tested, seating, seed)
    session = evening.table.session
    assert session is not None
    assert UNDO in session.entries, "no undo was tried: raise `taken_back`"
    stations = (TABLE, "seat2")
    first = seating.evening_of(tested.play(seating.players, seed))
    other = seating.evening_of(tested.exchanged(session, (), None))
    return list(
        zip(
            replay(first, evening.events, stations),
            replay(other, evening.events, stations),
            strict=True,
        )
    )


def differ(seen: Seen, other: Seen, station: str) -> bool:
    return words(seen.frames[station]) != words(other.frames[station])


class TestSecrecy:
    @pytest.mark.full
    def test_secrets_were_there_to_be_kept(self, tested: Tested) -> None:
        """In some evenings the few looks at the table show the same tiles in both games."""
        station_differs = table_differs = False
        for seed in range(3, 8):
            seen = two_evenings(tested, Seating(3, (1,)), seed)
            station_differs |= any(differ(a, b, "seat2") for a, b in seen)
            table_differs |= any(
                differ(a, b, TABLE)
                for a, b in seen
                if a.frames[TABLE].private or not tested.has_look
            )
            if station_differs and table_differs:
                return
        pytest.fail(f"seat2 differs: {station_differs}, the table differs: {table_differs}")

    def test_no_view_has_what_its_viewer_may_not_know(self, tested: Tested) -> None:
        session = play_evening(tested, Seating(3)).table.session
        assert session is not None
        for length in range(
            0, len(session.entries), max(5, len(session.entries) // (2 + budget(10)))
        ):
            entries = session.entries[:length]
            for viewer in (None, 0, 1, 2):
                begun = resumed(session.document(with_moves=False), session.proof)
                other = tested.exchanged(session, entries, viewer)
                for entry in entries:
                    tested.enter_in_both(begun, other, entry)
                assert begun.view(viewer) == other.view(viewer)

    @every_seating
    def test_no_viewer_is_shown_what_chance_will_do(
        self, tested: Tested, seating: Seating, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening = seating.evening_of(tested.play(seating.players, seed=3))
        session, table = evening.table.session, evening.table
        assert session is not None

        def pictures() -> tuple[dict[str, tuple[str, bytes, LargeBoard | None]], SpectatorView]:
            shown = {
                name: (words(frame), picture(frame).tobytes(), frame.board)
                for name, frame in table.frames().items()
            }
            return shown, table.spectator_view()

        def compare_with_other_chance(_: Event) -> None:
            if session.chance() is not None:
                shown = pictures()
                with monkeypatch.context() as other:
                    other.setattr(session, "chance", lambda: "something else")
                    assert pictures() == shown

        evening.after = compare_with_other_chance
        play_on(evening, Random(seating.players))


class TestStations:
    @pytest.mark.parametrize("seats", [(0, 1, 2), (2,)], ids=str)
    def test_a_waiting_players_display_that_restarts_changes_no_other(
        self, tested: Tested, seats: tuple[int, ...]
    ) -> None:
        """The test runs with different pages open at the other stations."""
        evening, rng = in_game(tested.play(3, seed=3), seats), Random(3)
        for _ in range(20 * tested.keys_to_a_move):
            step(evening, rng)
            session = evening.table.session
            waiting = [seat for seat in seats if session and seat != session.current_player]
            for seat in waiting[:1]:
                others = evening.table.stations.keys() - {f"seat{seat + 1}"}
                before = {name: said_and_drawn(evening, name) for name in others}
                evening.leave(seat).join(seat)
                assert {name: said_and_drawn(evening, name) for name in others} == before


def said_and_drawn(evening: Evening, station: str) -> tuple[str, LargeBoard | None]:
    return evening.says(station), evening.frame(station).board


def in_samples(check: Callable[[], None]) -> Callable[[Event], None]:
    """Return an event handler that runs a check after every event, or after a sample of events.

    The default profile samples.
    """
    numbers = count()
    return lambda _: check() if sampled(next(numbers)) else None


class TestPetals:
    @every_seating
    def test_petals_that_do_something_say_what_and_no_others(
        self, tested: Tested, seating: Seating
    ) -> None:
        evening = seating.evening_of(tested.play(seating.players, seed=3))
        evening.after = in_samples(lambda: check_petals(evening.table))
        play_on(evening, Random(seating.players))


class TestBoard:
    @every_seating
    def test_it_can_be_drawn_and_said_and_what_can_be_tapped_is_on_it(
        self, tested: Tested, seating: Seating
    ) -> None:
        evening = seating.evening_of(tested.play(seating.players, seed=3))
        evening.after = in_samples(lambda: check_boards(evening.table))
        play_on(evening, Random(seating.players))


def check_boards(table: Table) -> None:
    for name, frame in table.frames().items():
        station_view, board = table.view_for(table.stations[name]), frame.board
        taps = station_view.taps if station_view.taps and station_view.taps.on_board else None
        if board is None:
            assert taps is None
            continue
        fields = {field.name: field for field in board.fields}
        assert len(fields) == len(board.fields) == len({(f.x, f.y) for f in board.fields})
        assert all(len(name) <= LONGEST_FIELD_NAME for name in fields)
        assert board.tappable == (taps.fields if taps else set())
        assert {*board.cursors, *board.tappable} <= fields.keys()
        paints = [field.ground for field in board.fields]
        paints += [field.piece for field in board.fields if field.piece]
        for paint in paints:
            assert re.fullmatch("#[0-9a-f]{6}", paint.colour)
            assert 0 <= paint.cut <= 0.5
        for language in Language:
            said_there = [said(field.words, language) for field in board.fields]
            assert len(set(said_there)) == len(fields)


class TestInTheOpen:
    @every_seating
    def test_all_players_are_shown_until_the_score(self, tested: Tested, seating: Seating) -> None:
        """The view names the current player, and shows a score only once all is revealed."""
        evening = in_game(tested.play(seating.players, seed=5), seating.seats)
        session, rng = evening.table.session, Random(seating.players)
        assert session is not None
        while not isinstance(evening.frame().screen, RankingScreen):
            shown = evening.table.spectator_view()
            assert shown.score is None or evening.table.cards.screen is not None
            assert [player.name for player in shown.players] == list(session.names)
            acting = [seat for seat, player in enumerate(shown.players) if player.to_act]
            assert acting in ([], [session.current_player])
            step(evening, rng)
        assert evening.table.spectator_view().score is not None

    def test_what_is_shown_has_its_drawing(self, tested: Tested) -> None:
        evening, rng = in_game(tested.play(3, seed=5)), Random(3)
        drawn: set[str] = set()
        while evening.table.spectator_view().score is None:
            step(evening, rng)
            shown = evening.table.spectator_view()
            places = [place.pieces for place in shown.rows]
            places += [place.pieces for place in shown.players]
            drawn |= {piece.art for pieces in places for piece in pieces}
        for art in drawn:
            assert installed_games().art(tested.game, art) is not None
        assert installed_games().art(tested.game, "nothing of the kind") is None


class TestResume:
    @every_seating
    def test_a_game_resumes_at_the_same_prompt_after_every_key(
        self, tested: Tested, seating: Seating
    ) -> None:
        rng, often = Random(seating.players), 1 if seating is SEATINGS[0] else 5
        evening = in_game(tested.play(seating.players, seed=5), seating.seats)
        for number in count():
            if isinstance(evening.frame().screen, RankingScreen):
                break
            step(evening, rng)
            if not sampled(number) or number % often:
                continue
            tested.forget(evening)
            again = restarted(evening)
            pages = [page for s in evening.table.stations.values() for page in s.pages]
            if not any(map(tested.is_lost, pages)):
                assert prompts(again) == prompts(evening)
            assert taken_back(again) == taken_back(evening)

    def test_chance_is_never_asked_twice(self, tested: Tested) -> None:
        """Chance gives the same result after a restart and however often it is queried."""
        session, rng = tested.play(3, seed=5), Random(1)
        evening = in_game(session)
        for number in count():
            if session.over:
                break
            if number % (100 if chosen().is_short else 10) == 0:  # restart, then keep up with it
                again = played_again(session)
            for entry in session.entries[len(again.entries) :]:
                again.apply(entry)
            assert session.chance() == again.chance() == session.chance()
            step(evening, rng)
            if rng.random() < 0.2:
                take_back(evening, rng)


class TestEntries:
    """Any entry is either applied, or refused without changing anything."""

    WORDS = ("robot", "aside", "put", "lift", "tried", "hint", "undo", "show", "look", "next", "*")
    ODD = (
        "",
        " ",
        "0",
        "1",
        "9",
        "x",
        "-1",
        "easy",
        "1 easy",
        "pattern 1",
        "H8=6",
        "*7",
        "no such",
    )

    def test_odd_entries_are_refused(self, tested: Tested) -> None:
        rng = Random(3)
        for seed in range(budget(2)):
            session = tested.play(2, seed)
            for _ in range(60):
                self._try(session, f"{rng.choice(self.WORDS)} {rng.choice(self.ODD)}".strip())
                self._try(session, rng.choice((*self.WORDS, *self.ODD)))
                if session.current_player is not None:
                    seat = session.current_player
                    moves = session.moves(seat)
                    ack = session.chance() or session.pending_ack(seat)
                    session.apply(ack or rng.choice(moves))

    def _try(self, session: AnySession, entry: str) -> None:
        seats = (None, *range(len(session.names)))
        before = [session.view(seat) for seat in seats], list(session.entries), session.document()
        try:
            session.apply(entry)
        except RulesError:
            after = [session.view(seat) for seat in seats], session.entries, session.document()
            assert after == before


class TestUndo:
    def test_what_could_not_be_undone_once_stays_for_good(self, tested: Tested) -> None:
        """Later moves, looks, named cards and undos don't make it undoable again."""
        session, rng = tested.play(3, seed=3), Random(3)
        settled: list[str] = []
        for _ in range(300):
            moves = all_of(session.document()["moves"], str, "moves")
            assert moves[: len(settled)] == settled
            if not session.may_undo(None):
                settled = moves
            if session.over:
                break
            session.apply(anything_to_enter(tested, session, rng))
        assert UNDO in session.entries, "no undo was tried: raise `taken_back`"


def anything_to_enter(tested: Tested, session: AnySession, rng: Random) -> str:
    """Return a random move, undo or other entry that is possible now."""
    seat, notes = session.current_player or 0, tested.notes(session)
    if session.may_undo(None) and rng.random() < 0.4:
        return UNDO
    if notes and rng.random() < 0.2:
        return rng.choice(notes)
    return session.chance() or session.pending_ack(seat) or rng.choice(session.moves(seat))


@examples(40)
@given(
    st.integers(2, 5),
    st.integers(0, 2**16),
    st.lists(HAPPENINGS, max_size=40),
    st.sampled_from(list(EVERY_WAY.values())),
)
def check_random_keys(
    players: int,
    seed: int,
    happenings: list[tuple[str, str, Key | None, float]],
    tested: Tested,
) -> None:
    stir(in_game(tested.play(players, seed)), happenings, Random(seed))


@pytest.mark.usefixtures("high_card")
def test_random_keys_never_break_or_block_a_game() -> None:
    check_random_keys()


def is_refused(document: dict[str, object]) -> bool:
    """Return whether reading a record raises a RecordError; any other exception propagates."""
    try:
        installed_games().load(json.dumps(document))
    except RecordError:
        return True
    return False


class TestRecords:
    def test_a_record_comes_back_from_a_worker(self, tested: Tested) -> None:
        session = tested.play(2, seed=4)
        games = installed_games()
        played = games.random_game(
            tested.game, tested.edition, session.names, session.proof, Random(4)
        )
        again = pickle.loads(pickle.dumps(played))  # noqa: S301 - our own
        assert again.document() == played.document()
        assert again.result == played.result

    def test_a_random_game_is_proved_by_its_own_record(self, tested: Tested) -> None:
        kind = installed_games()[tested.game]
        session = tested.play(3, seed=4)
        record = installed_games().random_game(
            kind.id, tested.edition, session.names, session.proof, Random(4)
        )
        assert record.result is not None
        again = installed_games().load(record.encode())
        assert again.document() == record.document()
        assert verify(again) == session.proof

    def test_every_fault_of_a_record_is_reported(self, tested: Tested) -> None:
        kind, session = installed_games()[tested.game], tested.play(3, seed=4)
        record = installed_games().random_game(
            kind.id, tested.edition, session.names, session.proof, Random(4)
        )
        document = record.document()
        wrong: tuple[object, ...] = (
            None,
            7,
            "x",
            [],
            [7],
            [[7]],
            ["x"],
            [["x"]],
            [None, [None]],
            {},
        )
        for key in (key for key in document if key not in record.extra):
            refused = [is_refused({**document, key: value}) for value in wrong]
            assert sum(refused) >= len(wrong) - 1  # an empty list of moves is valid
            missing = {name: value for name, value in document.items() if name != key}
            assert is_refused(missing) or key in tested.may_be_missing

    def test_another_deal_is_refused(self, tested: Tested) -> None:
        _kind, session = installed_games()[tested.game], tested.play(3, seed=4)
        other = tested.exchanged(session, (), None)
        with pytest.raises(ProofError):
            verify(installed_games().read(other.document()))

    def test_what_chance_did_not_do_can_not_be_entered(self, tested: Tested) -> None:
        session = tested.play(3, seed=4)
        due = session.chance()
        for entry in {tested.play(3, seed).chance() or "?" for seed in range(40)} - {due}:
            before = list(session.entries), session.document()
            with pytest.raises(RulesError):
                session.apply(entry)
            assert (session.entries, session.document()) == before
            assert session.chance() == due

    def test_a_game_of_the_table_is_proved_whatever_was_taken_back(self, tested: Tested) -> None:
        session = play_evening(tested, Seating(3, (1,))).table.session
        assert session is not None
        assert UNDO in session.entries, "no undo was tried: raise `taken_back`"
        record = installed_games().read(session.document())
        assert record.result is not None
        assert verify(record) == session.proof

    def test_what_chance_did_is_not_taken_back(self, tested: Tested) -> None:
        session, rng = tested.play(3, seed=4), Random(4)
        while not session.over:
            while (due := session.chance()) is not None:
                session.apply(due)
                assert not any(session.may_undo(seat) for seat in (None, 0, 1, 2))
            moves = session.moves(session.current_player or 0)
            if not moves:  # the game waits for a player to look
                break
            session.apply(rng.choice(moves))

    def test_another_commitment_is_refused(self, tested: Tested) -> None:
        _kind, document = installed_games()[tested.game], tested.play(3, seed=4).document()
        proof = {**tested.play(3, seed=4).proof.document(), "commitment": "0" * 64}
        with pytest.raises(ProofError, match="commitment"):
            verify(installed_games().read({**document, "proof": proof}))

    def test_sequences_are_counted(self, tested: Tested) -> None:
        kind = installed_games()[tested.game]
        session = tested.play(2, seed=4)
        while (chance := session.chance()) is not None:
            session.apply(chance)
        record = installed_games().read(session.document())
        first = perft(record.game, 1)
        assert perft(record.game, 0) == 1
        assert first == len(record.game.legal_moves)
        assert perft(record.game, 2) >= first
        over = installed_games().random_game(
            kind.id, tested.edition, session.names, session.proof, Random(4)
        )
        assert [perft(over.game, depth) for depth in (0, 1, 2)] == [1, 0, 0]
