"""What speaks for a turn, or against it, in words: each is a fact that everybody may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from triqueta.games.zatre.robots.judging import Judge, Judged
from triqueta.games.zatre.rules.moves import NOTHING
from triqueta.games.zatre.rules.turn_so_far import TurnSoFar
from triqueta.games.zatre.rules.views import TableView
from triqueta.games.zatre.screens.wording import listed, what_it_scores
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text

_TILES_IN_A_LABEL = 3  # more don't fit a line
_WORTH_SAYING = 0.2  # points that the next player gets, or gets not
_PARTS = 3  # of a reason


def label_of(turn: TurnSoFar) -> Text:
    """What doing it is called."""
    if turn.move == NOTHING:
        return say("Place nothing")
    placed = [f"{field} {tile}" for field, tile in turn.placed.items()]
    if len(placed) <= _TILES_IN_A_LABEL:
        return ", ".join(placed)
    shown = placed[: _TILES_IN_A_LABEL - 1]
    return ", ".join((*shown, f"+{len(placed) - len(shown)}"))


def moment_of(view: TableView) -> Text:
    """Which turn it was, and with which tiles."""
    tiles: Text = listed(view.hand)
    if len(view.hand) > _TILES_IN_A_LABEL:
        tiles = say("{count} tiles", count=len(view.hand))
    return say("Turn {turn}: {tiles}", turn=view.turns + 1, tiles=tiles)


class Reasons:
    """Of all turns that may be played at one moment."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def of(self, judged: Judged) -> Text:
        parts = list(self._parts(judged))[:_PARTS]
        return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), parts)

    def _parts(self, judged: Judged) -> Iterator[Text]:
        yield what_it_scores(self._judge.block, judged.turn.scored)
        if judged.turn.left:
            yield say("you keep {tiles}", tiles=listed(judged.turn.left))
        yield from self._rows(judged)
        yield from self._leaves(judged)

    def _rows(self, judged: Judged) -> Iterator[Text]:
        """The row of the block that is complete now, or else the one that a cross doubles."""
        before, scored = self._judge.block, judged.turn.scored
        after = before.plus(scored)
        if after.bonuses > before.bonuses:
            yield say("row {row} is full", row=after.bonuses)
            return
        doubled = range(before.crosses, min(after.crosses, len(after.rows)))
        row = max(doubled, key=lambda row: after.rows[row].total, default=None)
        if row is not None and after.rows[row].total:
            yield say("doubles row {row}", row=row + 1)

    def _leaves(self, judged: Judged) -> Iterator[Text]:
        """What it opens for the next player, or spoils; not what it has taken itself."""
        judge, before = self._judge, self._judge.places
        change = {
            tile: judge.offer(tile, judged.places) - judge.offer(tile, before) for tile in before
        }
        if judged.leaves >= _WORTH_SAYING:
            tile = max(change, key=change.__getitem__)
            yield say("opens {field} for a {tile}", field=judged.places[tile][1], tile=tile)
        elif judged.leaves <= -_WORTH_SAYING:
            tile = min(change, key=change.__getitem__)
            field = before[tile][1]
            if field not in judged.turn.placed:
                yield say("spoils {field} for a {tile}", field=field, tile=tile)
