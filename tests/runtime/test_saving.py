"""A slow disk: nothing is shown before it is saved, and hiding never waits for a save."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial

import pytest

from tests.games.ettana.scenes import play_of, rich
from tests.games.every_game import TESTED
from tests.runtime.slow_disk import SlowDisk, passes
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.games.ettana.rules import Action
from triqueta.games.triqueta.session import GLIMPSE, LOOK
from triqueta.runtime import host as host_module
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light, words
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.table.events import Decided
from triqueta.table.saving import SAVING, SAVING_SCREEN, StorageStatus
from triqueta.table.session import ROBOT, AnySession
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

LOOK_KEY = Key.SOFT2
BEN = seat_station(1)
ASK_TO_LOOK = "Ana, take the device"
SECRET = "Only for Ana"  # noqa: S105 - the title of a screen


class Device:
    """A table with its stations on a slow disk. The test sets its clock."""

    def __init__(self, session: AnySession, seats: Iterable[int], *, at_once: bool) -> None:
        self.now = 0.0
        self.disk = SlowDisk()
        self.shown: dict[str, list[Frame]] = {}
        self.session = session
        state = TableState(Preferences(Language.ENGLISH), session=self.session)
        self.table = Table(services(lambda: bytes(32)), state)
        self.table.go_on(self.session)
        self.host = Host(
            self.table,
            clock=lambda: self.now,
            journal=self.disk,
            saver=None if at_once else self.disk,
        )
        for station in (TABLE, *map(seat_station, seats)):
            self.attach(station)

    def attach(self, station: str, owner: str = "") -> None:
        frames = self.shown.setdefault(station + owner, [])
        self.host.attach(station, frames.append, owner)

    async def press(self, *keys: Key, station: str = TABLE) -> None:
        """Tap keys, and let each save finish at once."""
        for key in keys:
            self.now += 1.0
            self.host.down(station, key)
            self.host.up(station, key)
            await self.disk.finish_all()

    async def draw(self) -> None:
        """Let Ana draw a tile, which Look shows from now on."""
        await self.press(Key.PETAL1)
        assert self.says().startswith(ASK_TO_LOOK)

    async def look(self) -> None:
        """Hold Look until its tile is shown."""
        self.host.down(TABLE, LOOK_KEY)
        await passes()
        await self.disk.finish_all()
        assert self.says().startswith(SECRET)
        self.now += 1.0

    def says(self, place: str = TABLE) -> str:
        return words(self.shown[place][-1])

    def has_shown(self, text: str, place: str = TABLE) -> bool:
        return any(text in words(frame) for frame in self.shown[place])


Test = Callable[[Device], Awaitable[None]]


def on_device(
    test: Test,
    seats: Iterable[int] = (),
    *,
    session: AnySession | None = None,
    at_once: bool = False,
) -> None:
    async def run() -> None:
        device = Device(session or new_play(players=2), seats, at_once=at_once)
        await device.disk.finish_all()
        await test(device)
        await device.disk.finish_all()
        device.host.close()

    asyncio.run(run())


# Nothing is shown before it is saved.


def test_the_effect_of_a_key_is_shown_once_it_is_saved() -> None:
    async def test(device: Device) -> None:
        before = device.says()
        device.host.down(TABLE, Key.PETAL1)
        await passes()
        assert device.session.entries == ["d1"]
        assert device.says() == before
        await device.disk.finish()
        assert device.disk.entries == ["d1"]
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)


def test_a_key_that_changes_nothing_does_not_wait_for_the_disk() -> None:
    async def test(device: Device) -> None:
        device.host.down(TABLE, Key.SOFT3)
        assert not device.disk.is_busy
        assert device.says().startswith("Menu")

    on_device(test)


def test_keys_wait_in_their_order_until_the_one_before_is_saved() -> None:
    async def test(device: Device) -> None:
        for key in (Key.PETAL1, Key.SOFT1, Key.PETAL2):  # draw, undo, draw elsewhere
            device.host.down(TABLE, key)
            device.host.up(TABLE, key)
        assert device.session.entries == ["d1"]
        await device.disk.finish()
        assert device.session.entries == ["d1", "undo"]
        await device.disk.finish_all()
        assert device.session.entries == ["d1", "undo", "d2"] == device.disk.entries

    on_device(test)


def test_the_table_pauses_while_it_is_saved() -> None:
    """Nothing changes the table during a save: no station, name, robot, timer or notice."""

    async def test(device: Device) -> None:
        device.host.down(TABLE, Key.PETAL1)
        device.table.handle = _refuse  # type: ignore[assignment]
        device.table.tell = _refuse  # type: ignore[assignment]
        device.attach(BEN)
        device.host.name(BEN, "Eva")
        device.host.handle(Decided("no thought", "d1", 0.0))
        device.host.tick()
        device.host.tell("Hello")
        device.host.detach(BEN, "")
        device.host.up(TABLE, Key.PETAL1)
        del device.table.handle, device.table.tell
        await device.disk.finish_all()
        assert device.has_shown("Hello")
        assert device.says().startswith("Ben's display is offline")

    on_device(test)


def _refuse(*_: object) -> None:
    raise AssertionError("the table is being saved")


def test_a_new_outlet_gets_its_first_picture_once_it_is_saved() -> None:
    async def test(device: Device) -> None:
        device.host.down(TABLE, Key.PETAL1)
        device.attach(TABLE, "page")
        device.attach(seat_station(0), "phone")
        await passes()
        assert device.shown["tablepage"] == device.shown["seat1phone"] == []
        await device.disk.finish_all()
        assert device.says("seat1phone")
        assert device.says("tablepage") == device.says()

    on_device(test)


def test_watchers_are_called_once_the_table_is_saved() -> None:
    async def test(device: Device) -> None:
        told: list[bool] = []
        device.host.watch(lambda: told.append(device.disk.entries == device.session.entries))
        device.host.down(TABLE, Key.PETAL1)
        assert device.disk.is_busy
        assert told == []
        await device.disk.finish()
        assert not device.host.is_saving
        assert told == [True]

    on_device(test)


def test_a_robot_thinks_about_what_is_saved() -> None:
    async def test(device: Device) -> None:
        requests: list[bool] = []
        device.host._robots.think_about = (  # type: ignore[method-assign]
            lambda request: requests.append(request is not None)
        )
        device.session.apply(f"{ROBOT} 0 easy")
        device.host.tick()
        assert requests == []
        await device.disk.finish()
        assert requests == [True]

    on_device(test)


def test_a_storage_problem_is_reported_after_the_save_that_had_it() -> None:
    async def test(device: Device) -> None:
        device.host.down(TABLE, Key.PETAL1)
        device.disk.status = StorageStatus.FULL
        await device.disk.finish()
        assert device.says().startswith("Not saved!\nThe disk is full.")

    on_device(test)


class Failures:
    """A counter of the callbacks that fail in an event loop."""

    def __init__(self) -> None:
        self.count = 0
        asyncio.get_running_loop().set_exception_handler(self._note)

    def _note(self, _: object, context: dict[str, object]) -> None:
        self.count += 1


def test_a_failed_save_shows_nothing_and_the_next_event_retries() -> None:
    async def test(device: Device) -> None:
        before = device.says()
        failures = Failures()
        device.host.down(TABLE, Key.PETAL1)
        device.host.up(TABLE, Key.PETAL1)
        await device.disk.fail()
        assert failures.count == 1
        assert device.says() == before
        assert device.disk.is_busy  # the key release is saved next
        await device.disk.finish_all()
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)


def test_a_failed_save_is_retried_without_an_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table of robots gets no events, so it would never continue."""
    monkeypatch.setattr(host_module, "RETRY_SECONDS", 0.0)

    async def test(device: Device) -> None:
        Failures()
        device.host.down(TABLE, Key.PETAL1)
        await device.disk.fail()
        await passes()
        await device.disk.finish()
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)


