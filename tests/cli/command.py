"""Run the `triqueta` command in this process, and capture its output and exit status."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from triqueta.cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Command:
    """A function that runs `triqueta` with the given arguments."""

    def __init__(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        self._captured = capsysbinary

    def __call__(self, *words: str | Path) -> Result:
        try:
            code = main([str(word) for word in words])
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        out, err = self._captured.readouterr()
        return Result(code, out.decode(), err.decode())

    def fails(self, *words: str | Path) -> str:
        """Run a command that has to fail with a one-line message, and return the message."""
        result = self(*words)
        assert result.code == 2
        assert result.err.count("\n") == 1
        assert "Traceback" not in result.err
        return result.err.rstrip("\n")
