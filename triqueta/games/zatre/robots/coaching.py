"""The coach of Zatre: what a turn is worth, in points of the final score, and why.

It goes by what good goes by. Points are counted from a turn that scores nothing and leaves the
board as it is: what the turn adds to the player's final score, less what it opens for the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from triqueta.games.zatre.robots.alike import said_once
from triqueta.games.zatre.robots.future_block import final_points
from triqueta.games.zatre.robots.judging import STUCK, Judge, Judged, turns_left
from triqueta.games.zatre.robots.seeing import table_of
from triqueta.games.zatre.robots.why import Reasons, label_of, moment_of
from triqueta.games.zatre.rules.moves import END
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text
from triqueta.table.coach import Advice, Outlook


class ZatreCoach:
    about = say(
        "Points: what the turn brings you by the end, less what it offers the next player."
    )
    decisions_at_once = 1  # each has some hundred turns to look at

    def advise(self, view: object, moves: Sequence[str]) -> tuple[Advice, ...]:
        judge = Judge(table_of(view))
        reasons = Reasons(judge)
        turns = (move for move in moves if move != END)  # whether to end it is up to people
        judged = sorted(map(judge.of, turns), key=lambda one: -one.points)
        return tuple(_advice(same, reasons) for same in said_once(judged))

    def moment(self, view: object) -> Text:
        return moment_of(table_of(view))

    def outlook(self, views: Sequence[object]) -> Outlook:
        """What blocks are likely to come to; no chance to win, as none was shown to be true."""
        view = table_of(views[0])
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