def test_a_failed_save_leaves_no_saving_notice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(device: Device) -> None:
        before = device.shown[TABLE][-1]
        Failures()
        monkeypatch.setattr(host_module, "SIGN_SECONDS", 0.001)
        device.host.down(TABLE, Key.PETAL1)
        await device.disk.fail()
        await asyncio.sleep(0.002)
        assert device.shown[TABLE][-1] == before

    on_device(test)


@pytest.mark.parametrize("shows", ["a new place", "a word", "another write"])
def test_unsaved_changes_are_saved_before_anything_else_is_shown(shows: str) -> None:
    async def test(device: Device) -> None:
        Failures()
        device.host.down(TABLE, Key.PETAL1)
        await device.disk.fail()
        unsaved: list[str] = []
        device.host.watch(
            lambda: unsaved.extend(device.session.entries[len(device.disk.entries) :])
        )
        if shows == "a new place":
            device.attach(TABLE, "page")
        elif shows == "a word":
            device.host.tell("Hello")
        else:
            device.host.keep(lambda: None)
        await device.disk.finish_all()
        assert device.disk.entries == ["d1"]
        assert unsaved == []

    on_device(test)


def test_a_saver_that_accepts_no_work_does_not_stop_the_table() -> None:
    async def test(device: Device) -> None:
        before = device.says()
        device.disk.refuses = True
        with pytest.raises(RuntimeError):
            device.host.down(TABLE, Key.PETAL1)
        assert not device.host.is_saving
        assert device.says() == before
        device.disk.refuses = False
        device.host.up(TABLE, Key.PETAL1)
        await device.disk.finish_all()
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)


