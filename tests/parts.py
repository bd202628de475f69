"""Programs of the machine that some tests need besides Python.

A test asks for one with `need`. Without it the test is skipped, and the end of the run says how
to get it; with CI=true it fails. `python3 -m tests.parts` names the Debian packages of those
that are missing, and runs before anything is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

PACKAGES = {
    "chromium": "chromium",  # the pages in a real browser
    "cloud-init": "cloud-init",  # its schema; .ci/run sees to it that nothing is started
    "debugfs": "e2fsprogs",  # the games' own file system, as the next two
    "dot": "graphviz",  # the wiring diagrams
    "e2fsck": "e2fsprogs",
    "mkfs.ext4": "e2fsprogs",
    "openscad": "openscad",  # the case; only for hardware.render
    "prusa-slicer": "prusa-slicer",  # whether the case can be printed, and how long that takes
    "shellcheck": "shellcheck",  # the installer; comes with the test extra where it can
    "systemd-analyze": "systemd",  # the device's unit
    "xvfb-run": "xvfb xauth",  # OpenSCAD's pictures
}
MICROPYTHON = "micropython"  # the pods' program; not in every Debian
GET_MICROPYTHON = "firmware/simulator/get-micropython"


def found(program: str) -> str | None:
    """Where it is: beside this Python, as wheels put it, or on the PATH."""
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
    """Where a program is, for a test that can't do without."""
    import pytest  # not installed yet on CI

    path = found(program)
    if path is None and os.environ.get("CI") == "true":
        pytest.fail(f"needs {program}: .ci/run installs it")
    if path is None:
        pytest.skip(f"needs {program}")
    return path


def not_tested(reasons: Iterable[str]) -> str:
    """A sentence about tests that were skipped for want of something; none, none."""
    wanted = PACKAGES.keys() | {MICROPYTHON}
    named = [match[1] for reason in reasons if (match := re.search(r"needs ([\w-]+)$", reason))]
    skipped = Counter(name for name in named if name in wanted)
    if not skipped:
        return ""
    parts = ", ".join(f"{name} ({count})" for name, count in sorted(skipped.items()))
    return f"Not tested for want of {parts}; this brings it: {command(skipped)}"


def command(programs: Iterable[str]) -> str:
    packages = sorted({PACKAGES[name] for name in programs if name in PACKAGES})
    steps = [f"sudo apt-get install {' '.join(packages)}"] if packages else []
    if MICROPYTHON in programs:
        steps.append(GET_MICROPYTHON)
    return " && ".join(steps)


if __name__ == "__main__":
    print(*(package for program, package in PACKAGES.items() if found(program) is None))
