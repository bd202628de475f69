"""Tests of the table that `triqueta play` sets up: settings, a damaged journal, and loading."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, RLock, Thread

import pytest
from gpiozero.pins.mock import MockFactory
from highcard import SPEC

from tests.cli.command import Command
from tests.cli.test_play_hardware import CONFIG, chip, systemd
from tests.journal.saved_evening import SavedEvening, connection_of, make_history
from tests.models.ssd1306 import Ssd1306
from triqueta.cli import play_table
from triqueta.cli.play import Parts, greet
from triqueta.cli.play_table import SeatLinks, _all_saved, _host, load_meanwhile, opened_journal
from triqueta.config.settings import PlayConfig, TableConfig
from triqueta.games import installed_games
from triqueta.journal.file import beside
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.table.registry import Registry
from triqueta.table.saving import StorageStatus, repair_screen
from triqueta.table.state import Services


def world_of(config: TableConfig, file: Path) -> Services:
    async def made() -> Services:
        with (
            closing(Journal(file)) as journal,
            closing(_host(config, installed_games(), journal, SeatLinks())) as host,
        ):
            services = host.table.services
            assert services.has_played("Player 1")
            assert not services.has_played("Moss")
            assert services.past_games().last
            assert services.charts("triqueta", True) == ()
            assert services.charts("triqueta", False)
            return services

    return asyncio.run(made())


def test_it_has_the_times_of_the_settings_and_the_history_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 2)
    play = PlayConfig(dim_after=31.0, off_after=62.0, robot_pause=1.5)
    services = world_of(TableConfig(table=play), file)
    assert (services.dim_after, services.off_after, services.robot_pause) == (31.0, 62.0, 1.5)


def test_in_a_terminal_modules_that_keys_need_are_loaded_once_the_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    hosts: list[Host] = []

    class ShownTerminal:
        def __init__(self, host: Host) -> None:
            hosts.append(host)

        async def __aenter__(self) -> None:
            done.append("shown")

        async def __aexit__(self, *_: object) -> None:
            done.append("closed")

    def load(_: Registry) -> None:
        done.append("loading")
        hosts[0].stopped.set()

    monkeypatch.setattr(play_table, "Terminal", ShownTerminal)
    monkeypatch.setattr(play_table, "load_meanwhile", load)
    args = Namespace(terminal=True, pods=None)
    assert play_table.play_table(args, TableConfig(), tmp_path / "triqueta.db", None) == 0
    assert done == ["shown", "loading", "closed"]


def test_a_table_that_is_stopped_saves_everything_first(tmp_path: Path) -> None:
    """The disk hangs while keys are pressed, until the table is stopped."""
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()
    goes_on = Event()

    async def play(journal: Journal, saver: ThreadPoolExecutor) -> list[str]:
        with closing(_host(TableConfig(), installed_games(), journal, SeatLinks(), saver)) as host:
            saver.submit(goes_on.wait)
            async with _all_saved(host):
                for key in (Key.PETAL1, Key.PETAL1, Key.SOFT1, Key.PETAL2):
                    host.down(TABLE, key)
                    host.up(TABLE, key)
                asyncio.get_running_loop().call_soon(goes_on.set)
            assert host.table.session is not None
            return host.table.session.entries

    with ThreadPoolExecutor(1) as saver, closing(Journal(file)) as journal:
        entries = asyncio.run(play(journal, saver))
    assert entries[-3:] == ["d1", "undo", "d2"]
    with closing(Journal(file)) as again:
        assert again.state.session is not None
        assert again.state.session.entries == entries


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


def test_the_display_and_systemd_get_the_rescues_progress(
    damaged: Path, chip: Ssd1306, systemd: socket.socket
) -> None:
    parts = Parts(MockFactory(), greet(CONFIG))
    with closing(opened_journal(damaged, installed_games(), CONFIG, parts)) as journal:
        assert journal.status is StorageStatus.DAMAGED
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
    return picture(Frame(repair_screen(percent), Language.ENGLISH)).tobytes()


def test_during_a_game_the_display_does_not_show_the_progress(
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


def test_an_undamaged_journal_reports_no_progress(
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
        assert out.startswith("\rRepairing the saved games: 0 %\r")
        assert out.endswith("\rRepairing the saved games: 100 %\n")
    else:
        assert out == "Repairing the saved games\n"


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
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL  # it ends the program, too
        if is_first:  # pressing Ctrl-C once has to be enough
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(play_table, "_print", tell)
    assert triqueta("play", "--virtual", "--no-browser", "--journal", damaged).code == 130
    assert percent <= told[-1] < 100
    assert damaged.read_bytes() == content
    with closing(Journal(damaged)) as journal:
        assert journal.status is StorageStatus.DAMAGED
        assert len(journal.past_games().last) == 3
    assert beside(damaged, ".damaged-1").read_bytes() == content
    assert not beside(damaged, ".damaged-2").exists()


MODEL = "from highcard import MODEL\n"
UI = "import slow_game.part\nUI = object()\n"
PART = "from tests.cli import test_play_table\ntest_play_table.GATE.pass_through()\n"


class Gate:
    """A gate at which the import of a module stops until the test opens it."""

    def __init__(self) -> None:
        self.reached, self.opened = Event(), Event()

    def pass_through(self) -> None:
        self.reached.set()
        assert self.opened.wait(60)


GATE = Gate()


class TellingLock:
    """A lock that reports when a second thread waits for it."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._wanted = 0
        self.wanted_twice = Event()

    def __enter__(self) -> None:
        self._wanted += 1
        if self._wanted == 2:
            self.wanted_twice.set()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


