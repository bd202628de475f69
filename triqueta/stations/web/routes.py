"""Responses to HTTP requests: pages, images, translations and downloads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

from triqueta.runtime.host import Host
from triqueta.screens.phrases import (
    Language,
    Phrase,
    Text,
    catalogue,
    said_unbroken,
    say,
    unbroken,
)
from triqueta.screens.screen import Screen, TextScreen
from triqueta.stations.web.access import Access
from triqueta.stations.web.downloads import Downloads
from triqueta.stations.web.messages import CHECK_PATH, PLOT_PATH, RECORD_PATH, check_document

_POLICY = "Content-Security-Policy"
_SECURITY = {
    _POLICY: "default-src 'self'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_DAY = "public, max-age=86400"
_TEXTS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_KINDS = {**_TEXTS, ".png": "image/png"}
_FILES = files("triqueta.stations.web").joinpath("files")

SERVED = frozenset(
    file.name for file in _FILES.iterdir() if Path(file.name).suffix in _KINDS.keys() - {".html"}
)
"""The files that every client can load. HTML pages are missing: access to them is checked."""


def answer(
    status: HTTPStatus,
    body: str | bytes,
    content_type: str = "text/plain",
    *,
    may_be_kept: bool = False,
    **more: str,
) -> Response:
    """Return a response. Browsers may cache it only if `may_be_kept`.

    Set `may_be_kept` only for content that says nothing about a game. `more` are extra headers,
    with underscores for hyphens.
    """
    content = body.encode() if isinstance(body, str) else body
    charset = "; charset=utf-8" if isinstance(body, str) else ""
    headers = Headers(
        {
            **_SECURITY,
            "Cache-Control": _DAY if may_be_kept else "no-store",
            "Content-Type": f"{content_type}{charset}",
            "Content-Length": str(len(content)),
            "Connection": "close",
            **{name.replace("_", "-"): value for name, value in more.items()},
        }
    )
    return Response(status.value, status.phrase, headers, content)


def allow_sockets(response: Response, host: str) -> None:
    """Add a policy to a response that allows sockets to `host` only.

    In current browsers, 'self' includes sockets. In Safari before 16 it does not, and old phones
    and tablets are common at a table. So the policy also names the host.
    """
    del response.headers[_POLICY]
    sources = f"'self' ws://{host} wss://{host}"
    response.headers[_POLICY] = f"{_SECURITY[_POLICY]}; connect-src {sources}"


def file_answer(name: str) -> Response:
    """Return a static file. Browsers may cache icons only: scripts must match the server."""
    suffix = Path(name).suffix
    body: str | bytes = _FILES.joinpath(name).read_bytes()
    if suffix in _TEXTS:
        body = _FILES.joinpath(name).read_text("utf-8")
    return answer(HTTPStatus.OK, body, _KINDS[suffix], may_be_kept=name.startswith("icon"))


def page_answer(name: str, language: Language) -> Response:
    """Return an HTML page with its language set to that of its station."""
    page = _FILES.joinpath(name).read_text("utf-8")
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    return answer(HTTPStatus.OK, page, "text/html")


def text_page(
    status: HTTPStatus, language: Language, title: Text, paragraphs: list[str]
) -> Response:
    """Return an HTML page of text. Each of `paragraphs` is a complete HTML element."""
    heading = in_html(title, language)
    page = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading} - Triqueta</title>\n"
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/page.css">\n</head>\n'
        f'<body class="text">\n<main>\n<h1>{heading}</h1>\n'
        + "\n".join(paragraphs)
        + "\n</main>\n</body>\n</html>\n"
    )
    return answer(status, page, "text/html")


def in_html(text: Text, language: Language) -> str:
    return escape(said_unbroken(text, language))


@cache
def guide_folder() -> Path | None:
    """Return the folder of the players' guide, or None if it is missing.

    It is inside the package once installed, and in docs in a checkout.
    """
    package = Path(__file__).parents[2]
    for folder in (package / "guide", package.parent / "docs" / "guide"):
        if (folder / "guide-en.pdf").is_file():
            return folder
    return None


WORDS: tuple[Phrase, ...] = (
    say("Cancel"),
    say("Check the shuffle"),
    say("Close"),
    say("Code to join with a phone"),
    say("Connecting ..."),
    say("Esc: use the keys"),
    say("Full screen"),
    say("Guide"),
    say("Help"),
    say("Key {number}"),
    say("More"),
    say("Name"),
    say("Name of player {number}"),
    say("No decision has cost any points. Well played!"),
    say("OK"),
    say("Petal {number}"),
    say("Petals"),
    say("Players"),
    say("Pod {number}"),
    say("Points"),
    say("Review"),
    say("Rules"),
    say("Save the record of this game"),
    say("Seat {number}"),
    say("Seats"),
    say("Simulated pods"),
    say("Soft keys"),
    say("Sound"),
    say("This game is no longer on the table."),
    say("This seat is already taken."),
    say("TV page"),
    say("Take it back"),
    say("Take over"),
    say(
        "The table isn't responding. Is it switched on, and is this device on the same "
        "network? This page will reconnect by itself."
    ),
    say("The screen of the pod"),
    say("The table"),
    say("This seat is now on another phone."),
    say(
        "This seat's code is no longer valid. Scan the new one: at the table, “Menu > "
        "Settings > Phones”."
    ),
    say("Too many pages are open. Close one, and this page will continue."),
    say("Chart of everyone's wins and points at this table"),
    say("Up to {most} letters"),
    say("What happened"),
    say("Your name"),
    say("free"),
    say("robot"),
    say("your turn"),
    say("{key}, not in use"),
    say("{name}: here"),
    say("{name}: own display"),
    say("{name}: robot"),
    say("Open {name}'s screen"),
    say("{name}: your turn!"),
    say("Another phone sits here"),
    say("Another phone sits here now"),
    say("A new game"),
    say("Game page"),
    say("Good night"),
    say("Hint"),
    say("Info"),
    say("Is anyone looking over your shoulder?"),
    say("Look at them first."),
    say("Look first, then place or keep it."),
    say("Look first, then put it away."),
    say("Menu"),
    say("No connection"),
    say("Small screen"),
    say("Table menu"),
    say("Tap to turn it up"),
    say("Tap to turn them up"),
    say("The rows"),
    say("The table is asleep, and the game is saved."),
    say("Turn tiles up at once"),
    say("Turn up what you drew: only you may see it"),
    say("Wake it up"),
    say("Your tile"),
    say("Your two tiles"),
    say("complete"),
    say("hold to look"),
    say("spoilt"),
    say("{name}: {count}, points: {points}"),
)


def words_in(language: Language) -> dict[str, str]:
    """Return the translations of the pages' phrases. The pages fill the placeholders."""
    found = catalogue(WORDS[0].locale, language).gettext
    return {phrase.english: unbroken(found(phrase.english), language) for phrase in WORDS}


