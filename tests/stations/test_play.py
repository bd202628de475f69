"""Tests of `triqueta play` as a process: its address, its ports and its exit."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from urllib.request import urlopen

COMMAND = [sys.executable, "-m", "triqueta", "play", "--no-browser"]


Playing: TypeAlias = tuple["subprocess.Popen[str]", str]


@contextmanager
def playing(*words: str) -> Iterator[Playing]:
    """Start `triqueta play`, yield it with its table's address, and stop it after the test."""
    with started(*words) as process:
        line = line_of(process)
        if "--virtual" not in words:
            assert line == "Playing at the virtual table: this is not a Raspberry Pi\n"
            line = line_of(process)
        match = re.search(r"http://localhost:\d+/", line)
        assert match, line
        yield process, match.group()


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def stop(process: subprocess.Popen[str], number: int = signal.SIGINT) -> tuple[str, str]:
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    return out, err


def test_it_prints_its_address_serves_and_ends_cleanly() -> None:
    with playing() as (process, address):
        with urlopen(address) as page:
            assert b"Triqueta" in page.read()
        out, err = stop(process)
        assert out.strip() == "Goodbye."
        assert err == ""


def test_a_second_table_takes_the_next_free_port(tmp_path: Path) -> None:
    own = f"--journal={tmp_path / 'other.db'}"
    with playing() as (first, one), playing(own) as (second, other):
        assert one != other
        stop(first)
        stop(second, signal.SIGTERM)


def test_a_second_table_with_the_same_journal_says_where_the_first_one_is() -> None:
    for words in ((), ("--lan",)):
        with playing(*words) as (first, address):
            second = subprocess.run(
                COMMAND, capture_output=True, text=True, timeout=60, check=False
            )
            assert second.returncode == 2
            assert second.stderr == (
                f"triqueta play: a table is already running at {address} (process {first.pid}); "
                "a second one needs its own --journal\n"
            )
            stop(first)


def test_a_second_table_does_not_mention_a_first_one_that_was_killed() -> None:
    with playing() as (process, _):
        process.kill()
        process.wait()
        with playing() as (after_it, _):
            stop(after_it)


def test_a_table_open_to_the_network_prints_its_address() -> None:
    with playing("--lan") as (process, address):
        port = address.rsplit(":", 1)[1]
        line = line_of(process)
        assert f":{port}): to take a seat" in line or "(no network yet): to take a seat" in line
        stop(process)


def test_only_this_machine_is_served_by_default() -> None:
    with playing() as (process, address):
        port = int(address.rsplit(":", 1)[1].strip("/"))
        listening = subprocess.run(
            ["cat", "/proc/net/tcp"], capture_output=True, text=True, check=True
        )
        assert f"0100007F:{port:04X}" in listening.stdout
        assert f"00000000:{port:04X}" not in listening.stdout
        stop(process)


def test_the_network_is_served_on_request_and_the_output_says_so() -> None:
    with playing("--lan") as (process, address):
        port = int(address.rsplit(":", 1)[1].strip("/"))
        listening = subprocess.run(
            ["cat", "/proc/net/tcp"], capture_output=True, text=True, check=True
        )
        assert f"00000000:{port:04X}" in listening.stdout
        assert line_of(process).startswith("Open to the local network (")
        stop(process)


def test_a_port_in_use_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            [*COMMAND, "--port", port], capture_output=True, text=True, check=False
        )
    assert result.returncode == 2
    assert result.stderr.startswith(f"triqueta play: port {port}: ")
    assert result.stderr.endswith("choose another with --port\n")


def test_nothing_of_a_token_or_an_odd_request_is_logged() -> None:
    with playing() as (process, address):
        port = int(address.rsplit(":", 1)[1].strip("/"))
        for request in (
            b"GARBAGE\r\n\r\n",
            b"GET /S/SECRETTOKEN HTTP/1.1\r\nHost: x\r\n\r\n",
            b"\x00" * 99,
        ):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(request)
                client.shutdown(socket.SHUT_WR)
                client.recv(1000)
        out, err = stop(process)
        assert out.strip() == "Goodbye."
        assert err == ""
