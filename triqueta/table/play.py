"""A running game at the table: the game, who has seen what, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from triqueta.games.triqueta.rules import (
    Game,
    Phase,
    Proof,
    Record,
    SeatView,
    Setup,
    score_sheet,
    seat_view,
    table_view,
)
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.screens.tile import TileFacts

# The entries that are no moves.
GLIMPSE = "glimpse"  # what was drawn is being shown to its drawer, at the shared station
LOOK = "look"  # its drawer has seen it
SHOW = "show"  # it was put before its drawer, at the drawer's own station
ASIDE = "aside"  # with a seat's number: what was put before that seat has been put aside
SEEN = "seen"  # the kept tile that is to be decided about was looked at
NEXT = "next"  # the end of a round, or what a player turned up, was taken note of
UNDO = "undo"  # the last move was taken back


class Play:
    """The game, and what the rules don't know of: who has looked, and what was taken note of.

    All that has happened is a list of entries, moves and others, and everything else follows
    from it: so an interrupted game is the same again once its entries have been read.

    `unseen` is true from a draw until its drawer has looked; until then the game waits. Moves up
    to `_settled` can't be taken back: those before the present turn, and draws that were shown.
    """

    def __init__(self, setup: Setup, proof: Proof, entries: Iterable[str] = ()) -> None:
        self.proof = proof
        self.game = Game(setup)
        self.entries: list[str] = []
        self.unseen = False
        self.fresh_shadow = ""
        self.put_before: dict[int, tuple[TileFacts, ...]] = {}
        self.round_ended = False  # and nobody has gone on yet
        self.turned_up = 0  # at the end: how many players have shown what they kept
        self.decision_seen = False  # whether the tile to be decided about was looked at
        self._settled = 0
        self._movers: list[int] = []
        for entry in entries:
            self.enter(entry)

    @property
    def drawer(self) -> int:
        """Whose draw came last."""
        return self._movers[-1]

    @property
    def actor(self) -> int | None:
        """The seat the table waits for."""
        return self.drawer if self.unseen else self.game.to_act

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.setup.players

    @property
    def over(self) -> bool:
        return not self.game.legal_moves

    def table_view(self) -> TableView:
        return table_view(self.game)

    def seat_view(self, seat: int) -> SeatView:
        return seat_view(self.game, seat)

    def record(self) -> Record:
        return Record(self.game, {"proof": self.proof.document()})

    def enter(self, entry: str) -> None:
        """Let happen what an entry says: a move, or one of the words below."""
        word, _, seat = entry.partition(" ")
        happenings = {
            GLIMPSE: self._glimpse,
            LOOK: self._look,
            SHOW: self._show,
            SEEN: self._see_decision,
            NEXT: self._go_on,
            UNDO: self._take_back,
        }
        if entry in happenings:
            happenings[entry]()
        elif word == ASIDE:
            self.put_before.pop(int(seat), None)
        else:
            self._play(entry)
        self.entries.append(entry)

    def _play(self, move: str) -> None:
        if self.game.phase not in (Phase.SECOND_DRAW, Phase.CHOICE):
            self._settled = len(self.game.moves)  # a new turn: the one before stands
        seat = self.game.order[0]
        shadow_before = len(self.game.kept_shadow[seat])
        self.game.play(move)
        self._movers.append(seat)
        self.put_before.pop(seat, None)
        self.decision_seen = False
        self.round_ended = move[0] == "t" and not self.game.takes
        self.unseen = move[0] == "d" and self.game.phase is not Phase.SECOND_DRAW
        self.fresh_shadow = self.game.kept_shadow[seat][shadow_before:] if self.unseen else ""

    def _glimpse(self) -> None:
        self._settled = len(self.game.moves)

    def _look(self) -> None:
        self._glimpse()
        self.unseen = False

    def _show(self) -> None:
        facts = self.drawn_facts()
        if len(facts) == 2 or not self.game.drawn:
            self.put_before[self.drawer] = facts
        self._look()

    def _see_decision(self) -> None:
        self.decision_seen = True

    def _go_on(self) -> None:
        if self.round_ended:
            self.round_ended = False
        else:
            self.turned_up += 1

    def may_take_back(self, seat: int | None) -> bool:
        """Whether a seat, or anybody at the shared station, may take the last move back.

        Only what has shown nothing new to anyone: a draw nobody has looked at, or a row or a
        keep just chosen. The next move ends it.
        """
        if len(self.game.moves) <= self._settled or self.over:
            return False
        return seat in (None, self._movers[-1]) and self.game.moves[-1][0] in "drkxt"

    def _take_back(self) -> None:
        self.game.take_back()
        self._movers.pop()
        self.round_ended = False
        self.unseen = False
        self.fresh_shadow = ""

    def drawn_facts(self) -> tuple[TileFacts, ...]:
        """The tiles just drawn, for their drawer's eyes only."""
        tiles = self.seat_view(self.drawer).drawn + self.fresh_shadow
        return tuple(self._facts(tile, self.drawer) for tile in tiles)

    def choice_facts(self) -> TileFacts:
        """The tile that is to be placed or kept, for its drawer's eyes only."""
        seat = self.game.order[0]
        facts = self._facts(self.seat_view(seat).drawn[0], seat)
        may_place = any(move[0] == "r" for move in self.game.legal_moves)
        return facts if may_place else replace(facts, rows=())  # D4

    def _facts(self, tile: str, seat: int) -> TileFacts:
        view = self.seat_view(seat)
        own = view.table.players[seat].face_up + view.kept_light + view.kept_shadow
        owned = own.upper().count(tile.upper()) - tile.islower()  # a shadow tile is kept already
        rows = () if tile.islower() else view.table.rows
        counts = tuple(None if row is None else row.count(tile) for row in rows)
        return TileFacts(tile, owned, counts)


def totals_of_decision(view: SeatView) -> tuple[int, int, bool]:
    """The best total when the next kept tile is added, and returned; whether to add it.

    The tiles still to be decided after it are taken into account at their best. On equal
    points more tiles are better, since they break a tie.
    """
    added, returned = (_best(view, view.decisions + decision) for decision in "+-")
    return added[0], returned[0], added >= returned


def _best(view: SeatView, decisions: str) -> tuple[int, int]:
    left = len(view.kept_light) - len(decisions)
    return max(_total(view, decisions + "".join(rest)) for rest in product("+-", repeat=left))


def _total(view: SeatView, decisions: str) -> tuple[int, int]:
    player = view.table.players[view.seat]
    kept = zip(view.kept_light, decisions, strict=True)
    added = "".join(tile for tile, decision in kept if decision == "+")
    sheet = score_sheet(
        view.table.edition,
        player.face_up + added + view.kept_shadow,
        rock=view.table.rock == view.seat,
        trees=player.trees,
    )
    return sheet.total, sheet.tiles
