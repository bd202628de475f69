"""The drawn rules of Triqueta: their drawings use the symbols of the sheet as they are."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from triqueta.games.triqueta.pages.drawings import SHEET
from triqueta.games.triqueta.pages.drawn_rules import drawn_rules
from triqueta.screens.phrases import Language, said
from triqueta.table.drawn_rules import Cards, Drawing, ValueTable

SVG = "{http://www.w3.org/2000/svg}"


def drawings() -> Iterator[Drawing]:
    drawn = drawn_rules()
    yield drawn.emblem
    for section in (*drawn.rules, *drawn.help):
        if section.drawing is not None:
            yield section.drawing
        for block in section.blocks:
            if isinstance(block, Cards):
                yield from (card.drawing for card in block.cards)
            elif isinstance(block, ValueTable):
                yield from (line.drawing for line in block.lines)


def test_each_symbol_is_in_the_sheet_with_its_box() -> None:
    boxes = {
        symbol.get("id"): tuple(map(float, symbol.get("viewBox", "").split()))
        for symbol in ET.parse(SHEET).iter(f"{SVG}symbol")  # noqa: S314 - our own
    }
    for drawing in drawings():
        assert drawing.symbols
        for symbol in drawing.symbols:
            assert boxes[symbol.name] == symbol.box, symbol.name


def test_each_section_has_its_own_anchor() -> None:
    drawn = drawn_rules()
    names = [section.name for section in (*drawn.rules, *drawn.help)]
    assert len(set(names)) == len(names)


def test_the_values_are_those_of_the_rules() -> None:
    tables = [
        block
        for section in drawn_rules().rules
        for block in section.blocks
        if isinstance(block, ValueTable)
    ]
    (table,) = tables
    assert [column.filled for column in table.columns] == [1, 2, 3, 4]
    values = {said(line.name, Language.ENGLISH): line.values for line in table.lines}
    assert values["rabbit"] == (1, 2, 5, -1)
    assert values["wolf"] == (1, 2, 11, -1)