def test_settled_waits_for_work_queued_after_a_failure() -> None:
    async def test(device: Device) -> None:
        Failures()
        done: list[str] = []
        device.host.keep(lambda: None)
        device.host.when_saved(_refuse)
        device.host.when_saved(partial(done.append, "work"))

        async def settle() -> list[str]:
            await device.host.settled()
            return list(done)

        settled = asyncio.create_task(settle())
        await passes()
        await device.disk.finish()
        assert await settled == ["work"]

    on_device(test)


def test_a_failing_outlet_does_not_keep_a_robot_from_thinking() -> None:
    async def test(device: Device) -> None:
        Failures()
        requests: list[bool] = []
        device.host._robots.think_about = (  # type: ignore[method-assign]
            lambda request: requests.append(request is not None)
        )

        def take(frame: Frame) -> None:
            if device.session.robots:
                raise RuntimeError("the page has gone")

        device.host.attach(BEN, take, "page")
        await device.disk.finish_all()
        requests.clear()
        device.session.apply(f"{ROBOT} 0 easy")
        device.host.tick()
        await device.disk.finish()
        assert requests == [True]

    on_device(test)


# Hiding never waits.


@pytest.mark.parametrize("at_once", [False, True])
def test_a_released_look_is_hidden_before_the_look_is_saved(at_once: bool) -> None:
    async def test(device: Device) -> None:
        await device.draw()
        await device.look()
        at_save: list[str] = []
        device.disk.before_save = lambda: at_save.append(device.says())
        device.host.up(TABLE, LOOK_KEY)
        assert not device.says().startswith(SECRET)
        await device.disk.finish_all()
        assert device.session.entries[-1] == LOOK
        assert [text.split("\n")[0] for text in at_save] == [ASK_TO_LOOK]

    on_device(test, at_once=at_once)


def test_a_look_is_hidden_when_the_release_of_its_key_fails() -> None:
    async def test(device: Device) -> None:
        await device.draw()
        await device.look()
        handle = device.table.handle
        device.table.handle = _refuse  # type: ignore[assignment]
        with pytest.raises(AssertionError):
            device.host.up(TABLE, LOOK_KEY)
        assert device.says().startswith(ASK_TO_LOOK)
        device.table.handle = handle  # type: ignore[method-assign]
        device.host.tick()
        await device.disk.finish_all()
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)


def test_a_failing_outlet_leaves_no_secret_elsewhere_and_gets_the_picture_again() -> None:
    async def test(device: Device) -> None:
        Failures()
        taken = ["what it was sent before"]

        def take(frame: Frame) -> None:
            taken.append(words(frame))
            if len(taken) == 1:
                raise RuntimeError("the page is busy")

        await device.draw()
        device.attach(TABLE, "first")
        await device.look()
        device.host.attach(TABLE, take, "failing")
        device.attach(TABLE, "last")
        taken.clear()
        with pytest.raises(RuntimeError):
            device.host.up(TABLE, LOOK_KEY)
        for place in ("", "first", "last"):
            assert device.says(TABLE + place).startswith(ASK_TO_LOOK)
        device.host.tick()
        await device.disk.finish_all()
        assert taken[-1] == device.says()

    on_device(test)


def test_a_look_is_hidden_while_something_else_is_saved() -> None:
    async def test(device: Device) -> None:
        await device.draw()
        await device.look()
        device.host.keep(lambda: None)
        assert device.says().startswith(SECRET)  # its key is still held
        device.host.up(TABLE, LOOK_KEY)
        assert device.says().startswith(ASK_TO_LOOK)
        shown = len(device.shown[TABLE])
        await device.disk.finish_all()
        assert device.session.entries[-1] == LOOK
        assert not any(words(frame).startswith(SECRET) for frame in device.shown[TABLE][shown:])

    on_device(test)


