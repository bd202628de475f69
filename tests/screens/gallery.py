"""Every screen in every language, magnified, on one page.

.venv/bin/python -m tests.screens.gallery gallery.html
"""

from __future__ import annotations

import sys
from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.screens.scenes import SCENES, frame_of
from triqueta.screens.frame import picture, words
from triqueta.screens.phrases import Language

MAGNIFIED = 3
MONTAGE = (
    "readme-turn",
    "readme-look",
    "readme-shadow",
    "next-pile-first",
    "readme-reveal",
    "commitment",
)
HEAD = """<!doctype html><meta charset="utf-8"><title>Triqueta: every screen</title>
<style>
body { background: #222; color: #ddd; font: 15px sans-serif; margin: 2em }
figure { display: inline-block; margin: .4em } figcaption { color: #999 }
img { image-rendering: pixelated; border: 6px solid black; border-radius: 6px }
h2 { margin: 1.2em 0 .2em; font-size: 1.1em }
</style><h1>Triqueta: every screen</h1>
"""


def magnified(image: Image.Image, times: int = MAGNIFIED) -> Image.Image:
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


def page() -> str:
    parts = [HEAD]
    for name in SCENES:
        parts.append(f"<h2>{name}</h2>")
        parts.extend(figure(name, language) for language in Language)
    return "\n".join(parts)


def figure(name: str, language: Language) -> str:
    frame = frame_of(name, language)
    buffer = BytesIO()
    magnified(picture(frame)).save(buffer, "png")
    data = b64encode(buffer.getvalue()).decode()
    text = escape(words(frame), quote=True)
    image = f'<img src="data:image/png;base64,{data}" title="{text}" alt="{text}">'
    return f"<figure>{image}<figcaption>{language.own_name}</figcaption></figure>"


def montage() -> Image.Image:
    """Six screens of a game, as they glow in the dark."""
    gap, times = 12, 3
    width, height = 128 * times + gap, 64 * times + gap
    sheet = Image.new("RGB", (3 * width + gap, 2 * height + gap), "#161a1d")
    for number, name in enumerate(MONTAGE):
        line, column = divmod(number, 3)
        lit = magnified(picture(frame_of(name, Language.ENGLISH)), times)
        at = (gap + width * column, gap + height * line)
        sheet.paste("black", (*at, at[0] + lit.width, at[1] + lit.height))
        sheet.paste("#bfe9ff", at, lit)
    return sheet


def main(path: Path) -> None:
    if path.suffix == ".png":
        montage().save(path, optimize=True)
    else:
        path.write_text(page(), "utf-8")
    print(f"{path} is made")


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).suffix not in (".html", ".png"):
        sys.exit("usage: python -m tests.screens.gallery FILE.html or FILE.png")
    main(Path(sys.argv[1]))