MANIFEST = "manifest.webmanifest"
_PAPER = "#f2e9d3"

_SCAN_CODE = say("To join, scan your seat's code: at the table, “Menu > Settings > Phones”.")
_NOT_A_SEAT = say("Only the device on the table can open this page.")
_OLD_CODE = say("This seat's code is no longer valid.")
_WHAT_THIS_IS = say("Triqueta deals the tiles, and each phone is a player's private display.")
_NOTHING_HERE = say("This page doesn't exist.")
_HOW_IT_WORKS = (
    _WHAT_THIS_IS,
    say(
        "You need only the five petals and the three keys below the screen. Each shows what "
        "it does."
    ),
    say("A key that does nothing says why. On a keyboard, use 1 to 5 and J, K, L."),
    say("When the table asks for a name, type it. Press “Esc” to use the keys instead."),
    say("Some games show their board next to the screen: tap a field to move the cursor there."),
    say("Your secrets appear on your own phone, or on the screen while you hold “Look”."),
    say("“Menu > Help and rules” explains what to do right now."),
    _SCAN_CODE,
)


def depends_on_game(path: str) -> bool:
    """Return whether the response to a request depends on the state of the game."""
    path, _, _ = path.partition("?")
    return path in ("/rules", RECORD_PATH, PLOT_PATH, CHECK_PATH) or path.endswith(MANIFEST)


