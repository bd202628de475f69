"""The commands, run in this process: what they print, and how they fail."""

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
    """Runs `triqueta` with the words given."""

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
        """Run a command that has to fail in one line, and return it."""
        result = self(*words)
        assert result.code == 2
        assert result.err.count("\n") == 1
        assert "Traceback" not in result.err
        return result.err.rstrip("\n")
