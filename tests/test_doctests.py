"""Tests that the examples in docstrings give the results they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(
    path.relative_to(ROOT).with_suffix("")
    for path in ROOT.glob("triqueta/**/*.py")
    if "\n>>> " in path.read_text("utf-8") or "    >>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("path", EXAMPLES, ids=str)
def test_docstring(path: Path) -> None:
    name = ".".join(path.parts).removesuffix(".__init__")
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed
