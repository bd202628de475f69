"""By hand or by a library: what `table.toml` costs, and how its mistakes are told.

    .venv/bin/pip install msgspec pydantic tomlkit
    .venv/bin/python -m tests.benchmarks.config_libraries

Each library's way stands beside this file, with all settings and their kinds. The lines in the
file are found by triqueta/config/problems.py for all of them: none of these libraries tells them.
The mistakes are those of tests/config/test_reading.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from tests.benchmarks.costs import beyond, code_lines, installed, starts
from tests.config.test_reading import TestValues
from triqueta.config.printing import printed
from triqueta.config.problems import ConfigError
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig

RUNS = 31
HERE = Path(__file__).parent
CONFIG = HERE.parents[2] / "triqueta" / "config"
DISTRIBUTIONS = {
    "msgspec": ["msgspec"],
    "pydantic": [
        "pydantic",
        "pydantic_core",
        "annotated-types",
        "typing-inspection",
        "typing_extensions",
    ],
    "tomlkit": ["tomlkit"],
}
# What every start of the table loads in any case.
BARE = """
import triqueta.screens.phrases, triqueta.table.events, triqueta.table.idle
import triqueta.config.problems, triqueta.config.problems
text = open({file!r}, encoding="utf-8").read()
"""
PROGRAMS = {
    "by hand": "from triqueta.config.reading import read_config as read; read(text)",
    "msgspec": "from tests.benchmarks.config_libraries.with_msgspec import read; read(text)",
    "pydantic": "from tests.benchmarks.config_libraries.with_pydantic import read; read(text)",
    "tomlkit": "import tomlkit; tomlkit.parse(text)",
}
SHOWN = (
    'display.driver = "ssd1305"',
    "display.i2c_bus = 10",
    "display.address = 0x7a",
    "display.channel = 8",
    "display.rotation = false",
    "keys.petal1 = 40",
    "[keys]\npetl2 = 6\nsoft1 = 5\n[web]\nport = 0",
)

Read = Callable[[str], object]


def mistakes() -> list[tuple[str, str]]:
    """A text each, and what we say of its one mistake."""
    (mark,) = TestValues.test_wrong_ones_and_what_would_be_right.pytestmark  # type: ignore[attr-defined]
    return [(text, right) for text, right in mark.args[1] if "instead of" in right]


def told(read: Read, text: str) -> list[str]:
    try:
        read(text)
    except ConfigError as error:
        return [line.removeprefix("table.toml:") for line in error.lines]
    return []


def says_what_is_right(lines: list[str], right: str) -> bool:
    """Whether all words and numbers are told that would be right, in whichever words."""
    wanted = right.partition("instead of ")[2].partition(";")[0]
    text = " ".join(lines).replace("'", '"')
    return all(word in text for word in re.findall(r'"\w+"|0x\w+|\d+|paths', wanted))


def report_errors(ways: dict[str, Read]) -> None:
    known = mistakes()
    print(f"of {len(known)} mistakes: noticed, told in one line, with all that would be right")
    for name, read in ways.items():
        answers = [(told(read, text), right) for text, right in known]
        noticed = sum(bool(lines) for lines, _ in answers)
        once = sum(len(lines) == 1 for lines, _ in answers)
        helped = sum(bool(lines) and says_what_is_right(lines, right) for lines, right in answers)
        print(f"  {name:9} {noticed:3} {once:3} {helped:3}")
    for text in SHOWN:
        print(f"\n{text}")
        for name, read in ways.items():
            for line in told(read, text) or ["(nothing)"]:
                print(f"  {name:9} {line}")


def report_costs(file: Path) -> None:
    bare = BARE.format(file=str(file))
    found = starts({"": bare, **{name: bare + way for name, way in PROGRAMS.items()}}, RUNS)
    print("\nbeyond what is loaded in any case, to read all settings once:")
    for name in PROGRAMS:
        print(f"  {name:9} {beyond(found[name], found[''])}")
    print("\ninstalled:")
    for name, parts in DISTRIBUTIONS.items():
        print(f"  {name:9} {installed(parts)}")


def report_lines() -> None:
    print("\nlines of code:")
    for file in (*sorted(CONFIG.glob("*.py")), *sorted(HERE.glob("with_*.py"))):
        print(f"  {code_lines([file]):4} {file.parent.name}/{file.name}")


def main() -> None:
    ways: dict[str, Read] = {"by hand": read_config}
    for name in ("msgspec", "pydantic"):
        ways[name] = import_module(f"tests.benchmarks.config_libraries.with_{name}").read
    text = printed(TableConfig())
    for read in ways.values():
        read(text)  # all of them know all settings
    theirs = import_module("tests.benchmarks.config_libraries.with_tomlkit").printed(TableConfig())
    same = theirs.split() == text.split()
    print(f"printed by tomlkit, the text is {'ours but for blanks' if same else 'ANOTHER'}\n")
    report_errors(ways)
    file = HERE / "all_settings.toml"
    file.write_text(text, "utf-8")
    try:
        report_costs(file)
    finally:
        file.unlink()
    report_lines()


if __name__ == "__main__":
    main()
