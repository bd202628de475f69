"""Make one-turn.gif, an animation of a turn at the device, from shots of `triqueta script`.

.venv/bin/python -m hardware.pictures.make_one_turn

In `one-turn.script` each `shot` is a frame, and the `wait` after it is how long the frame is
shown. A key that is down at that moment is drawn pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw

from triqueta.cli import main
from triqueta.screens import art
from triqueta.screens.canvas import petal_centres
from triqueta.screens.station import TABLE, Key
from triqueta.stations.script import magnified, read_script

PETAL_KEYS = [key for key in Key if key.is_petal]
SOFT_KEYS = [key for key in Key if not key.is_petal]

HERE = Path(__file__).parent
SCRIPT = HERE / "one-turn.script"
DEAL = HERE / "game.tqr.json"
MOVING = HERE / "one-turn.gif"

# The device as on the web page, with its flower beside the screen: sizes, positions and colours.
SIZE = (880, 384)
EDGE = 4  # drawn this many times larger and then reduced, for smooth edges
SCREEN_AT, SCREEN_SIZE = (26, 26), (512, 256)
BEZEL = 8
SOFT_TOP, SOFT_SIZE, SOFT_PITCH = 306, (160, 50), 176
FLOWER, RING, PETAL = (712, 200), 108, 50
WOOD, BLACK, LIT = "#4d3a2d", "#0b0d0f", "#bfe9ff"
SOFT_COLOUR, PETAL_COLOUR, INK = "#e9dfcf", "#d9b26f", "#2b2118"
COLOURS = 32


@dataclass
class Shot:
    """A frame of the animation: its file, the keys that are down, and how long it is shown."""

    name: str
    down: frozenset[Key]
    seconds: float = 0.0


def shots() -> list[Shot]:
    found: list[Shot] = []
    down: set[Key] = set()
    for line in read_script(SCRIPT):
        match line.words:
            case ("shot", name):
                found.append(Shot(name, frozenset(down)))
            case ("wait", seconds) if found:
                found[-1].seconds += float(seconds)
            case (station, key, "down") if station == TABLE:
                down.add(Key(key))
            case (station, key, "up") if station == TABLE:
                down.discard(Key(key))
    return found


def frames() -> list[Image.Image]:
    with TemporaryDirectory() as folder:
        words = ["script", str(SCRIPT), "--deal", str(DEAL), "--out", folder]
        if main(words) != 0:
            raise SystemExit(f"{SCRIPT} failed")
        return [_device(Path(folder) / shot.name, shot.down) for shot in shots()]


def make(file: Path) -> None:
    first, *rest = _in_the_same_colours(frames())
    first.save(
        file,
        save_all=True,
        append_images=rest,
        duration=[round(1000 * shot.seconds) for shot in shots()],
        loop=0,
        optimize=True,
    )


def _in_the_same_colours(pictures: list[Image.Image]) -> Iterator[Image.Image]:
    """Reduce all pictures to a common palette, so that the GIF stores only the differences."""
    every = Image.new("RGB", (SIZE[0], SIZE[1] * len(pictures)))
    for number, picture in enumerate(pictures):
        every.paste(picture, (0, SIZE[1] * number))
    palette = every.quantize(COLOURS, Image.Quantize.MEDIANCUT)
    for picture in pictures:
        yield picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _device(screen: Path, down: frozenset[Key]) -> Image.Image:
    face = _face(down)
    with Image.open(screen) as shown:
        face.paste(LIT, SCREEN_AT, shown.convert("1"))
    for petal, (x, y) in enumerate(_petals(), start=1):
        number = magnified(art.text_image(str(petal)), 4)
        face.paste(INK, (x - number.width // 2, y - number.height // 2), number)
    return face


def _face(down: frozenset[Key]) -> Image.Image:
    """Draw everything with smooth edges: all but the screen's pixels and the petals' numbers."""
    large = Image.new("RGB", (SIZE[0] * EDGE, SIZE[1] * EDGE), WOOD)
    draw = ImageDraw.Draw(large)
    left, top = SCREEN_AT[0] - BEZEL, SCREEN_AT[1] - BEZEL
    right, bottom = SCREEN_AT[0] + SCREEN_SIZE[0], SCREEN_AT[1] + SCREEN_SIZE[1]
    _box(draw, (left, top, right + BEZEL, bottom + BEZEL), 12, BLACK)
    for number, key in enumerate(SOFT_KEYS):
        x = SCREEN_AT[0] + number * SOFT_PITCH
        box = (x, SOFT_TOP, x + SOFT_SIZE[0], SOFT_TOP + SOFT_SIZE[1])
        _box(draw, box, 12, LIT if key in down else SOFT_COLOUR)
    for key, (x, y) in zip(PETAL_KEYS, _petals(), strict=True):
        box = (x - PETAL, y - PETAL, x + PETAL, y + PETAL)
        _box(draw, box, PETAL, LIT if key in down else PETAL_COLOUR)
    return large.reduce(EDGE)


def _petals() -> list[tuple[int, int]]:
    return petal_centres(*FLOWER, RING)


def _box(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], radius: int, colour: str
) -> None:
    left, top, right, bottom = (EDGE * side for side in box)
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), EDGE * radius, colour)


if __name__ == "__main__":
    make(MOVING)
