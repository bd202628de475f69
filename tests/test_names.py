"""A name says its one thing everywhere: no two classes share one, and no two modules."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

import triqueta

PACKAGE = Path(triqueta.__file__).parent
GAMES = sorted(path.parent for path in PACKAGE.glob("games/*/rules"))
ALIKE = {
    "__init__",
    "art",  # the drawings of the house, and those of a game
    "messages",  # those of a pod's line, and those of a page's socket
}


def files_beside(game: Path) -> list[Path]:
    """Those of the house and of one game: games know nothing of each other's names."""
    others = [other for other in GAMES if other != game]
    return [
        file
        for file in sorted(PACKAGE.rglob("*.py"))
        if not any(file.is_relative_to(other) for other in others)
    ]


def more_than_once(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_classes_have_the_same_name(game: Path) -> None:
    trees = (ast.parse(file.read_text("utf-8")) for file in files_beside(game))
    classes = [node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    assert classes
    assert more_than_once(classes) == set()


def modules_alike(game: Path) -> set[str]:
    """But for commands: they are called as they are typed, whatever they are about."""
    files = [file for file in files_beside(game) if file.parent.name != "cli"]
    return more_than_once(file.stem for file in files)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_modules_have_the_same_name(game: Path) -> None:
    assert modules_alike(game) <= ALIKE


def test_no_name_is_excepted_for_nothing() -> None:
    assert set().union(*map(modules_alike, GAMES)) == ALIKE
