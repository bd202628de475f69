"""Tests of the small program that darkens every display after the table's process was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.models.oled import Oled
from tests.stations.wired_table import SOUND_AND_LIGHTS, Wiring
from tests.table.evening import in_game, new_play
from triqueta.config import reading
from triqueta.config.reading import keep_as_good, read_config
from triqueta.config.settings import Driver
from triqueta.runtime.machine import POWER_OFF_STATUS
from triqueta.screens.station import TABLE, seat_station
from triqueta.stations.oled import darken
from triqueta.stations.oled.wires import displays_of

SEATS = "[[seat]]\n" * 5
BUILDS = {
    "SPI": "",
    "SPI, reset by itself": '[display]\nreset_pin = "none"\n',
    "SPI and seats": SEATS,
    "I2C": "[display]\naddress = 0x3D\n",
    "I2C, behind the switch": "[display]\nchannel = 0\n" + SEATS,
    "I2C, a seat on the bus itself": '[display]\naddress = 0x3D\n[[seat]]\nchannel = "none"\n',
}
LOADED = {
    "triqueta",
    "triqueta.config",
    "triqueta.config.reading",
    "triqueta.config.header",
    "triqueta.config.values",
    "triqueta.config.problems",
    "triqueta.config.settings",
    "triqueta.runtime",
    "triqueta.runtime.machine",
    "triqueta.screens",
    "triqueta.screens.station",
    "triqueta.screens.phrases",
    "triqueta.stations",
    "triqueta.stations.oled",
    "triqueta.stations.oled.darken",
    "triqueta.stations.oled.wires",
}
NOT_LOADED = {"PIL", "asyncio", "gpiozero", "luma", "platformdirs", "sqlite3", "websockets"}


class DeadTable:
    """The device after its process was killed while it sent a picture with a secret."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, settings: str) -> None:
        self._patch = patch
        self.file = folder / "table.toml"
        self.file.write_text(settings, "utf-8")
        patch.setattr(reading, "DEVICE_FILE", self.file)
        patch.setattr(darken, "model", lambda: "Raspberry Pi 4 Model B Rev 1.4")
        patch.setattr(signal, "alarm", lambda seconds: None)
        patch.setenv("STATE_DIRECTORY", str(folder))
        self.wiring = Wiring(patch, displays_of(read_config(settings, "table.toml")))
        self.wiring.leave_lit(in_game(new_play()).frame())

    def darken(self, code: str = "killed", status: str = "KILL") -> None:
        self._patch.setenv("EXIT_CODE", code)
        self._patch.setenv("EXIT_STATUS", status)
        darken.main()


def is_empty(chip: Oled) -> bool:
    return not any(map(any, chip.memory))


@pytest.mark.parametrize("settings", BUILDS.values(), ids=BUILDS.keys())
def test_every_display_is_dark_and_its_memory_empty(
    settings: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, settings)
    table.darken()
    assert table.wiring.lit == set()
    assert all(map(is_empty, table.wiring.chips.values()))
    assert (table.wiring.spi.opened, table.wiring.lines.opened) == ([], [])


@pytest.mark.parametrize("settings", ["", BUILDS["I2C"]], ids=["SPI", "I2C"])
@pytest.mark.parametrize("ended", [("killed", "KILL"), ("exited", str(POWER_OFF_STATUS))])
def test_the_lights_go_out_and_the_buzzer_is_silent(
    settings: str, ended: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, settings + SOUND_AND_LIGHTS)
    lines = table.wiring.lines
    lines.install(monkeypatch)
    lines.driven |= {18: 1, 17: 1, 4: 1}  # the levels that the process left
    keep_as_good(str(table.file))
    table.file.write_text(settings, "utf-8")
    table.darken(*ended)
    assert {pin: lines.driven[pin] for pin in (18, 17, 27, 22, 23, 4)} == dict.fromkeys(
        (18, 17, 27, 22, 23, 4), 0
    )
    assert lines.opened == []


def test_a_light_in_use_does_not_keep_the_others_lit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = DeadTable(monkeypatch, tmp_path, SOUND_AND_LIGHTS)
    table.wiring.lines.busy.add(17)
    table.wiring.lines.driven[4] = 1
    table.darken()
    assert table.wiring.lines.driven[4] == 0
    assert capsys.readouterr().err == "cannot switch off GPIO 17: GPIO busy\n"


