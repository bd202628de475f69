"""What a program costs before it does anything: time, memory, and files that are installed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from statistics import median
from typing import NamedTuple

TELL = """
import resource
used = resource.getrusage(resource.RUSAGE_SELF)
with open("/proc/self/status") as status:
    most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(used.ru_utime + used.ru_stime, most)
"""
_NO_CODE = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
)


class Start(NamedTuple):
    milliseconds: float  # of the processor
    megabytes: float  # at most


def starts(programs: Mapping[str, str], runs: int) -> dict[str, list[Start]]:
    """What a process with each of them takes, in turns."""
    found: dict[str, list[Start]] = {name: [] for name in programs}
    for _ in range(runs + 1):  # the first one writes the byte code
        for name, program in programs.items():
            found[name].append(_started(program))
    return {name: some[1:] for name, some in found.items()}


def _started(program: str) -> Start:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    words = [sys.executable, "-c", program + TELL]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    seconds, kilobytes = done.stdout.split()[-2:]
    return Start(1000 * float(seconds), int(kilobytes) / 1024)


def beyond(some: Sequence[Start], bare: Sequence[Start]) -> str:
    """What a program takes more, each time than the bare one of the same turn: medians."""
    pairs = list(zip(some, bare, strict=True))
    milliseconds = median(one.milliseconds - other.milliseconds for one, other in pairs)
    megabytes = median(one.megabytes - other.megabytes for one, other in pairs)
    return f"{milliseconds:4.0f} ms {megabytes:5.1f} MB"


def code_lines(files: Iterable[Path]) -> int:
    """Lines that say something to Python: no blank ones, comments or docstrings."""
    return sum(len(_code(file.read_text("utf-8"))) for file in files)


def _code(text: str) -> set[int]:
    lines: set[int] = set()
    statement_begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = statement_begins and token.type == tokenize.STRING
        if token.type not in _NO_CODE and not is_docstring:
            lines.update(range(token.start[0], token.end[0] + 1))
        if token.type != tokenize.COMMENT:
            statement_begins = token.type in _NO_CODE
    return lines


def installed(names: Iterable[str]) -> str:
    """How many distributions, and how large they are together."""
    files = [file for name in names for file in distribution(name).files or ()]
    sizes = [Path(str(file.locate())).stat().st_size for file in files if file.suffix != ".pyc"]
    return f"{len(list(names))} distributions, {sum(sizes) / 1e6:.1f} MB"
