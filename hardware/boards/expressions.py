"""Write and read S-expressions, the format of KiCad's files."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Any

Tree = str | float | Sequence["Tree"]
LINE = 110
_SPACE = uuid.UUID("6b1d5f0e-52a6-4c0b-9a43-6d0f6e6f7a11")


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def identity(*names: object) -> list[Tree]:
    """Return a `uuid` expression, which KiCad needs for each item. Equal names give equal ids."""
    return ["uuid", quoted(str(uuid.uuid5(_SPACE, "/".join(map(str, names)))))]


def written(tree: Tree) -> str:
    return "\n".join(_lines(tree, "")) + "\n"


def _lines(tree: Tree, indent: str) -> list[str]:
    flat = _flat(tree)
    if isinstance(tree, str | float | int) or len(indent) + len(flat) <= LINE:
        return [indent + flat]
    plain = [part for part in tree if isinstance(part, str | float | int)]
    nested = [part for part in tree if not isinstance(part, str | float | int)]
    lines = [f"{indent}({' '.join(map(_flat, plain))}"]
    for part in nested:
        lines += _lines(part, indent + "  ")
    return [*lines, f"{indent})"]


def _flat(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    if isinstance(tree, float | int):
        return f"{round(tree, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
    return f"({' '.join(map(_flat, tree))})"


def read(text: str) -> list[Any]:
    """Return the outermost list of a file, which contains lists and texts."""
    stack: list[list[Any]] = [[]]
    for bracket, word, plain in re.findall(r'([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(plain or re.sub(r"\\(.)", r"\1", word))
    outermost: list[Any] = stack[0][0]
    return outermost
