"""The page of a seat: what a phone draws in full colour instead of the small screen.

A game makes it together with the view of the station, so the page offers what the view's keys and
taps do. It may contain what only this seat knows: it is sent to the seat's own page and nowhere
else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from triqueta.screens.phrases import Text
from triqueta.screens.station import Key


class PageMode(StrEnum):
    """What the player does on a page."""

    TURN = "turn"  # draw, or take a row
    WAIT = "wait"
    TILE = "tile"  # decide about drawn tiles
    PILE = "pile"  # choose the next pile
    ROUND = "round"  # read the standings
    REVEAL = "reveal"  # decide about a kept tile
    TURNED = "turned"  # watch the kept tiles being turned up
    END = "end"


class Act(NamedTuple):
    """What a tap on a part of the page does: press a key of the station, or tap a field."""

    press: str | None = None
    tap: str | None = None


def pressing(key: Key) -> Act:
    return Act(press=key.value)


def tapping(field: str) -> Act:
    return Act(tap=field)


class PagePiece(NamedTuple):
    """A piece by its drawing and its name. `shadow` marks one with a dark rim."""

    art: str
    name: Text
    shadow: bool = False


class PageSet(NamedTuple):
    """A fixed place for the player's own pieces of one type, with what they score."""

    art: str
    name: Text
    copies: int
    points: int
    mark: str = ""
    new: bool = False


class PageRow(NamedTuple):
    """What a row would bring the player, why, and what a tap on it does."""

    number: int
    change: int
    text: str
    tone: str
    reason: Text
    label: Text
    short: Text = ""
    act: Act | None = None


class PagePetal(NamedTuple):
    number: int
    label: Text
    act: Act | None


class PageTile(NamedTuple):
    """A drawn tile: the one to decide about (`now`), or the other one of two.

    `state` says what became of it, and `fates` what can become of the tile to decide about.
    """

    art: str | None
    name: Text
    shadow: bool
    value: int | None
    title: Text
    text: Text
    secret: Text = ""
    tag: Text = ""
    now: bool = True
    state: str = ""
    note: Text = ""


class PageKey(NamedTuple):
    """A key of the page with its label, and the change of points that it means."""

    kind: str
    label: Text
    detail: Text = ""
    text: str = ""
    tone: str = ""
    act: Act | None = None
    used: bool = False
    main: bool = False


class PagePile(NamedTuple):
    number: int
    label: Text
    text: str
    state: str
    note: Text
    tiles: int
    shadow: int
    act: Act | None


class PageAdvice(NamedTuple):
    over: Text
    title: Text
    lines: tuple[Text, ...]


class PageNews(NamedTuple):
    title: Text
    text: Text
    art: str


class PageDecision(NamedTuple):
    """A kept tile to add or to return, and the points with each choice."""

    title: Text
    text: Text
    number: int
    of: int
    tile: PageTile
    add: PageKey
    return_: PageKey


class PageVerdict(NamedTuple):
    title: Text
    text: Text


class KeptPieces(NamedTuple):
    """The pieces that the player keeps face down, and what the page says about them."""

    tiles: tuple[PagePiece, ...]
    text: Text
    most: int = 0
    hold: Text = ""


class SeatPage(NamedTuple):
    """A page of a seat. Parts that the mode does not have are empty or None.

    This is a tuple for speed: each event makes a page for every seat.

    `tile_id` changes with every draw, so that a page knows a new tile, which lies face down at
    first. `points` count everything that the player knows, and `hidden` is their part that others
    can't see.
    """

    mode: PageMode
    title: Text
    seat: int
    name: str
    acts: bool = False
    points: int = 0
    hidden: int = 0
    points_text: Text = ""
    sets_title: Text = ""
    sets: tuple[PageSet, ...] = ()
    kept: KeptPieces | None = None
    shadow: KeptPieces | None = None
    tokens: tuple[PagePiece, ...] = ()
    rows: tuple[PageRow | None, ...] = ()
    rows_title: Text = ""
    rows_note: Text = ""
    petals: tuple[PagePetal, ...] = ()
    advice: PageAdvice | None = None
    tile_id: str = ""
    tiles: tuple[PageTile, ...] = ()
    keys: tuple[PageKey, ...] = ()
    piles: tuple[PagePile, ...] = ()
    news: PageNews | None = None
    decide: PageDecision | None = None
    effect: Text = ""
    next: Text = ""
    left: Text = ""
    verdict: PageVerdict | None = None
    undo: PageKey | None = None
    again: PageKey | None = None
    hint: Act | None = None
    info: Act | None = None
    menu: Act | None = None
