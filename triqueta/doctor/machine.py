"""Check the machine: model, system, Python, packages, groups, power supply, service and storage.

The storage check finds out whether saved games survive a restart, and how fast they are saved.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from triqueta.config.settings import Interface, TableConfig
from triqueta.doctor.findings import Finding, ok, skipped, warn, wrong
from triqueta.games import installed_games
from triqueta.journal.database import check_pages, is_empty, open_for_reading
from triqueta.journal.file import (
    FILE_ERRORS,
    DamagedError,
    ForbiddenError,
    JournalError,
    journal_error,
)
from triqueta.journal.journal import check_games
from triqueta.journal.writer import JournalWriter
from triqueta.runtime.machine import model

SYSTEMS = ("bookworm", "trixie")
OLDEST_PYTHON = (3, 11)
TRIED_MODELS = ("Pi Zero 2", "Pi 3", "Pi 4", "Pi 5", "Module 3", "Module 4", "Module 5")
THROTTLED = Path("sys/devices/platform/soc/soc:firmware/get_throttled")
COMMITS = 20
SLOW_COMMIT = 0.1  # seconds; every key press waits for a commit
LITTLE_SPACE, MUCH_TOO_LITTLE = 100, 10  # megabytes; a game takes about a kilobyte
OWNERS_RIGHTS = "run this as root: sudo triqueta doctor"
FLEETING = ("overlay", "tmpfs", "ramfs")  # file systems that lose their content at power-off
_LOW_NOW, _LOW_SINCE_START = 1 << 0, 1 << 16


@dataclass(frozen=True, slots=True)
class Person:
    """The user who runs the doctor, whose rights are checked."""

    name: str
    number: int
    groups: tuple[int, ...]


def check_model(root: Path) -> Finding:
    name = model(root)
    if name is None:
        remedy = "on this computer, `triqueta play` opens the virtual table in a browser"
        return wrong("this is not a Raspberry Pi: it has no keys or displays", remedy)
    if not any(tried in name for tried in TRIED_MODELS):
        return warn(f"{name}: this model has not been tested", "use a Zero 2 W, 3, 4 or 5")
    return ok(name)


def check_system(root: Path) -> Finding:
    release = _os_release(root)
    codename = release.get("VERSION_CODENAME", "")
    remedy = "write Raspberry Pi OS Lite to the card with Raspberry Pi Imager"
    if codename not in SYSTEMS:
        return wrong(f"the system is {codename or 'unknown'}, not bookworm or trixie", remedy)
    # The 64-bit edition calls itself Debian; only this file distinguishes it.
    if (root / "etc/rpi-issue").exists() or release.get("ID") == "raspbian":
        return ok(f"Raspberry Pi OS ({codename})")
    name = release.get("NAME", "an unnamed system")
    return warn(f"{name} ({codename}): this system has not been tested", remedy)


def _os_release(root: Path) -> dict[str, str]:
    lines = read_text(root / "etc/os-release").splitlines()
    pairs = (line.partition("=") for line in lines)
    return {key: value.strip("\"'") for key, _, value in pairs}


def read_text(path: Path) -> str:
    """Return the content of a small system file, or "" if it can't be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace").rstrip("\0")
    except OSError:
        return ""


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    name = "Python " + ".".join(map(str, version))
    if version[:2] >= OLDEST_PYTHON:
        return ok(name)
    return wrong(f"{name} is too old: 3.11 or newer is needed", "sudo apt install python3")


def check_packages(
    config: TableConfig, find: Callable[[str], object] = find_spec
) -> Iterator[Finding]:
    missing = [name for name in _needed_packages(config) if not _is_there(name, find)]
    if "lgpio" in missing:
        remedy = "sudo apt install python3-lgpio, and run firmware/hub/install.sh again"
        yield wrong("the package lgpio is missing: keys need it", remedy)
    others = [name for name in missing if name != "lgpio"]
    if others:
        remedy = f"run firmware/hub/install.sh again, or: {sys.executable} -m pip install "
        text = f"Python packages are missing: {', '.join(others)}"
        yield wrong(text, remedy + " ".join(others))
    if not missing:
        yield ok(f"packages: {', '.join(_needed_packages(config))}")


