"""The machine and what runs on it: model, system, Python, packages, groups, power, the service.

And the storage: whether saved games will still be there tomorrow, and how fast they are saved.
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
from triqueta.doctor.findings import Finding, good, odd, skipped, wrong
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
SLOW_COMMIT = 0.1  # seconds; each key waits for one
LITTLE_SPACE, MUCH_TOO_LITTLE = 100, 10  # megabytes; a game takes a thousandth of one
OWNERS_RIGHTS = "look with its owner's rights: sudo triqueta doctor"
FLEETING = ("overlay", "tmpfs", "ramfs")  # what is written there is gone with the power
_LOW_NOW, _LOW_SINCE_START = 1 << 0, 1 << 16


@dataclass(frozen=True, slots=True)
class Person:
    """Who runs the doctor: the rights that are looked at are theirs."""

    name: str
    number: int
    groups: tuple[int, ...]


def check_model(root: Path) -> Finding:
    name = model(root)
    if name is None:
        remedy = "on any other computer `triqueta play` opens the virtual table in a browser"
        return wrong("this is no Raspberry Pi: it has no keys and displays of its own", remedy)
    if not any(tried in name for tried in TRIED_MODELS):
        return odd(f"{name}: nobody has tried this model", "take a Zero 2 W, 3, 4 or 5")
    return good(name)


def check_system(root: Path) -> Finding:
    release = _os_release(root)
    codename = release.get("VERSION_CODENAME", "")
    remedy = "write Raspberry Pi OS Lite to the card with Raspberry Pi Imager"
    if codename not in SYSTEMS:
        return wrong(f"the system is {codename or 'unknown'}, not bookworm or trixie", remedy)
    # The 64-bit edition calls itself Debian; only a file of its own tells it apart.
    if (root / "etc/rpi-issue").exists() or release.get("ID") == "raspbian":
        return good(f"Raspberry Pi OS ({codename})")
    name = release.get("NAME", "an unnamed system")
    return odd(f"{name} ({codename}): this system has not been tested", remedy)


def _os_release(root: Path) -> dict[str, str]:
    lines = read_text(root / "etc/os-release").splitlines()
    pairs = (line.partition("=") for line in lines)
    return {key: value.strip("\"'") for key, _, value in pairs}


def read_text(path: Path) -> str:
    """What is in a small file of the system; nothing if it is not there."""
    try:
        return path.read_bytes().decode("utf-8", "replace").rstrip("\0")
    except OSError:
        return ""


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    name = "Python " + ".".join(map(str, version))
    if version[:2] >= OLDEST_PYTHON:
        return good(name)
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
        yield good(f"packages: {', '.join(_needed_packages(config))}")


def _needed_packages(config: TableConfig) -> list[str]:
    bus = ["smbus2"] if config.uses_i2c else []
    port = ["spidev"] if config.display.interface is Interface.SPI else []
    return ["gpiozero", "lgpio", "luma.oled", *bus, *port]


def _is_there(name: str, find: Callable[[str], object]) -> bool:
    try:
        return find(name) is not None
    except ModuleNotFoundError:  # the package that it would be in
        return False


def check_groups(config: TableConfig, person: Person, root: Path) -> Finding:
    needed = _needed_groups(config)
    if person.number == 0:
        return good("root may use all devices")
    numbers, members = _groups_of(root)
    lacking = [name for name in needed if numbers.get(name) not in person.groups]
    if not lacking:
        return good(f"{person.name} is in the groups {', '.join(needed)}")
    text = f"{person.name} is not in: {', '.join(lacking)}"
    if all(person.name in members.get(name, ()) for name in lacking):
        return wrong(f"{text}, as far as this login knows", "log out and in again")
    remedy = f"sudo usermod -aG {','.join(lacking)} {person.name}, then log out and in again"
    return wrong(f"{text}: the devices are closed to this user", remedy)


def _needed_groups(config: TableConfig) -> list[str]:
    wanted = {
        "gpio": True,
        "i2c": config.uses_i2c,
        "spi": config.display.interface is Interface.SPI,
        "dialout": config.pods.enabled,
    }
    return [name for name, needed in wanted.items() if needed]


def _groups_of(root: Path) -> tuple[dict[str, int], dict[str, list[str]]]:
    """The numbers of all groups, and the members they have by /etc/group."""
    rows = [line.split(":") for line in read_text(root / "etc/group").splitlines()]
    whole = [row for row in rows if len(row) == 4 and row[2].isdecimal()]
    numbers = {row[0]: int(row[2]) for row in whole}
    return numbers, {row[0]: row[3].split(",") for row in whole}


def check_power(root: Path) -> Iterator[Finding]:
    """Not every kernel tells; what it tells are bits, those from 16 on since the start."""
    try:
        bits = int(read_text(root / THROTTLED), 16)
    except ValueError:
        return
    remedy = "use a supply of 5 V and at least 2.5 A (Pi 5: 5 A) with a short, thick cable"
    if bits & _LOW_NOW:
        yield wrong("the supply's voltage is too low right now", remedy)
    elif bits & _LOW_SINCE_START:
        yield odd("the supply's voltage was too low at some moment since the start", remedy)
    else:
        yield good("the supply's voltage has been good since the start")


NAME = "triqueta"
STOP = f"sudo systemctl stop {NAME}"
START = f"sudo systemctl start {NAME}"
_SECONDS = 10
NO_ANSWER = "no answer"


def state() -> str:
    """Return systemd's word for the state of the service, or NO_ANSWER if systemd hangs.

    It is empty where there is no systemd, or no service.
    """
    try:
        done = subprocess.run(  # noqa: S603 - no word of it comes from outside
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

    If systemd does not answer, it may be running, so displays and keys are left alone.
    """
    return state in ("active", "activating", "deactivating", "reloading", NO_ANSWER)


