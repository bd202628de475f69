"""`python -m hardware.boards`: route the boards and write the KiCad files, in a few minutes.

Needs only `pip install -e '.[hardware]'`. Run `hardware/boards/check` afterwards.
"""

from __future__ import annotations

import sys

from hardware.boards.files import BOARDS, FOLDER, sources
from hardware.boards.router import NoWayError, routed


def main() -> int:
    for make in BOARDS.values():
        board = make()
        try:
            copper = routed(board)
        except NoWayError as error:
            print(f"{board.name}: {error}", file=sys.stderr)
            return 2
        for name, text in sources(board, copper).items():
            file = FOLDER / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        print(f"{board.name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
