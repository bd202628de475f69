"""Tests of `triqueta play --virtual --pods N`: simulated pods to try in a browser."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.stations.test_pages import browser
from tests.stations.test_play import COMMAND, Playing, line_of, playing, stop
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language, say
from triqueta.stations.pods.pod import who_sits_here

PATIENCE = 60  # seconds; only a failing test waits so long
__all__ = ["browser"]


@contextmanager
def playing_with_pods(count: int) -> Iterator[Playing]:
    with playing("--virtual", "--pods", str(count)) as (process, address):
        assert line_of(process).endswith("/pods\n")
        yield process, address


def bench(address: str) -> ClientConnection:
    origin = Origin(address.rstrip("/"))
    return connect(f"ws{origin.removeprefix('http')}/socket/pods", origin=origin)


def question(*seats: int) -> bytes:
    names = {seat: say("Seat {seat}", seat=seat + 1) for seat in seats}
    return picture(Frame(who_sits_here(names), Language.ENGLISH)).tobytes()


def wait_for(socket: ClientConnection, wanted: dict[int, bytes]) -> None:
    """Wait until each pod shows its picture; a pod that is not connected yet ignores keys."""
    shown: dict[int, bytes] = {}
    while not wanted.items() <= shown.items():
        news = json.loads(socket.recv(PATIENCE))
        shown[news["pod"]] = b64decode(news["picture"])


def test_simulated_pods_ask_who_sits_there_and_are_remembered(micropython: str) -> None:
    with playing_with_pods(2) as (process, address):
        with urlopen(address + "pods") as page:
            assert b"Simulated pods" in page.read()
        with bench(address) as socket:
            wait_for(socket, dict.fromkeys((0, 1), question(0, 1, 2, 3, 4)))
            socket.send(json.dumps({"pod": 0, "key": "petal3", "down": True}))
            wait_for(socket, {1: question(0, 1, 3, 4)})
        _, err = stop(process)
        assert err == ""
    with playing_with_pods(2) as (process, address):
        with bench(address) as socket:
            wait_for(socket, {1: question(0, 1, 3, 4)})
        stop(process)


def test_the_page_shows_the_pods_and_presses_their_keys(
    micropython: str, browser: Browser
) -> None:
    with playing_with_pods(2) as (process, address):
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.goto(f"{address}pods")
        with bench(address) as socket:
            wait_for(socket, dict.fromkeys((0, 1), question(0, 1, 2, 3, 4)))
            page.hover('[aria-label="Pod 1"] [data-key=petal2]')
            page.mouse.down()  # held until the pod reacts, since the machine may be busy
            wait_for(socket, {1: question(0, 2, 3, 4)})
            page.mouse.up()
        drawn = page.locator('[aria-label="Pod 2"] canvas').evaluate(
            "canvas => canvas.getContext('2d').getImageData(0, 0, 128, 64).data.some(Boolean)"
        )
        assert drawn
        assert problems == []
        page.close()
        stop(process)


def test_nonsense_is_not_taken_for_a_key(micropython: str) -> None:
    with playing_with_pods(1) as (process, address):
        for nonsense in ("x", "[]", '{"pod": 7, "key": "petal1", "down": true}', '{"pod": 0}'):
            with bench(address) as socket:
                socket.send(nonsense)
                assert closing_code(socket) == 4002
        stop(process)


def closing_code(socket: ClientConnection) -> int | None:
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_without_simulated_pods_there_is_no_page_of_them() -> None:
    with playing("--virtual") as (process, address):
        with pytest.raises(HTTPError, match="404") as caught:
            urlopen(address + "pods")
        caught.value.close()
        stop(process)


def test_without_micropython_it_says_how_to_get_it(tmp_path: Path) -> None:
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    result = subprocess.run(
        [*COMMAND, "--virtual", "--pods", "1"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert result.returncode == 2
    assert "get-micropython" in result.stderr
    assert result.stderr.count("\n") == 1


def test_simulated_pods_are_for_the_virtual_table() -> None:
    words = [*COMMAND, "--pods", "6", "--virtual"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "6" in result.stderr
