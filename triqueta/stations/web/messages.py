"""JSON messages on a page's socket.

The server sends frames, boards and the spectator view; pages send keys, taps and names.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from triqueta.screens.board import BoardField, LargeBoard, Paint
from triqueta.screens.frame import CACHED_FRAMES, Frame, Light, dark, pixels, words
from triqueta.screens.phrases import Language, Text, said_unbroken
from triqueta.screens.screen import Question, Screen
from triqueta.screens.station import Key
from triqueta.stations.web.documents import as_json, fields_as_json
from triqueta.stations.web.lobby import Lobby
from triqueta.stations.web.shuffle_check import ShuffleCheck
from triqueta.table.names import LONGEST_NAME, room_used, tidied
from triqueta.table.spectator_view import (
    OpenPlayer,
    OpenRow,
    Piece,
    ScoreTable,
    SpectatorView,
)

LONGEST_MESSAGE = 200  # bytes; a key needs 20
LONGEST_TYPED_NAME = 40
LONGEST_FIELD_NAME = 20
RECORD_PATH = "/record"
PLOT_PATH = "/statistics.svg"
CHECK_PATH = "/shuffle.json"
_KEYS = {key.value: key for key in Key}
BEAT = json.dumps({"beat": True})


@dataclass(frozen=True, slots=True)
class Pressed:
    key: Key
    down: bool


@dataclass(frozen=True, slots=True)
class Tapped:
    field: str


@dataclass(frozen=True, slots=True)
class Typed:
    name: str


@dataclass(frozen=True, slots=True)
class Typing:
    """A name that is still being typed, and that the page wants to have checked."""

    name: str


@dataclass(frozen=True, slots=True)
class SmallScreen:
    """A request to show the small screen instead of the page in colour, or the other way."""

    on: bool


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A request to take over a seat from another page."""


@dataclass(frozen=True, slots=True)
class StandUp:
    """A request to leave the seat, before a game."""


@dataclass(frozen=True, slots=True)
class Alive:
    """A heartbeat of a page."""


PageMessage: TypeAlias = (
    Pressed | Tapped | Typed | Typing | SmallScreen | TakeOver | StandUp | Alive
)
_WITHOUT_VALUE: Mapping[str, type[TakeOver | StandUp | Alive]] = {
    "take": TakeOver,
    "stand": StandUp,
    "alive": Alive,
}


class MessageError(ValueError):
    """A message that is not valid."""


def read_message(text: str | bytes) -> PageMessage:
    """Return the message of a page that shows a station; raise MessageError if it is invalid."""
    topic, value = one_entry(text)
    message = _message(topic, value)
    if message is None:
        raise MessageError("unknown key or invalid value")
    return message


def _message(topic: str, value: object) -> PageMessage | None:
    message: PageMessage | None = None
    match topic, value:
        case (("down" | "up"), str()) if value in _KEYS:
            message = Pressed(_KEYS[value], down=topic == "down")
        case "tap", str() if len(value) <= LONGEST_FIELD_NAME:
            message = Tapped(value)
        case "name", str() if len(value) <= LONGEST_TYPED_NAME:
            message = Typed(value)
        case "typing", str() if len(value) <= LONGEST_TYPED_NAME:
            message = Typing(value)
        case "small", bool():
            message = SmallScreen(value)
        case _, True if topic in _WITHOUT_VALUE:
            message = _WITHOUT_VALUE[topic]()
    return message


