"""The animated picture of the README: it matches its script, and is small enough to load."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageSequence, ImageStat

from hardware.pictures.make_one_turn import MOVING, SCREEN_AT, SCREEN_SIZE, make, shots

SCREEN = (*SCREEN_AT, SCREEN_AT[0] + SCREEN_SIZE[0], SCREEN_AT[1] + SCREEN_SIZE[1])


def pictures(file: Path) -> list[tuple[int, Image.Image]]:
    """Return each frame of a picture with its duration in milliseconds."""
    with Image.open(file) as moving:
        return [
            (frame.info["duration"], frame.convert("L"))
            for frame in ImageSequence.Iterator(moving)
        ]


def test_it_is_up_to_date(tmp_path: Path) -> None:
    make(tmp_path / "made.gif")
    made, kept = pictures(tmp_path / "made.gif"), pictures(MOVING)
    assert [shown for shown, _ in made] == [shown for shown, _ in kept], "make it again"
    for (_, new), (_, old) in zip(made, kept, strict=True):
        assert lit(new) == lit(old), "make it again"
        # Versions of the drawing library round corners differently.
        assert ImageStat.Stat(ImageChops.difference(new, old)).mean[0] < 1, "make it again"


def lit(picture: Image.Image) -> bytes:
    """Return which pixels of the device's screen are lit."""
    return picture.crop(SCREEN).point(lambda grey: 255 * (grey > 127)).tobytes()


def test_every_picture_shows_something_new() -> None:
    shown = [picture.tobytes() for _, picture in pictures(MOVING)]
    assert len(shown) == len(shots()) == len(set(shown))


def test_it_is_small_and_never_ends() -> None:
    assert MOVING.stat().st_size < 300_000
    with Image.open(MOVING) as moving:
        assert moving.info["loop"] == 0
