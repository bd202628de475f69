"""Responses to HTTP requests: pages, images, translations and downloads."""

from __future__ import annotations

import json
from functools import cache
from http import HTTPStatus
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
    say,
    unbroken,
)
from triqueta.stations.web.access import Access
from triqueta.stations.web.answers import Cache, answer
from triqueta.stations.web.downloads import Downloads
from triqueta.stations.web.lobby import CODE_PATH, code_image
from triqueta.stations.web.messages import CHECK_PATH, PLOT_PATH, RECORD_PATH, check_document
from triqueta.stations.web.static import FOLDER, SERVED, StaticFile, sheet_of, static_file
from triqueta.stations.web.text_pages import help_page, problem_page, rules_page
from triqueta.table import joining


def page_answer(name: str, language: Language) -> Response:
    """Return an HTML page with its language set to that of its station."""
    page = FOLDER.joinpath(name).read_text("utf-8")
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    return answer(HTTPStatus.OK, page, "text/html")


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


_TOO_LATE = say("This code is no longer valid: the game has begun, or it was an earlier one.")
_WATCH = say("Watch the table")

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
    # On a seat's page.
    say("A new game"),
    say("Another phone sits here"),
    say("Another phone sits here now"),
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
    say("The table is away"),
    say("Turn tiles up at once"),
    say("Turn up what you drew: only you may see it"),
    say("Wake it up"),
    say("Your tile"),
    say("Your two tiles"),
    say("complete"),
    say("hold to look"),
    say("spoilt"),
    say("{name}: {count}, points: {points}"),
    # Before a game.
    say("Sit down"),
    say("Sit down, {name}"),
    say("Tap a free petal: that is your seat at the table."),
    say("Tap a free petal first"),
    say("You have picked seat {number}."),
    say("Played here before:"),
    say("you"),
    say("Seat {number}, free"),
    say("Seat {number}: {name}, free"),
    say("Seat {number}, you"),
    say("Seat {number}: {name}, you"),
    say("Seat {number}: {name}"),
    say("Seat {number} of {most}"),
    say("This seat is not in the game."),
    say("You sit, {name}"),
    say("You sit here"),
    say("It starts at the table when all are there."),
    say("Stand up"),
    say("Buzz and ring when it is my turn"),
    _TOO_LATE,
    _WATCH,
    # Without the table.
    say("No network"),
    say("The table is switched off. When it is on again, this page will continue by itself."),
    say(
        "This device has no network. Connect it to the network of the table, and this page will "
        "continue by itself."
    ),
    say("Try now"),
)


def words_in(language: Language) -> dict[str, str]:
    """Return the translations of the pages' phrases. The pages fill the placeholders."""
    found = catalogue(WORDS[0].locale, language).gettext
    return {phrase.english: unbroken(found(phrase.english), language) for phrase in WORDS}


MANIFEST = "manifest.webmanifest"
_PAPER = "#f2e9d3"

_NOT_A_SEAT = say("Only the device on the table can open this page.")
_OLD_CODE = say("This seat's code is no longer valid.")
_NOTHING_HERE = say("This page doesn't exist.")


