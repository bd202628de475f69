"""What a key may need is loaded in a thread, and a key that comes too early waits for it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, RLock, Thread

import pytest
from highcard import SPEC

from triqueta.cli import loading
from triqueta.cli.loading import load_meanwhile
from triqueta.games import installed_games
from triqueta.table.registry import Registry

MODEL = "import slow_game.part\nfrom highcard import MODEL\n"
UI = "UI = object()\n"
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


@pytest.fixture
def slow_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """A game, one of whose modules takes as long to import as the test wants."""
    folder = tmp_path / "slow_game"
    folder.mkdir()
    for name, text in (("__init__", ""), ("model", MODEL), ("part", PART), ("ui", UI)):
        (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield Registry([replace(SPEC, model="slow_game.model:MODEL", ui="slow_game.ui:UI")])
    for name in [name for name in sys.modules if name.startswith("slow_game")]:
        del sys.modules[name]


def test_a_thread_that_asks_while_a_game_is_being_loaded_gets_the_whole_game(
    slow_game: Registry,
) -> None:
    slow_game.load_whole_games(TellingLock)
    first = Thread(target=slow_game.model, args=("highcard",))
    first.start()
    assert GATE.reached.wait(60)
    second = Thread(target=slow_game.ui, args=("highcard",))
    second.start()
    assert TellingLock.wanted_twice.wait(60)
    assert second.is_alive()
    assert "slow_game.ui" not in sys.modules
    GATE.opened.set()
    for thread in (first, second):
        thread.join()
    assert "slow_game.ui" in sys.modules


def test_a_game_can_be_described_before_it_is_loaded(slow_game: Registry) -> None:
    slow_game.load_whole_games(RLock)
    assert slow_game["highcard"].title == "High card"
    assert "slow_game.model" not in sys.modules


def test_without_locks_only_what_is_asked_for_is_loaded(slow_game: Registry) -> None:
    GATE.opened.set()
    slow_game.model("highcard")
    assert "slow_game.ui" not in sys.modules


def test_the_thread_loads_every_game() -> None:
    games = Registry(installed_games())
    load_meanwhile(games).join()
    assert are_loaded(games)


def are_loaded(games: Registry) -> bool:
    return set(games._loader._loaded) == {path for spec in games for path in (spec.model, spec.ui)}


def test_what_is_loaded_costs_no_key_a_garbage_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    games, loaded_when_frozen = Registry(installed_games()), list[bool]()
    monkeypatch.setattr(gc, "freeze", lambda: loaded_when_frozen.append(are_loaded(games)))
    load_meanwhile(games).join()
    assert loaded_when_frozen == [True]  # once, after every game is loaded


def test_a_module_that_cannot_be_loaded_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loading, "AT_KEYS", ("no_such_module",))
    load_meanwhile(Registry(installed_games())).join()
    assert "not everything could be loaded ahead" in caplog.text
