"""Render the web pages' icon as PNG files, for home screens that don't support SVG.

    .venv/bin/python -m hardware.pictures.make_icons

It needs Chromium, which draws the icon.
"""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

FILES = Path(__file__).parents[2] / "triqueta/stations/web/files"
SIZES = (192, 512)
_STYLE = "<style>body { margin: 0 } svg { display: block }</style>"
_COLOURS = 48  # enough for smooth edges; more would only make the files larger


def make(folder: Path, chromium: str) -> None:
    drawing = (FILES / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(_STYLE + drawing)
            with Image.open(BytesIO(page.screenshot())) as shot:
                picture = shot.convert("RGB").quantize(_COLOURS)
            picture.save(folder / f"icon-{size}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    make(FILES, shutil.which("chromium") or "chromium-browser")