def depends_on_game(path: str) -> bool:
    """Return whether the response to a request depends on the state of the game."""
    path, _, _ = path.partition("?")
    return path in ("/help", "/rules", RECORD_PATH, PLOT_PATH, CHECK_PATH) or path.endswith(
        MANIFEST
    )


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
            "/watch": self._tv_page,
            "/help": self._help,
            "/rules": self._rules,
            "/guide": self._guide,
            RECORD_PATH: self._record,
            PLOT_PATH: self._plot,
            CODE_PATH: self._join_code,
        }

    async def answer(self, path: str, headers: Headers, *, is_local: bool) -> Response:
        path, _, query = path.partition("?")
        asked_in = (lang for lang in Language if query == f"lang={lang}")
        language = next(asked_in, self._table.language)
        if path == CHECK_PATH:
            return await self._shuffle_check(language)
        found = self._found(path, language, is_local=is_local)
        return found.answer(headers, query) if isinstance(found, StaticFile) else found

    def _found(self, path: str, language: Language, *, is_local: bool) -> Response | StaticFile:
        if path == "/" and not is_local:
            return self._problem(HTTPStatus.FORBIDDEN, _NOT_A_SEAT, language)
        if path == f"/{MANIFEST}":
            return _manifest("/" if is_local else "/watch", "Triqueta")
        if path == "/pods" and self._has_bench and is_local:
            return page_answer("pods.html", language)
        if path in self._fixed:
            return self._fixed[path](language)
        if path == "/favicon.ico":
            return answer(HTTPStatus.NO_CONTENT, "")
        return self._in_folder(path, language)

    def _in_folder(self, path: str, language: Language) -> Response | StaticFile:
        found: Response | StaticFile | None = None
        match path.removeprefix("/").partition("/"):
            case (name, "", "") if name in SERVED:
                found = static_file(name)
            case ("S", _, name) if name:
                found = self._seat(name, language)
            case ("J", _, token) if token:
                found = self._join(token, language)
            case ("art", _, name):
                found = self._art(name)
            case ("words", _, name):
                found = _words_files().get(name)
        return self._nothing(language) if found is None else found

    # Routes.

    def _table_page(self, language: Language) -> Response:
        """Return the page to play at the table."""
        return page_answer("table.html", language)

    def _tv_page(self, language: Language) -> Response:
        """Return the page that only watches the table."""
        return page_answer("watch.html", language)

    def _seat(self, name: str, language: Language) -> Response:
        token, _, rest = name.partition("/")
        seat = self._access.seat_of(token)
        if seat is None:
            return self._problem(HTTPStatus.NOT_FOUND, _OLD_CODE, language)
        if not rest:
            return page_answer("seat.html", self._table.language_of(seat))
        if rest != MANIFEST:
            return self._nothing(language)
        player = self._table.name_of(seat)
        return _manifest(f"/S/{token}", f"Triqueta: {player}" if player else "Triqueta")

    def _help(self, language: Language) -> Response:
        page = help_page(self._table.games, self._game, language)
        return answer(HTTPStatus.OK, page, "text/html")

    def _join(self, token: str, language: Language) -> Response:
        """Return the page where a phone picks its seat, which needs the code of this set-up."""
        if not self._access.may_join(token) or not joining.is_open(self._table):
            return self._problem(HTTPStatus.NOT_FOUND, _TOO_LATE, language)
        return page_answer("join.html", language)

    def _join_code(self, language: Language) -> Response:
        image = code_image(self._table)
        if image is None:
            return self._nothing(language)
        return answer(HTTPStatus.OK, image, "image/svg+xml")

    def _rules(self, language: Language) -> Response:
        page = rules_page(self._table.games, self._game, language)
        return answer(HTTPStatus.OK, page, "text/html")

    @property
    def _game(self) -> str | None:
        """The id of the game on the table, or None before a game."""
        return None if self._table.session is None else self._table.session.game_id

    def _guide(self, language: Language) -> Response:
        folder = guide_folder()
        if folder is None:
            return self._nothing(language)
        guide = (folder / f"guide-{language}.pdf").read_bytes()
        return answer(HTTPStatus.OK, guide, "application/pdf")

    def _nothing(self, language: Language) -> Response:
        return self._problem(HTTPStatus.NOT_FOUND, _NOTHING_HERE, language)

    def _problem(self, status: HTTPStatus, what: Text, language: Language) -> Response:
        """Return a page that says what is wrong, for players who scan an old code."""
        return answer(status, problem_page(what, self._table.games, language), "text/html")

    # Images and downloads.

    def _art(self, name: str) -> Response | StaticFile | None:
        """Return the sheet with all drawings of a game, or the small picture of one piece."""
        game, _, piece = name.partition("/")
        if not piece and game.endswith(".svg"):
            return sheet_of(self._table.games, game.removesuffix(".svg"))
        drawing = self._table.games.art(game, piece.removesuffix(".png"))
        if drawing is None or not piece.endswith(".png"):
            return None
        file = BytesIO()
        drawing.save(file, "PNG")
        return answer(HTTPStatus.OK, file.getvalue(), "image/png", cache=Cache.DAY)

    def _record(self, language: Language) -> Response:
        record = self._downloads.record()
        if record is None:
            return self._nothing(language)
        as_file = f'attachment; filename="{record.name}"'
        return answer(
            HTTPStatus.OK, record.content, "application/json", Content_Disposition=as_file
        )

    async def _shuffle_check(self, language: Language) -> Response:
        check = await self._downloads.shuffle_check()
        if check is None:
            return self._nothing(language)
        return answer(HTTPStatus.OK, check_document(check, language), "application/json")

    def _plot(self, language: Language) -> Response:
        plot = self._downloads.plot(language)
        return (
            self._nothing(language)
            if plot is None
            else answer(HTTPStatus.OK, plot, "image/svg+xml")
        )


@cache
def _words_files() -> dict[str, StaticFile]:
    """Return the translations of the pages' phrases as files, by name."""
    return {f"{language}.json": _words_file(language) for language in Language}


def _words_file(language: Language) -> StaticFile:
    words = json.dumps(words_in(language), ensure_ascii=False)
    return StaticFile(words.encode(), "application/json; charset=utf-8")


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
