"""The line of every value, whichever way its file is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triqueta.config.problems import Path, lines_of

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

EXPECTED: dict[Path, int] = {
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


def paths(value: object, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path of a document, with its value."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_sample_of_everything(newline: str) -> None:
    text = SAMPLE.replace("\n", newline)
    assert lines_of(text) == EXPECTED
    assert set(EXPECTED) == {path for path, _ in paths(tomllib.loads(text))}


def test_nothing_is_there() -> None:
    assert lines_of("") == lines_of("# only a comment") == lines_of(" \n\t\n") == {}


class Writer:
    """Writes random TOML. Each scalar is a number of its own, so that it can be found again."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self._numbers = 1000

    def _pick(self, *choices: str) -> str:
        return self._data.draw(st.sampled_from(choices))

    def _some(self, most: int) -> range:
        return range(self._data.draw(st.integers(0, most)))

    def gap(self) -> str:
        """What may stand between elements of an array."""
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
    text = Writer(data).document()
    document = tomllib.loads(text)
    found = lines_of(text)
    rows = text.split("\n")
    expected = dict(paths(document))
    assert set(found) == set(expected)
    for path, value in expected.items():
        if not isinstance(value, dict | list):
            assert _mark(value) in rows[found[path] - 1]


def _mark(value: object) -> str:
    """The number that only this scalar has."""
    return str(value).strip()[:4]
