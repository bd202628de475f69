"""Pytest options, fixtures and hooks for all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import parts, profiles

TESTS = Path(__file__).parent
BYTECODE = TESTS.parent / "build" / "bytecode"
QUICK = ("games/triqueta/rules", "records", "runtime", "screens")
"""Folders of the quick tests (`-m quick`): rules, records, runtime and screens."""


def keep_bytecode() -> None:
    """Keep compiled files even if PYTHONDONTWRITEBYTECODE is set, but outside the source folders.

    Otherwise each worker and each of the hundreds of processes that tests start would compile the
    same files again.
    """
    if sys.dont_write_bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
        sys.dont_write_bytecode = False


keep_bytecode()  # before any test module is imported


def pytest_configure(config: pytest.Config) -> None:
    profiles.choose(config.getoption("--profile"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell an xdist worker whether the command line names tests."""
    node.workerinput["named"] = named(node.config)


def named(config: pytest.Config) -> bool:
    """Return whether the command line names files or tests instead of running the whole suite."""
    told: dict[str, bool] | None = getattr(config, "workerinput", None)
    if told is not None:
        return told["named"]
    return config.args_source is not pytest.Config.ArgsSource.TESTPATHS


def leaves_out_full(config: pytest.Config) -> bool:
    """Return whether to skip tests marked `full`: in a short profile, unless they are named."""
    return profiles.chosen().is_short and not named(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import the test files in a different order in each worker, so that they share the compiling.

    In a new clone, compiling takes longer than the collection itself.
    """
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None or named(session.config) or session.config.getoption("markexpr"):
        return
    files = sorted(TESTS.rglob("test_*.py"))
    start = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in files[start:] + files[:start]:
        # Collection imports the file again and reports the error.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.fixture(scope="session")
def data_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return an iterator of paths for the data of each test.

    No folder is created until it is used.
    """
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data_home(data_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test and the processes it starts their own data folder instead of the user's."""
    home = next(data_homes)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return home


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of workers: none for named tests or when expected files are updated.

    Otherwise there is one more worker than processors, because some tests wait for other programs,
    such as simulated pods.
    """
    writes = config.getoption("update_pictures") or config.getoption("update_playthroughs")
    return 0 if named(config) or writes else len(os.sched_getaffinity(0)) + 1


def is_quick(path: Path) -> bool:
    return path.parent in [TESTS / folder for folder in QUICK]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick`, do not even import the other tests."""
    others = collection_path.is_file() and not is_quick(collection_path)
    return True if others and config.getoption("markexpr") == "quick" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_quick(item.path):
            item.add_marker("quick")
    if leaves_out_full(config):
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a file that imports a package of an extra that is not installed. On CI, let it fail."""
    report = yield
    package = parts.missing_package(str(report.longrepr)) if report.failed else None
    if package is not None and not parts.is_ci():
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: needs {package}")
    return report


def pytest_collection_finish() -> None:
    """Exclude objects that exist before the first test from garbage collection, to save time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def leaks_show_where_they_are() -> Iterator[None]:
    """Collect garbage after each module, so that leaks are reported there and not later."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def micropython() -> str:
    return parts.need(parts.MICROPYTHON)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--profile",
        choices=list(profiles.PROFILES),
        default=profiles.DEFAULT.name,
        help="how thoroughly to test: default is short, full is what CI runs, deep is for nights",
    )
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="overwrite the playthrough files instead of comparing with them",
    )
    parser.addoption(
        "--update-pictures",
        action="store_true",
        help="overwrite the golden pictures instead of comparing with them",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print which tests were skipped for lack of a program or package, and how to install it."""
    skipped = terminalreporter.getreports("skipped")
    sentence = parts.not_tested(str(report.longrepr[2]) for report in skipped)
    if sentence:
        terminalreporter.write_line("")
        terminalreporter.write_line(sentence, yellow=True)
