"""Promise 1 in Triqueta: what others decide about their kept tiles stays hidden.

Until all have decided, every picture and every text of a station has to be the same, whatever the
others do. `tests/games/test_every_game.py` uses the functions here to compare whole evenings of
any game. The only exceptions are moments when Look is held at the shared station, which then shows
a secret of a seat without a private station.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest

from tests.games.triqueta.rules.knowledge import Witness, exchange_unknown
from tests.games.triqueta.rules.tables import NAMES
from tests.profiles import first
from tests.table.autopilot import ask_for_hint, finish, labels_at, step, take_back
from tests.table.evening import Evening, NotedEvening, random_play
from triqueta.games.triqueta.rules import Edition, Game, Phase, Proof, Setup, deal
from triqueta.games.triqueta.rules.moves import DECISIONS
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.board import LargeBoard
from triqueta.screens.frame import Frame, picture, words
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.table.cues import Cue, Cues
from triqueta.table.events import Event, KeyDown, KeyUp
from triqueta.table.session import COACH, UNDO, AnySession
from triqueta.table.spectator_view import SpectatorView
from triqueta.table.table import Table

PROOF = Proof.of(bytes(32), "")


@dataclass(frozen=True)
class Seating:
    """The number of players, and which seats have a private station, with or without keys."""

    players: int
    seats: tuple[int, ...] = ()
    keyless: tuple[int, ...] = ()

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The viewers of the stations: None for the table, and seats with a private station."""
        return (None, *self.seats, *self.keyless)

    def evening(self, setup: Setup, entries: Iterable[str] = ()) -> NotedEvening:
        return self.evening_of(TriquetaSession(Game(setup), PROOF, entries))

    def evening_of(self, session: AnySession) -> NotedEvening:
        return NotedEvening(session, self.seats, self.keyless)

    def __str__(self) -> str:
        keyless = "".join(f"-keyless{seat}" for seat in self.keyless)
        seats = "".join(f"-seat{seat}" for seat in self.seats)
        return f"{self.players}{seats}{keyless}"


SEATINGS = (
    Seating(2, (0,), (1,)),
    Seating(2),
    Seating(3, (1,), (2,)),
    Seating(4, (0, 1, 2), (3,)),
    Seating(5, (2,), (4,)),
)
every_seating = pytest.mark.parametrize("seating", first(SEATINGS), ids=str)
every_edition = pytest.mark.parametrize("edition", Edition)


@dataclass(frozen=True)
class Seen:
    """What stations and spectators see at one moment, and whether Look is held at the table.

    `cues` is what they hear.
    """

    frames: dict[str, Frame]
    cues: tuple[Cue, ...]
    open: SpectatorView
    open_board: LargeBoard | None
    look_at_table: bool
    table_is_private: bool
    entries: int


def replay(
    beginning: NotedEvening, events: Iterable[Event], stations: Iterable[str]
) -> list[Seen]:
    """Return what these stations show, at the beginning and after each event."""
    cues = Cues(beginning.table)
    seen = [seen_now(beginning.table, stations, cues)]
    for event in events:
        beginning.table.handle(event)
        seen.append(seen_now(beginning.table, stations, cues))
    return seen


def seen_now(table: Table, stations: Iterable[str], cues: Cues) -> Seen:
    return Seen(
        frames={name: table.frame(name) for name in stations},
        cues=cues.news(),
        open=table.spectator_view(),
        open_board=table.open_board(),
        look_at_table=table.stations[TABLE].looking,
        table_is_private=table.lone_player is not None,
        entries=len(table.session.entries) if table.session else 0,
    )


def station_of(viewer: int | None) -> str:
    return TABLE if viewer is None else seat_station(viewer)


def play_evening(
    edition: Edition, seating: Seating, seed: int, begun: Sequence[str] = ()
) -> NotedEvening:
    """Play to the end, with some undos and looks at pages and kept tiles, and return the evening.

    If the game begins with a coach, the players also ask for hints.
    """
    rng, players = Random(seed), seating.players
    setup = Setup(edition, NAMES[:players], 0, deal(rng.randbytes(32), edition, players, ""))
    evening = seating.evening(setup, begun)
    evening.press("petal1")
    for _ in range(8):
        for _ in range(rng.randrange(30)):
            if evening.table.session and not evening.table.session.over:
                if COACH in begun and rng.random() < 0.5:
                    ask_for_hint(evening)
                step(evening, rng)
                if rng.random() < 0.2:
                    take_back(evening, rng)
        look_around(evening, rng)
    finish(evening, rng)
    evening.press("petal1 soft1 soft3 soft1 petal5")
    return evening


def look_around(evening: Evening, rng: Random) -> None:
    for name in stations_with_keys(evening):
        look_around_at(evening, name, rng)


def stations_with_keys(evening: Evening) -> list[str]:
    return [name for name, station in evening.table.stations.items() if not station.keyless]


def look_around_at(evening: Evening, name: str, rng: Random) -> None:
    if "Hint" in labels_at(evening, evening.table.stations[name]):
        ask_for_hint(evening)  # this key is Info in games without a coach
        return
    evening.press("soft2 petal2 petal1 petal2 soft1 petal1 petal2", name)
    close_pages(evening, name)
    evening.press("soft2 petal4", name)
    evening.press(f"petal{rng.randint(1, 5)}", name)
    evening.press("soft2", name)
    close_pages(evening, name)


def close_pages(evening: Evening, name: str) -> None:
    """Close all pages by Back. OK confirms a drawn tile."""
    pages = evening.table.stations[name].pages
    while pages:
        before = len(pages)
        evening.press("soft1", name)
        pages = evening.table.stations[name].pages
        if len(pages) == before:
            evening.press("soft2", name)


