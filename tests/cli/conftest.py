"""The `triqueta` command as a fixture."""

from __future__ import annotations

import pytest

from tests.cli.command import Command


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)
