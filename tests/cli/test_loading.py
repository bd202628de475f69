"""What a key may need is loaded in a thread, and a key that comes too early waits for it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, RLock, Thread

import pytest

from triqueta import games
from triqueta.cli import loading
from triqueta.cli.loading import load_meanwhile

SPEC = "SPEC = object()\n"
PART = "from tests.cli.test_loading import GATE\nGATE.pass_through()\n"


class Gate:
    """Where the import of a module stops, until the test lets it go on."""

    def __init__(self) -> None:
        self.reached, self.opened = Event(), Event()

    def pass_through(self) -> None:
        self.reached.set()
        assert self.opened.wait(60)


GATE = Gate()


class TellingLock:
    """A lock that tells when a second thread wants it."""

    entered = 0
    wanted_twice = Event()

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        TellingLock.entered += 1
        if TellingLock.entered == 2:
            self.wanted_twice.set()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


@pytest.fixture(autouse=True)
def nothing_is_loaded_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_locks", {})


@pytest.fixture
def slow_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game, one of whose modules takes as long to import as the test wants."""
    folder = tmp_path / "slow_game"
    folder.mkdir()
    for name, text in (("__init__", ""), ("spec", SPEC), ("part", PART), ("rest", "")):
        (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "GAMES", {"slow": "slow_game.spec"})
    yield
    for name in [name for name in sys.modules if name.startswith("slow_game")]:
        del sys.modules[name]


@pytest.mark.usefixtures("slow_game")
def test_a_thread_that_asks_while_a_game_is_being_loaded_gets_the_whole_game() -> None:
    games.load_whole_games(TellingLock)
    first = Thread(target=games.game, args=("slow",))
    first.start()
    assert GATE.reached.wait(60)
    second = Thread(target=games.game, args=("slow",))
    second.start()
    assert TellingLock.wanted_twice.wait(60)
    assert second.is_alive()
    assert "slow_game.rest" not in sys.modules
    GATE.opened.set()
    for thread in (first, second):
        thread.join()
    assert "slow_game.rest" in sys.modules


@pytest.mark.usefixtures("slow_game")
def test_a_game_can_be_described_before_it_is_loaded() -> None:
    games.load_whole_games(RLock)
    games._as_described("slow")
    assert "slow_game.part" not in sys.modules


def test_the_thread_loads_every_game() -> None:
    load_meanwhile().join()
    assert games._locks == {}


def test_what_is_loaded_costs_no_key_a_garbage_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    locks_when_frozen: list[object] = []
    monkeypatch.setattr(gc, "freeze", lambda: locks_when_frozen.append(dict(games._locks)))
    load_meanwhile().join()
    assert locks_when_frozen == [{}]  # once, after every game is loaded


def test_a_module_that_cannot_be_loaded_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loading, "AT_KEYS", ("no_such_module",))
    load_meanwhile().join()
    assert "not everything could be loaded ahead" in caplog.text
