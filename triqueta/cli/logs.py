"""Log output: warnings to stderr; on the device everything, for journald.

Nothing that is logged may tell what somebody drew, the secret of a shuffle or the code of a seat.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import MemoryHandler


@contextmanager
def logging_to_stderr(*, held_back: bool = False) -> Iterator[None]:
    """`held_back` until the end, where the terminal has a picture on it."""
    logger = logging.getLogger("triqueta")
    logger.setLevel(logging.INFO if "JOURNAL_STREAM" in os.environ else logging.WARNING)
    stderr = logging.StreamHandler(sys.stderr)
    stderr.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    handler: logging.Handler = stderr
    if held_back:
        handler = MemoryHandler(10_000, flushLevel=logging.CRITICAL + 1, target=stderr)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()
