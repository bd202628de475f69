"""Texts about fields, sums and turns, short enough for a line of the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.zatre.rules.board import LIGHT, START, Field, Tile
from triqueta.games.zatre.rules.score import Block, Cell, Column, Scored
from triqueta.games.zatre.rules.turn import Fault, Obstacle
from triqueta.games.zatre.views import LaidTile, Since
from triqueta.games.zatre.words import say, say_n
from triqueta.screens.phrases import Text

_MOST_SUMS = 4  # sums that a text lists one by one


def why_not_yet(obstacle: Obstacle) -> Text:
    """Return why a turn can't end yet."""
    fields = obstacle.fields
    if obstacle.fault is Fault.NO_START:
        return say("Begin on the start field")
    if obstacle.fault is Fault.NOT_JOINED:
        return say("{field} touches nothing", field=fields[0])
    if obstacle.fault is Fault.TOO_MUCH:
        line = f"{fields[0]}-{fields[-1]}"
        return say("{line}: {sum} is too much", line=line, sum=obstacle.sum or 0)
    if obstacle.fault is Fault.LIGHT:
        return say("{field} needs 10 to 12", field=fields[0])
    return say("{tile} still fits {field}", tile=obstacle.tile or 0, field=fields[0])


def may_go(tile: Tile, field: Field) -> Text:
    """Return a text for a tile that fits nowhere, but is allowed on a light field (Z8)."""
    return say("{tile} can go to {field}", tile=tile, field=field)


def what_it_scores(block: Block, scored: Scored) -> Text:
    """Return the sums and crosses of a turn, and the points that it adds to the block."""
    if not scored.lines:
        return say("No points")
    sums: Text = " ".join(str(line.sum) for line in scored.lines)
    if len(scored.lines) > _MOST_SUMS:
        sums = say_n("{n} sum", "{n} sums", len(scored.lines))
    points = f"{block.plus(scored).total - block.total:+}"
    if not scored.crosses:
        return say("{sums}: {points}", sums=sums, points=points)
    crosses = len(scored.crosses)
    return say("{sums}: {points}, x{crosses}", sums=sums, points=points, crosses=crosses)


def where(field: Field) -> Text:
    """Return a text that names the cursor's field, and says if it is light or the start field."""
    if field == START:
        return say("cursor on {field}, start field", field=field)
    if field in LIGHT:
        return say("cursor on {field}, light", field=field)
    return say("cursor on {field}", field=field)


def field_in_words(field: Field, laid: LaidTile | None) -> Text:
    """Return a description of a field: whether it is light or the start field, and its tile."""
    if field == START:
        words: Text = say("{field}, start field", field=field)
    else:
        words = say("{field}, light", field=field) if field in LIGHT else field
    if laid is None:
        return words
    if laid.since is Since.THIS_TURN:
        return say("{place}, {tile} from this turn", place=words, tile=laid.tile)
    if laid.since is Since.LAST_TURN:
        return say("{place}, {tile} from the last turn", place=words, tile=laid.tile)
    return say("{place}, {tile}", place=words, tile=laid.tile)


def what_it_makes(tile: Tile, sums: Sequence[int]) -> Text:
    """Return a text with the sums that a tile would make under the cursor."""
    if not sums:
        return say("{tile} here makes no line", tile=tile)
    return say("{tile} here makes {sums}", tile=tile, sums=both(sums))


def both(sums: Sequence[int]) -> Text:
    """Return a text with the sum of a row and that of a column, or the only one of them."""
    first, *others = sums
    return say("{first} and {second}", first=first, second=others[0]) if others else first


def cell_in_words(cell: Cell) -> Text:
    if cell.column is Column.CROSS:
        return say("block: a cross in row {row}", row=cell.row)
    return say(
        "block: {points} in column {column}, row {row}",
        points=cell.points,
        row=cell.row,
        column=cell.column.value,
    )


def listed(tiles: Sequence[Tile]) -> str:
    return ", ".join(map(str, tiles))


def what_is_new(laid: Sequence[LaidTile]) -> Iterator[Text]:
    """Yield texts that list the tiles of this turn and of the turn before."""
    for since, phrase in _NEW.items():
        tiles = ", ".join(f"{each.field} {each.tile}" for each in laid if each.since is since)
        if tiles:
            yield say("{when}: {tiles}", when=phrase, tiles=tiles)


_NEW = {Since.THIS_TURN: say("this turn"), Since.LAST_TURN: say("the last turn")}
