"""Tests of `triqueta play --hardware` on modelled parts, from its first picture to its exit."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from tests.cli.command import Command
from tests.models.spi_port import install_display
from tests.models.ssd1306 import Ssd1309
from tests.stations.wired_table import Wiring
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.cli import CommandError, play, play_table
from triqueta.cli.play_table import SeatLinks, _say_where_it_runs, _why_no_phones, play_on_hardware
from triqueta.config import reading
from triqueta.config.reading import keep_as_good, read_config
from triqueta.config.settings import Interface, TableConfig, WebConfig
from triqueta.games import installed_games
from triqueta.journal.file import Holder
from triqueta.runtime.host import Host
from triqueta.runtime.machine import POWER_OFF_STATUS, PinsError
from triqueta.runtime.service import Service
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.stations.oled import bus
from triqueta.stations.oled.wires import DISPLAY_ON, displays_of
from triqueta.table.menu import unplug_screen
from triqueta.table.state import NO_SERVER, NOT_OPEN, SWITCHED_OFF, Preferences, TableState
from triqueta.table.table import Table

CONFIG = replace(TableConfig(), web=WebConfig(enabled=False))


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Ssd1309:
    chip = Ssd1309()
    install_display(chip, monkeypatch)
    monkeypatch.setattr(bus, "GOODBYE_SECONDS", 0.0)
    return chip


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield line


def play_keys(
    chip: Ssd1309, keys: list[Key], plays: Callable[[], object] = lambda: True
) -> tuple[int, bytes]:
    """Press keys on the pins and stop the table; return its exit status and first picture.

    Keys are pressed only when the picture is on the display and `plays` returns True.
    """

    async def run() -> tuple[int, bytes]:
        state = TableState(Preferences(Language.ENGLISH), session=new_play())
        now = asyncio.get_running_loop().time()
        host = Host(Table(services(lambda: bytes(32)), state, time=now))
        pins = MockFactory()
        opened = play.Parts(pins, play.greet(CONFIG))
        greeting = chip.picture().tobytes()
        assert any(greeting)  # even before there is a table
        game = asyncio.create_task(play_on_hardware(host, CONFIG, opened, SeatLinks()))
        meant = picture(host.table.frames()[TABLE]).tobytes()
        async with asyncio.timeout(60):
            while chip.picture().tobytes() != meant or not plays():  # the bus's thread shows it
                await asyncio.sleep(0.001)
            for key in keys:
                pin = pins.pin(CONFIG.keys.by_key[key])
                pin.drive_low()
                await asyncio.sleep(0.03)  # longer than any bouncing
                pin.drive_high()
                await asyncio.sleep(0.03)
            if not keys:
                host.stopped.set()
            return await game, meant

    return asyncio.run(run())


def test_switching_off_ends_with_the_status_that_powers_off(
    chip: Ssd1309, systemd: socket.socket
) -> None:
    status, first = play_keys(chip, [Key.SOFT3, Key.PETAL5, Key.PETAL2, Key.PETAL5])
    assert status == POWER_OFF_STATUS
    assert any(first)
    last = Frame(unplug_screen(), Language.ENGLISH)
    assert chip.picture().tobytes() == picture(last).tobytes()
    told = [systemd.recv(500).decode() for _ in range(2)]
    assert told[0].startswith("READY=1")
    assert told[1].startswith("STOPPING=1")


def test_systemd_is_notified_when_the_table_is_on_the_display(
    chip: Ssd1309, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []
    monkeypatch.setattr(Service, "ready", lambda *_: seen.append(chip.picture().tobytes()))
    _, first = play_keys(chip, [], lambda: seen)
    assert seen == [first]


def test_a_display_that_shows_nothing_does_not_hold_up_the_start(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_table, "FIRST_PICTURE_SECONDS", 0.0)
    asyncio.run(play_table._finish_start(Service(), asyncio.Event(), installed_games()))
    assert systemd.recv(500).startswith(b"READY=1")


def test_modules_that_keys_need_are_loaded_once_the_table_is_on_the_display(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(Service, "ready", lambda *_: done.append("ready"))
    monkeypatch.setattr(play_table, "load_meanwhile", lambda _: done.append("loading"))

    async def run() -> None:
        shown = asyncio.Event()
        start = asyncio.create_task(play_table._finish_start(Service(), shown, installed_games()))
        for _ in range(5):
            await asyncio.sleep(0)
        assert done == []
        shown.set()
        await start

    asyncio.run(run())
    assert done == ["ready", "loading"]


def test_a_stopped_service_ends_with_status_0_and_a_dark_display(chip: Ssd1309) -> None:
    assert play_keys(chip, [])[0] == 0
    assert not any(chip.picture().tobytes())


@pytest.fixture
def on_a_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The settings file of a service on a Pi with modelled wires."""
    monkeypatch.setattr(play, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
    monkeypatch.setattr(play, "check_pi", lambda config: None)
    monkeypatch.setattr(play, "lgpio_factory", MockFactory)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path / "table.toml"


def left_lit(patch: pytest.MonkeyPatch, settings: str) -> Wiring:
    """Return displays on which the last run has left secrets."""
    wiring = Wiring(patch, displays_of(read_config(settings, "table.toml")))
    return wiring.leave_lit(Frame(unplug_screen(), Language.ENGLISH))


SEATS = "[[seat]]\n" * 5


class TestStart:
    def test_every_display_is_dark_before_the_greeting(
        self, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        on_a_pi.write_text(SEATS, "utf-8")
        wiring = left_lit(monkeypatch, SEATS)

        def greet(config: TableConfig) -> list[bus.DisplayBus]:
            assert wiring.lit == set()
            raise PinsError("no more of it")

        monkeypatch.setattr(play, "greet", greet)
        error = triqueta.fails("play", "--hardware", "--config", on_a_pi)
        assert error.endswith("no more of it")

    def test_displays_are_darkened_even_if_the_settings_are_refused(
        self, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        on_a_pi.write_text(SEATS, "utf-8")
        keep_as_good(str(on_a_pi))
        on_a_pi.write_text("[keys]\npetal1 = 10\n", "utf-8")
        wiring = left_lit(monkeypatch, SEATS)
        assert "SPI" in triqueta.fails("play", "--hardware", "--config", on_a_pi)
        assert wiring.lit == set()

    def test_accepted_settings_are_copied(
        self, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        on_a_pi.write_text(SEATS, "utf-8")
        left_lit(monkeypatch, SEATS)
        monkeypatch.setattr(play_table, "play_table", lambda *_: 0)
        assert triqueta("play", "--hardware", "--config", on_a_pi).code == 0
        assert (on_a_pi.parent / reading.LAST_GOOD).read_text("utf-8") == SEATS

    @pytest.mark.parametrize("words", [["--virtual"], ["--terminal"]])
    def test_a_table_in_a_browser_or_terminal_leaves_the_displays_alone(
        self,
        on_a_pi: Path,
        monkeypatch: pytest.MonkeyPatch,
        triqueta: Command,
        words: list[str],
    ) -> None:
        on_a_pi.write_text("", "utf-8")
        wiring = left_lit(monkeypatch, "")
        monkeypatch.setattr(play_table, "play_table", lambda *_: 0)
        monkeypatch.setattr(play, "_check_terminal", lambda: None)
        assert triqueta("play", *words, "--config", on_a_pi).code == 0
        assert wiring.chips[TABLE].lit
        assert not (on_a_pi.parent / reading.LAST_GOOD).exists()


class TestSigterm:
    """Tests that the service ends cleanly, with dark displays, when stopped while it starts."""

    @pytest.fixture
    def greeting(self, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch) -> Wiring:
        on_a_pi.write_text(SEATS, "utf-8")
        monkeypatch.setattr(bus, "GOODBYE_SECONDS", 0.0)
        return left_lit(monkeypatch, SEATS)

    def stopped(self, triqueta: Command, file: Path) -> int:
        before = signal.getsignal(signal.SIGTERM)
        code = triqueta("play", "--hardware", "--config", file).code
        assert signal.getsignal(signal.SIGTERM) == before
        return code

    def test_while_the_table_is_loaded(
        self, greeting: Wiring, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        def load(*_: object) -> int:
            assert greeting.chips[TABLE].lit
            signal.raise_signal(signal.SIGTERM)
            raise AssertionError("the signal did not stop it")

        monkeypatch.setattr(play_table, "play_table", load)
        assert self.stopped(triqueta, on_a_pi) == 0
        assert greeting.lit == set()
        assert (greeting.spi.opened, greeting.lines.opened) == ([], [])

    def test_while_the_pins_are_opened(
        self, greeting: Wiring, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        monkeypatch.setattr(play, "lgpio_factory", lambda: signal.raise_signal(signal.SIGTERM))
        assert self.stopped(triqueta, on_a_pi) == 0
        assert greeting.lit == set()

    def test_in_the_middle_of_the_greeting(
        self, greeting: Wiring, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        chip = greeting.chips[TABLE]
        take, was_lit = chip.command, []

        def command(byte: int) -> None:
            take(byte)
            if byte == DISPLAY_ON:
                was_lit.append(chip.lit)
                signal.raise_signal(signal.SIGTERM)

        monkeypatch.setattr(chip, "command", command)
        assert self.stopped(triqueta, on_a_pi) == 0
        assert was_lit == [True]
        assert greeting.lit == set()

    def test_while_the_journal_is_opened_before_the_loop_runs(
        self, greeting: Wiring, on_a_pi: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command
    ) -> None:
        monkeypatch.setattr(play_table, "_host", lambda *_: signal.raise_signal(signal.SIGTERM))
        assert self.stopped(triqueta, on_a_pi) == 0
        assert greeting.lit == set()


def test_a_device_starts_even_if_another_table_has_its_journal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    holder = Holder(12, "at http://localhost:8080/")
    _say_where_it_runs(holder, play.Parts(MockFactory(), ()))
    assert "not being saved: a table is already running at http://localhost:8080/" in caplog.text
    with pytest.raises(CommandError, match="already running"):
        _say_where_it_runs(holder, None)


def test_the_settings_say_why_phones_can_not_join_a_device() -> None:
    device = play.Parts(MockFactory(), ())
    assert _why_no_phones(CONFIG, device) is SWITCHED_OFF
    assert _why_no_phones(TableConfig(), device) is NO_SERVER
    assert _why_no_phones(TableConfig(), None) is NOT_OPEN


class TestReasons:
    def test_elsewhere_than_on_a_pi(self, triqueta: Command) -> None:
        error = triqueta.fails("play", "--hardware")
        assert error == "triqueta play: --hardware: this is not a Raspberry Pi"

    def test_without_i2c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(play, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
        display = replace(CONFIG.display, interface=Interface.I2C, i2c_bus=9)
        with pytest.raises(PinsError, match=r"no /dev/i2c-9: switch I2C on"):
            play.open_parts(replace(CONFIG, display=display))

    def test_without_spi(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(play, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
        display = replace(CONFIG.display, spi_port=1, spi_device=2)
        with pytest.raises(PinsError, match=r"no /dev/spidev1\.2: switch SPI on"):
            play.open_parts(replace(CONFIG, display=display))

    def test_a_wrong_setting(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text("[keys]\npetal1 = 10\n")
        error = triqueta.fails("play", "--hardware", "--config", file)
        assert error.startswith(f"{file}:2: ")
        assert "SPI" in error
