"""Compare all views of the pages, at six sizes and in three languages, with golden pictures.

A golden picture is a sheet with one small picture for each size: every pixel is the mean colour of
a block of the page. A block may have any colour that its neighbours have, plus a tolerance, so
letters can be drawn a little differently, but a part that is missing, covered or moved is found.
The text has a font from a package, because the fonts of machines differ.

The full run compares a sample. After a change, look at all of them:
`pytest --profile deep tests/stations/test_pages_golden.py --update-pictures`.
They need Debian's Chromium.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from font_source_sans_pro import SourceSansProBold, SourceSansProRegular
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page

from tests.profiles import DEEP, chosen
from tests.stations.page_states import SIZES, STATES, State, settle, shown
from tests.stations.test_pages import browser
from triqueta.screens.phrases import Language

__all__ = ["browser"]

GOLDEN = Path(__file__).parent / "golden_pages"
BLOCK = 8  # pixels
COLOURS = 64  # of a golden picture, which keeps it small
TOLERANCE = 32  # of 255, for each of red, green and blue
FEW = 3  # blocks that may differ
FONTS = {"regular": (400, SourceSansProRegular), "bold": (700, SourceSansProBold)}
SAME_FONT = "".join(
    f"@font-face {{ font-family: Golden; font-weight: {weight}; src: url(/golden/{name}) }}"
    for name, (weight, _) in FONTS.items()
)
CHANGING = ("away",)  # its message changes with time
CASES = [
    (state, language) for state in STATES if state.name not in CHANGING for language in Language
]


def ids(case: tuple[State, Language]) -> str:
    return "-".join(map(str, case))


def sheet_of(page: Page) -> Image.Image:
    """Return the page at all sizes, side by side, with a pixel for each block."""
    pictures = []
    for size in SIZES:
        page.set_viewport_size(size)
        settle(page)
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        pictures.append(picture.reduce(BLOCK))
    width = sum(picture.width for picture in pictures)
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)))
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width
    return sheet


def use_same_font(page: Page) -> None:
    for name, (_, path) in FONTS.items():
        page.route(f"**/golden/{name}", lambda route, path=path: route.fulfill(path=path))
    page.add_style_tag(content=f"{SAME_FONT} * {{ font-family: Golden !important }}")
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")


def differences(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a picture with a white pixel for each block of one sheet that the other lacks."""
    darkest, lightest = (
        other.filter(ImageFilter.MinFilter(3)),
        other.filter(ImageFilter.MaxFilter(3)),
    )
    beyond = ImageChops.lighter(
        ImageChops.subtract(darkest, one), ImageChops.subtract(one, lightest)
    )
    channels = [
        channel.point(lambda value: 255 * (value > TOLERANCE)) for channel in beyond.split()
    ]
    red, green, blue = channels
    return ImageChops.lighter(red, ImageChops.lighter(green, blue))


def number_of(differing: Image.Image) -> int:
    return differing.histogram()[255]


@pytest.mark.full
@pytest.mark.parametrize("case", CASES if chosen() is DEEP else CASES[::7], ids=ids)
def test_a_view_looks_as_in_its_golden_picture(
    browser: Browser,
    case: tuple[State, Language],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    state, language = case
    file = GOLDEN / f"{state}-{language}.png"
    with shown(browser, state, language, bypass_csp=True) as page:
        use_same_font(page)
        found = sheet_of(page)
    if request.config.getoption("--update-pictures"):
        GOLDEN.mkdir(exist_ok=True)
        palette = found.quantize(COLOURS, dither=Image.Dither.NONE)
        palette.save(file, optimize=True)
    golden = Image.open(file).convert("RGB")
    assert golden.size == found.size
    differing = ImageChops.lighter(differences(found, golden), differences(golden, found))
    if number_of(differing) > FEW:
        found.save(tmp_path / "found.png")
        differing.save(tmp_path / "differences.png")
        pytest.fail(
            f"{number_of(differing)} blocks differ in {differing.getbbox()}: see {tmp_path}"
        )