def witness_of(setup: Setup, entries: Sequence[str]) -> Witness:
    witness = Witness(setup)
    for entry in entries:
        if entry == UNDO:
            witness = witness.earlier()
        elif len(entry) <= 2:  # entries that are not moves are longer words
            witness.play(entry)
    return witness


def compare(
    seen: Sequence[Seen], again: Sequence[Seen], station: str, *, by_owner: bool = False
) -> None:
    """Check that a station and the spectators saw the same in both evenings.

    At the table station of a person alone with robots, only that person sees the same. Pass
    `by_owner` if the secrets of that person are the same in both evenings.
    """
    for before, after in zip(seen, again, strict=True):
        assert before.look_at_table == after.look_at_table
        assert before.cues == after.cues  # all players hear them
        if station == TABLE:  # the table stays public while a player holds Look
            assert before.open == after.open
            assert before.open_board == after.open_board
        is_public = not before.look_at_table and not before.table_is_private
        if station != TABLE or is_public or by_owner:
            assert_same(before.frames[station], after.frames[station])


def assert_same(before: Frame, after: Frame) -> None:
    """Check that two frames have the same words and pictures, byte for byte.

    Words and pictures depend on the frame alone, so equal frames need no drawing.
    """
    assert before.screen.petals == after.screen.petals
    assert before.pulsing == after.pulsing
    if before != after:
        assert words(before) == words(after)
        assert picture(before).tobytes() == picture(after).tobytes()
        assert before.board == after.board


def test_secrets_were_there_to_be_kept() -> None:
    """The comparison would prove nothing if no secret had been shown."""
    seating = Seating(4, (0,), (1,))
    evening = play_evening(Edition.SHADOW, seating, seed=4)
    setup = evening.session._game.setup
    stations = (TABLE, "seat1", "seat2")
    seen = replay(seating.evening(setup), evening.events, stations)
    exchanged = exchange_unknown(setup, set(), Random(1))
    other = replay(seating.evening(exchanged), evening.events, stations)
    for own in ("seat1", "seat2"):
        shown = [(a.frames[own], b.frames[own]) for a, b in zip(seen, other, strict=True)]
        assert any(words(a) != words(b) for a, b in shown)
    looks = [words(moment.frames[TABLE]) for moment in seen if moment.look_at_table]
    assert any("Only for" in text for text in looks)
    assert any(": kept tiles" in text for text in looks)
    moves = [entry for entry in evening.session.entries if len(entry) <= 2 or entry == UNDO]
    taken_back = {move[0] for move, after in pairwise(moves) if after == UNDO}
    assert taken_back >= set("drkt")
    assert {cue for moment in seen for cue in moment.cues} == set(Cue)


def test_hints_were_there_to_be_kept() -> None:
    """At the table while Look is held, at a private station by a key, or without keys."""
    seating = Seating(3, (1,), (2,))
    evening = play_evening(Edition.SHADOW, seating, 3, (COACH,))
    setup = evening.session._game.setup
    seen = replay(seating.evening(setup, (COACH,)), evening.events, (TABLE, "seat2", "seat3"))
    for station in (TABLE, "seat2", "seat3"):
        hints = [words(moment.frames[station]) for moment in seen]
        assert len({text for text in hints if text.startswith("Hint for")}) > 3
    at_table = [moment for moment in seen if "Hint for" in words(moment.frames[TABLE])]
    assert all(moment.look_at_table for moment in at_table)


# Decisions about kept tiles.


def play_reveal(
    edition: Edition, seating: Seating, seed: int
) -> tuple[TriquetaSession, NotedEvening]:
    """Return a game at the reveal, and an evening in which all players then decide."""
    rng = Random(seed)
    session = random_play(edition, seating.players, seed, lambda p: p._game.phase is Phase.REVEAL)
    evening = seating.evening(session._game.setup, session.entries)
    evening.press("petal1")
    while not evening.session.over:
        look_around_at(evening, rng.choice(stations_with_keys(evening)), rng)
        step(evening, rng)
    return session, evening


def exchange_decisions(events: Sequence[Event], decisions: Iterable[int]) -> list[Event]:
    """Return the events with the keys for add and return swapped in these decisions."""
    exchanged = list(events)
    for number in decisions:
        for place in (number, number + 1):
            event = exchanged[place]
            assert isinstance(event, KeyDown | KeyUp)
            other = {Key.PETAL1: Key.PETAL2, Key.PETAL2: Key.PETAL1}[event.key]
            exchanged[place] = replace(event, key=other)
    return exchanged


@every_edition
@every_seating
def test_no_other_station_shows_what_a_seat_decides_in_the_reveal(
    edition: Edition, seating: Seating
) -> None:
    session, evening = play_reveal(edition, seating, seed=7)
    stations = [station_of(viewer) for viewer in seating.viewers]
    seen = replay(seating.evening(session._game.setup, session.entries), evening.events, stations)
    decided = [
        number
        for number, (before, after) in enumerate(pairwise(seen))
        if set(evening.session.entries[before.entries : after.entries]) & set(DECISIONS)
    ]
    owners = [seat for seat, kept in enumerate(session._game.kept_light) for _ in kept]
    all_lies_open = decided[-1] + 1
    for half in (range(0, seating.players, 2), range(1, seating.players, 2)):
        own = [number for number, seat in zip(decided, owners, strict=True) if seat in half]
        other = seating.evening(session._game.setup, session.entries)
        again = replay(other, exchange_decisions(evening.events, own), stations)
        assert own
        assert other.session._game.moves != evening.session._game.moves
        for viewer in set(seating.viewers) - set(half):
            compare(seen[:all_lies_open], again[:all_lies_open], station_of(viewer))
