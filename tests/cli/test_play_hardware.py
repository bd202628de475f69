"""`triqueta play --hardware` from its first picture to its exit status, on model parts."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from tests.cli.command import Command
from tests.models.spi_port import install_display
from tests.models.ssd1306 import Ssd1309
from tests.table.evening import new_play
from tests.table.world import world
from triqueta.cli import parts
from triqueta.cli.failures import CommandError
from triqueta.cli.network import SeatLinks
from triqueta.cli.play_hardware import play_on_hardware
from triqueta.cli.play_table import _say_where_it_runs, _why_no_phones
from triqueta.config.settings import Interface, TableConfig, WebConfig
from triqueta.journal.lock import Holder
from triqueta.runtime import pi
from triqueta.runtime.host import Host
from triqueta.runtime.service import POWER_OFF_STATUS
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.stations.gpio_chip import PinsError
from triqueta.stations.oled import bus
from triqueta.table.events import TABLE, Key
from triqueta.table.memory import Memory
from triqueta.table.menu import unplug_screen
from triqueta.table.phone_phrases import NO_SERVER, NOT_OPEN, SWITCHED_OFF
from triqueta.table.state import TableState
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


def play(chip: Ssd1309, keys: list[Key]) -> tuple[int, bytes]:
    """Press some keys on the pins, then stop it: its exit status, and its first picture."""

    async def run() -> tuple[int, bytes]:
        state = TableState(Memory(Language.ENGLISH), play=new_play())
        now = asyncio.get_running_loop().time()
        host = Host(Table(world(lambda: bytes(32)), state, time=now))
        pins = MockFactory()
        opened = parts.Parts(pins, parts.greet(CONFIG))
        greeting = chip.picture().tobytes()
        assert any(greeting)  # before there is a table
        game = asyncio.create_task(play_on_hardware(host, CONFIG, opened, SeatLinks()))
        meant = picture(host.table.frames()[TABLE]).tobytes()
        async with asyncio.timeout(60):
            while chip.picture().tobytes() != meant:  # by the thread of the bus
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
    status, first = play(chip, [Key.SOFT3, Key.PETAL5, Key.PETAL2, Key.PETAL5])
    assert status == POWER_OFF_STATUS
    assert any(first)
    last = Frame(unplug_screen(), Language.ENGLISH)
    assert chip.picture().tobytes() == picture(last).tobytes()
    told = [systemd.recv(500).decode() for _ in range(2)]
    assert told[0].startswith("READY=1")
    assert told[1].startswith("STOPPING=1")


def test_a_stopped_service_ends_with_none(chip: Ssd1309) -> None:
    assert play(chip, [])[0] == 0
    assert not any(chip.picture().tobytes())


def test_a_device_plays_on_where_another_table_has_its_journal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    holder = Holder(12, "at http://localhost:8080/")
    _say_where_it_runs(holder, parts.Parts(MockFactory(), ()))
    assert "not being saved: a table is running already at http://localhost:8080/" in caplog.text
    with pytest.raises(CommandError, match="running already"):
        _say_where_it_runs(holder, None)


def test_the_settings_say_why_phones_can_not_join_a_device() -> None:
    device = parts.Parts(MockFactory(), ())
    assert _why_no_phones(CONFIG, device) is SWITCHED_OFF
    assert _why_no_phones(TableConfig(), device) is NO_SERVER
    assert _why_no_phones(TableConfig(), None) is NOT_OPEN


class TestReasons:
    def test_elsewhere_than_on_a_pi(self, triqueta: Command) -> None:
        error = triqueta.fails("play", "--hardware")
        assert error == "triqueta play: --hardware: this is no Raspberry Pi"

    def test_without_i2c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
        display = replace(CONFIG.display, interface=Interface.I2C, i2c_bus=9)
        with pytest.raises(PinsError, match=r"no /dev/i2c-9: switch I2C on"):
            parts.open_parts(replace(CONFIG, display=display))

    def test_without_spi(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
        display = replace(CONFIG.display, spi_port=1, spi_device=2)
        with pytest.raises(PinsError, match=r"no /dev/spidev1\.2: switch SPI on"):
            parts.open_parts(replace(CONFIG, display=display))

    def test_a_wrong_setting(self, triqueta: Command, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text("[keys]\npetal1 = 10\n")
        error = triqueta.fails("play", "--hardware", "--config", file)
        assert error.startswith(f"{file}:2: ")
        assert "SPI" in error


def test_the_model_is_what_the_firmware_says(tmp_path: Path) -> None:
    assert pi.model(tmp_path) is None
    file = tmp_path / pi.MODEL
    file.parent.mkdir(parents=True)
    file.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert pi.model(tmp_path) == "Raspberry Pi Zero 2 W Rev 1.0"
    file.write_bytes(b"Some other board\0")
    assert pi.model(tmp_path) is None