@pytest.fixture
def slow_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """A registry with a game whose import takes as long as the test wants."""
    folder = tmp_path / "slow_game"
    folder.mkdir()
    for name, text in (("__init__", ""), ("model", MODEL), ("part", PART), ("ui", UI)):
        (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield Registry([replace(SPEC, model="slow_game.model:MODEL", ui="slow_game.ui:UI")])
    for name in [name for name in sys.modules if name.startswith("slow_game")]:
        del sys.modules[name]


@pytest.mark.parametrize("wanted", ["model", "ui"])
def test_a_thread_that_requests_a_game_while_it_is_loading_gets_the_whole_game(
    wanted: str, slow_game: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    monkeypatch.setattr(f"{__name__}.GATE", gate)
    locks: list[TellingLock] = []

    def new_lock() -> TellingLock:
        locks.append(TellingLock())
        return locks[-1]

    slow_game.load_whole_games(new_lock)
    first = Thread(target=slow_game.model, args=("highcard",))
    first.start()
    assert gate.reached.wait(60)
    second = Thread(target=getattr(slow_game, wanted), args=("highcard",))
    second.start()
    assert locks[0].wanted_twice.wait(60)
    assert second.is_alive()
    gate.opened.set()
    for thread in (first, second):
        thread.join()
    assert {"slow_game.model", "slow_game.ui"} <= sys.modules.keys()


def test_a_game_can_be_described_before_it_is_loaded(slow_game: Registry) -> None:
    slow_game.load_whole_games(RLock)
    assert slow_game["highcard"].title == "High card"
    assert "slow_game.model" not in sys.modules


def test_without_locks_only_the_requested_part_is_loaded(slow_game: Registry) -> None:
    slow_game.model("highcard")
    assert "slow_game.ui" not in sys.modules


def test_the_thread_loads_every_game() -> None:
    games = Registry(installed_games())
    load_meanwhile(games).join()
    assert are_loaded(games)


def are_loaded(games: Registry) -> bool:
    return set(games._loader._loaded) == {path for spec in games for path in (spec.model, spec.ui)}


def test_loaded_modules_are_exempt_from_garbage_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games, loaded_when_frozen = Registry(installed_games()), list[bool]()
    monkeypatch.setattr(gc, "freeze", lambda: loaded_when_frozen.append(are_loaded(games)))
    load_meanwhile(games).join()
    assert loaded_when_frozen == [True]  # once, after every game is loaded


def test_a_module_that_cannot_be_loaded_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(play_table, "AT_KEYS", ("no_such_module",))
    load_meanwhile(Registry(installed_games())).join()
    assert "not everything could be loaded in advance" in caplog.text
