"""A folder for what is tried very often."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that needs no syncs, where there is one."""
    folder = "/dev/shm" if os.path.ismount("/dev/shm") else None  # noqa: S108 - only if it is one
    with tempfile.TemporaryDirectory(dir=folder) as own:
        yield Path(own)