def test_a_hand_of_cards_is_hidden_while_something_else_is_saved() -> None:
    async def test(device: Device) -> None:
        await device.press(Key.SOFT2, Key.PETAL4)  # actions, cards
        device.host.down(TABLE, LOOK_KEY)
        await passes()
        await device.disk.finish_all()
        assert "Tax" in device.says()
        device.now += 1.0
        device.host.keep(lambda: None)
        device.host.up(TABLE, LOOK_KEY)
        assert "Tax" not in device.says()

    on_device(test, session=play_of(rich(actions=(Action.TAX,))))


def test_a_look_is_hidden_when_the_seat_gets_its_own_display() -> None:
    async def test(device: Device) -> None:
        await device.draw()
        await device.look()
        device.host.keep(lambda: None)
        device.attach(seat_station(0))
        assert device.says().startswith(ASK_TO_LOOK)
        shown = len(device.shown[TABLE])
        await device.disk.finish_all()
        assert not any(words(frame).startswith(SECRET) for frame in device.shown[TABLE][shown:])
        assert device.says("seat1")

    on_device(test)


@pytest.mark.parametrize("is_queued", [False, True])
def test_a_look_released_before_the_save_ends_is_never_shown(is_queued: bool) -> None:
    """If another save is queued first, the look is not even recorded."""

    async def test(device: Device) -> None:
        await device.draw()
        if is_queued:
            device.host.keep(lambda: None)
        device.host.down(TABLE, LOOK_KEY)
        await passes()
        device.now += 3.0
        device.host.up(TABLE, LOOK_KEY)
        await device.disk.finish_all()
        assert not device.has_shown(SECRET)
        assert device.says().startswith("Keep holding “Look”")
        assert device.session.entries == (["d1"] if is_queued else ["d1", GLIMPSE])
        await device.look()  # works now

    on_device(test)


def test_only_the_held_one_of_two_waiting_looks_is_shown() -> None:
    async def test(device: Device) -> None:
        await device.draw()
        device.host.keep(lambda: None)
        device.host.down(TABLE, LOOK_KEY)
        device.host.up(TABLE, LOOK_KEY)
        device.host.down(TABLE, LOOK_KEY)
        await device.disk.finish_all()
        assert device.says().startswith(SECRET)

    on_device(test)


def test_a_look_pressed_and_released_at_once_is_never_shown() -> None:
    """The loop was busy, so both events arrive together. Neither has to be saved."""

    async def test(device: Device) -> None:
        await device.draw()
        device.host.down(TABLE, LOOK_KEY)
        device.host.up(TABLE, LOOK_KEY)
        await device.disk.finish_all()  # the next look needs no save
        loop = asyncio.get_running_loop()
        for change in (device.host.down, device.host.up):
            loop.call_soon_threadsafe(change, TABLE, LOOK_KEY)
        await passes()
        assert not device.disk.is_busy
        assert not device.has_shown(SECRET)

    on_device(test)


def test_a_look_counts_from_when_it_is_shown() -> None:
    async def test(device: Device) -> None:
        await device.draw()
        device.host.down(TABLE, LOOK_KEY)
        await passes()
        device.now += 5.0
        await device.disk.finish()
        assert device.says().startswith(SECRET)
        device.now += 0.2
        device.host.up(TABLE, LOOK_KEY)
        assert device.says().startswith("Keep holding “Look”")

    on_device(test)


def test_an_outlet_that_loses_its_seat_goes_dark_at_once() -> None:
    async def test(device: Device) -> None:
        device.attach(BEN, "phone")
        await device.disk.finish_all()
        assert device.says("seat2phone")
        device.host.keep(lambda: None)
        device.attach(BEN, "tablet")
        assert device.shown["seat2phone"][-1].light is Light.OFF
        await device.disk.finish_all()
        assert device.says("seat2tablet")

    on_device(test)


def test_a_private_screen_that_will_change_is_soon_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "HIDE_SECONDS", 0.0)

    async def test(device: Device) -> None:
        ana = seat_station(0)
        await device.press(Key.PETAL1, station=ana)
        device.now += 1.0
        tile, public = device.shown[ana][-1], device.shown[TABLE][-1]
        device.host.down(ana, Key.PETAL2)
        await passes(5)
        assert device.shown[TABLE][-1] == public
        assert device.shown[ana][-1] == Frame(SAVING_SCREEN, tile.language)
        await device.disk.finish_all()
        assert device.shown[ana][-1].screen not in (tile.screen, SAVING_SCREEN)
        assert device.shown[TABLE][-1] != public

    on_device(test, seats=(0, 1))


