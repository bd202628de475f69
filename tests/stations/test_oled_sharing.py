"""Tests of sending a picture to two displays at once: only these two receive it and show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from tests.models.oled import ByTheBook, Constant, Mute, Oled, OnI2c
from tests.stations.wired_table import SWITCH, WiredTable, Wiring, full_house
from tests.table.evening import in_game, new_play
from triqueta.config.settings import Driver
from triqueta.screens.frame import Frame, Light, picture
from triqueta.screens.station import TABLE, Contrasts, seat_station
from triqueta.stations.oled import bus as bus_module
from triqueta.stations.oled.wires import DisplaySettings

SEATS = [seat_station(seat) for seat in range(5)]
RETURN_SECONDS = 1.0
BYTES_AT_ONCE = 2 * 1034 + 300  # for four seats: two pictures, and commands to the switch
KINDS: dict[str, Callable[[Oled], OnI2c]] = {
    "status": OnI2c,
    "by the book": ByTheBook,
    "mute": Mute,
    "constant": Constant,
}


@pytest.fixture
def frames() -> tuple[Frame, Frame]:
    """Two frames whose pictures differ nearly everywhere."""
    evening = in_game(new_play())
    first = evening.frame()
    return first, evening.press("soft3").frame()


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Wiring]:
    def wired(
        displays: Mapping[str, DisplaySettings] | None = None,
        kind: Callable[[Oled], OnI2c] = OnI2c,
    ) -> Wiring:
        return Wiring(monkeypatch, displays or full_house(), kind)

    return wired


def settled(wiring: Wiring, frame: Frame, stations: list[str] = SEATS) -> Wiring:
    """Show a frame on some displays for a while, and return the wiring."""
    wiring.post(dict.fromkeys(stations, frame))
    wiring.run(3)
    wiring.i2c.carried.clear()
    return wiring


def pictures_sent(wiring: Wiring) -> list[set[str]]:
    """Return, for each area of a picture that was sent, the stations that received it."""
    names = {id(side): station for station, side in wiring.sides.items()}
    return [
        {names[id(device)] for device in message.heard_by}
        for message in wiring.i2c.carried
        if message.content[:1] == b"\x40"
    ]


def test_equal_changes_go_to_two_displays_at_once(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    before = wiring.i2c.bytes
    wiring.post(dict.fromkeys(SEATS[:4], frames[1]))
    wiring.bus.step()
    assert wiring.i2c.bytes - before < BYTES_AT_ONCE
    groups = {frozenset(heard) for heard in pictures_sent(wiring)}
    assert groups == {frozenset(SEATS[:2]), frozenset(SEATS[2:4])}
    for seat in SEATS[:4]:
        assert wiring.glass(seat) == picture(frames[1]).tobytes()
    assert wiring.glass(SEATS[4]) == picture(frames[0]).tobytes()


def test_displays_that_held_different_pictures_get_the_whole_new_one_at_once(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    """An event card follows screens that differ by the points of each seat."""
    wiring = settled(wire(), frames[0])
    wiring.post({SEATS[1]: replace(frames[0], unsaved=True)})
    wiring.run(1)
    wiring.i2c.carried.clear()
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.bus.step()
    assert pictures_sent(wiring) == [set(SEATS[:2])]
    for seat in SEATS[:2]:
        assert wiring.glass(seat) == picture(frames[1]).tobytes()


def test_the_display_that_acts_is_in_the_first_pair(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    for seat in SEATS:
        wiring.bus.post(seat, frames[1], first=seat == SEATS[3])
    wiring.bus.step()
    assert SEATS[3] in pictures_sent(wiring)[0]


@pytest.mark.parametrize("light", [Light.DIM, Light.OFF])
def test_a_change_of_light_is_sent_to_each_display_separately(
    light: Light, wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    wiring.post(dict.fromkeys(SEATS, replace(frames[1], light=light)))
    wiring.bus.step()
    assert {len(message.heard_by) for message in wiring.i2c.carried} == {1}


@pytest.mark.parametrize(
    "other",
    [
        {"driver": Driver.SSD1309},
        {"rotation": 180},
        {"address": 0x3D},
        {"contrasts": Contrasts(200, 90, 20)},
    ],
)
def test_displays_that_are_not_alike_share_nothing(
    other: dict[str, object], wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    one = DisplaySettings(switch=SWITCH, channel=0)
    odd = replace(one, channel=1, **other)  # type: ignore[arg-type]
    wiring = settled(wire(dict(zip(SEATS, (one, odd), strict=False))), frames[0], SEATS[:2])
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.bus.step()
    assert all(len(heard) == 1 for heard in pictures_sent(wiring))


def test_a_small_change_is_sent_to_each_display_separately(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    wiring.post(dict.fromkeys(SEATS, replace(frames[0], unsaved=True)))
    wiring.bus.step()
    assert pictures_sent(wiring)
    assert all(len(heard) == 1 for heard in pictures_sent(wiring))


class Overheard(WiredTable):
    """A wired table that checks, after every key, which displays received each picture."""

    shared = 0

    def after_push(self) -> None:
        for heard in pictures_sent(self.wiring):
            self.shared += len(heard) > 1
            assert len(heard) <= 2
            assert len({picture(self.sent[station]).tobytes() for station in heard}) == 1
        self.wiring.i2c.carried.clear()
        assert self.wrong() == []


@pytest.mark.parametrize("seats", Driver)
def test_in_a_whole_game_no_chip_receives_another_ones_picture(
    seats: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Overheard(Wiring(monkeypatch, full_house(seats)))
    while not table.over:
        table.step()
    assert table.shared > 20


class LooseWire:
    """A display whose data wire is loose while a picture is sent; its power stays on."""

    def __init__(self, wiring: Wiring, station: str) -> None:
        self._wiring, self._side = wiring, wiring.on_i2c(station)
        wiring.i2c.before_message = self._loosen
        self.missed = 0

    def _loosen(self) -> None:
        i2c, open_now = self._wiring.i2c, self._wiring.switch.control.bit_count()
        away = self._side in i2c.unplugged
        if open_now > 1 and not away:
            i2c.unplug(self._side)
            self.missed += 1
        elif open_now <= 1 and away:
            i2c.touch_again(self._side)


@pytest.mark.parametrize("kind", KINDS)
def test_a_display_that_missed_a_shared_picture_gets_it_separately(
    kind: str, wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    """The other display acknowledges the bytes for both, so the driver gets no error."""
    wiring = settled(wire(kind=KINDS[kind]), frames[0])
    loose = LooseWire(wiring, SEATS[1])
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.bus.step()
    assert loose.missed
    assert wiring.glass(SEATS[1]) == picture(frames[0]).tobytes()
    switched = wiring.chips[SEATS[1]].switched
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(SEATS[1]) == picture(frames[1]).tobytes()
    assert wiring.chips[SEATS[1]].switched == switched  # it never went dark
    assert wiring.told == []


def test_a_display_that_took_a_shared_picture_for_commands_is_repaired(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring = settled(wire(), frames[0])
    side, write = wiring.on_i2c(SEATS[0]), wiring.on_i2c(SEATS[0]).write
    rng = Random(1)

    def garbled(byte: int) -> None:
        shared = wiring.switch.control.bit_count() > 1
        write(rng.choice((byte, byte << 1 & 0xFF)) if shared else byte)

    monkeypatch.setattr(side, "write", garbled)
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.bus.step()
    assert wiring.glass(SEATS[0]) != picture(frames[1]).tobytes()
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(SEATS[0]) == picture(frames[1]).tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_power_lost_during_a_shared_picture_is_repaired(
    kind: str, wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(kind=KINDS[kind]), frames[0])
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    cut = iter([False, False, True])

    def lose_power() -> None:
        if next(cut, False):
            wiring.chips[SEATS[0]].power_cycle(Random(1))

    wiring.i2c.before_message = lose_power
    wiring.bus.step()
    wiring.run(RETURN_SECONDS)
    for seat in SEATS[:2]:
        assert wiring.glass(seat) == picture(frames[1]).tobytes()


def test_a_display_that_is_gone_is_reported_though_its_partner_acknowledges(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    wiring.i2c.unplug(wiring.on_i2c(SEATS[0]))
    for number in range(40):
        wiring.post(dict.fromkeys(SEATS, frames[number % 2]))
        wiring.run(0.1)
    wiring.run(1)
    assert wiring.told == [(SEATS[0], False)]


@pytest.mark.parametrize("after", [0, 1, 5, 100])
def test_a_refusal_at_any_message_of_a_shared_picture(
    after: int, wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    """The driver no longer knows what the displays show, so it restarts each separately."""
    wiring = settled(wire(), frames[0])
    for number in range(20):
        shown, newer = frames[number % 2], frames[(number + 1) % 2]
        settled(wiring, shown)
        wiring.i2c.faults.nack(number, after)
        wiring.post(dict.fromkeys(SEATS, newer))
        for _ in range(2):  # the second step retries both
            wiring.bus.step()
        for seat in SEATS:
            assert wiring.glass(seat) == picture(newer).tobytes()
        wiring.i2c.faults.end()


def test_after_a_shared_picture_a_secret_goes_to_its_owner_only(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    """Nothing is sent until the switch has closed the other channel, even if it refuses once."""
    for refused in range(6):
        wiring = settled(wire(), frames[0])
        wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
        wiring.bus.step()
        assert wiring.switch.control.bit_count() == 2
        wiring.i2c.carried.clear()
        wiring.i2c.faults.nack(refused)
        secret = replace(frames[0], unsaved=True, private=True)
        wiring.post({SEATS[0]: secret})
        wiring.run(0.2)
        wiring.i2c.faults.end()
        assert {len(heard) for heard in pictures_sent(wiring)} == {1}
        wiring.run(RETURN_SECONDS)
        assert wiring.glass(SEATS[0]) == picture(secret).tobytes()
        assert wiring.glass(SEATS[1]) == picture(frames[1]).tobytes()


def test_a_newer_frame_that_comes_while_two_are_sent_is_shown(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring = settled(wire(), frames[0])
    newest = replace(frames[0], unsaved=True)
    news = iter([newest])

    def post() -> None:
        for frame in news:
            wiring.bus.post(SEATS[1], frame)

    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.i2c.before_message = post
    wiring.bus.step()
    assert wiring.glass(SEATS[0]) == picture(frames[1]).tobytes()
    assert wiring.glass(SEATS[1]) == picture(newest).tobytes()


def test_hidden_pictures_are_not_shared(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    """While the event loop hangs, a private frame is not shown, even if two seats have it."""
    wiring = settled(wire(), replace(frames[0], private=False))
    wiring.bus.beat()
    wiring.run(bus_module.STALL_SECONDS + 0.1)
    assert set(SEATS) <= wiring.lit  # public pictures stay
    wiring.i2c.carried.clear()
    wiring.post(dict.fromkeys(SEATS, replace(frames[1], private=True)))
    wiring.run(1)
    assert not wiring.lit & set(SEATS)
    assert all(len(message.heard_by) == 1 for message in wiring.i2c.carried)


def test_a_shared_picture_counts_as_shown_for_both_displays(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    wiring, heard = settled(wire(), frames[0]), []
    for seat in SEATS[:2]:
        wiring.bus.call_when_shown(seat, lambda seat=seat: heard.append(seat))  # type: ignore[misc]
    wiring.post(dict.fromkeys(SEATS[:2], frames[1]))
    wiring.bus.step()
    assert heard == SEATS[:2]


def test_a_table_display_on_the_bus_itself_shares_nothing(
    wire: Callable[..., Wiring], frames: tuple[Frame, Frame]
) -> None:
    displays = full_house()
    wiring = settled(wire(displays), frames[0], [TABLE, SEATS[0]])
    wiring.post(dict.fromkeys([TABLE, SEATS[0]], frames[1]))
    wiring.bus.step()
    assert [len(heard) for heard in pictures_sent(wiring)].count(2) == 0
