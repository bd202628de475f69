"""Tests that `import triqueta` gives the names of the rules and loads them only when used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import triqueta
from triqueta.games.triqueta import rules

UNUSED = """
import sys, triqueta
print("triqueta.games" in sys.modules)
triqueta.Game
print("triqueta.games" in sys.modules)
"""


def test_it_has_every_name_of_the_rules() -> None:
    assert triqueta.__all__ == rules.__all__
    assert all(getattr(triqueta, name) is getattr(rules, name) for name in rules.__all__)


def test_another_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gane'"):
        triqueta.__getattr__("Gane")


def test_the_rules_are_loaded_when_they_are_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNUSED], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\nTrue\n"