@pytest.mark.parametrize("interface", ["spi", "i2c"])
@pytest.mark.parametrize("wrong", Driver)
@pytest.mark.parametrize("driver", Driver)
def test_a_wrong_driver_does_no_harm(
    driver: Driver,
    wrong: Driver,
    interface: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    settings = f'[display]\ninterface = "{interface}"\ndriver = '
    table = DeadTable(monkeypatch, tmp_path, f'{settings}"{driver}"\n')
    table.file.write_text(f'{settings}"{wrong}"\n', "utf-8")
    monkeypatch.delenv("STATE_DIRECTORY")
    table.darken()
    assert table.wiring.lit == set()
    assert is_empty(table.wiring.chips[TABLE])


@pytest.mark.parametrize("settings", [SEATS, BUILDS["I2C, behind the switch"]])
def test_during_power_off_the_table_keeps_saying_when_to_unplug(
    settings: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, settings)
    shown = table.wiring.glass(TABLE)
    keep_as_good(str(table.file))
    table.darken("exited", str(POWER_OFF_STATUS))
    assert table.wiring.lit == {TABLE}
    assert table.wiring.glass(TABLE) == shown


@pytest.mark.parametrize(
    "now", ["no TOML at all [", "[keys]\npetal1 = 10\n", "[display]\naddress = 0x3D\n"]
)
def test_displays_of_the_last_start_go_dark_after_the_settings_changed(
    now: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, SEATS)
    keep_as_good(str(table.file))
    table.file.write_text(now, "utf-8")
    table.darken()
    assert table.wiring.lit == set()


def test_without_readable_settings_the_default_wiring_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, "")
    table.file.write_text("no TOML at all [", "utf-8")
    (tmp_path / reading.LAST_GOOD).write_bytes(b"\xff")
    table.darken()
    assert table.wiring.lit == set()


def test_a_missing_display_does_not_affect_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = DeadTable(monkeypatch, tmp_path, SEATS)
    table.wiring.i2c.unplug(table.wiring.on_i2c(seat_station(2)))
    table.darken()
    assert table.wiring.lit == {seat_station(2)}  # which cannot receive the command
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert told[0].startswith("cannot switch off the display of seat3: ")


def test_a_bus_that_hangs_is_given_up_in_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = DeadTable(monkeypatch, tmp_path, SEATS)
    table.wiring.i2c.faults.stuck = True
    before = table.wiring.now
    table.darken()
    assert TABLE not in table.wiring.lit
    assert table.wiring.now - before < darken.MOST_SECONDS / 2


def test_it_ends_even_if_a_display_hangs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = DeadTable(monkeypatch, tmp_path, "")
    alarms: list[int] = []
    monkeypatch.setattr(signal, "alarm", alarms.append)
    table.darken()
    assert alarms == [darken.MOST_SECONDS]


def test_it_loads_next_to_nothing() -> None:
    program = "import sys, triqueta.stations.oled.darken; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    modules = set(done.stdout.split())
    assert {name for name in modules if name.split(".")[0] == "triqueta"} == LOADED
    assert not modules & NOT_LOADED


class TestLastGood:
    def test_it_is_copied_once(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
        file, copy = tmp_path / "table.toml", tmp_path / reading.LAST_GOOD
        file.write_text(SEATS, "utf-8")
        keep_as_good(str(file))
        written = copy.stat()
        keep_as_good(str(file))
        assert copy.stat() == written
        file.write_text("", "utf-8")
        keep_as_good(str(file))
        assert copy.read_bytes() == b""

    def test_the_defaults_are_an_empty_file(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
        keep_as_good(None)
        assert (tmp_path / reading.LAST_GOOD).read_bytes() == b""

    def test_a_folder_that_takes_no_file_stops_nothing(
        self,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "missing"))
        keep_as_good(None)
        copy = tmp_path / "missing" / reading.LAST_GOOD
        assert caplog.messages == [f"cannot write {copy}: No such file or directory"]

    def test_outside_a_service_there_is_no_copy(self, tmp_path: Path) -> None:
        keep_as_good(None)
        assert reading.last_good_file() is None
