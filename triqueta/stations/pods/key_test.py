"""A pod's test: a picture with an edge all round, and a box for each key: filled while pressed."""

from __future__ import annotations

from PIL import Image, ImageDraw

from triqueta.screens.canvas import SIZE
from triqueta.stations.pods.link import KeyChange, LinkEvent
from triqueta.stations.pods.messages import KEYS
from triqueta.stations.pods.pictures import packed
from triqueta.table.events import Key

_BOX = 10
_PETALS = ((59, 6), (78, 18), (71, 38), (47, 38), (40, 18))
_SOFT = ((6, 48), (59, 50), (112, 48))
_PLACES = dict(zip(KEYS, (*_PETALS, *_SOFT), strict=True))


class KeyTest:
    """Done when every key has gone down and come up again."""

    def __init__(self) -> None:
        self.down: set[Key] = set()
        self.good: set[Key] = set()

    @property
    def missing(self) -> list[Key]:
        return [key for key in KEYS if key not in self.good]

    def take(self, event: LinkEvent) -> Key | None:
        """The key that is found to work by this."""
        if not isinstance(event, KeyChange) or event.key >= len(KEYS):
            return None
        key = KEYS[event.key]
        if event.down:
            self.down.add(key)
            return None
        self.down.discard(key)
        is_new = key not in self.good
        self.good.add(key)
        return key if is_new else None

    def picture(self) -> bytes:
        image = Image.new("1", SIZE)
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), outline=1)
        for key, (x, y) in _PLACES.items():
            draw.rectangle((x, y, x + _BOX, y + _BOX), outline=1, fill=int(key in self.down))
            if key in self.good:
                draw.line((x, y, x + _BOX, y + _BOX), fill=1)
        return packed(image)