class Routes:
    """The responses to HTTP requests. Some pages are only for browsers on this machine."""

    def __init__(
        self, host: Host, access: Access, downloads: Downloads, *, has_bench: bool
    ) -> None:
        self._table = host.table
        self._access = access
        self._downloads = downloads
        self._has_bench = has_bench
        self._fixed = {
            "/": self._table_page,
            "/watch": self._table_page,
            "/help": self._how_it_works,
            "/rules": self._rules,
            "/guide": self._guide,
            RECORD_PATH: self._record,
            PLOT_PATH: self._plot,
        }

    async def answer(self, path: str, *, is_local: bool) -> Response:
        path, _, query = path.partition("?")
        asked_in = (lang for lang in Language if query == f"lang={lang}")
        language = next(asked_in, self._table.language)
        if path == CHECK_PATH:
            return await self._shuffle_check(language)
        return self._page(path, language, is_local=is_local)

    def _page(self, path: str, language: Language, *, is_local: bool) -> Response:
        if path == "/" and not is_local:
            return _help(HTTPStatus.FORBIDDEN, _NOT_A_SEAT, language)
        if path == f"/{MANIFEST}":
            return _manifest("/" if is_local else "/watch", "Triqueta")
        if path == "/pods" and self._has_bench and is_local:
            return page_answer("pods.html", language)
        if path in self._fixed:
            return self._fixed[path](language)
        if path == "/favicon.ico":
            return answer(HTTPStatus.NO_CONTENT, "")
        return self._in_folder(path, language)

    def _in_folder(self, path: str, language: Language) -> Response:
        folder, _, name = path.removeprefix("/").partition("/")
        if not name and folder in SERVED:
            return file_answer(folder)
        found = {"S": self._seat, "art": self._art, "words": _words}.get(folder)
        return found(name, language) if found is not None and name else _nothing(language)

    # Routes.

    def _table_page(self, language: Language) -> Response:
        """Return the page to play at the table, or to watch it. The page checks its path."""
        return page_answer("page.html", language)

    def _seat(self, name: str, language: Language) -> Response:
        token, _, rest = name.partition("/")
        seat = self._access.seat_of(token)
        if seat is None:
            return _help(HTTPStatus.NOT_FOUND, _OLD_CODE, language)
        if not rest:
            return page_answer("page.html", self._table.language_of(seat))
        if rest != MANIFEST:
            return _nothing(language)
        player = self._table.name_of(seat)
        return _manifest(f"/S/{token}", f"Triqueta: {player}" if player else "Triqueta")

    def _how_it_works(self, language: Language) -> Response:
        lines = _with_links(_HOW_IT_WORKS, language)
        return text_page(HTTPStatus.OK, language, say("Help"), lines)

    def _rules(self, language: Language) -> Response:
        """Return the rules of the current game, or of all games, from the texts of the screens."""
        table = self._table
        lines: list[str] = []
        for spec in table.games:
            if table.session is None or table.session.game_id == spec.id:
                lines.append(f"<h2>{in_html(spec.title, language)}</h2>")
                lines += _rules_as_html(table.games.rules(spec.id), language)
        guide = in_html(say("Guide"), language)
        lines.append(f'<p><a href="/guide">{guide}</a></p>')
        return text_page(HTTPStatus.OK, language, "Triqueta", lines)

    def _guide(self, language: Language) -> Response:
        folder = guide_folder()
        if folder is None:
            return _nothing(language)
        guide = (folder / f"guide-{language}.pdf").read_bytes()
        return answer(HTTPStatus.OK, guide, "application/pdf")

    # Images and downloads.

    def _art(self, name: str, language: Language) -> Response:
        game, _, piece = name.partition("/")
        drawing = self._table.games.art(game, piece.removesuffix(".png"))
        if drawing is None or not piece.endswith(".png"):
            return _nothing(language)
        file = BytesIO()
        drawing.save(file, "PNG")
        return answer(HTTPStatus.OK, file.getvalue(), "image/png", may_be_kept=True)

    def _record(self, language: Language) -> Response:
        record = self._downloads.record()
        if record is None:
            return _nothing(language)
        as_file = f'attachment; filename="{record.name}"'
        return answer(
            HTTPStatus.OK, record.content, "application/json", Content_Disposition=as_file
        )

    async def _shuffle_check(self, language: Language) -> Response:
        check = await self._downloads.shuffle_check()
        if check is None:
            return _nothing(language)
        return answer(HTTPStatus.OK, check_document(check, language), "application/json")

    def _plot(self, language: Language) -> Response:
        plot = self._downloads.plot(language)
        return _nothing(language) if plot is None else answer(HTTPStatus.OK, plot, "image/svg+xml")


def _nothing(language: Language) -> Response:
    return _help(HTTPStatus.NOT_FOUND, _NOTHING_HERE, language)


def _help(status: HTTPStatus, what: Text, language: Language) -> Response:
    """Return a page that explains an error and what to do, for players who scan an old code."""
    texts = (what, _WHAT_THIS_IS, _SCAN_CODE)
    return text_page(status, language, say("Welcome"), _with_links(texts, language))


def _with_links(texts: Sequence[Text], language: Language) -> list[str]:
    """Return texts as HTML paragraphs, followed by links to the other pages."""
    links = {"/watch": say("Watch the table"), "/rules": say("Rules"), "/guide": say("Guide")}
    lines = [f"<p>{in_html(text, language)}</p>" for text in texts]
    return lines + [
        f'<p><a href="{path}?lang={language}">{in_html(text, language)}</a></p>'
        for path, text in links.items()
    ]


def _rules_as_html(screens: Iterable[Screen], language: Language) -> Iterator[str]:
    """Yield the texts of screens as HTML, with one heading for consecutive equal titles."""
    before = ""
    for screen in screens:
        title, told = _title_and_text(screen)
        if before != (before := in_html(title, language)):
            yield f"<h3>{before}</h3>"
        yield from (f"<p>{in_html(text, language)}</p>" for text in told)


def _title_and_text(screen: Screen) -> tuple[Text, list[Text]]:
    """Return a screen's title and texts, without the number of the screen."""
    if isinstance(screen, TextScreen):
        return screen.title, [screen.text]
    title, *lines = screen.words()
    return title, lines


def _words(name: str, _: Language) -> Response:
    for language in Language:
        if name == f"{language}.json":
            words = json.dumps(words_in(language), ensure_ascii=False)
            return answer(HTTPStatus.OK, words, "application/json")
    return answer(HTTPStatus.NOT_FOUND, "Unknown language.")


def _manifest(start: str, name: str) -> Response:
    """Return the web app manifest of a page, for adding it to a home screen."""
    document = {
        "name": name,
        "short_name": name.removeprefix("Triqueta: "),
        "id": start,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [
            {"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {
                "src": "/icon-512.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "any maskable",
            },
            {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
    }
    return answer(
        HTTPStatus.OK, json.dumps(document, ensure_ascii=False), "application/manifest+json"
    )