def one_entry(text: str | bytes) -> tuple[str, object]:
    """Return the only key of a JSON object, and its value; raise MessageError if it has others."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError("not JSON") from None
    if not isinstance(document, dict) or len(document) != 1:
        raise MessageError("not an object with one key")
    ((topic, value),) = document.items()
    return topic, value


@lru_cache(maxsize=CACHED_FRAMES)
def frame_message(frame: Frame) -> str:
    """Return the message with a frame: its picture, its text, and the labels of the keys.

    A key without a function has the label "". Cached, because several pages show the same frame.
    """
    return json.dumps({"picture": _picture(frame), "words": words(frame), **_keys(frame)})


def seat_frame_message(frame: Frame) -> str:
    """Return the message with a frame for a page that draws a seat's page in colour.

    `mine` is that page, and `sheet` a screen that the game has no page for. Drawing the small
    picture takes long, so it is sent only with a sheet.
    """
    sheet: dict[str, object] | None
    drawn: dict[str, object]
    if frame.page is None or frame.light is Light.OFF:
        is_dark = frame.light is Light.OFF
        mine, sheet = ('"dark"', None) if is_dark else ("null", _sheet(frame))
        drawn = {"picture": _picture(frame), "words": words(frame)}
    else:
        mine = fields_as_json(frame.page, frame.language)
        sheet = None
        drawn = {"picture": None, "words": ""}
    notice = _in_words(frame.notice, frame.language)
    others = {**drawn, **_keys(frame), "sheet": sheet, "notice": notice}
    return f'{json.dumps(others)[:-1]}, "mine": {mine}}}'


def _picture(frame: Frame) -> str:
    return b64encode(pixels(frame)).decode("ascii")


def _keys(frame: Frame) -> dict[str, object]:
    # A dark page has no text, not even on its keys.
    screen = dark(frame.language).screen if frame.light is Light.OFF else frame.screen
    return {
        "soft": _labels(screen.soft, frame.language),
        "petals": _labels(screen.petals, frame.language),
        "light": frame.light,
        "language": frame.language,
        "asks_name": frame.asks_name,
    }


def _sheet(frame: Frame) -> dict[str, object]:
    """Return a screen as text and keys. The answers are the petal keys that have a label."""
    screen, language = frame.screen, frame.language
    details = {}
    if isinstance(screen, Question):
        details = {answer.petal: answer.detail for answer in screen.answers}
    answers = [
        {
            "key": f"petal{number}",
            "label": _in_words(label, language),
            "detail": _in_words(details.get(number), language),
        }
        for number, label in enumerate(screen.petals, start=1)
        if label
    ]
    soft = [
        {"key": f"soft{number}", "label": _in_words(label, language)} if label else None
        for number, label in enumerate(screen.soft, start=1)
    ]
    title, corner, lines = _parts(screen, language)
    return {"title": title, "corner": corner, "lines": lines, "answers": answers, "soft": soft}


def _parts(screen: Screen, language: Language) -> tuple[str, str, list[str]]:
    """Return the title of a screen, the text in its corner, and its other lines."""
    lines = [said_unbroken(line, language) for line in screen.words()]
    title, *others = lines or [""]
    corner = _in_words(getattr(screen, "corner", None), language)
    if corner and others[:1] == [corner]:
        others = others[1:]
    return title, corner, [] if isinstance(screen, Question) else others


def _labels(labels: tuple[Text | None, ...], language: Language) -> list[str]:
    return [said_unbroken(label, language) if label else "" for label in labels]


@lru_cache(maxsize=CACHED_FRAMES)
def seat_message(number: int, name: str, *, to_act: bool) -> str:
    """Return the message with a seat's number, its player, and whether it is their turn."""
    return json.dumps({"seat": {"number": number, "name": name, "to_act": to_act}})


@lru_cache(maxsize=CACHED_FRAMES)
def session_message(token: str, code: str | None) -> str:
    """Return the message with a phone's session token, and its seat's code if it is entitled."""
    return json.dumps({"session": token, "code": code})


def go_message(path: str) -> str:
    """Return the message that sends a page to another address."""
    return json.dumps({"go": path})


def typing_message(typed: str, refusal: Text | None, language: Language) -> str:
    """Return the answer to a name that is being typed.

    It has the number of letters and the room that they use, so that the page needs no copy of the
    rule, and the reason why the name would be refused, or "".
    """
    name = tidied(typed)
    answer = {
        "typed": typed,
        "letters": len(name),
        "most": LONGEST_NAME,
        "room": round(room_used(name), 2),
        "reason": _in_words(refusal, language),
    }
    return json.dumps({"typing": answer})


def named_message(typed: str, refusal: Text | None, language: Language) -> str:
    """Return the answer to a typed name: the reason why it was refused, or "" if it was not."""
    return json.dumps({"named": {"typed": typed, "reason": _in_words(refusal, language)}})


def check_document(check: ShuffleCheck, language: Language) -> str:
    """Return the result of checking a shuffle as JSON."""
    return json.dumps(
        {
            "proved": check.is_proved,
            "title": _in_words(check.title, language),
            "lines": [
                {"text": _in_words(line.text, language), "code": line.is_code}
                for line in check.lines
            ],
        }
    )


def _in_words(text: Text | None, language: Language) -> str:
    return "" if text is None else said_unbroken(text, language)


# Rows and players are cached, because a move usually changes only one of them.


@lru_cache(maxsize=CACHED_FRAMES)
def _row(row: OpenRow, game: str | None, language: Language) -> str:
    others = {
        "pieces": _pieces(row.pieces, game, language),
        "note": json.dumps(_in_words(row.note, language)),
    }
    return fields_as_json(row, language, others)


@lru_cache(maxsize=CACHED_FRAMES)
def _player(player: OpenPlayer, seat: int, game: str | None, language: Language) -> str:
    others = {
        "pieces": _pieces(player.pieces, game, language),
        "points": json.dumps(_in_words(player.points, language)),
        "seat": str(seat),
    }
    return fields_as_json(player, language, others)


