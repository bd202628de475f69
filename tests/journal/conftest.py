"""A fast folder for tests that write many files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory if there is one, since syncs cost nothing there."""
    folder = "/dev/shm" if os.path.ismount("/dev/shm") else None  # noqa: S108 - only if it is one
    with tempfile.TemporaryDirectory(dir=folder) as own:
        yield Path(own)
