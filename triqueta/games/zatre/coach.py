"""The coach of Zatre: the evaluation of turns, with explanations in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from triqueta.games.zatre.robots import (
    STUCK,
    Judge,
    Judged,
    final_points,
    group_equivalent,
    turns_left,
)
from triqueta.games.zatre.rules.turn import END, NOTHING, TurnSoFar
from triqueta.games.zatre.rules.views import TableView
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.wording import listed, what_it_scores
from triqueta.games.zatre.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.coach import Advice, Outlook

_TILES_IN_A_LABEL = 3  # more don't fit on a line
_WORTH_SAYING = 0.2  # the smallest gain or loss of the next player to mention, in points
_PARTS = 3  # the most parts of an explanation


def label_of(turn: TurnSoFar) -> Text:
    """Return the label of a turn in a list of advice."""
    if turn.move == NOTHING:
        return say("Place nothing")
    placed = [f"{field} {tile}" for field, tile in turn.placed.items()]
    if len(placed) <= _TILES_IN_A_LABEL:
        return ", ".join(placed)
    shown = placed[: _TILES_IN_A_LABEL - 1]
    return ", ".join((*shown, f"+{len(placed) - len(shown)}"))


def moment_of(view: TableView) -> Text:
    """Return a text with the number of the turn, and the tiles in the hand."""
    tiles: Text = listed(view.hand)
    if len(view.hand) > _TILES_IN_A_LABEL:
        tiles = say_n("{n} tile", "{n} tiles", len(view.hand))
    return say("Turn {turn}: {tiles}", turn=view.turns + 1, tiles=tiles)


class Reasons:
    """Explanations for the turns that are possible in one position."""

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
        """Yield a text for a row of the block that the turn completes, or else doubles."""
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
        """Yield a text for the opportunity that the turn opens for the next player, or spoils.

        A field that the turn itself uses does not count as spoilt.
        """
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
    decisions_at_once = 1  # each has about a hundred turns to evaluate

    def advise(self, view: ZatreView, moves: Sequence[str]) -> tuple[Advice, ...]:
        judge = Judge(view.table)
        reasons = Reasons(judge)
        turns = (move for move in moves if move != END)  # ending the game is up to the players
        judged = sorted(map(judge.of, turns), key=lambda one: -one.points)
        return tuple(_advice(same, reasons) for same in group_equivalent(judged))

    def moment(self, view: ZatreView) -> Text:
        return moment_of(view.table)

    def outlook(self, views: Sequence[ZatreView]) -> Outlook:
        """Return the expected final points of all players.

        The outlook leaves out the chances of winning, because such estimates are unproven.
        """
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
