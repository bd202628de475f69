"""Fixtures for the `triqueta` command and for Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.cli.command import Command


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Enable Ctrl-C as in a terminal, even if the process that started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
