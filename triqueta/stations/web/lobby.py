"""The lobby, which pages show before a game: who sits where, and one code for all free seats."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from triqueta.screens.phrases import Text, say, say_n
from triqueta.screens.qr import qr_svg
from triqueta.table import joining
from triqueta.table.names import in_a_sentence
from triqueta.table.spec import GameSpec
from triqueta.table.table import Table

CODE_PATH = "/join.svg"
_VERSION_LETTERS = 16
_WAITING = say("A game is being set up at the table.")
_NOT_ARRIVING: Mapping[int, str] = MappingProxyType({})


class LobbySeat(NamedTuple):
    """A seat before a game.

    `here` says whether the seat has a display, and `free` whether a player can take it. A free
    seat may have a name: that of a player without a display.
    """

    seat: int
    name: str
    here: bool
    robot: bool
    free: bool


class Lobby(NamedTuple):
    """The table before a game.

    `aim` says how to win. `game` is the edition, or "" until it is chosen. `who` is a sentence
    about the players at their displays, and `present` their number. `code` is the address of the
    image with the code for all free seats, or None if joining is not possible.
    """

    title: str
    text: Text
    aim: Text
    game: Text
    who: Text
    present: Text
    code: str | None
    seats: tuple[LobbySeat, ...]


def lobby_of(table: Table, arriving: Mapping[int, str] = _NOT_ARRIVING) -> Lobby | None:
    """Return the lobby, or None during a game and after it.

    `arriving` are the names of players whose phones are on their way to a seat.
    """
    if table.session is not None:
        return None
    spec = table.games[table.new_game.game] if table.new_game.game else table.games.own
    seats = tuple(_seat(table, seat, arriving) for seat in joining.seats(table))
    names = [seat.name for seat in seats if seat.here and seat.name]
    code = code_address(table)
    return Lobby(
        title=spec.title,
        text=_WAITING if code is None else say("Scan with your phone and sit down."),
        aim=spec.aim or spec.about,
        game=_edition(table, spec),
        who=_who(names),
        present=_present(sum(seat.here for seat in seats)),
        code=code,
        seats=seats,
    )


def _seat(table: Table, seat: int, arriving: Mapping[int, str]) -> LobbySeat:
    return LobbySeat(
        seat=seat,
        name=arriving.get(seat) or table.name_of(seat),
        here=table.has_station(seat),
        robot=table.is_robot(seat),
        free=joining.is_free(table, seat) and seat not in arriving,
    )


def _edition(table: Table, spec: GameSpec) -> Text:
    """Return the chosen edition in one line, without the game's title."""
    edition = table.games.edition(spec.id, table.new_game.edition or "")
    if edition is None:
        return ""
    if edition.label == spec.title:
        return edition.detail
    return say("{edition} · {detail}", edition=edition.label, detail=edition.detail)


def _who(names: list[str]) -> Text:
    if not names:
        return say("Start at the table when all are there.")
    if len(names) == 1:
        return say("{name} sits here. Start at the table when all are there.", name=names[0])
    all_names = in_a_sentence(names)
    return say("{names} sit here. Start at the table when all are there.", names=all_names)


def _present(players: int) -> Text:
    return say_n("{n} player sits at the table", "{n} players sit at the table", players)


def code_address(table: Table) -> str | None:
    """Return the address of the code's image, which changes with the code, or None without one."""
    link = _link(table)
    if link is None:
        return None
    return f"{CODE_PATH}?v={sha256(link.encode()).hexdigest()[:_VERSION_LETTERS]}"


def code_image(table: Table) -> bytes | None:
    """Return the code for all free seats as an SVG, or None while phones can't join."""
    link = _link(table)
    if link is None:
        return None
    return qr_svg(link)


def _link(table: Table) -> str | None:
    return table.services.join_link() if joining.is_open(table) else None