def check_service(state: str) -> Finding:
    if state == "active":
        return good("the table runs as a service")
    if state == "failed":
        return wrong("the service has failed", f"journalctl -u {NAME} -b tells why")
    if state == "activating":
        return wrong("the service does not get going", f"journalctl -u {NAME} -b tells why")
    if state == NO_ANSWER:
        text = f"systemd did not say within {_SECONDS} seconds whether the service runs"
        return wrong(text, "sudo reboot, then try again")
    return odd("the table does not run as a service", f"{START}, once all is well here")


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

    If the folder can't be used, there is nothing else to check. Measuring writes to the card, so a
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
    """The folder, or the one that it will be made in."""
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
        remedy = "sudo mount -o remount,rw on it; again after a restart: the card is worn out"
        return wrong(f"{folder} is on a file system that is read-only: games get lost", remedy)
    if mount.file_system in FLEETING:
        memory = f"a file system in memory ({mount.file_system})"
        text = f"{folder} is on {memory}: games go with the power"
        return wrong(text, "run firmware/hub/install.sh --read-only: read-only-root.md")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        text = f"{folder} is closed to this user: games were not checked"
        return skipped(text, OWNERS_RIGHTS)
    return None


def _mount_of(folder: Path, root: Path) -> Mount:
    """The file system that a folder is on; nothing is known of it where there is no /proc."""
    path = os.path.realpath(folder)
    best, found = "", Mount("", ())
    for line in read_text(root / "proc/mounts").splitlines():
        _, mount_point, file_system, options, *_ = [*line.split(), "", "", "", ""]
        mount_point = mount_point.replace("\\040", " ")
        inside = path == mount_point or path.startswith(mount_point.rstrip("/") + "/")
        if inside and len(mount_point) >= len(best):  # the last one lies on top
            best, found = mount_point, Mount(file_system, tuple(options.split(",")))
    return found


def _check_space(folder: Path, megabytes: int) -> Finding:
    text = f"{megabytes:,} MB are free in {folder}"
    remedy = "make room: sudo apt clean, sudo journalctl --vacuum-size=50M"
    if megabytes < MUCH_TOO_LITTLE:
        return wrong(f"only {text}: soon nothing can be saved", remedy)
    return odd(f"only {text}", remedy) if megabytes < LITTLE_SPACE else good(text)


def check_journal(journal: Path) -> Finding:
    """Read all of it, without changing anything."""
    try:
        if is_empty(journal) and is_empty(journal.with_name(journal.name + "-wal")):
            return good(f"no game has been saved yet in {journal}")
        with closing(open_for_reading(journal)) as connection:
            check_pages(connection)
            JournalWriter(connection, installed_games())  # what is on the table
            games = check_games(connection)
    except (*FILE_ERRORS, OSError, JournalError) as error:
        problem = journal_error(error)
        remedy = "give another file with --journal, or put this one aside"
        if isinstance(problem, ForbiddenError):
            remedy = OWNERS_RIGHTS
        if isinstance(problem, DamagedError):
            remedy = "`triqueta play` sets it aside and rescues its games; then get a new card"
        return wrong(f"{journal} cannot be used: {problem}", remedy)
    return good(f"{journal} is sound, with {games} game{'' if games == 1 else 's'}")


def _check_commits(folder: Path, clock: Callable[[], float]) -> Finding:
    try:
        seconds = commit_seconds(folder, clock)
    except (sqlite3.Error, OSError) as error:
        remedy = "see whether the card is full or worn out: df -h, dmesg"
        return wrong(f"{folder} cannot be written to: {error}", remedy)
    text = f"a move is safe on the card after {1000 * seconds:.1f} ms"
    if seconds > SLOW_COMMIT:
        return odd(f"{text}, and each key waits for that", "use a card of class A1 or A2")
    return good(text)


def commit_seconds(folder: Path, clock: Callable[[], float]) -> float:
    """The median time of a synced commit, in a file of its own beside the journal."""
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
