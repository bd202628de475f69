"""Tests that the imports match the diagram of the parts in the docs.

Every import counts, including those inside a function and those for the type checker alone: code
that names a type of another part depends on that part.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in (ROOT / "triqueta").rglob("*.py")
}
TOP = "cli"  # modules outside the packages belong to the commands
GAMES = sorted(folder.parent.name for folder in ROOT.glob("triqueta/games/*/rules"))

TIMELESS = ("records", "screens", "table", "games")
CLOCKS_AND_CHANCE = {
    *("asyncio", "datetime", "os", "random", "secrets", "select", "signal", "socket"),
    *("sqlite3", "subprocess", "threading", "time"),
}
"""Standard library modules that give access to time, chance or input other than events."""
HANDED_IN = {"random.Random"}  # a seeded generator, passed in by the caller


# Imports.


@cache
def imported(module: str) -> frozenset[str]:
    """Return the full names of everything that a module imports, including imports by name."""
    return frozenset(_imported(ast.parse(FILES[module].read_text("utf-8"))))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports are not used here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and node.value in FILES:
            yield str(node.value)


def module_of(name: str) -> str | None:
    """Return the module of this program that a full name is, or that defines it."""
    while name and name not in FILES:
        name = name.rpartition(".")[0]
    return name if name not in ("", "triqueta") else None


def known_modules(module: str) -> set[str]:
    return {known for name in imported(module) if (known := module_of(name)) is not None}


def part_of(module: str) -> str:
    _, *parts = module.split(".")
    return parts[0] if (ROOT / "triqueta" / parts[0]).is_dir() else TOP


@cache
def part_imports() -> dict[str, dict[str, list[str]]]:
    """Return the parts that each part imports, with the modules that do so."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for module in FILES.keys() - {"triqueta"}:
        for known in known_modules(module):
            if part_of(known) != part_of(module):
                found[part_of(module)][part_of(known)].append(f"{module} imports {known}")
    return found


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


# The diagram.


