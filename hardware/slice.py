"""`python -m hardware.slice`: slice every part, and save its printing time and weight.

Needs Debian's prusa-slicer. The settings are in `enclosure/print.ini`, the results go to
`enclosure/sliced.csv`. The tables of the build guide use these results: run
`python -m hardware.render` afterwards. A hash shows which parts have changed since.
"""

from __future__ import annotations

import csv
import hashlib
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from hardware.render.enclosure import ENCLOSURE, PARTS, STL

SETTINGS = ENCLOSURE / "print.ini"
RESULTS = ENCLOSURE / "sliced.csv"
BED = 180.0


class SliceError(Exception):
    """Raised when a part can't be sliced without a warning."""


@dataclass(frozen=True)
class Sliced:
    part: str
    minutes: int
    grams: float
    stl: str  # the first 16 digits of the STL file's hash


def results() -> dict[str, Sliced]:
    """Return the saved results, by part."""
    with RESULTS.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {
        row["part"]: Sliced(row["part"], int(row["minutes"]), float(row["grams"]), row["stl"])
        for row in rows
    }


def stale() -> list[str]:
    """Return the parts that are new or have changed since they were sliced."""
    known = results() if RESULTS.exists() else {}
    return [part for part in PARTS if part not in known or known[part].stl != _hash(part)]


def _hash(part: str) -> str:
    return hashlib.sha256((STL / f"{part}.stl").read_bytes()).hexdigest()[:16]


def slice_part(part: str) -> Sliced:
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / f"{part}.gcode"
        middle = f"{BED / 2},{BED / 2}"
        stl = STL / f"{part}.stl"
        _prusa_slicer("--load", SETTINGS, "--center", middle, "-g", "-o", program, stl)
        text = program.read_text("utf-8")
    if not within_bed(text):
        raise SliceError(f"{part}: does not fit on a bed of {BED:.0f} mm with its skirt")
    return Sliced(part, minutes(text), grams(text), _hash(part))


def _prusa_slicer(*words: str | Path) -> None:
    command = ["prusa-slicer", *map(str, words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise SliceError("prusa-slicer: not found; apt-get install prusa-slicer") from None
    said = done.stdout + done.stderr
    if done.returncode or complaints(said):
        raise SliceError(f"{words[-1]}: {' / '.join(complaints(said)) or said.strip()}")


def complaints(said: str) -> list[str]:
    """Return the slicer's output lines that contain a warning or an error."""
    return [line for line in said.splitlines() if re.search(r"warning|error", line, re.I)]


def minutes(program: str) -> int:
    """Return the printing time, which the slicer writes like 1d 2h 3m 4s, rounded up."""
    found = re.search(r"estimated printing time \(normal mode\) = (.+)", program)
    if found is None:
        raise SliceError("the slicer's output has no printing time")
    units = {"d": 1440.0, "h": 60.0, "m": 1.0, "s": 1 / 60}
    parts = re.findall(r"(\d+)([dhms])", found[1])
    return round(sum(int(number) * units[unit] for number, unit in parts) + 0.5)


def grams(program: str) -> float:
    found = re.search(r"total filament used \[g\] = ([\d.]+)", program)
    if found is None:
        raise SliceError("the slicer's output has no weight")
    return round(float(found[1]), 1)


def within_bed(program: str) -> bool:
    """Return whether all extrusions, including the skirt, are on the bed."""
    moves = re.findall(r"^G1 X([-\d.]+) Y([-\d.]+) E[\d.]+", program, re.M)
    return all(0 < float(value) < BED for move in moves for value in move)


def write(parts: list[str]) -> None:
    known = results() if RESULTS.exists() else {}
    for part in parts:
        known[part] = slice_part(part)
        print(f"{part}: {known[part].minutes} min, {known[part].grams} g")
    with RESULTS.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(field.name for field in fields(Sliced))
        rows.writerows(astuple(known[part]) for part in PARTS)


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m hardware.slice", description=__doc__)
    parser.add_argument("--changed", action="store_true", help="only new and changed parts")
    args = parser.parse_args(words)
    try:
        write(stale() if args.changed else list(PARTS))
    except SliceError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
