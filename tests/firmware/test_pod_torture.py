"""Tests of faulty lines: no wrong or outdated picture is shown, and every key arrives once."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.firmware.line import WAITING, Fault, Line, full_picture, picture, session_of
from triqueta.stations.pods.link import Connected, KeyChange, Lost
from triqueta.stations.pods.messages import DARK

# --- faults that a line can have


def dropped(chance: random.Random) -> Fault:
    return lambda data: bytes(byte for byte in data if chance.random() > 0.01)


def doubled(chance: random.Random) -> Fault:
    return lambda data: b"".join(bytes((byte,)) * (1 + (chance.random() < 0.01)) for byte in data)


def flipped(chance: random.Random) -> Fault:
    return lambda data: bytes(
        byte ^ (1 << chance.randrange(8)) if chance.random() < 0.01 else byte for byte in data
    )


def cut(chance: random.Random) -> Fault:
    return lambda data: data[: chance.randrange(len(data) + 1)] if chance.random() < 0.3 else data


def delayed(chance: random.Random) -> Fault:
    """Bytes keep their order but are delayed."""
    waiting = bytearray()

    def fault(data: bytes) -> bytes:
        waiting.extend(data)
        count = len(waiting) if chance.random() < 0.05 else min(len(waiting), chance.randrange(9))
        come = bytes(waiting[:count])
        del waiting[:count]
        return come

    return fault


def repeated(chance: random.Random) -> Fault:
    """Earlier data is repeated, at any time later."""
    memory: list[bytes] = []

    def fault(data: bytes) -> bytes:
        if data:
            memory.append(data)
        again = chance.choice(memory) if memory and chance.random() < 0.2 else b""
        return data + again

    return fault


def garbled(chance: random.Random) -> Fault:
    """Random bytes are inserted now and then."""
    return lambda data: data + chance.randbytes(40) if chance.random() < 0.05 else data


def gone(chance: random.Random) -> Fault:
    """All data is lost for a while, sometimes for longer than the timeouts of both ends."""
    left = 0

    def fault(data: bytes) -> bytes:
        nonlocal left
        left = chance.randrange(300) if chance.random() < 0.01 else max(0, left - 1)
        return b"" if left else data

    return fault


def any_of(faults: list[Fault], chance: random.Random) -> Fault:
    def fault(data: bytes) -> bytes:
        return chance.choice(faults)(data)

    return fault


FAULTS = [dropped, doubled, flipped, cut, delayed, repeated, garbled, gone]


class Evening:
    """An evening of random pictures, keys and blanks that is checked after every step."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.line = Line()
        self.display = self.line.display
        self.meant = [DARK]
        self.pressed: dict[int, list[tuple[int, bool]]] = {}
        self.down: set[int] = set()
        self.judged = 0
        self.last = 0
        self.session = 0

    def step(self) -> None:
        doing = self.chance.random()
        if doing < 0.05:
            make = self.chance.choice((picture, full_picture))
            self.meant.append(make(1 + len(self.meant) % 110))
            self.line.table.show(self.meant[-1])
        elif doing < 0.06:
            self.line.table.blank()
            self.meant.append(DARK)
        elif doing < 0.14:
            self.press()
        elif doing < 0.142:
            self.line.start_pod()
        elif doing < 0.144:
            self.restart_table()
        self.line.step()
        self.judge()

    def restart_table(self) -> None:
        self.line.start_table()
        if self.meant[-1] != DARK:
            self.line.table.show(self.meant[-1])

    def press(self) -> None:
        session, key = self.line.pod.session, self.chance.randrange(8)
        if session != self.session:
            self.session = session
            self.down.clear()
        down = key not in self.down
        if session and self.line.pod.key(key, down):
            if down:
                self.down.add(key)
            else:
                self.down.discard(key)
            self.pressed.setdefault(session, []).append((key, down))

    def judge(self) -> None:
        """Check that the screen only shows intended pictures, and never an earlier one again."""
        if self.display is not self.line.display:  # the pod was restarted
            self.display, self.judged = self.line.display, 0
        seen = self.display.seen
        for shown in seen[self.judged :]:
            if shown not in (DARK, WAITING):
                # raises ValueError for a picture that was not intended
                place = len(self.meant) - 1 - self.meant[::-1].index(shown)
                assert place >= self.last, "an old picture was shown again"
                self.last = place
        self.judged = len(seen)
        table, pod = self.line.table, self.line.pod
        if table.agreed and session_of(table).number == pod.session:
            assert self.line.display.eye() == self.meant[-1]

    def judge_keys(self) -> None:
        """Check that each session has the pressed keys in order; only the last may be missing."""
        got: list[tuple[int, bool]] = []
        session = 0
        for event in self.line.events:
            if isinstance(event, Connected):  # perhaps to a restarted table
                assert got == self.pressed.get(session, [])[: len(got)]
                session, got = event.hello.session, []
            elif isinstance(event, KeyChange):
                got.append((event.key, event.down))
            elif isinstance(event, Lost):
                assert got == self.still_down(self.pressed.get(session, []), got)
                session, got = 0, []
        assert got == self.pressed.get(session, [])

    @staticmethod
    def still_down(
        pressed: list[tuple[int, bool]], got: list[tuple[int, bool]]
    ) -> list[tuple[int, bool]]:
        """Return the releases that the table reports when it loses a session with keys down."""
        for count in range(len(pressed) + 1):
            down: set[int] = set()
            for key, is_down in pressed[:count]:
                if is_down:
                    down.add(key)
                else:
                    down.discard(key)
            told = pressed[:count] + [(key, False) for key in sorted(down)]
            if told == got:
                return told
        return pressed


