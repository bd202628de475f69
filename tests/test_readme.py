"""The README keeps its promises: two commands, and examples that are true."""

from __future__ import annotations

import re
from pathlib import Path

from triqueta.cli import COMMANDS

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_exactly_two_set_up_commands_of_one_line_each() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)
    assert [block.count("\n") for block in blocks] == [1, 1]
    assert blocks[1].rstrip().endswith("pytest")


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
    names: dict[str, object] = {}
    exec(example, names)  # noqa: S102 - our own README
    game = names["game"]
    assert getattr(game, "moves") == ["d3"]  # noqa: B009


def test_every_command_is_listed() -> None:
    listed = re.findall(r"^\| `triqueta (\w+)", README, re.M)
    assert sorted(listed) == sorted(COMMANDS)
