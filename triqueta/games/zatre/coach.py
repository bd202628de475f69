"""The coach of Zatre: what a turn is worth, and what speaks for it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from triqueta.games.zatre.robots import STUCK, Judge, Judged, final_points, said_once, turns_left
from triqueta.games.zatre.rules.turn import END, NOTHING, TurnSoFar
from triqueta.games.zatre.rules.views import TableView
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.wording import listed, what_it_scores
from triqueta.games.zatre.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.coach import Advice, Outlook

_TILES_IN_A_LABEL = 3  # more don't fit a line
_WORTH_SAYING = 0.2  # points that the next player gets, or gets not
_PARTS = 3  # of a reason


def label_of(turn: TurnSoFar) -> Text:
    """Return what a turn is called in a list of advice."""
    if turn.move == NOTHING:
        return say("Place nothing")
    placed = [f"{field} {tile}" for field, tile in turn.placed.items()]
    if len(placed) <= _TILES_IN_A_LABEL:
        return ", ".join(placed)
    shown = placed[: _TILES_IN_A_LABEL - 1]
    return ", ".join((*shown, f"+{len(placed) - len(shown)}"))


def moment_of(view: TableView) -> Text:
    """Return which turn it was, and with which tiles."""
    tiles: Text = listed(view.hand)
    if len(view.hand) > _TILES_IN_A_LABEL:
        tiles = say_n("{n} tile", "{n} tiles", len(view.hand))
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
        """Return the row of the block that is complete now, or else one that a cross doubles."""
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
        """Return what a turn opens for the next player, or spoils; not what it took itself."""
        judge, before = self._judge, self._judge.best_fields
        change = {
            tile: judge.offer(tile, judged.best_fields) - judge.offer(tile, before)
            for tile in before
        }
        if judged.leaves >= _WORTH_SAYING:
            tile = max(change, key=change.__getitem__)
            yield say("opens {field} for a {tile}", field=judged.best_fields[tile][1], tile=tile)
        elif judged.leaves <= -_WORTH_SAYING:
            tile = min(change, key=change.__getitem__)
            field = before[tile][1]
            if field not in judged.turn.placed:
                yield say("blocks {field} for a {tile}", field=field, tile=tile)


class ZatreCoach:
    about = say(
        "Points: what the turn is worth to you by the end, minus what it opens up for the "
        "next player."
    )
    decisions_at_once = 1  # each has some hundred turns to look at

    def advise(self, view: ZatreView, moves: Sequence[str]) -> tuple[Advice, ...]:
        judge = Judge(view.table)
        reasons = Reasons(judge)
        turns = (move for move in moves if move != END)  # whether to end it is up to people
        judged = sorted(map(judge.of, turns), key=lambda one: -one.points)
        return tuple(_advice(same, reasons) for same in said_once(judged))

    def moment(self, view: ZatreView) -> Text:
        return moment_of(view.table)

    def outlook(self, views: Sequence[ZatreView]) -> Outlook:
        """Return what blocks are likely to come to; without chances to win, which are unproven."""
        view = views[0].table
        first, players = view.to_act or 0, len(view.players)
        return Outlook(
            tuple(
                final_points(player.block, turns_left(view, (seat - first) % players))
                - STUCK * sum(player.hand) * (seat != first)
                for seat, player in enumerate(view.players)
            )
        )


def _advice(same: Sequence[Judged], reasons: Reasons) -> Advice:
    first = same[0]
    moves = tuple(one.turn.move for one in same)
    return Advice(moves, label_of(first.turn), first.points, reasons.of(first))
