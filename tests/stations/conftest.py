"""A browser for the tests of the pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM
from subprocess import PIPE, Popen
from threading import Thread

import pytest

from tests.parts import BROWSER, need

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    # Simulate a mouse, as laptops have: without it, pages don't show their keyboard letters.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    "--remote-debugging-port=0",
]


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Chromium for all tests of this worker, and return the address to connect to.

    Playwright itself is started for each module: while it runs, no other test in this thread could
    call `asyncio.run`.
    """
    profile: Path = tmp_path_factory.mktemp("chromium")
    words = [need(BROWSER), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    with Popen(words, stderr=PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        told = next(line for line in process.stderr if line.startswith("DevTools listening on"))
        rest = Thread(target=process.stderr.read)  # or Chromium would block on a full pipe
        rest.start()
        yield told.split()[-1]
        os.killpg(process.pid, SIGTERM)  # the program is started by a shell script
        process.wait()
        rest.join()
