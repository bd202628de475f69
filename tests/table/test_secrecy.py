"""Promise 1: nothing that reaches a station depends on a tile its viewers may not know.

A whole evening is played by keys. Then the tiles that a station's viewers do not know are
exchanged, the same keys are pressed again, and every picture and every text that the station
gets has to be the same. At the shared station, where secrets of seats without a station of
their own are shown while Look is held, these moments are the only exception.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest

from tests.rules.knowledge import Witness, exchange_unknown
from tests.rules.tables import NAMES
from tests.table.autopilot import finish, step
from tests.table.evening import Evening
from triqueta.games.triqueta.play import TriquetaPlay
from triqueta.games.triqueta.rules import Edition, Proof, Setup, deal
from triqueta.screens.frame import Frame, picture, words
from triqueta.table.events import TABLE, Event, seat_station
from triqueta.table.table import Table

PROOF = Proof.of(bytes(32), "")
EVENINGS = [
    (edition, players, seats)
    for edition in Edition
    for players, seats in ((2, ()), (2, (0,)), (3, (1, 2)), (4, (0, 1, 2, 3)), (5, (2, 4)))
]


class Recorder(Evening):
    """An evening that notes every event and, after each one, what every station gets."""

    def __init__(self, setup: Setup, seats: Iterable[int]) -> None:
        super().__init__(interrupted=TriquetaPlay(setup, PROOF), seats=seats)
        self.events: list[Event] = []
        self._handle = self.table.handle
        self.table.handle = self._note  # type: ignore[method-assign]

    def _note(self, event: Event) -> None:
        self.events.append(event)
        self._handle(event)


@dataclass(frozen=True)
class Seen:
    """What every station shows at one moment, and whether somebody holds Look at the table."""

    frames: dict[str, Frame]
    look_at_table: bool


def replay(setup: Setup, seats: Iterable[int], events: list[Event]) -> tuple[list[Seen], int]:
    """What was to be seen after each event, and how many moves had been made by the end."""
    evening = Evening(interrupted=TriquetaPlay(setup, PROOF), seats=seats)
    seen = [seen_now(evening.table)]
    for event in events:
        evening.table.handle(event)
        seen.append(seen_now(evening.table))
    return seen, len(evening.table.play._game.moves) if evening.table.play else 0


def seen_now(table: Table) -> Seen:
    return Seen(table.frames(), table.stations[TABLE].looking)


def play_evening(edition: Edition, players: int, seats: tuple[int, ...], seed: int) -> Recorder:
    """People play to the end, and look at pages and kept tiles in between."""
    rng = Random(seed)
    setup = Setup(edition, NAMES[:players], 0, deal(rng.randbytes(32), edition, players, ""))
    evening = Recorder(setup, seats)
    evening.press("petal1")
    for _ in range(8):
        for _ in range(rng.randrange(30)):
            if evening.table.play and not evening.table.play.over:
                step(evening, rng)
        look_around(evening, rng)
    finish(evening, rng)
    evening.press("petal1 soft1 soft3 soft1 petal5")
    return evening


def look_around(evening: Evening, rng: Random) -> None:
    for name in list(evening.table.stations):
        evening.press("soft2 petal2 petal1 petal2 soft1 petal1 petal2", name)
        while evening.table.stations[name].pages:
            evening.press("soft1", name)
        evening.press("soft2 petal4", name)
        evening.press(f"petal{rng.randint(1, 5)}", name)
        evening.press("soft2", name)
        while evening.table.stations[name].pages:
            evening.press("soft1", name)


@pytest.mark.parametrize(("edition", "players", "seats"), EVENINGS)
def test_secrecy_over_a_whole_evening(
    edition: Edition, players: int, seats: tuple[int, ...]
) -> None:
    evening = play_evening(edition, players, seats, seed=players)
    setup, moves = evening.play._game.setup, evening.play._game.moves
    rng = Random(1)
    moments = rng.sample(range(len(evening.events)), 4)
    for moment in [*moments, len(evening.events)]:
        events = evening.events[:moment]
        seen, played = replay(setup, seats, events)
        for viewer in (None, *seats):
            witness = Witness(setup)
            for move in moves[:played]:
                witness.play(move)
            other = exchange_unknown(setup, witness.known_to(viewer), rng)
            compare(seen, replay(other, seats, events)[0], viewer)


def compare(seen: list[Seen], again: list[Seen], viewer: int | None) -> None:
    station = TABLE if viewer is None else seat_station(viewer)
    for before, after in zip(seen, again, strict=True):
        assert before.look_at_table == after.look_at_table
        if viewer is not None or not before.look_at_table:
            assert_same(before.frames[station], after.frames[station])


def assert_same(before: Frame, after: Frame) -> None:
    """To the byte. Pictures and words are made of frames alone: equal ones need no drawing."""
    if before != after:
        assert words(before) == words(after)
        assert picture(before).tobytes() == picture(after).tobytes()


def test_secrets_were_there_to_be_kept() -> None:
    """The comparison would be worth nothing if no secret had been shown at all."""
    evening = play_evening(Edition.SHADOW, 4, (0, 1), seed=4)
    setup = evening.play._game.setup
    seen, _ = replay(setup, (0, 1), evening.events)
    other, _ = replay(exchange_unknown(setup, set(), Random(1)), (0, 1), evening.events)
    own = [(a.frames["seat1"], b.frames["seat1"]) for a, b in zip(seen, other, strict=True)]
    assert any(words(a) != words(b) for a, b in own)
    looks = [words(moment.frames[TABLE]) for moment in seen if moment.look_at_table]
    assert any("Only for" in text for text in looks)
    assert any("keeps" in text for text in looks)
