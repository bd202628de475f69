"""Draw the guide's page about Ettana."""

from __future__ import annotations

from functools import partial

from docs.guide.device import INK
from docs.guide.sheet import BAND_HIGH, MARGIN, DoesNotFitError, Sheet
from triqueta.games.ettana.rules.card_acts import ACTION_PRICE, PATTERN_PRICE, SWAP_PRICE

APART = 26.0  # from one price to the next


def draw(sheet: Sheet) -> None:
    sheet.footer(sheet.texts["footer"])
    top = sheet.head("Ettana", "turn")
    sheet.stack(
        top,
        [
            sheet.turn("roll", "move", "swap", "acts"),
            sheet.columns("hand", "pattern", "exchange", "end"),
            (BAND_HIGH, partial(_prices, sheet)),
            sheet.columns("cards", "own_screen", "mistakes", "proof"),
        ],
    )


def _prices(sheet: Sheet, y: float) -> None:
    """Draw a band with the things to buy, and their prices in tokens."""
    sheet.band(y)
    prices = (ACTION_PRICE, PATTERN_PRICE, SWAP_PRICE)
    for number, (what, price) in enumerate(zip(sheet.texts["prices"], prices, strict=True)):
        x = MARGIN + 3 + number * APART
        sheet.band_number(price, x, y)
        sheet.pdf.set_font("guide", "", 9)
        sheet.pdf.set_text_color(*INK)
        if sheet.pdf.get_string_width(what) > APART - 4:
            raise DoesNotFitError(f'the price of "{what}" is too long')
        sheet.pdf.set_xy(x + 3.2, y + 7.4)
        sheet.pdf.cell(APART - 4, 5.5, what)
    sheet.band_text(MARGIN + 3 + len(prices) * APART + 2, y)