def drawing() -> str:
    """Return the Mermaid source of the diagram in the docs."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    blocks = [
        block
        for page in pages
        for block in re.findall(r"```mermaid\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        if "tests/test_layers.py" in block
    ]
    assert len(blocks) == 1, "the docs must have exactly one diagram of the parts"
    return str(blocks[0])


def drawn_parts() -> set[str]:
    return set(re.findall(r"^ *(\w+)\[", drawing(), re.MULTILINE))


def drawn_arrows() -> dict[str, set[str]]:
    arrows: dict[str, set[str]] = {part: set() for part in drawn_parts()}
    for start, ends in re.findall(r"^ *(\w+) --> ([\w &]+)$", drawing(), re.MULTILINE):
        arrows[start] |= set(ends.split(" & "))
    return arrows


def reached(part: str, arrows: dict[str, set[str]]) -> set[str]:
    """Return all parts that arrows lead to from a part, directly or indirectly."""
    return arrows[part].union(*(reached(next_, arrows) for next_ in arrows[part]))


def test_every_part_is_drawn() -> None:
    assert drawn_parts() == {file.parent.name for file in ROOT.glob("triqueta/*/__init__.py")}


def test_arrows_lead_down() -> None:
    TopologicalSorter(drawn_arrows()).prepare()  # raises a CycleError that names the cycle


@pytest.mark.parametrize("part", sorted(drawn_parts()))
def test_a_part_knows_only_what_arrows_lead_to(part: str) -> None:
    allowed = reached(part, drawn_arrows())
    wrong = [
        where
        for known, all_ in part_imports()[part].items()
        for where in all_
        if known not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize("part", sorted(drawn_parts()))
def test_every_arrow_is_an_import_and_none_is_redundant(part: str) -> None:
    arrows = drawn_arrows()
    assert arrows[part] <= part_imports()[part].keys()
    for end in arrows[part]:
        rest = {**arrows, part: arrows[part] - {end}}
        assert end not in reached(part, rest), f"{part} --> {end} is redundant"


def test_no_packages_import_each_other_in_a_circle() -> None:
    """Subpackages, such as the kinds of stations, count separately, except with their parent."""
    graph: dict[str, set[str]] = defaultdict(set)
    for module in FILES.keys() - {"triqueta"}:
        package = package_of(module)
        others = {package_of(known) for known in known_modules(module)}
        graph[package] |= {
            other
            for other in others
            if not is_within(other, package) and not is_within(package, other)
        }
    TopologicalSorter(graph).prepare()


def package_of(module: str) -> str:
    return module if FILES[module].stem == "__init__" else module.rpartition(".")[0]


# Time and chance.


@pytest.mark.parametrize("part", TIMELESS)
def test_lower_layers_import_no_clock_no_randomness_and_no_io(part: str) -> None:
    wrong = {
        f"{module} imports {name}"
        for module in FILES
        if is_within(module, f"triqueta.{part}")
        for name in imported(module)
        if name.partition(".")[0] in CLOCKS_AND_CHANCE and name not in HANDED_IN
    }
    assert not wrong


# Games.


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_a_library(game: str) -> None:
    own = f"triqueta.games.{game}.rules"
    wrong = {
        f"{module} imports {known}"
        for module in FILES
        if is_within(module, own)
        for known in known_modules(module)
        if not is_within(known, own) and not is_within(known, "triqueta.records")
    }
    assert not wrong


def sees_views_only(module: str, package: str) -> bool:
    """Return whether a module belongs to scenes, screens, pages, robots, coach or spectator view.

    They show a game to people or decide for a seat, so they must not reach its secrets.
    """
    names = ("scenes", "screens", "pages", "robots", "coach", "spectator_view")
    return any(is_within(module, f"{package}.{name}") for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_scenes_screens_and_robots_see_views_only(game: str) -> None:
    """They import neither the `Game` nor the rules package, through which they could reach it."""
    package = f"triqueta.games.{game}"
    hidden = {f"{package}.rules", f"{package}.rules.Game", f"{package}.rules.*"}
    ways = (f"{package}.rules.game", "triqueta.records.record", "triqueta.records.game.Game")
    wrong = {
        f"{module} imports {name}"
        for module in FILES
        if sees_views_only(module, package)
        for name in imported(module)
        if name in hidden or any(is_within(name, way) for way in ways)
    }
    assert not wrong


SECRETS = {"_game", "proof", "record", "document", "extra"}
"""Attributes of a session that a scene must not read."""


@pytest.mark.parametrize("game", GAMES)
def test_scenes_and_screens_leave_the_secrets_of_a_session_alone(game: str) -> None:
    wrong = {
        f"{module}:{node.lineno} uses {ast.unparse(node)}"
        for module in FILES
        if any(
            is_within(module, f"triqueta.games.{game}.{part}") for part in ("scenes", "screens")
        )
        for node in ast.walk(ast.parse(FILES[module].read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in SECRETS
        and "session" in ast.unparse(node.value)
    }
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_scenes_screens_and_robots_import_leads_to_the_game(game: str) -> None:
    """Check the types: no import may be a `Game`, or have, take or return one."""
    package = f"triqueta.games.{game}"
    hidden = import_module(f"{package}.rules").Game
    wrong = {
        f"{module} imports {name}, whose {where} is a game"
        for module in FILES
        if sees_views_only(module, package)
        for name in imported(module)
        if is_within(name, package)
        for where in leads(thing_called(name), hidden)
    }
    assert not wrong


def thing_called(name: str) -> object:
    module = module_of(name)
    assert module is not None
    return getattr(import_module(module), name.rpartition(".")[2], None)


def leads(thing: object, hidden: type) -> Iterator[str]:
    """Yield the public attributes of a thing whose types name a class."""
    if thing is hidden:
        yield "self"
    public = {"self": thing}
    if isinstance(thing, type):
        public |= {n: each for n, each in inspect.getmembers(thing) if not n.startswith("_")}
    for name, each in public.items():
        typed: Any = each.fget if isinstance(each, property) else each
        told = inspect.get_annotations(typed) if _has_types(typed) else {}
        if any(re.search(rf"\b{hidden.__name__}\b", str(hint)) for hint in told.values()):
            yield name


def _has_types(thing: object) -> bool:
    return inspect.isfunction(thing) or inspect.ismethod(thing) or isinstance(thing, type)


def test_what_people_see_of_a_game_is_found() -> None:
    package = "triqueta.games.triqueta"
    for name in ("scenes.ending", "screens.turn", "pages.spectators", "robots.levels"):
        assert f"{package}.{name}" in {
            module for module in FILES if sees_views_only(module, package)
        }


def test_a_way_to_the_game_would_be_found() -> None:
    rules = import_module("triqueta.games.triqueta.rules")
    assert list(leads(rules.Game, rules.Game))
    assert list(leads(rules.seat_view, rules.Game))
    assert list(leads(rules.table_view, rules.Game))
    assert not list(leads(rules.SeatView, rules.Game))


def test_only_games_know_a_game_by_name() -> None:
    """The exception is `triqueta` itself, which gives library users the rules of its own game."""
    knowing = {
        module
        for module in FILES.keys() - {"triqueta"}
        if not is_within(module, "triqueta.games")
        for known in known_modules(module)
        if any(is_within(known, f"triqueta.games.{game}") for game in GAMES)
    }
    assert not knowing
