"""The spectator view of Zatre, made from the public view; and turns described in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from triqueta.games.zatre.rules import Block, Outcome, TableView
from triqueta.games.zatre.rules.board import Field, Tile
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.wording import what_it_scores
from triqueta.games.zatre.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import OpenPlayer, Piece, ScoreTable, SpectatorView

_MOST = 3  # tiles that a description lists one by one


def describe_turn(view: TableView, number: int) -> Text:
    """Return a description of a turn: its tiles, their fields, and the score.

    Turns are counted from 0.
    """
    *before, turn = view.history[: number + 1]
    name = view.players[turn.seat].name
    if turn.ends_game:
        return say("{name} ends the game: no tile fits any more", name=name)
    if not turn.placed:
        return say("{name} can place nothing", name=name)
    scored = (other.scored for other in before if other.seat == turn.seat)
    score = what_it_scores(reduce(Block.plus, scored, Block()), turn.scored)
    tiles = _tiles_in_words([(field, view.tiles[field]) for field in turn.placed])
    return say("{name}: {tiles}. {score}", name=name, tiles=tiles, score=score)


def _tiles_in_words(placed: list[tuple[Field, Tile]]) -> Text:
    if len(placed) > _MOST:
        return say_n("{n} tile", "{n} tiles", len(placed))
    texts: list[Text] = [
        say("{tile} on {field}", tile=tile, field=field) for field, tile in placed
    ]
    return reduce(lambda one, others: say("{one}, {others}", one=one, others=others), texts)


def spectator_view_of(view: ZatreView, log: Iterable[Text]) -> SpectatorView:
    """Return the spectator view: everything but the board, which is drawn separately.

    `log` has the descriptions of the last turns.
    """
    table = view.table
    return SpectatorView(
        title=_title(view),
        note=say("bag: {count}", count=table.left_in_bag),
        players=tuple(_player(view, seat) for seat in range(len(table.players))),
        log=tuple(log),
        score=_score(table),
    )


def _title(view: ZatreView) -> Text:
    table = view.table
    if table.to_act is None:
        return say("The game is over.")
    name = table.players[table.to_act].name
    if view.drawn:
        return say("{name} places", name=name)
    return say("{name} draws", name=name) if table.turns else say("{name} starts", name=name)


def _player(view: ZatreView, seat: int) -> OpenPlayer:
    player, to_act = view.table.players[seat], seat == view.table.to_act
    hand = view.turn.left if to_act else player.hand
    return OpenPlayer(
        name=player.name,
        points=say("{points} p.", points=player.block.total),
        pieces=tuple(map(_piece, hand)),
        to_act=to_act,
    )


def _piece(tile: Tile) -> Piece:
    return Piece(str(tile), tile)


# The score at the end.


def _score(table: TableView) -> ScoreTable | None:
    if table.outcome is None:
        return None
    names = tuple(player.name for player in table.players)
    lines = tuple(_lines(table.outcome))
    return ScoreTable(("", *names), lines, _verdict(table.outcome, names))


def _lines(outcome: Outcome) -> Iterator[tuple[Text, ...]]:
    """Yield the lines of the score table; the last line is the sum of the others."""
    sheets = outcome.sheets
    blocks = [sheet.block for sheet in sheets]
    yield "10", *(sum(block.tens) for block in blocks)
    yield "11", *(sum(block.elevens) for block in blocks)
    yield "12", *(sum(block.twelves) for block in blocks)
    yield say("bonuses"), *(sum(row.bonus for row in block.rows) for block in blocks)
    yield say("doubled by crosses"), *(block.doubled for block in blocks)
    yield say("left in hand"), *(-sheet.minus for sheet in sheets)
    yield say("Points"), *outcome.scores


def _verdict(outcome: Outcome, names: tuple[str, ...]) -> Text:
    """Return a text that names the winners (Z16)."""
    first, *others = [names[seat] for seat in outcome.winners]
    points = max(outcome.scores)
    if not others:
        return say_n(
            "{name} wins with {n} point.", "{name} wins with {n} points.", points, name=first
        )
    shared: Text = first
    for other in others:
        shared = say("{first} and {second}", first=shared, second=other)
    return say_n(
        "{names} win together with {n} point each.",
        "{names} win together with {n} points each.",
        points,
        names=shared,
    )
