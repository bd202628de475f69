"""Public moves in words, and the last one as pages show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby, islice

from triqueta.games.triqueta.animals import A_TILE, listed
from triqueta.games.triqueta.pages.pieces import back, one_by_one, rock, tree
from triqueta.games.triqueta.rules import Layer, animal_of
from triqueta.games.triqueta.rules.moves import (
    BOX,
    KEEP,
    OPEN,
    PLACE,
    is_draw,
    is_take,
    number_of,
)
from triqueta.games.triqueta.views import PublicMove, PublicView
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import LOG_LINES, LastMove, Piece

_DESCRIPTIONS = 64  # cached lines of the log: a move changes few of them


def describe_public_move(public: PublicMove, name: str) -> Text | None:
    """Return the log line of a move, or None for a draw without a result yet."""
    if not is_draw(public.move):
        return describe_move(public.move, name, public.tiles)
    if not public.shadow:
        return None
    both = public.shadow == 2  # shadow tiles are kept automatically
    return (
        say("{name} keeps both shadow tiles", name=name)
        if both
        else say("{name} keeps the shadow tile", name=name)
    )


@lru_cache(maxsize=_DESCRIPTIONS)
def describe_move(move: str, name: str, tiles: str = "") -> Text:
    """Return the public description of a move; `tiles` are the ones that it put face up."""
    if move == KEEP:
        return say("{name} keeps a tile", name=name)
    if move == BOX:
        return say("{name} puts a tile into the box", name=name)
    number = number_of(move)
    if is_draw(move):
        return say("{name} draws from petal {petal}", name=name, petal=number)
    if move in OPEN:
        return say("{name} opens pile {pile} and gets its Tree", name=name, pile=number)
    if is_take(move):
        return _taken(name, number, tiles)
    animal = A_TILE[animal_of(tiles)]
    return say("{name} places {animal} in row {row}", name=name, animal=animal, row=number)


def _taken(name: str, row: int, tiles: str) -> Text:
    if not tiles:
        return say("{name} takes the empty row {row}", name=name, row=row)
    return say("{name} takes row {row}: {animals}", name=name, row=row, animals=listed(tiles))


# The log.


def log_of(view: PublicView) -> tuple[Text, ...]:
    """Return the last lines of the log, oldest first."""
    newest_first = chain(_reveals(view), _moves(view))
    return tuple(islice(newest_first, LOG_LINES))[::-1]


def _moves(view: PublicView) -> Iterator[Text]:
    """Yield the descriptions of the moves, newest first."""
    newest = len(view.public_moves) - 1
    for number in range(newest, -1, -1):
        public = view.public_moves[number]
        name = view.table.players[public.seat].name
        came_of_it = describe_public_move(public, name)
        if came_of_it is not None:
            yield came_of_it
        elif number == newest:  # a draw is listed until its result replaces it
            yield describe_move(public.move, name)


def _reveals(view: PublicView) -> Iterator[Text]:
    """Yield the kept tiles that each player has turned up, the last player's first."""
    by_seat = groupby(view.shown, key=lambda step: step.seat)
    tiles = [(seat, "".join(step.tile for step in steps)) for seat, steps in by_seat]
    for seat, shown in reversed(tiles):
        name = view.table.players[seat].name
        yield say("{name} reveals: {animals}", name=name, animals=listed(shown))


# The last move.


def last_move(view: PublicView) -> LastMove | None:
    """Return the last completed move, or None at the start of a game.

    A draw is completed once its result is public: its tile was placed, kept or boxed.
    """
    moves = view.public_moves
    completed = [
        (number, public)
        for number, public in enumerate(moves, start=view.moves_made - len(moves) + 1)
        if describe_public_move(public, "") is not None
    ]
    if not completed:
        return None
    number, public = completed[-1]
    before = completed[-2][1] if len(completed) > 1 else None
    return LastMove(
        number=number,
        seat=public.seat,
        text=_headline(view, public),
        kind=_kind(public),
        before="" if before is None else say("Before: {move}", move=_headline(view, before)),
        art=_art(view, public),
        row=number_of(public.move) if is_take(public.move) or public.move in PLACE else None,
    )


def _headline(view: PublicView, public: PublicMove) -> Text:
    """Return a move in few words, because its tiles are drawn beside them."""
    name = view.table.players[public.seat].name
    if is_take(public.move):
        if view.round_ended and public is view.public_moves[-1]:
            return say("{name} takes the last row and the Rock", name=name)
        return say("{name} takes row {row}", name=name, row=number_of(public.move))
    if public.move in OPEN:
        return say("{name} opens pile {pile}", name=name, pile=number_of(public.move))
    return describe_public_move(public, name) or ""


def _kind(public: PublicMove) -> str:
    if is_draw(public.move):
        return "shadow"
    if is_take(public.move):
        return "take"
    if public.move in OPEN:
        return "open"
    return {KEEP: "keep", BOX: "box"}.get(public.move, "place")


def _art(view: PublicView, public: PublicMove) -> tuple[Piece, ...]:
    """Return the pieces that a move is drawn with: its open tiles, or the backs of others."""
    if is_draw(public.move):
        return (back(Layer.SHADOW),) * public.shadow
    if public.move in (KEEP, BOX):
        return (back(Layer.LIGHT),)
    if public.move in OPEN:
        return (tree(),)
    if not public.tiles and view.round_ended:
        return (rock(),)
    return one_by_one(public.tiles)
