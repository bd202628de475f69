"""HTML for texts, and for drawings made of the symbols of a game's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from triqueta.screens.phrases import Language, Text, said_unbroken, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.table.drawn_rules import (
    Block,
    Card,
    Cards,
    Drawing,
    Pips,
    Section,
    Symbol,
    ValueTable,
)


@dataclass(frozen=True)
class Markup:
    """Writes HTML in a language.

    `sheet` is the address of the sheet with the symbols. Without one, drawings are left out.
    """

    language: Language
    sheet: str | None = None

    def text(self, text: Text) -> str:
        return escape(said_unbroken(text, self.language))

    # Parts of a page.

    def languages(self) -> str:
        """Return links to the same page in each language."""
        links = [self._language(each) for each in Language]
        return self._navigation("languages", say("Language"), links)

    def _language(self, language: Language) -> str:
        current = ' aria-current="true"' if language is self.language else ""
        words = f'lang="{language}" title="{language.own_name}"{current}'
        return f'<a href="?lang={language}" {words}>{language.upper()}</a>'

    def contents(self, chips: Mapping[str, Text]) -> str:
        """Return links to the sections of the page, or "" if there is only one."""
        links = [f'<a href="#{name}">{self.text(label)}</a>' for name, label in chips.items()]
        if len(links) < 2:
            return ""
        return self._navigation("contents", say("On this page"), links)

    def links(self, links: Mapping[str, Text]) -> str:
        """Return links to other pages in the same language."""
        written = [
            f'<a href="{path}?lang={self.language}">{self.text(label)}</a>'
            for path, label in links.items()
        ]
        return self._navigation("links", say("More"), written)

    def _navigation(self, kind: str, name: Text, links: Iterable[str]) -> str:
        label = self.text(name)
        return f'<nav class="{kind}" aria-label="{label}">{"".join(links)}</nav>'

    def title(self, title: Text, *, is_hidden: bool) -> str:
        """Return the title of a game, which only screen readers need if there is no other."""
        hidden = ' class="unseen"' if is_hidden else ""
        return f"<h2{hidden}>{self.text(title)}</h2>"

    def columns(self, sections: Iterable[str]) -> str:
        """Return sections in as many columns as the page is wide enough for."""
        return "\n".join(('<div class="columns">', *sections, "</div>"))

    def card(self, heading: str, title: Text, paragraphs: Iterable[Text]) -> str:
        """Return a section with a heading ("h2" or "h3") and paragraphs."""
        texts = "\n".join(f"<p>{self.text(text)}</p>" for text in paragraphs)
        return f"<section>\n<{heading}>{self.text(title)}</{heading}>\n{texts}\n</section>"

    def screens(self, name: str, title: Text, screens: Iterable[Screen]) -> str:
        """Return a section with the texts of screens, and their titles if these differ."""
        texts: dict[Text, list[Text]] = {}
        for screen in screens:
            heading, lines = _title_and_texts(screen)
            texts.setdefault(heading, []).extend(lines)
        parts = [f'<section id="{name}">', f"<h2>{self.text(title)}</h2>"]
        for heading, lines in texts.items():
            parts += [f"<h3>{self.text(heading)}</h3>"] * (len(texts) > 1)
            parts += [f"<p>{self.text(line)}</p>" for line in lines]
        return "\n".join((*parts, "</section>"))

    # Drawings.

    def section(self, heading: str, section: Section, game: str) -> str:
        title = f"<{heading}>{self.text(section.title)}</{heading}>"
        if section.drawing:
            title = f'<div class="head">{self.drawing(section.drawing)}{title}</div>'
        blocks = "\n".join(map(self._block, section.blocks))
        return f'<section id="{game}-{section.name}">\n{title}\n{blocks}\n</section>'

    def _block(self, block: Block) -> str:
        match block:
            case Cards():
                cards = "\n".join(map(self._card, block.cards))
                return f'<ul class="cards">\n{cards}\n</ul>'
            case ValueTable():
                return self._table(block)
            case _:
                return f"<p>{self.text(block)}</p>"

    def _card(self, card: Card) -> str:
        title, text = self.text(card.title), self.text(card.text)
        return f"<li>{self.drawing(card.drawing)}<b>{title}</b> {text}</li>"

    def _table(self, table: ValueTable) -> str:
        head = "".join(map(self._pips, table.columns))
        lines = [f"<table>\n<thead><tr><td></td>{head}</tr></thead>\n<tbody>"]
        for line in table.lines:
            note = f" <small>{self.text(line.note)}</small>" if line.note else ""
            name = f"<span>{self.drawing(line.drawing)}{self.text(line.name)}{note}</span>"
            values = [
                f'<td class="{column.mark}"><b>{str(value).replace("-", "−")}</b></td>'
                for column, value in zip(table.columns, line.values, strict=True)
            ]
            lines.append(f'<tr><th scope="row">{name}</th>{"".join(values)}</tr>')
        return "\n".join([*lines, "</tbody>\n</table>"])

    def _pips(self, pips: Pips) -> str:
        dots = '<i class="on"></i>' * pips.filled + "<i></i>" * (pips.of - pips.filled)
        label = f'<span class="unseen">{self.text(pips.label)}</span>'
        return f'<th scope="col">{label}<span class="pips {pips.mark}">{dots}</span></th>'

    def drawing(self, drawing: Drawing) -> str:
        """Return a drawing as SVG, hidden from screen readers, as the text says the same."""
        if self.sheet is None:
            return ""
        symbols = "".join(map(self._symbol, drawing.symbols))
        box = " ".join(f"{number:g}" for number in drawing.box)
        return f'<svg viewBox="{box}" aria-hidden="true">{symbols}</svg>'

    def _symbol(self, symbol: Symbol) -> str:
        left, top, width, height = symbol.box
        use = (
            f'<use href="{self.sheet}#{symbol.name}" x="{left:g}" y="{top:g}" '
            f'width="{width:g}" height="{height:g}"/>'
        )
        disc = f'<circle r="{0.56 * width:g}"/>' if symbol.look == "medal" else ""
        look = f' class="{symbol.look}"' if symbol.look else ""
        place = f"translate({symbol.x:g} {symbol.y:g})"
        moves = f"{place} rotate({symbol.turn:g}) scale({symbol.size:g})"
        return f'<g{look} transform="{moves}">{disc}{use}</g>'


def _title_and_texts(screen: Screen) -> tuple[Text, list[Text]]:
    """Return a screen's title and texts, without the number of the screen."""
    if isinstance(screen, TextScreen):
        return screen.title, [screen.text]
    title, *lines = screen.words()
    return title, lines
