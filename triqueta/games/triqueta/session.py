"""A running game at the table: the game, who has seen what, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, overload

from triqueta.games.triqueta.help import hints_at
from triqueta.games.triqueta.record import TriquetaRecord
from triqueta.games.triqueta.rules import (
    Game,
    Phase,
    Proof,
    Record,
    Setup,
    TableView,
    seat_view,
    table_view,
)
from triqueta.games.triqueta.rules.game import refusal, revealed
from triqueta.games.triqueta.rules.moves import DECISIONS, OPEN, PLACE, TAKE, is_draw, is_take
from triqueta.games.triqueta.rules.record import to_codes
from triqueta.games.triqueta.screens.tile import Draw
from triqueta.games.triqueta.spectator_view import what_came_of
from triqueta.games.triqueta.views import Deed, OwnView, PublicView
from triqueta.games.triqueta.words import say
from triqueta.records.errors import IllegalMoveError
from triqueta.records.record import GameRecord
from triqueta.screens.phrases import Text
from triqueta.table.session import UNDO, Hint, Session

if TYPE_CHECKING:
    from triqueta.table.scene import Scene
    from triqueta.table.spectator_view import SpectatorView
    from triqueta.table.table import Table


LAST_DEEDS = 16  # of which a log of eight lines is told: a draw and what becomes of it are one

# The entries that are no moves.
GLIMPSE = "glimpse"  # what was drawn is being shown to its drawer, at the shared station
LOOK = "look"  # its drawer has seen it
SHOW = "show"  # it was put before its drawer, at the drawer's own station
ASIDE = "aside"  # with a seat's number: what was put before that seat has been put aside
SEEN = "seen"  # the kept tile that is to be decided about was looked at
NEXT = "next"  # the end of a round, or what a player turned up, was taken note of


class TriquetaSession(Session):
    """The game, and what the rules don't know of: who has looked, and what was taken note of.

    The game itself is nobody's business: `view` has what one may know of it.

    A draw is unseen until its drawer has looked; until then the game waits. Moves up to
    `_settled` can't be taken back: those before the present turn, and draws that were shown.
    """

    game = "triqueta"

    def __init__(self, setup: Setup, proof: Proof, entries: Iterable[str] = ()) -> None:
        super().__init__(setup.players, proof)
        self._game = Game(setup)
        self._unseen = False
        self._fresh_shadow = ""
        self._put_before: dict[int, Draw] = {}
        self._round_ended = False  # and nobody has gone on yet
        self._turned_up = 0  # at the end: how many players have shown what they kept
        self._decision_seen = False  # whether the tile to be decided about was looked at
        self._settled = 0
        self._movers: list[int] = []
        self._deeds: list[Deed] = []
        self._views: dict[int | None, PublicView | OwnView] = {}
        self._table: TableView | None = None  # made once, until a move is made or taken back
        self._open: SpectatorView | None = None
        for entry in entries:
            self.apply(entry)

    @property
    def over(self) -> bool:
        return not self._game.legal_moves

    @property
    def current_player(self) -> int | None:
        return self._movers[-1] if self._unseen else self._game.to_act

    def moves(self, seat: int) -> tuple[str, ...]:
        waits = self._unseen or self._round_ended or seat != self._game.to_act
        return () if waits else self._game.legal_moves

    def pending_ack(self, seat: int) -> str | None:
        """To look at what was drawn, or to take note of a round's end."""
        if self._unseen:
            return LOOK if seat == self._movers[-1] else None
        return NEXT if self._round_ended and seat == self._game.to_act else None

    def record(self, *, with_moves: bool = True) -> GameRecord:
        game = self._game.copy() if with_moves else Game(self._game.setup)
        return TriquetaRecord.of(game, self.extra())

    def codes(self) -> list[str]:
        """All that proves the shuffle, small enough for QR codes."""
        return to_codes(Record(self._game.copy(), self.extra()))

    def clause_against(self, move: str) -> str:
        """The clause of the rules that forbids a move now."""
        error = refusal(self._game, move)
        return error.clause if isinstance(error, IllegalMoveError) else "R1"

    # At the table.

    def scene(self, table: Table) -> Scene:
        from triqueta.games.triqueta.scenes.game import TriquetaScene

        return TriquetaScene.entered(table, self)

    def hints(self) -> tuple[Hint, ...]:
        return hints_at(self.view(None))

    def opening(self, table: Table) -> Scene:
        from triqueta.games.triqueta.scenes.ending import BuildingScene

        return BuildingScene(table, self)

    def interrupted(self) -> Text:
        return say("Interrupted in round {round}", round=self._game.round)

    def spectator_view(self) -> SpectatorView:
        """Made once, like the views: every key asks for it, and few change it."""
        from triqueta.games.triqueta.spectator_view import spectator_view_of

        if self._open is None:
            self._open = spectator_view_of(self.view(None))
        return self._open

    def describe_last_move(self) -> Text | None:
        if not self._deeds or self.entries[-1] != self._deeds[-1].move:
            return None  # of a note, of what was taken back, or of a decision
        return what_came_of(self._deeds[-1], self.names[self._deeds[-1].seat])

    # What has happened.

    def _apply(self, entry: str) -> None:
        word, _, seat = entry.partition(" ")
        notes = {
            GLIMPSE: self._glimpse,
            LOOK: self._look,
            SHOW: self._show,
            SEEN: self._see_decision,
            NEXT: self._go_on,
            UNDO: self._take_back,
        }
        if entry in notes:
            notes[entry]()
        elif word == ASIDE:
            self._put_before.pop(int(seat), None)
        else:
            self._make(entry)
        self._views.clear()
        self._open = None

    def _make(self, move: str) -> None:
        if self._game.phase not in (Phase.SECOND_DRAW, Phase.CHOICE):
            self._settled = len(self._game.moves)  # a new turn: the one before stands
        self._table = None
        seat = self._game.order[0]
        shadow_before = len(self._game.kept_shadow[seat])
        tiles = self._tiles_opened_by(move)
        self._game.play(move)
        self._movers.append(seat)
        self._put_before.pop(seat, None)
        self._decision_seen = False
        self._round_ended = is_take(move) and not self._game.takes
        self._unseen = is_draw(move) and self._game.phase is not Phase.SECOND_DRAW
        fresh = self._game.kept_shadow[seat][shadow_before:]
        self._fresh_shadow = fresh if self._unseen else ""
        if move not in DECISIONS:  # which nobody else may know, and nobody takes back
            self._deeds.append(Deed(seat, move, tiles, len(fresh)))

    def _tiles_opened_by(self, move: str) -> str:
        """What everybody sees of a legal move: the tile that is placed, or those of a row."""
        if move in PLACE:
            return "".join(self._game.drawn[:1])
        return self._game.rows[TAKE.index(move)] if move in self._game.takes else ""

    def _glimpse(self) -> None:
        self._settled = len(self._game.moves)

    @property
    def seats_with_draws(self) -> tuple[int, ...]:
        """The seats that have tiles put before them, at stations of their own."""
        return tuple(sorted(self._put_before))

    def _look(self) -> None:
        self._glimpse()
        self._unseen = False

    def _show(self) -> None:
        drawer = self._movers[-1]
        draw = self.view(drawer).just_drawn
        if draw is not None and (len(draw.tiles) == 2 or not self._game.drawn):
            self._put_before[drawer] = draw
        self._look()

    def _see_decision(self) -> None:
        self._decision_seen = True

    def _go_on(self) -> None:
        if self._round_ended:
            self._round_ended = False
        else:
            self._turned_up += 1

    def may_undo(self, seat: int | None) -> bool:
        """A draw nobody has looked at, or a row or a keep just chosen. The next move ends it."""
        if len(self._game.moves) <= self._settled or self.over:
            return False
        stays = self._game.moves[-1] in (*OPEN, *DECISIONS)
        return seat in (None, self._movers[-1]) and not stays

    def _take_back(self) -> None:
        self._table = None
        self._game.take_back()
        self._movers.pop()
        self._deeds.pop()
        self._round_ended = False
        self._unseen = False
        self._fresh_shadow = ""

    # What may be known of it.

    @overload
    def view(self, seat: None) -> PublicView: ...
    @overload
    def view(self, seat: int) -> OwnView: ...
    def view(self, seat: int | None) -> PublicView | OwnView:
        """Made once, until something happens: every station asks for it."""
        if seat not in self._views:
            self._views[seat] = self._public() if seat is None else self._own(seat)
        return self._views[seat]

    def _public(self) -> PublicView:
        table = self._table = self._table or table_view(self._game)
        return PublicView(
            table=table,
            begun=bool(self._game.moves),
            drawer=self._movers[-1] if self._movers else None,
            unseen=self._unseen,
            shadow_drawn=len(self._fresh_shadow),
            tile_of_two=self._tile_of_two(),
            round_ended=self._round_ended,
            decided=self._decided(table),
            decision_seen=self._decision_seen,
            turned_up=self._turned_up,
            revealed=revealed(self._game) if self.over else (),
            deeds=tuple(self._deeds[-LAST_DEEDS:]),
            takers=self._takers(),
        )

    def _takers(self) -> tuple[int | None, ...]:
        """Who has taken each row since the pile was opened."""
        takers: list[int | None] = [None] * len(self.names)
        for deed in reversed(self._deeds):
            if deed.move in OPEN:
                break
            if is_take(deed.move):
                takers[TAKE.index(deed.move)] = deed.seat
        return tuple(takers)

    def _decided(self, table: TableView) -> int:
        seat = self._game.to_act
        return 0 if seat is None else len(seat_view(self._game, seat, table).decisions)

    def _tile_of_two(self) -> int | None:
        if self._game.phase is not Phase.CHOICE:
            return None
        if len(self._game.drawn) == 2:
            return 1
        return None if is_draw(self._game.moves[-1]) else 2

    def _own(self, seat: int) -> OwnView:
        public = self.view(None)
        fresh = self._fresh_shadow if self._movers and self._movers[-1] == seat else ""
        return OwnView(
            public=public,
            seat=seat_view(self._game, seat, public.table),
            fresh_shadow=fresh,
            put_before=self._put_before.get(seat),
        )
