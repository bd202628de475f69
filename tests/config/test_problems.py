"""Tests that every value of a TOML file is found at its line, however the file is laid out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triqueta.config import problems
from triqueta.config.problems import ConfigError, Lines, TomlPath
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig, printed

SAMPLE = '''\
# a comment with [brackets] and key = "value"
title = "x"  # [title]

[display]
driver = "a # b"
"i2c bus" = 1
'quoted.key' = 2
spi.port = 3
spi . "device\\u0021" = 4

[[seat]]
list = [ 1, # one
  2,
  [ 3,
    4 ], { a = 1, b.c = [ 5,
  6 ] },
]
text = """
[not.a.table]
key = 1 \\"""
"""""
raw = \'\'\'
# no comment
\'\'\'\'
when = 1979-05-27 07:32:00 # with a blank inside
[seat.keys]
petal1 = 5

[[ seat ]]
inline = { x = 1, "y]" = { z = "}" } }
[seat.keys]
[[seat.more]]
n = 1
[[seat.more]]
n = 2
[a.b.c]
[a]
d = false
'''

EXPECTED: dict[TomlPath, int] = {
    ("title",): 2,
    ("display",): 4,
    ("display", "driver"): 5,
    ("display", "i2c bus"): 6,
    ("display", "quoted.key"): 7,
    ("display", "spi"): 8,
    ("display", "spi", "port"): 8,
    ("display", "spi", "device!"): 9,
    ("seat",): 11,
    ("seat", 0): 11,
    ("seat", 0, "list"): 12,
    ("seat", 0, "list", 0): 12,
    ("seat", 0, "list", 1): 13,
    ("seat", 0, "list", 2): 14,
    ("seat", 0, "list", 2, 0): 14,
    ("seat", 0, "list", 2, 1): 15,
    ("seat", 0, "list", 3): 15,
    ("seat", 0, "list", 3, "a"): 15,
    ("seat", 0, "list", 3, "b"): 15,
    ("seat", 0, "list", 3, "b", "c"): 15,
    ("seat", 0, "list", 3, "b", "c", 0): 15,
    ("seat", 0, "list", 3, "b", "c", 1): 16,
    ("seat", 0, "text"): 18,
    ("seat", 0, "raw"): 22,
    ("seat", 0, "when"): 25,
    ("seat", 0, "keys"): 26,
    ("seat", 0, "keys", "petal1"): 27,
    ("seat", 1): 29,
    ("seat", 1, "inline"): 30,
    ("seat", 1, "inline", "x"): 30,
    ("seat", 1, "inline", "y]"): 30,
    ("seat", 1, "inline", "y]", "z"): 30,
    ("seat", 1, "keys"): 31,
    ("seat", 1, "more"): 32,
    ("seat", 1, "more", 0): 32,
    ("seat", 1, "more", 0, "n"): 33,
    ("seat", 1, "more", 1): 34,
    ("seat", 1, "more", 1, "n"): 35,
    ("a",): 36,
    ("a", "b"): 36,
    ("a", "b", "c"): 36,
    ("a", "d"): 38,
}


def paths(value: object, path: TomlPath = ()) -> Iterator[tuple[TomlPath, Any]]:
    """Yield every path in a parsed document with its value."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


def lines_of(text: str) -> dict[TomlPath, int | None]:
    """Return the line number of every table, key and array element."""
    document = tomllib.loads(text)
    lines = Lines(text, document)
    return {path: lines.line(path) for path, _ in paths(document)}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_sample_of_everything(newline: str) -> None:
    text = SAMPLE.replace("\n", newline)
    assert lines_of(text) == EXPECTED


@pytest.mark.parametrize("text", ["", "# only a comment", " \n\t\n", "[[seat]]\nnumber = 1"])
def test_missing_values_have_no_line(text: str) -> None:
    lines = Lines(text, tomllib.loads(text))
    assert ("web", "port") not in lines
    assert lines.line(("web", "port")) is None
    assert lines.line(()) is None


def test_missing_values_get_the_line_of_their_table() -> None:
    text = "[web]\n[[seat]]\n[[seat]]\nnumber = 5\nname = 'x'"
    lines = Lines(text, tomllib.loads(text))
    assert lines.line(("web", "port")) == 1
    assert lines.line(("seat", 1, "keys", "petal1")) == 3
    assert lines.line(("seat", 1, "number", "x")) == lines.line(("seat", 1, "number", 0)) == 4
    assert lines.line(("seat", 1, "name", 0)) == 5  # a string has no elements
    assert lines.line(("seat", 2)) == 2


def test_multi_line_strings_have_their_first_line() -> None:
    text = 'list = [\n  """one\n  two""", 3,\n  4 ]\nnext = 5'
    assert lines_of(text) == {
        ("list",): 1,
        ("list", 0): 2,
        ("list", 1): 2,  # it is on line 3, after the string that begins on line 2
        ("list", 2): 4,
        ("next",): 5,
    }


def test_nested_brackets_have_their_first_line() -> None:
    text = "list = [ 1,\n  2, [[[ 3,\n  4,\n  5 ]]],\n  6 ]\nnext = 7"
    lines = lines_of(text)
    assert {lines["list", 2, 0, 0, number] for number in range(3)} == {2}  # on lines 2 to 4
    assert [lines["list", 1], lines["list", 3], lines["next",]] == [2, 5, 6]


def test_a_file_without_a_problem_is_parsed_once(counted: list[str]) -> None:
    text = printed(TableConfig())
    read_config(text)
    assert counted == [text]


def test_lines_are_found_on_demand(counted: list[str]) -> None:
    """Displays must go dark without delay at start-up, so reading the file does no extra work."""
    with pytest.raises(ConfigError) as caught:
        read_config("web.port = 0")
    assert counted == ["web.port = 0"]
    assert caught.value.lines


def test_a_mistake_in_a_long_file_takes_few_passes_over_it(counted: list[str]) -> None:
    filling = "".join(f"# {number}\n" for number in range(1, 1000))
    with pytest.raises(ConfigError) as caught:
        read_config(f"{filling}[web]\nport = 0\nenabled = true")
    assert [problem.line for problem in caught.value.problems] == [1001]
    assert sum(len(text) > len(filling) / 100 for text in counted) < 15


def test_ten_thousand_lines_are_handled() -> None:
    text = "[web]\n" + "# a comment\n" * 5000 + "port = 0\n" + "\n" * 5000
    with pytest.raises(ConfigError, match=r"^x:5002: web.port: 0 instead"):
        read_config(text, "x")


@pytest.mark.parametrize(
    "filling",
    [
        '"""' + "\n" * 10_000 + '"""',
        '"""' + ("x" * 100 + "\n") * 990 + '"""',
        "[[[" + "0,\n" * 1800 + "]]]",
    ],
)
def test_problems_have_no_lines_if_finding_them_takes_too_long(
    filling: str, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problems, "MOST_PARSED", 300_000)
    text = f"keys.petal1 = 2\ndisplay.i2c_bus = 1\nlist = {filling}"
    with pytest.raises(ConfigError) as caught:
        read_config(text, "x")
    unknown, pin = caught.value.lines
    assert unknown.startswith("x: list: unknown name; ")
    assert pin.startswith(
        "x: keys.petal1: GPIO 2 belongs to I2C bus 1, see display.i2c_bus; free GPIOs"
    )
    assert sum(map(len, counted)) <= 300_000 + len(text)


def test_nesting_near_the_recursion_limit_is_reported() -> None:
    """How deep tomllib can parse depends on the stack depth of its caller, so try many depths."""
    for depth in range(100, 1000, 3):
        with pytest.raises(
            ConfigError, match=r"^x:(1:)?( web.port: \[\[\[| not TOML: nested too deep)"
        ):
            read_config(f"web.port = {'[' * depth}{']' * depth}", "x")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record all texts passed to `tomllib.loads` during the test."""
    texts: list[str] = []
    loads = tomllib.loads

    def counting(text: str) -> dict[str, Any]:
        texts.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counting)
    return texts


class Writer:
    """A generator of random TOML documents.

    Each scalar starts with a unique number, by which the test finds it in the text.
    """

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self._numbers = 1000

    def _pick(self, *choices: str) -> str:
        return self._data.draw(st.sampled_from(choices))

    def _some(self, most: int) -> range:
        return range(self._data.draw(st.integers(0, most)))

    def gap(self) -> str:
        """Return white space or a comment that is allowed between the elements of an array."""
        return self._pick("", " ", "\n", " # ] } [x] = '''\n", '\n\t# """\n ')

    def key(self, number: int) -> str:
        bare = self._pick("k", "key-", "_", "1") + str(number)
        return self._pick(bare, f'"{bare}"', f"'{bare}'", f'" # ]\\"=.{bare}"', f"'[\"{bare}'")

    def dotted(self, number: int) -> str:
        parts = [self.key(number), *(self.key(0) for _ in self._some(2))]
        return self._pick(".", " . ", ".\t").join(parts)

    def scalar(self) -> str:
        self._numbers += 1
        n = self._numbers
        return self._pick(
            f"{n}",
            f'"{n} \\" # ]"',
            f"'{n} }} \\'",
            f'"""{n}\n[x]\nk = 1 \\"""\n"""""',
            f"'''{n}\n# ]\n'''''",
            f"{n}-01-02 03:04:05",
            f"{n}.5e3",
        )

    def value(self, depth: int) -> str:
        kind = self._pick("scalar", "array", "inline") if depth else "scalar"
        if kind == "scalar":
            return self.scalar()
        if kind == "array":
            items = "".join(
                f"{self.gap()}{self.value(depth - 1)}{self.gap()}," for _ in self._some(3)
            )
            return f"[{items}{self.gap()}]"
        pairs = [f"{self.dotted(number)} = {self.value(depth - 1)}" for number in self._some(3)]
        return "{ " + " , ".join(pairs) + " }"

    def pairs(self) -> str:
        return "".join(
            f"{self._pick('', '  ')}{self.dotted(number)} ={self._pick('', ' ')}{self.value(2)}"
            f"{self._pick('', ' # [no]', ' ')}\n{self._pick('', chr(10), '# k = 1' + chr(10))}"
            for number in self._some(4)
        )

    def document(self) -> str:
        text = self.pairs()
        for number in self._some(4):
            name = f"t{number}"
            if self._pick("table", "array") == "table":
                text += f"[ {name} . x ] # [y]\n{self.pairs()}"
            else:
                for _ in range(2):
                    text += f"[[{name}]]\n{self.pairs()}[{name}.'in side']\n{self.pairs()}"
        return text


@given(st.data())
def test_random_documents_have_all_their_paths_at_the_lines_of_their_values(
    data: st.DataObject,
) -> None:
    """A value may start after its line only if a multi-line string comes in between."""
    text = Writer(data).document()
    found = lines_of(text)
    rows = text.split("\n")
    for path, value in paths(tomllib.loads(text)):
        line = found[path]
        assert line is not None
        if not isinstance(value, dict | list):
            row = rows[line - 1]
            assert _mark(value) in row or _mark(value) in text.partition(row)[2]
            assert _mark(value) in row or '"""' in row or "'''" in row


def _mark(value: object) -> str:
    """Return the unique number at the start of a scalar."""
    return str(value).strip()[:4]
