"""Pages of text: help, rules, and what to do when a page can't be opened.

They are complete HTML documents without scripts. Their pictures are the symbols of a game's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from triqueta.screens.phrases import Language, Text, say
from triqueta.stations.web.markup import Markup
from triqueta.stations.web.static import sheet_address, static_file
from triqueta.table.registry import Registry

_SCAN_CODE = say("To join, scan the code at the table: “Menu > Settings > Phones”.")
_WHAT_THIS_IS = say("Triqueta deals the tiles, and each phone is a player's private display.")
_SECRETS = say("Your secrets appear on your own phone, or on the screen while you hold “Look”.")
_KEYS = (
    say(
        "You need only the five petals and the three keys below the screen. Each shows what it "
        "does."
    ),
    say("A key that does nothing says why. On a keyboard, use 1 to 5 and J, K, L."),
    say("When the table asks for a name, type it. Press “Esc” to use the keys instead."),
    say("Some games show their board next to the screen: tap a field to move the cursor there."),
    say("“Menu > Help and rules” explains what to do right now."),
)
_LINKS = {"/watch": say("Watch the table"), "/rules": say("Rules"), "/guide": say("Guide")}


def help_page(games: Registry, game: str | None, language: Language) -> str:
    """Return the page that explains how to play on a phone, with the drawings of a game.

    `game` is the game on the table; without one, the drawings are those of the table's main game.
    """
    game = game or games.own.id
    markup, drawn = _markup(games, game, language), games.drawn_rules(game)
    sections = [
        markup.card("h2", say("Phones"), (_WHAT_THIS_IS, _SECRETS, _SCAN_CODE)),
        *(markup.section("h2", section, game) for section in (drawn.help if drawn else ())),
        markup.card("h2", say("Keys"), _KEYS),
    ]
    body = [_emblem(games, game, language), markup.columns(sections), markup.links(_LINKS)]
    return _page(language, say("Help"), body)


def problem_page(what: Text, games: Registry, language: Language) -> str:
    """Return a page that explains an error and what to do, for players who scan an old code."""
    markup = Markup(language)
    body = [
        _emblem(games, games.own.id, language),
        markup.card("h2", what, (_WHAT_THIS_IS, _SCAN_CODE)),
        markup.links(_LINKS),
    ]
    return _page(language, say("Welcome"), body)


def rules_page(games: Registry, game: str | None, language: Language) -> str:
    """Return the rules of a game, or of all games if `game` is None."""
    shown = [spec for spec in games if game in (None, spec.id)]
    sections: list[str] = []
    chips: dict[str, Text] = {}
    for spec in shown:
        markup, drawn = _markup(games, spec.id, language), games.drawn_rules(spec.id)
        if drawn is None:
            chips[spec.id] = spec.title
            sections.append(markup.screens(spec.id, spec.title, games.rules(spec.id)))
        else:
            chips |= {f"{spec.id}-{each.name}": each.label for each in drawn.rules}
            sections.append(markup.title(spec.title, is_hidden=len(shown) == 1))
            sections += [markup.section("h3", each, spec.id) for each in drawn.rules]
    markup = Markup(language)
    links = {path: text for path, text in _LINKS.items() if path != "/rules"}
    return _page(language, say("Rules"), [markup.columns(sections), markup.links(links)], chips)


def _markup(games: Registry, game: str, language: Language) -> Markup:
    return Markup(language, sheet_address(games, game))


def _emblem(games: Registry, game: str, language: Language) -> str:
    """Return the drawing that stands for a game, or "" if it has none."""
    drawn = games.drawn_rules(game)
    if drawn is None:
        return ""
    return f'<div class="emblem">{_markup(games, game, language).drawing(drawn.emblem)}</div>'


def _page(
    language: Language, title: Text, body: Iterable[str], chips: Mapping[str, Text] | None = None
) -> str:
    """Return a page. `chips` are the texts of links to its sections, by name."""
    markup = Markup(language)
    styles = [static_file(name).address(f"/{name}") for name in ("page.css", "text.css")]
    document = [
        "<!doctype html>",
        f'<html lang="{language}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{markup.text(title)} - Triqueta</title>",
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
        *(f'<link rel="stylesheet" href="{address}">' for address in styles),
        "</head>",
        '<body class="text">',
        f"<header><h1>{markup.text(title)}</h1>{markup.languages()}</header>",
        markup.contents(chips or {}),
        "<main>",
        *body,
        "</main>",
        "</body>",
        "</html>\n",
    ]
    return "\n".join(document)
