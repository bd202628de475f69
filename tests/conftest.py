"""Flags and settings for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import parts

TESTS = Path(__file__).parent
LONG = (
    "games/ettana/test_every_move_by_keys.py",
    "games/test_every_game.py",
    "games/test_guests_pictures.py",
    "games/zatre/test_random_keys.py",
    "hardware/",
    "journal/test_crashes.py",
    "journal/test_damage.py",
    "robots/test_strength.py",
    "stations/test_pages",
    "stations/test_pods",
    "table/test_random_keys.py",
    "table/test_secrecy.py",
)
"""Files and folders, by how their paths begin: what goes through whole games again and again, or
is about browsers, pods and printed parts, whatever the Python. `.ci/run` does it once."""
QUICK = ("rules", "runtime", "screens")
"""Folders for work in between: the rules, how the parts are put together, and what is drawn."""

# The machines that run the tests are noisy: how long an example takes says nothing.
settings.register_profile(
    "triqueta", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
# `pytest --hypothesis-profile=deep` looks for new trouble: more examples, others each time.
settings.register_profile(
    "deep", settings.get_profile("triqueta"), max_examples=2000, derandomize=False
)
settings.load_profile("triqueta")


@pytest.fixture(scope="session")
def data_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Places for the data of each test; most need none, so that none is made."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data_home(data_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the games of whoever runs it: processes started here inherit this."""
    home = next(data_homes)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return home


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite on all processors; what is named or written anew, here in this process.

    One process more than processors: some tests wait for other programs, such as simulated pods.
    """
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    writes = config.getoption("update_pictures") or config.getoption("update_playthroughs")
    return 0 if named or writes else len(os.sched_getaffinity(0)) + 1


def is_long(path: Path) -> bool:
    return str(path.relative_to(TESTS)).startswith(LONG)


def is_quick(path: Path) -> bool:
    return path.parent.parent == TESTS and path.parent.name in QUICK


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick` the others are not even imported."""
    others = collection_path.is_file() and not is_quick(collection_path)
    return True if others and config.getoption("markexpr") == "quick" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_quick(item.path):
            item.add_marker("quick")
        if item.path.is_relative_to(TESTS) and is_long(item.path):
            item.add_marker("long")


def pytest_collection_finish() -> None:
    """What is there before the first test is no garbage: looking for it is quicker without."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def leaks_show_where_they_are() -> Iterator[None]:
    """What a module's tests left open is told in it, not in whichever test comes later."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def micropython() -> str:
    return parts.need(parts.MICROPYTHON)


@pytest.fixture(scope="session")
def kills(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How often a test of crashes pulls the plug, given how often it usually does."""
    return lambda usual: usual * (20 if request.config.getoption("--many-crashes") else 1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--many-crashes",
        action="store_true",
        help="pull the plug thousands of times instead of hundreds",
    )
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="write the playthrough files anew instead of comparing with them",
    )
    parser.addoption(
        "--update-pictures",
        action="store_true",
        help="write the golden pictures anew instead of comparing with them",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last lines say what was not tested, and how to get what it takes."""
    skipped = terminalreporter.getreports("skipped")
    sentence = parts.not_tested(str(report.longrepr[2]) for report in skipped)
    if sentence:
        terminalreporter.write_line("")
        terminalreporter.write_line(sentence, yellow=True)