def _needed_packages(config: TableConfig) -> list[str]:
    bus = ["smbus2"] if config.uses_i2c else []
    port = ["spidev"] if config.display.interface is Interface.SPI else []
    return ["gpiozero", "lgpio", "luma.oled", *bus, *port]


def _is_there(name: str, find: Callable[[str], object]) -> bool:
    try:
        return find(name) is not None
    except ModuleNotFoundError:  # its parent package is missing
        return False


def check_groups(config: TableConfig, person: Person, root: Path) -> Finding:
    needed = _needed_groups(config)
    if person.number == 0:
        return ok("root can use all devices")
    numbers, members = _groups_of(root)
    lacking = [name for name in needed if numbers.get(name) not in person.groups]
    if not lacking:
        return ok(f"{person.name} is in the groups {', '.join(needed)}")
    text = f"{person.name} is not in the groups {', '.join(lacking)}"
    if all(person.name in members.get(name, ()) for name in lacking):
        return wrong(f"{text} in this login session", "log out and in again")
    remedy = f"sudo usermod -aG {','.join(lacking)} {person.name}, then log out and in again"
    return wrong(f"{text}: this user can't open the devices", remedy)


def _needed_groups(config: TableConfig) -> list[str]:
    wanted = {
        "gpio": True,
        "i2c": config.uses_i2c,
        "spi": config.display.interface is Interface.SPI,
        "dialout": config.pods.enabled,
    }
    return [name for name, needed in wanted.items() if needed]


