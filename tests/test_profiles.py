"""Tests that the profile of a run decides how much is tried, and that nothing overrides it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import profiles
from tests.profiles import DEEP, DEFAULT, FULL, budget, examples, first, sampled

TESTS = Path(__file__).parent


@pytest.fixture
def profile(request: pytest.FixtureRequest) -> Iterator[str]:
    before = profiles.chosen().name
    profiles.choose(request.param)
    yield request.param
    profiles.choose(before)


@pytest.mark.parametrize("profile", [DEFAULT.name], indirect=True)
def test_the_default_run_is_short(profile: str) -> None:
    assert budget(200) < 50
    assert budget(1) == 1
    assert budget(200, least=70) == 70
    assert examples(40).max_examples == budget(40)
    assert first("abc") == "a"
    assert [number for number in range(25) if sampled(number)] == [0, 10, 20]


@pytest.mark.parametrize("profile", [FULL.name], indirect=True)
def test_the_full_run_does_what_tests_say(profile: str) -> None:
    assert budget(200) == 200
    assert examples(40).max_examples == 40
    assert first("abc") == "abc"
    assert all(map(sampled, range(25)))


@pytest.mark.parametrize("profile", [DEEP.name], indirect=True)
def test_a_deep_run_does_twenty_times_as_much_with_other_examples(profile: str) -> None:
    assert budget(200, least=70) == budget(200) == 4000
    assert examples(40).max_examples == 800
    assert not examples(40).derandomize


def test_no_test_states_how_many_examples_it_tries_whatever_the_profile() -> None:
    for file in TESTS.rglob("*.py"):
        if file.name != Path(profiles.__file__).name:
            found = re.findall(r"max_examples\s*=", file.read_text("utf-8"))
            assert not found or file == Path(__file__), f"{file}: use tests.profiles.examples"


def files_of_the_promises() -> list[str]:
    """Return the test files that the table of promises names."""
    text = (TESTS.parent / "docs" / "architecture.md").read_text("utf-8")
    promises = text.partition("## Promises")[2].partition("\n## ")[0]
    return sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", promises)))


@pytest.mark.parametrize("file", files_of_the_promises())
def test_the_default_run_has_a_case_of_every_promise(file: str) -> None:
    tree = ast.parse((TESTS.parent / file).read_text("utf-8"))
    assert "pytestmark" not in {name.id for name in ast.walk(tree) if isinstance(name, ast.Name)}
    marks = [
        [ast.unparse(mark) for mark in node.decorator_list]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert any("pytest.mark.full" not in mark for mark in marks)
