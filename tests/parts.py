"""Programs and Python packages that some tests need in addition to the test extra.

A test asks for a program with `need` and for a package with `need_package`. Without it the test
is skipped, and the end of the run says how to get it; with CI=true the test fails. A test file
that imports a missing package is skipped as a whole (`tests/conftest.py`).

`python3 -m tests.parts` prints the Debian packages of the programs that are missing; it runs
before anything is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NoReturn

BROWSER = "chromium-headless-shell"  # Chromium without windows, which starts faster
PACKAGES = {
    BROWSER: BROWSER,  # for tests of the pages
    "cloud-init": "cloud-init",  # for its schema; .ci/run makes sure that it starts nothing
    "debugfs": "e2fsprogs",  # for the data file system, as e2fsck and mkfs.ext4
    "dot": "graphviz",  # for the wiring diagrams
    "e2fsck": "e2fsprogs",
    "mkfs.ext4": "e2fsprogs",
    "openscad": "openscad",  # for the case; only hardware.render needs it
    "prusa-slicer": "prusa-slicer",  # checks that the case can be printed, and how long it takes
    "shellcheck": "shellcheck",  # for the installer; also in the test extra where available
    "systemd-analyze": "systemd",  # for the service unit
    "xvfb-run": "xvfb xauth",  # for OpenSCAD's pictures
}
EXTRAS = {
    "axe_playwright_python": "pages",
    "distributed": "cluster",
    "manifold3d": "hardware",
    "numpy": "hardware",
    "playwright": "pages",
    "pyspiel": "bench",
    "scipy": "hardware",
    "shapely": "hardware",
    "trimesh": "hardware",
    "wireviz": "hardware",
}
"""The extra in pyproject.toml that has a Python package."""
MICROPYTHON = "micropython"  # runs the pods' program; not every Debian has it
GET_MICROPYTHON = "firmware/simulator/get-micropython"


def found(program: str) -> str | None:
    """Return the path of a program: next to this Python, where wheels put it, or on the PATH."""
    if program == MICROPYTHON:
        return _micropython()
    beside = str(Path(sys.executable).parent)
    return shutil.which(program, path=os.pathsep.join([beside, os.environ.get("PATH", "")]))


def _micropython() -> str | None:
    from triqueta.stations.pods import simulator  # not installed yet on CI

    try:
        return simulator.micropython()
    except simulator.SimulatorError:
        return None


def need(program: str) -> str:
    """Return the path of a program, or skip the test if it is missing."""
    path = found(program)
    if path is None:
        _miss(program)
    return path


def need_package(package: str) -> ModuleType:
    """Import and return a Python package, or skip the test if it is missing."""
    try:
        return import_module(package)
    except ModuleNotFoundError:
        _miss(package)


def _miss(name: str) -> NoReturn:
    import pytest  # not installed yet on CI

    if is_ci():
        pytest.fail(f"needs {name}: .ci/run installs it")
    pytest.skip(f"needs {name}")


def is_ci() -> bool:
    return os.environ.get("CI") == "true"


def missing_package(error: str) -> str | None:
    """Return the package of an extra that an error message reports as missing, or None."""
    match = re.search(r"ModuleNotFoundError: No module named '(\w+)", error)
    return match[1] if match is not None and match[1] in EXTRAS else None


def not_tested(reasons: Iterable[str]) -> str:
    """Return a sentence that lists the programs and packages skipped tests lacked, or ""."""
    known = PACKAGES.keys() | EXTRAS.keys() | {MICROPYTHON}
    named = [match[1] for reason in reasons if (match := re.search(r"needs ([\w-]+)$", reason))]
    skipped = Counter(name for name in named if name in known)
    if not skipped:
        return ""
    parts = ", ".join(f"{name} ({count})" for name, count in sorted(skipped.items()))
    return f"Not tested because these are missing: {parts}. To get them: {command(skipped)}"


def command(names: Iterable[str]) -> str:
    """Return the shell command that installs programs and packages."""
    packages = sorted({PACKAGES[name] for name in names if name in PACKAGES})
    extras = sorted({EXTRAS[name] for name in names if name in EXTRAS})
    steps = [f"sudo apt-get install {' '.join(packages)}"] if packages else []
    if extras:
        steps.append(f".venv/bin/pip install -e '.[{','.join(['test', *extras])}]'")
    if MICROPYTHON in names:
        steps.append(GET_MICROPYTHON)
    return " && ".join(steps)


if __name__ == "__main__":
    print(*(package for program, package in PACKAGES.items() if found(program) is None))
