"""What somebody has done, in words: for robots' turns, and for pages that tell the last turns."""

from __future__ import annotations

from functools import reduce

from triqueta.games.zatre.rules import Block, TableView
from triqueta.games.zatre.rules.fields import Field
from triqueta.games.zatre.rules.tiles import Tile
from triqueta.games.zatre.screens.wording import what_it_scores
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text

_MOST = 3  # tiles that are told one by one


def turn_told(view: TableView, number: int) -> Text:
    """What was put where in a turn, counted from 0, and what came of it."""
    *before, turn = view.history[: number + 1]
    name = view.players[turn.seat].name
    if turn.ends_game:
        return say("{name} ends the game: no tile fits any more", name=name)
    if not turn.placed:
        return say("{name} can place nothing", name=name)
    scored = (other.scored for other in before if other.seat == turn.seat)
    score = what_it_scores(reduce(Block.plus, scored, Block()), turn.scored)
    tiles = _told([(field, view.tiles[field]) for field in turn.placed])
    return say("{name}: {tiles}. {score}", name=name, tiles=tiles, score=score)


def _told(placed: list[tuple[Field, Tile]]) -> Text:
    if len(placed) > _MOST:
        return say("{count} tiles", count=len(placed))
    texts: list[Text] = [
        say("{tile} on {field}", tile=tile, field=field) for field, tile in placed
    ]
    return reduce(lambda one, others: say("{one}, {others}", one=one, others=others), texts)