def play(evening: Evening, steps: int) -> None:
    for _ in range(steps):
        evening.step()


def heal(evening: Evening) -> None:
    """Repair the line, and check that soon the picture is right and no key is missing."""
    line = evening.line
    line.to_pod = line.to_table = bytes
    line.run(3)
    line.settle()
    evening.judge()
    assert line.display.eye() == evening.meant[-1]
    line.run(0.3)
    evening.judge_keys()


@pytest.mark.parametrize("way", ["to_pod", "to_table", "both"])
@pytest.mark.parametrize("make", FAULTS)
def test_a_bad_line_shows_no_wrong_picture_and_loses_no_key(
    make: Callable[[random.Random], Fault], way: str
) -> None:
    for seed in range(3):
        evening = Evening(seed)
        for direction in ("to_pod", "to_table") if way == "both" else (way,):
            setattr(evening.line, direction, make(evening.chance))
        play(evening, 600)
        heal(evening)


def test_all_at_once() -> None:
    for seed in range(5):
        evening = Evening(seed)
        faults = [make(evening.chance) for make in FAULTS]

        evening.line.to_pod = evening.line.to_table = any_of(faults, evening.chance)
        play(evening, 600)
        heal(evening)


def _first_minute() -> Line:
    """Return a line after a session with a key press and a change of picture."""
    line = Line()
    line.table.show(picture(1))
    line.settle()
    line.press((1, True))
    line.table.show(picture(2))
    line.settle()
    line.press((1, False))
    line.run(0.05)
    return line


@pytest.mark.parametrize("way", ["to_pod", "to_table"])
@pytest.mark.parametrize("loser", ["table", "pod", "cable"])
def test_unplugged_and_plugged_in_at_every_byte(way: str, loser: str) -> None:
    whole = _first_minute()
    sent = whole.sent_to_pod if way == "to_pod" else whole.sent_to_table
    for place in range(len(b"".join(sent)) + 1):
        line = Line()
        left = place

        def limited(data: bytes) -> bytes:
            nonlocal left
            passed, left = data[:left], max(0, left - len(data))
            return passed

        setattr(line, way, limited)
        line.table.show(picture(1))
        line.run(0.06)
        line.table.show(picture(2))
        line.run(0.06)
        seen = line.display.seen
        _plug_in(line, loser)
        line.table.show(picture(3))
        line.settle()
        assert set(seen + line.display.seen) <= {DARK, WAITING, picture(1), picture(2), picture(3)}
        assert line.display.eye() == picture(3)
        line.events.clear()
        line.press((4, True), (4, False))
        line.run(0.3)
        assert line.keys() == [(4, True), (4, False)]


def _plug_in(line: Line, loser: str) -> None:
    line.to_pod = line.to_table = bytes
    if loser in ("table", "cable"):
        line.start_table()
    if loser in ("pod", "cable"):
        line.start_pod()
