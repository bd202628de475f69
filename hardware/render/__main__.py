"""`python -m hardware.render`: generate the files in `hardware/`, or list those out of date.

Needs WireViz and trimesh (pip install -e '.[hardware]'), and Debian's graphviz, openscad and xvfb.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from hardware.render import HARDWARE, diagrams, enclosure, header, pages, three_mf

WRITERS: dict[str, Callable[[], None]] = {
    "wiring": diagrams.write,
    "header": header.write,
    "pages": pages.write,
    "enclosure": enclosure.write,
    "3mf": three_mf.write,
}


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m hardware.render", description=__doc__)
    parser.add_argument("what", nargs="*", choices=[[], *WRITERS], help="default: everything")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; render the parts and compare"
    )
    args = parser.parse_args(words)
    try:
        return _check() if args.check else _write(args.what or list(WRITERS))
    except enclosure.RenderError as error:
        print(error, file=sys.stderr)
        return 2


def _write(names: list[str]) -> int:
    for name in names:
        WRITERS[name]()
        print(f"{name}: made")
    return 0


def _check() -> int:
    stale = [*diagrams.stale(), *header.stale(), *pages.stale()]
    stale += [*enclosure.stale(), *enclosure.different_parts(), *three_mf.stale()]
    for file in stale:
        print(f"{file.relative_to(HARDWARE)}: out of date", file=sys.stderr)
    if stale:
        print("run: .venv/bin/python -m hardware.render", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
