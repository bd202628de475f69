"""A damaged journal is rescued before the table is there: who waits is told, or goes."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from tests.cli.command import Command
from tests.cli.test_play_hardware import CONFIG, chip, systemd
from tests.journal.saved_evening import SavedEvening, connection_of, make_history
from tests.models.ssd1306 import Ssd1306
from triqueta.cli import play_table
from triqueta.cli.parts import Parts, greet
from triqueta.cli.play_table import opened_journal
from triqueta.games import installed_games
from triqueta.journal.file import beside
from triqueta.journal.journal import Journal
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.table.saving import StorageStatus
from triqueta.table.saving import mending as page

__all__ = ["chip", "systemd"]


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    file = tmp_path / "games" / "triqueta.db"
    make_history(file, 3)
    content = bytearray(file.read_bytes())
    content[68] ^= 1
    file.write_bytes(content)
    return file


def heard(systemd: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(systemd.recv(500).decode())
        except BlockingIOError:
            return messages


def test_the_display_and_systemd_are_told_how_far_it_is(
    damaged: Path, chip: Ssd1306, systemd: socket.socket
) -> None:
    parts = Parts(MockFactory(), greet(CONFIG))
    with closing(opened_journal(damaged, installed_games(), CONFIG, parts)) as journal:
        assert journal.trouble is StorageStatus.DAMAGED
        assert chip.picture().tobytes() == meant(100)
        told = heard(systemd)
        assert all(line.startswith("EXTEND_TIMEOUT_USEC=90000000\nWATCHDOG=1\n") for line in told)
        percents = [int(line.split()[-2]) for line in told]
        assert percents == sorted(percents)
        assert {percents[0], percents[-1]} == {0, 100}
        assert len(percents) > 5
    for bus in parts.buses:
        bus.close()


def meant(percent: int) -> bytes:
    return picture(Frame(page(percent), Language.ENGLISH)).tobytes()


def test_in_the_middle_of_a_game_the_display_is_the_games(
    tmp_path: Path, chip: Ssd1306, systemd: socket.socket
) -> None:
    parts = Parts(MockFactory(), greet(CONFIG))
    greeting = chip.picture().tobytes()
    evening = SavedEvening(tmp_path / "unused.db")
    evening.journal.close()
    evening.journal = opened_journal(tmp_path / "triqueta.db", installed_games(), CONFIG, parts)
    evening.begin()
    assert heard(systemd) == []
    connection_of(evening.journal).execute("DROP TABLE entry")
    evening.play_on(3)
    evening.close()
    assert "WATCHDOG=1" in heard(systemd)[0]
    assert chip.picture().tobytes() == greeting
    for bus in parts.buses:
        bus.close()


def test_a_sound_journal_is_no_news(
    tmp_path: Path, systemd: socket.socket, capsys: pytest.CaptureFixture[str]
) -> None:
    opened_journal(
        tmp_path / "triqueta.db", installed_games(), CONFIG, Parts(MockFactory(), ())
    ).close()
    opened_journal(tmp_path / "triqueta.db", installed_games(), CONFIG, None).close()
    assert heard(systemd) == []
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("at_terminal", [True, False])
def test_elsewhere_it_is_printed(
    damaged: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    at_terminal: bool,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: at_terminal)
    opened_journal(damaged, installed_games(), CONFIG, None).close()
    out = capsys.readouterr().out
    if at_terminal:
        assert out.startswith("\rSaved games are being mended: 0 %\r")
        assert out.endswith("\rSaved games are being mended: 100 %\n")
    else:
        assert out == "Saved games are being mended\n"


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("percent", [0, 40, 80])
def test_ctrl_c_ends_the_program_and_the_next_start_rescues_again(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, triqueta: Command, percent: int
) -> None:
    content = damaged.read_bytes()
    told: list[int] = []

    def tell(done: int) -> None:
        is_first = done >= percent and not any(before >= percent for before in told)
        told.append(done)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL  # which ends it, too
        if is_first:  # nobody has to press it twice
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(play_table, "_print", tell)
    assert triqueta("play", "--virtual", "--no-browser", "--journal", damaged).code == 130
    assert percent <= told[-1] < 100
    assert damaged.read_bytes() == content
    with closing(Journal(damaged)) as journal:
        assert journal.trouble is StorageStatus.DAMAGED
        assert len(journal.past_games().last) == 3
    assert beside(damaged, ".damaged-1").read_bytes() == content
    assert not beside(damaged, ".damaged-2").exists()
