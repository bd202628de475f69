"""`triqueta doctor`: check this device, and say what is wrong and how to fix it."""

from __future__ import annotations

import asyncio
import getpass
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from triqueta.cli import CommandError
from triqueta.cli.arguments import (
    add_config_argument,
    add_journal_argument,
    history_path,
    load_settings,
)
from triqueta.cli.play import check_pi
from triqueta.config.reading import find_config
from triqueta.config.settings import TableConfig
from triqueta.doctor.checks import Device, all_checks
from triqueta.doctor.displays import show_test_pictures
from triqueta.doctor.findings import Finding, Mark, checked, wrong
from triqueta.doctor.keys import check_keys
from triqueta.doctor.machine import Person, state
from triqueta.doctor.outputs import light_petals, play_scale
from triqueta.doctor.speed import bench
from triqueta.journal import journal_file
from triqueta.journal.file import Holder, holder_of
from triqueta.records.text import one_line
from triqueta.runtime.machine import PinsError
from triqueta.stations.keys import lgpio_factory

ROOT = Path("/")


def add_arguments(parser: ArgumentParser) -> None:
    check = parser.add_mutually_exclusive_group()
    check.add_argument(
        "--display", action="store_true", help="show a test picture on each display"
    )
    check.add_argument("--keys", action="store_true", help="ask you to press each key in turn")
    check.add_argument("--sound", action="store_true", help="play a scale on the buzzer")
    check.add_argument(
        "--lights", action="store_true", help="light up each petal of the table in turn"
    )
    check.add_argument(
        "--bench", action="store_true", help="measure the pictures per second of each display"
    )
    add_config_argument(parser)
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    device = _device(args)
    with TemporaryDirectory() as folder:  # else lgpio leaves its pipes in the current folder
        os.environ.setdefault("LG_WD", folder)
        what = _requested(args)
        if what is not None:
            return _report(checked(what, _on_request(args, device)))
        return _report(all_checks(device))


def _requested(args: Namespace) -> str | None:
    """Return the parts that an option asks to check, or None without such an option."""
    parts = {
        "the displays": args.display or args.bench,
        "the keys": args.keys,
        "the buzzer": args.sound,
        "the lights": args.lights,
    }
    return next((part for part, is_requested in parts.items() if is_requested), None)


def _device(args: Namespace) -> Device:
    config, file = load_settings(args), find_config(args.config)
    journal = history_path(args, ROOT)
    table = _table_with(journal, journal_file())
    return Device(config, file, journal, _person(), state(), ROOT, table)


def _table_with(*journals: Path) -> Holder | None:
    """Return the table that has one of these journals open, or None."""
    holders = (holder_of(journal) for journal in journals)
    return next((holder for holder in holders if holder is not None), None)


def _person() -> Person:
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # a user id without a name
        name = str(os.geteuid())
    return Person(name, os.geteuid(), (os.getegid(), *os.getgroups()))


def _on_request(args: Namespace, device: Device) -> Iterable[Finding]:
    """Run the check that an option asks for; raise CommandError while a table is running."""
    if device.is_playing:
        reason = f"{device.playing} and uses the displays and keys; stop it first"
        raise CommandError(f"triqueta doctor: {reason}: {device.how_to_stop}")
    if args.keys:
        return _on_pins("keys", device.config, _keys)
    if args.sound:
        return _on_pins("sound", device.config, _sound)
    if args.lights:
        return _on_pins("lights", device.config, _lights)
    if args.bench:
        return bench(device.config)
    return show_test_pictures(device.config, _say, _wait)


def _on_pins(
    what: str, config: TableConfig, check: Callable[[TableConfig, Any], Iterable[Finding]]
) -> Iterator[Finding]:
    """Run a check with gpiozero's pin factory, or yield why there is none."""
    try:
        check_pi(config)
        pins = lgpio_factory()
    except PinsError as error:
        yield wrong(f"no {what}: {error}", "to see what else is wrong: triqueta doctor")
        return
    try:
        yield from check(config, pins)
    finally:
        pins.close()


def _keys(config: TableConfig, pins: Any) -> Iterable[Finding]:
    """Ask for each key and print each result at once; return only the problems."""
    try:
        found = check_keys(config, pins, _say)
    except PinsError as error:
        found = [wrong(str(error), "stop the program that uses this pin, or choose another pin")]
    return [finding for finding in found if finding.mark is not Mark.OK]


def _sound(config: TableConfig, pins: Any) -> Iterable[Finding]:
    return asyncio.run(play_scale(config, pins, _say))


def _lights(config: TableConfig, pins: Any) -> Iterable[Finding]:
    return asyncio.run(light_petals(config, pins, _say))


def _say(text: str) -> None:
    for line in text.splitlines():
        print(one_line(line), flush=True)


def _wait() -> None:
    """Wait for Enter, Ctrl-C or the end of the input."""
    try:
        input("Press Enter when you have looked. ")
    except (EOFError, KeyboardInterrupt):
        print()


def _report(findings: Iterable[Finding]) -> int:
    """Print each finding at once, then a summary; return the exit code."""
    marks = []
    for finding in findings:
        _say("\n".join(finding.lines))
        marks.append(finding.mark)
    number, skipped = marks.count(Mark.WRONG), marks.count(Mark.SKIPPED)
    if number:
        print(f"Problems found: {number}. See above for how to fix them.")
    elif skipped:
        print("No problems in what was checked. See above for what was skipped.")
    else:
        print("No problems found.")
    return 1 if number else 0