@lru_cache(maxsize=CACHED_FRAMES)
def _pieces(pieces: tuple[Piece, ...], game: str | None, language: Language) -> str:
    """Return pieces with the address of their picture, for games without a sheet of drawings."""
    return f"[{', '.join(_piece(piece, game, language) for piece in pieces)}]"


def _piece(piece: Piece, game: str | None, language: Language) -> str:
    image = json.dumps(f"/art/{game}/{piece.art}.png")
    return fields_as_json(piece, language, {"image": image})


class OpenGame(NamedTuple):
    """The game on the table: its id, the address of its sheet of drawings, and its chart."""

    id: str | None = None
    sheet: str | None = None
    has_plot: bool = False


NO_GAME = OpenGame()


def open_message(
    table: SpectatorView, language: Language, of: OpenGame = NO_GAME, lobby: Lobby | None = None
) -> str:
    """Return the message with the spectator view, which pages draw themselves.

    `lobby` is the part that is shown before a game.
    """
    rows = (_row(row, of.id, language) for row in table.rows)
    players = (_player(player, seat, of.id, language) for seat, player in enumerate(table.players))
    others = {
        "rows": f"[{', '.join(rows)}]",
        "players": f"[{', '.join(players)}]",
        "score": "null" if table.score is None else _score(table.score, language, of),
        "game": json.dumps(of.id),
        "art": json.dumps(of.sheet),
        "lobby": as_json(lobby, language),
        "language": json.dumps(language),
    }
    view = fields_as_json(table, language, others)
    return f'{{"open": {view}}}'


def _score(score: ScoreTable, language: Language, of: OpenGame) -> str:
    links = {
        "record": json.dumps(RECORD_PATH),
        "check": json.dumps(CHECK_PATH),
        "plot": json.dumps(PLOT_PATH if of.has_plot else None),
    }
    return fields_as_json(score, language, links)


NO_BOARD = json.dumps({"board": None})
DARK_BOARD = json.dumps({"board": "dark"})  # the page keeps the space of the board


class _AtRest:
    """A cache key for a board without its cursors, which compares the parts by identity.

    Games create a board once for all stations, and only its cursors differ between pages.
    Comparing or hashing about 200 fields would take longer than the rest of an event. An instance
    keeps the parts alive, so that their ids are not reused.
    """

    __slots__ = ("_identity", "board")

    def __init__(self, board: LargeBoard) -> None:
        self.board = board
        self._identity = (id(board.name), id(board.fields), id(board.labels), id(board.legend))

    def __hash__(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _AtRest) and self._identity == other._identity


def board_messages(board: LargeBoard, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the messages that draw a board, each with its topic."""
    yield "board", _drawing(_AtRest(board), language)
    yield "cursors", _cursors(board.cursors)
    yield "tappable", _tappable(board.tappable)


@lru_cache(maxsize=CACHED_FRAMES)
def _cursors(cursors: tuple[str, ...]) -> str:
    return json.dumps({"cursors": cursors})


@lru_cache(maxsize=CACHED_FRAMES)
def _tappable(fields: frozenset[str]) -> str:
    return json.dumps({"tappable": sorted(fields)})


def _words(field: BoardField, language: Language) -> str:
    """Return the description of a field. The fast path is for empty fields, which have a name."""
    return field.words if isinstance(field.words, str) else said_unbroken(field.words, language)


@lru_cache(maxsize=CACHED_FRAMES)
def _drawing(at_rest: _AtRest, language: Language) -> str:
    """Return the message that draws a board. Fields refer to a list of paints by index."""
    board = at_rest.board
    paints: dict[Paint, int] = {}
    numbers: dict[int, int] = {}  # by id: most fields share a paint object, and hashing is slow

    def number(paint: Paint) -> int:
        found = numbers.get(id(paint))
        if found is None:
            found = numbers[id(paint)] = paints.setdefault(paint, len(paints))
        return found

    drawing = {
        "name": said_unbroken(board.name, language),
        "fields": [
            {
                "name": field.name,
                "x": field.x,
                "y": field.y,
                "size": field.size,
                "words": _words(field, language),
                "ground": number(field.ground),
                "piece": None if field.piece is None else number(field.piece),
            }
            for field in board.fields
        ],
        "labels": [{"x": label.x, "y": label.y, "text": label.text} for label in board.labels],
        "legend": [
            {
                "words": said_unbroken(line.words, language),
                "ground": number(line.ground),
                "piece": None if line.piece is None else number(line.piece),
            }
            for line in board.legend
        ],
        "language": language,
    }
    shown = [
        {
            "colour": paint.colour,
            "text": paint.text,
            "cut": paint.cut,
            "marks": paint.marks,
            "flag": paint.flag,
        }
        for paint in paints
    ]
    return json.dumps({"board": {**drawing, "paints": shown}})
