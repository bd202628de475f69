"""Installs a pod's program: sends the pod to MicroPython's prompt, and lets mpremote copy."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from triqueta.stations.pods.firmware import firmware_files
from triqueta.stations.pods.messages import Hello
from triqueta.stations.pods.port import PortError
from triqueta.stations.pods.talk import PodTalk

GONE_SECONDS, BACK_SECONDS = 3.0, 10.0
COPY_SECONDS = 120.0


class FlashError(Exception):
    """Why the program could not be installed, and what to do."""


def flash(port: str, tell: Callable[[str], None]) -> Hello:
    """Install the program, and see it run: its hello."""
    if find_spec("mpremote") is None:
        raise FlashError(f"mpremote is missing: {sys.executable} -m pip install mpremote")
    try:
        is_update = _send_to_prompt(port, tell)
        tell("Copying the program ...")
        _copy(port, is_update=is_update)
        _wait_for_restart(port)
        return _hello(port)
    except PortError as error:
        raise FlashError(str(error)) from None


def _send_to_prompt(port: str, tell: Callable[[str], None]) -> bool:
    """A pod that runs does not listen to mpremote; a board without our program does.

    Whether a pod was running there.
    """
    with PodTalk(port) as talk:
        hello = talk.greet()
        if hello is None:
            tell("No pod's program is running there yet.")
            return False
        tell(f"Pod {hello.pod_id} makes itself ready.")
        talk.send_to_prompt(hello.pod_id)
    _wait_for_restart(port)
    return True


def _wait_for_restart(port: str) -> None:
    """It goes away and comes back. One that is quicker than we can see has not gone, for us."""
    _wait(lambda: not Path(port).exists(), GONE_SECONDS)
    if not _wait(lambda: os.access(port, os.R_OK | os.W_OK), BACK_SECONDS):
        raise FlashError("it has not come back: plug it in anew, and try again")


def _wait(reached: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() >= end:
            return False
        time.sleep(0.05)
    return True


def _copy(port: str, *, is_update: bool) -> None:
    """A pod that is only brought up to date keeps its own wiring."""
    kept = {"pins.py"} if is_update else set()
    files = [str(file) for file in firmware_files() if file.name not in kept]
    command = [sys.executable, "-m", "mpremote", "connect", port, "cp", *files, ":", "+", "reset"]
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, timeout=COPY_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise FlashError("mpremote does not come to an end") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        reason = said[-1] if said else f"status {done.returncode}"
        hint = "hold the pod's first soft key while you plug it in, and try again"
        raise FlashError(f"mpremote: {reason}; {hint}")


def _hello(port: str) -> Hello:
    with PodTalk(port) as talk:
        hello = talk.greet()
    if hello is None:
        raise FlashError("the program is installed, but the pod does not answer: plug it in anew")
    return hello
