"""How long it takes from the start of a process to its first picture: it is run as one itself.

The clock is one that all processes of a machine share: the parent notes when it starts the child,
and the child, which does what a start of the table does, says when its picture is there.
"""

from __future__ import annotations

import subprocess
import sys
import time

from triqueta.doctor.findings import Finding, good, odd

SLOW_START = 5.0
LONGEST_START = 60
_SEND, _DRAW = "send", "draw"


def check_first_picture(file: str | None, *, send: bool) -> Finding:
    words = [sys.executable, "-m", __name__, _SEND if send else _DRAW, file or ""]
    started = time.monotonic()
    try:
        child = subprocess.run(  # noqa: S603 - ourselves
            words, capture_output=True, text=True, timeout=LONGEST_START, check=True
        )
        seconds = float(child.stdout) - started
    except (subprocess.SubprocessError, ValueError) as error:
        return odd(f"no first picture came: {_reason(error)}", "see what else is wrong here")
    text = f"the first picture is {'shown' if send else 'drawn'} after {1000 * seconds:.0f} ms"
    if seconds > SLOW_START:
        return odd(text, "use a faster card (class A1 or A2); see systemd-analyze blame")
    return good(text)


def _reason(error: Exception) -> str:
    text = getattr(error, "stderr", None)
    lines = text.strip().splitlines() if isinstance(text, str) else []
    return lines[-1] if lines else type(error).__name__


def main(how: str, file: str) -> None:
    """Load the settings, set the table, draw, and send it to the table's display."""
    from triqueta.config.files import load_config  # noqa: PLC0415 - all of it is being timed
    from triqueta.games import GamesOfThisTable  # noqa: PLC0415
    from triqueta.screens.frame import picture  # noqa: PLC0415
    from triqueta.stations.oled.bus import open_display  # noqa: PLC0415
    from triqueta.stations.oled.wanted import displays_of  # noqa: PLC0415
    from triqueta.table.events import TABLE  # noqa: PLC0415
    from triqueta.table.table import Table  # noqa: PLC0415
    from triqueta.table.world import World  # noqa: PLC0415

    settings = displays_of(load_config(file or None))[TABLE]
    world = World(games=GamesOfThisTable(), new_secret=lambda: bytes(32))
    frame = Table(world).frame(TABLE)
    image = picture(frame)
    if how == _SEND:
        display = open_display(settings)
        display.show(image, frame.light)
    print(time.monotonic(), flush=True)
    if how == _SEND:
        display.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
