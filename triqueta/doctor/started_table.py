"""Start a table and print the time of its first picture; the doctor runs this as a process."""

from __future__ import annotations

import sys
import time

from triqueta.config.reading import load_config
from triqueta.doctor.findings import reason
from triqueta.games import installed_games
from triqueta.screens.frame import picture
from triqueta.screens.station import TABLE
from triqueta.stations.oled.bus import open_display
from triqueta.stations.oled.wires import displays_of
from triqueta.table.state import Services
from triqueta.table.table import Table


def main(how: str, file: str) -> None:
    """Load the settings, draw the first picture and, if `how` is "send", show it."""
    settings = displays_of(load_config(file or None))[TABLE]
    services = Services(
        games=installed_games(), new_secret=lambda: bytes(32), new_seat_key=lambda: bytes(32)
    )
    frame = Table(services).frame(TABLE)
    image = picture(frame)
    if how == "send":
        display = open_display(settings)
        display.show(image, frame.light)
    print(time.monotonic(), flush=True)
    if how == "send":
        display.close()


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2])
    except Exception as error:  # the doctor shows the last line
        sys.exit(reason(error))
