"""A gallery of every screen in every language, magnified, on one page.

.venv/bin/python -m tests.screens.gallery gallery.html
"""

from __future__ import annotations

import sys
from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path

from tests.screens.scenes import SCENES, frame_of
from triqueta.screens.frame import picture, words
from triqueta.screens.phrases import Language
from triqueta.stations.script import magnified

MAGNIFIED = 3
HEAD = """<!doctype html><meta charset="utf-8"><title>Triqueta: every screen</title>
<style>
body { background: #222; color: #ddd; font: 15px sans-serif; margin: 2em }
figure { display: inline-block; margin: .4em } figcaption { color: #999 }
img { image-rendering: pixelated; border: 6px solid black; border-radius: 6px }
h2 { margin: 1.2em 0 .2em; font-size: 1.1em }
</style><h1>Triqueta: every screen</h1>
"""


def page() -> str:
    parts = [HEAD]
    for name in SCENES:
        parts.append(f"<h2>{name}</h2>")
        parts.extend(figure(name, language) for language in Language)
    return "\n".join(parts)


def figure(name: str, language: Language) -> str:
    frame = frame_of(name, language)
    buffer = BytesIO()
    magnified(picture(frame), MAGNIFIED).save(buffer, "png")
    data = b64encode(buffer.getvalue()).decode()
    text = escape(words(frame), quote=True)
    image = f'<img src="data:image/png;base64,{data}" title="{text}" alt="{text}">'
    return f"<figure>{image}<figcaption>{language.own_name}</figcaption></figure>"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.screens.gallery FILE.html")
    Path(sys.argv[1]).write_text(page(), "utf-8")
    print(f"{len(SCENES)} screens in {len(Language)} languages: {sys.argv[1]}")
