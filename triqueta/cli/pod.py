"""`triqueta pod`: list the pods, install their firmware, and test their screens and keys."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from triqueta.cli import CommandError
from triqueta.cli.arguments import (
    add_config_argument,
    add_journal_argument,
    integer,
    journal_path,
    load_settings,
)
from triqueta.cli.journals import is_nothing_saved, open_journal
from triqueta.journal.writer import read_pods
from triqueta.records.text import one_line
from triqueta.stations.pods.messages import PROTOCOL, Hello
from triqueta.stations.pods.port import PortError, pod_ports
from triqueta.stations.pods.tools import FlashError, KeyTest, PodTalk, flash

TEST_SECONDS = 60


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    text = "list the pods that are plugged in, and their seats"
    listing = actions.add_parser("list", help=text, description=text, allow_abbrev=False)
    add_journal_argument(listing)
    listing.set_defaults(action=_list)
    text = "install or update the firmware of a pod, with mpremote"
    flashing = actions.add_parser("flash", help=text, description=text, allow_abbrev=False)
    flashing.set_defaults(action=_flash)
    text = "show a test picture on a pod, and wait until you have pressed each key"
    testing = actions.add_parser("test", help=text, description=text, allow_abbrev=False)
    testing.add_argument(
        "--seconds",
        type=integer(1, 3600),
        default=TEST_SECONDS,
        help=f"how long to wait for the keys (default: {TEST_SECONDS})",
    )
    testing.set_defaults(action=_test)
    for action in (flashing, testing):
        action.add_argument(
            "port",
            nargs="?",
            metavar="PORT",
            help="port of the pod, for example /dev/ttyACM0; needed if there are several pods",
        )
    for action in (listing, flashing, testing):
        add_config_argument(action)


def run(args: Namespace) -> int:
    code: int = args.action(args)
    return code


def _ports(args: Namespace) -> list[str]:
    return pod_ports(load_settings(args).pods.ports)


def _port(args: Namespace) -> str:
    """Return the port that is given, or the only port with a pod."""
    if args.port:
        return str(args.port)
    ports = _ports(args)
    if not ports:
        raise CommandError(
            "triqueta pod: no pod found; if yours has another USB id, name its port"
        )
    if len(ports) > 1:
        raise CommandError(f"triqueta pod: there are several pods; name one: {', '.join(ports)}")
    return ports[0]


# --- list


def _list(args: Namespace) -> int:
    ports = _ports(args)
    seats = _remembered(args) if ports else {}
    for port in ports:
        print(f"{one_line(port)}  {_description(port, seats)}", flush=True)
    if not ports:
        print("No pod is plugged in.")
    return 0


def _remembered(args: Namespace) -> dict[str, int]:
    path = journal_path(args)
    if is_nothing_saved(path):
        return {}
    with open_journal(path) as connection:
        return read_pods(connection)


def _description(port: str, seats: dict[str, int]) -> str:
    try:
        with PodTalk(port) as talk:
            hello = talk.greet()
    except PortError as error:
        return str(error)
    if hello is None:
        return "no answer: not a pod, or a pod without firmware (see triqueta pod flash)"
    return f"{_who(hello)}, {_seat(hello, seats)}"


def _who(hello: Hello) -> str:
    firmware = ".".join(map(str, hello.firmware))
    fits = "" if hello.protocol == PROTOCOL else f" (this table uses {PROTOCOL})"
    return f"pod {hello.pod_id}, firmware {firmware}, protocol {hello.protocol}{fits}"


def _seat(hello: Hello, seats: dict[str, int]) -> str:
    seat = seats.get(hello.pod_id)
    return "no seat yet" if seat is None else f"seat {seat + 1}"


# --- flash


def _flash(args: Namespace) -> int:
    port = _port(args)
    try:
        hello = flash(port, tell=lambda text: print(text, flush=True))
    except FlashError as error:
        raise CommandError(f"triqueta pod flash: {port}: {error}") from None
    print(f"{one_line(port)}  {_who(hello)}")
    return 0


# --- test


def _test(args: Namespace) -> int:
    port = _port(args)
    try:
        return _tested(port, args.seconds)
    except PortError as error:
        raise CommandError(f"triqueta pod test: {port}: {error}") from None


def _tested(port: str, seconds: int) -> int:
    test = KeyTest()
    with PodTalk(port) as talk:
        hello = talk.greet()
        if hello is None or hello.protocol != PROTOCOL:
            found = "no answer" if hello is None else _who(hello)
            raise CommandError(f"triqueta pod test: {port}: {found}; try triqueta pod flash")
        print(f"{_who(hello)}\nPress each key: its box fills.", flush=True)
        end = time.monotonic() + seconds
        while test.missing and time.monotonic() < end:
            talk.link.show(test.picture())
            for event in talk.turn():
                if key := test.take(event):
                    print(f"{key} works", flush=True)
        works = talk.link.screen_works
    return _verdict(test.missing, screen_works=works)


def _verdict(missing: Sequence[str], *, screen_works: bool) -> int:
    if not screen_works:
        print("The screen does not answer.")
    if missing:
        print(f"Not pressed: {', '.join(missing)}")
    elif screen_works:
        print("All eight keys work.")
    return 1 if missing or not screen_works else 0