def _groups_of(root: Path) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the ids of all groups, and their members according to /etc/group."""
    rows = [line.split(":") for line in read_text(root / "etc/group").splitlines()]
    whole = [row for row in rows if len(row) == 4 and row[2].isdecimal()]
    numbers = {row[0]: int(row[2]) for row in whole}
    return numbers, {row[0]: row[3].split(",") for row in whole}


def check_power(root: Path) -> Iterator[Finding]:
    """Check the supply voltage, if the kernel reports it; bits from 16 on mean "since boot"."""
    try:
        bits = int(read_text(root / THROTTLED), 16)
    except ValueError:
        return
    remedy = "use a 5 V supply of at least 2.5 A (Pi 5: 5 A) with a short, thick cable"
    if bits & _LOW_NOW:
        yield wrong("the supply voltage is too low right now", remedy)
    elif bits & _LOW_SINCE_START:
        yield warn("the supply voltage has been too low at some time since the start", remedy)
    else:
        yield ok("the supply voltage has been good since the start")


NAME = "triqueta"
STOP = f"sudo systemctl stop {NAME}"
START = f"sudo systemctl start {NAME}"
_SECONDS = 10
NO_ANSWER = "no answer"


def state() -> str:
    """Return the state of the service, in systemd's words, or NO_ANSWER if systemd hangs.

    Return "" if there is no systemd.
    """
    try:
        done = subprocess.run(  # noqa: S603 - all arguments are constants
            ["systemctl", "is-active", NAME],  # noqa: S607 - wherever the system has it
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return NO_ANSWER
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def is_running(state: str) -> bool:
    """Return whether the service may be running: also while it starts, stops or restarts.

    If systemd does not answer, this is true, so that the displays and keys are left alone.
    """
    return state in ("active", "activating", "deactivating", "reloading", NO_ANSWER)


def check_service(state: str) -> Finding:
    if state == "active":
        return ok("the service is running")
    if state == "failed":
        return wrong("the service has failed", f"see why: journalctl -u {NAME} -b")
    if state == "activating":
        return wrong("the service does not finish starting", f"see why: journalctl -u {NAME} -b")
    if state == NO_ANSWER:
        text = f"systemd did not say within {_SECONDS} seconds whether the service is running"
        return wrong(text, "sudo reboot, then try again")
    return warn("the service is not running", f"once nothing else is wrong: {START}")


class Mount(NamedTuple):
    file_system: str
    options: tuple[str, ...]


def check_storage(
    journal: Path,
    root: Path,
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    clock: Callable[[], float] = perf_counter,
    *,
    measure: bool = True,
) -> Iterator[Finding]:
    """Check the folder, its free space, the journal and, if `measure`, the speed of the card.

    If the folder can't be used, the other checks are skipped. Measuring writes to the card, so a
    running table would have to wait.
    """
    folder = _existing(journal.parent)
    problem = _check_folder(folder, root)
    if problem is not None:
        yield problem
        return
    yield _check_space(folder, free(folder) // 10**6)
    yield check_journal(journal)
    if measure:
        yield _check_commits(folder, clock)


def _existing(folder: Path) -> Path:
    """Return the folder, or its nearest parent that exists."""
    while not _exists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _exists(folder: Path) -> bool:
    try:
        return folder.exists()
    except PermissionError:
        return True


def _check_folder(folder: Path, root: Path) -> Finding | None:
    mount = _mount_of(folder, root)
    if "ro" in mount.options:
        remedy = "try sudo mount -o remount,rw; if it happens again, the card is worn out"
        return wrong(f"{folder} is on a read-only file system: games are not saved", remedy)
    if mount.file_system in FLEETING:
        memory = f"a file system in memory ({mount.file_system})"
        text = f"{folder} is on {memory}: games are lost at power-off"
        return wrong(text, "run firmware/hub/install.sh --read-only (see read-only-root.md)")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        text = f"this user can't open {folder}: the saved games were not checked"
        return skipped(text, OWNERS_RIGHTS)
    return None


def _mount_of(folder: Path, root: Path) -> Mount:
    """Return the mount of the file system that a folder is on; an empty one without /proc."""
    path = os.path.realpath(folder)
    best, found = "", Mount("", ())
    for line in read_text(root / "proc/mounts").splitlines():
        _, mount_point, file_system, options, *_ = [*line.split(), "", "", "", ""]
        mount_point = mount_point.replace("\\040", " ")
        inside = path == mount_point or path.startswith(mount_point.rstrip("/") + "/")
        if inside and len(mount_point) >= len(best):  # the last mount hides earlier ones
            best, found = mount_point, Mount(file_system, tuple(options.split(",")))
    return found


def _check_space(folder: Path, megabytes: int) -> Finding:
    text = f"{megabytes:,} MB are free in {folder}"
    remedy = "free some space: sudo apt clean, sudo journalctl --vacuum-size=50M"
    if megabytes < MUCH_TOO_LITTLE:
        return wrong(f"only {text}: soon nothing can be saved", remedy)
    return warn(f"only {text}", remedy) if megabytes < LITTLE_SPACE else ok(text)


def check_journal(journal: Path) -> Finding:
    """Read and check the whole journal, without changing it."""
    try:
        if is_empty(journal) and is_empty(journal.with_name(journal.name + "-wal")):
            return ok(f"no game has been saved yet in {journal}")
        with closing(open_for_reading(journal)) as connection:
            check_pages(connection)
            JournalWriter(connection, installed_games())  # reads what is on the table
            games = check_games(connection)
    except (*FILE_ERRORS, OSError, JournalError) as error:
        problem = journal_error(error)
        remedy = "choose another file with --journal, or move this one away"
        if isinstance(problem, ForbiddenError):
            remedy = OWNERS_RIGHTS
        if isinstance(problem, DamagedError):
            remedy = "`triqueta play` sets it aside and rescues its games; then replace the card"
        return wrong(f"{journal} cannot be used: {problem}", remedy)
    return ok(f"{journal} is sound, with {games} game{'' if games == 1 else 's'}")


def _check_commits(folder: Path, clock: Callable[[], float]) -> Finding:
    try:
        seconds = commit_seconds(folder, clock)
    except (sqlite3.Error, OSError) as error:
        remedy = "check whether the card is full or worn out: df -h, dmesg"
        return wrong(f"{folder} cannot be written to: {error}", remedy)
    text = f"saving a move to the card takes {1000 * seconds:.1f} ms"
    if seconds > SLOW_COMMIT:
        return warn(f"{text}, and every key press waits for it", "use a card of class A1 or A2")
    return ok(text)


def commit_seconds(folder: Path, clock: Callable[[], float]) -> float:
    """Return the median time of a synced commit, measured in a temporary file in `folder`."""
    with (
        TemporaryDirectory(prefix=".doctor-", dir=folder) as own,
        closing(sqlite3.connect(Path(own, "trial.db"), isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, entry TEXT)")
        times = []
        for number in range(COMMITS):
            started = clock()
            connection.execute("INSERT INTO entry VALUES (?, 'd3')", (number,))
            times.append(clock() - started)
    return median(times)