def test_the_board_of_a_private_screen_stays_without_its_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "HIDE_SECONDS", 0.0)
    session = TESTED["zatre"].play(2, seed=9)
    session.apply("draw")

    async def test(device: Device) -> None:
        ana = seat_station(0)
        board = device.shown[ana][-1].board
        assert board is not None
        assert board.cursors
        assert board.tappable
        device.host.keep(lambda: None)
        device.host.down(ana, Key.SOFT3)
        await passes(5)
        assert device.shown[ana][-1].screen == SAVING_SCREEN
        left = device.shown[ana][-1].board
        assert left == replace(board, cursors=(), tappable=frozenset())

    on_device(test, seats=(0, 1), session=session)


def test_a_private_screen_with_a_waiting_key_is_soon_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ben hides his hand while an entry of Ana's is being saved, and does not wait for it."""
    monkeypatch.setattr(host_module, "HIDE_SECONDS", 0.0)

    async def test(device: Device) -> None:
        hand, anas = device.shown[BEN][-1], device.shown[seat_station(0)][-1]
        device.host.keep(lambda: None)
        await passes(5)
        assert device.shown[BEN][-1] == hand
        device.host.down(BEN, Key.SOFT3)
        await passes(5)
        assert device.shown[BEN][-1] == Frame(SAVING_SCREEN, hand.language)
        assert device.shown[seat_station(0)][-1] == anas
        await device.disk.finish_all()
        assert device.says(BEN).startswith("Menu")

    on_device(test, seats=(0, 1))


def test_a_slow_save_is_announced_on_every_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "SIGN_SECONDS", 0.0)

    async def test(device: Device) -> None:
        before = {name: frames[-1] for name, frames in device.shown.items()}
        device.host.keep(lambda: None)
        await passes(5)
        for name, frames in device.shown.items():
            assert frames[-1] == replace(before[name], notice=SAVING)
        await device.disk.finish_all()
        assert {name: frames[-1] for name, frames in device.shown.items()} == before

    on_device(test, seats=(0, 1))


def test_held_looks_and_dark_screens_do_not_announce_a_slow_save(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "SIGN_SECONDS", 0.0)

    async def test(device: Device) -> None:
        await device.draw()
        await device.look()
        device.host.keep(lambda: None)
        await passes(5)
        assert device.says().startswith(SECRET)
        device.host.up(TABLE, LOOK_KEY)
        await device.disk.finish_all()
        device.now += 10_000.0
        device.host.tick()
        device.host.keep(lambda: None)
        await passes(5)
        assert device.shown[TABLE][-1].light is Light.OFF

    on_device(test)


# A player can decide only about what was shown.


def test_a_key_pressed_before_a_tile_is_shown_does_not_decide_about_it() -> None:
    async def test(device: Device) -> None:
        ana = seat_station(0)
        device.now += 1.0
        device.host.down(ana, Key.PETAL1)
        device.now += 5.0
        device.host.down(ana, Key.PETAL2)
        await device.disk.finish_all()
        assert [entry for entry in device.session.entries if entry.startswith("r")] == []

    on_device(test, seats=(0,))


def test_events_raised_while_sending_frames_are_handled_after_all_frames() -> None:
    """For example, a pod detaches itself when its line turns out to be dead."""

    async def test(device: Device) -> None:
        def answer(frame: Frame) -> None:
            if words(frame).startswith("Menu"):
                device.host.detach(BEN, "pod")

        device.host.attach(BEN, answer, "pod")
        device.host.down(BEN, Key.SOFT3)
        assert device.shown[TABLE][-1] == device.table.frame(TABLE)
        assert device.says().startswith("Ben's display is offline")

    on_device(test)


def test_other_writes_wait_for_their_turn() -> None:
    async def test(device: Device) -> None:
        written: list[str] = []
        device.host.down(TABLE, Key.PETAL1)
        device.host.keep(partial(written.append, "pods"))
        await passes()
        assert not written
        await device.disk.finish_all()
        assert written == ["pods"]
        assert device.says().startswith(ASK_TO_LOOK)

    on_device(test)
