"""A process of its own that starts a table, and says when its first picture is there."""

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
    """Load the settings, set the table, draw, and send it to the table's display."""
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
    except Exception as error:  # the doctor tells the last line
        sys.exit(reason(error))
