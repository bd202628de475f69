"""`triqueta doctor`: what is found on this device, what is wrong, and what to do about it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError
from triqueta.cli.journals import add_journal_argument, history_path
from triqueta.cli.settings import add_config_argument, load_settings
from triqueta.records.lines import one_line

if TYPE_CHECKING:
    from triqueta.config.settings import TableConfig
    from triqueta.doctor.checks import Device
    from triqueta.doctor.findings import Finding
    from triqueta.doctor.machine import Person

HELP = "say what is found on this device, what is wrong, and what to do about it"
ROOT = Path("/")


def add_arguments(parser: ArgumentParser) -> None:
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--display", action="store_true", help="show a test picture on each display, to compare"
    )
    kind.add_argument("--keys", action="store_true", help="ask for each key in turn")
    kind.add_argument(
        "--bench", action="store_true", help="measure pictures per second on each display"
    )
    add_config_argument(parser)
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    from triqueta.doctor.checks import all_checks  # noqa: PLC0415

    device = _device(args)
    if args.display or args.keys or args.bench:
        return _told(_on_request(args, device))
    return _told(all_checks(device))


def _device(args: Namespace) -> Device:
    from triqueta.config.files import find_config  # noqa: PLC0415
    from triqueta.doctor.checks import Device  # noqa: PLC0415
    from triqueta.doctor.service import state  # noqa: PLC0415

    config, file = load_settings(args), find_config(args.config)
    return Device(config, file, history_path(args, ROOT), _person(), state(), ROOT)


def _person() -> Person:
    import getpass  # noqa: PLC0415

    from triqueta.doctor.machine import Person  # noqa: PLC0415

    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # a number that no name belongs to
        name = str(os.geteuid())
    return Person(name, os.geteuid(), (os.getegid(), *os.getgroups()))


def _on_request(args: Namespace, device: Device) -> Iterable[Finding]:
    """Displays and keys can be in one hand only: never while the service is playing."""
    if device.is_playing:
        from triqueta.doctor.service import STOP  # noqa: PLC0415

        reason = "the table is being played, and has the displays and keys; stop it first"
        raise CommandError(f"triqueta doctor: {reason}: {STOP}")
    if args.keys:
        with TemporaryDirectory() as folder:  # lgpio leaves its pipes wherever it is started
            os.environ.setdefault("LG_WD", folder)
            return _keys(device.config)
    if args.bench:
        from triqueta.doctor.speed import bench  # noqa: PLC0415

        return bench(device.config)
    from triqueta.doctor.displays import show_test_pictures  # noqa: PLC0415

    return show_test_pictures(device.config, _say, _wait)


def _keys(config: TableConfig) -> list[Finding]:
    """Each key is told when it has been pressed: at the end only what is wrong comes again."""
    from triqueta.cli.play_hardware import check_pi  # noqa: PLC0415
    from triqueta.doctor.findings import Mark, wrong  # noqa: PLC0415
    from triqueta.doctor.keys import check_keys  # noqa: PLC0415
    from triqueta.stations.keys import KeysError, lgpio_factory  # noqa: PLC0415

    try:
        check_pi(config)
        pins = lgpio_factory()
    except KeysError as error:
        return [wrong(f"no keys: {error}", "see what else is wrong: triqueta doctor")]
    try:
        found = check_keys(config, pins, _say)
    except KeysError as error:
        return [wrong(str(error), "stop whatever else uses this pin, or choose another one")]
    finally:
        pins.close()
    return [finding for finding in found if finding.mark is Mark.WRONG]


def _say(text: str) -> None:
    for line in text.splitlines():
        print(one_line(line), flush=True)


def _wait() -> None:
    """Until somebody has looked: Enter, Ctrl-C and the end of the input say so."""
    try:
        input("Press Enter when you have looked. ")
    except (EOFError, KeyboardInterrupt):
        print()


def _told(findings: Iterable[Finding]) -> int:
    """Print each as it is found; the exit status."""
    from triqueta.doctor.findings import Mark  # noqa: PLC0415

    number = 0
    for finding in findings:
        _say("\n".join(finding.lines))
        number += finding.mark is Mark.WRONG
    print("Nothing is wrong." if not number else f"Wrong: {number}. See above what to do.")
    return 1 if number else 0
