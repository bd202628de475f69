"""A session of Triqueta: the game, what players have seen, what can be undone, and hints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from triqueta.games.triqueta.pages.moves import describe_public_move
from triqueta.games.triqueta.pages.pieces import COMPLETE
from triqueta.games.triqueta.pages.spectators import spectator_view_of
from triqueta.games.triqueta.reveal import reveal_order
from triqueta.games.triqueta.rules import Game, Phase, Proof, TableView, seat_view, table_view
from triqueta.games.triqueta.rules.game import refusal, revealed
from triqueta.games.triqueta.rules.moves import (
    BOX,
    DECISIONS,
    DRAW,
    OPEN,
    PLACE,
    TAKE,
    by_number,
    is_draw,
    is_take,
    number_of,
)
from triqueta.games.triqueta.views import Draw, OwnView, PublicMove, PublicView
from triqueta.games.triqueta.words import say
from triqueta.records.errors import IllegalMoveError, RulesError
from triqueta.screens.phrases import Text
from triqueta.table.session import Hint, OpenSets, Session
from triqueta.table.spectator_view import SpectatorView

LAST_MOVES = 16  # enough for eight lines of the log: a draw and its result share a line

# The entries that are not moves.
GLIMPSE = "glimpse"  # the shared station shows a draw to its drawer
LOOK = "look"  # the drawer has seen the draw at the shared station
SHOW = "show"  # the drawer's own station shows the draw
ASIDE = "aside"  # with a seat's number: that seat has closed the page with its draw
SEEN = "seen"  # the player to act has looked at the kept tile to decide about
FACE = "face"  # after the game: the kept tile that is being turned up now shows its face
NEXT = "next"  # the players have seen the end of a round, or a kept tile that was turned up


class TriquetaSession(Session[Game, PublicView, OwnView]):
    """A running game, with what the rules leave out: who has looked, and what was acknowledged.

    After a draw, the game waits until the drawer has looked. The first `_settled` moves can't be
    undone: those before the current turn, and draws that were shown.
    """

    def __init__(self, game: Game, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._unseen = False
        self._fresh_shadow = ""
        self._put_before: dict[int, Draw] = {}
        self._round_ended = False  # until a player acknowledges it
        self._turned_up = 0  # after the last round: how many kept tiles the players have seen
        self._shows_face = False  # whether the next one shows its face already
        self._decision_seen = False  # whether the player has looked at the tile to decide about
        self._settled = 0
        self._public_moves: list[PublicMove] = []
        self._table: TableView | None = None  # cached, until a move is made or undone
        self._opened = [1]  # the piles that were opened; that can't be undone
        self._at_round_start = _open_points(table_view(game))
        super().__init__(game, proof, entries)

    @property
    def current_player(self) -> int | None:
        return self._movers[-1] if self._unseen else self._game.to_act

    def moves(self, seat: int) -> tuple[str, ...]:
        waits = self._unseen or self._round_ended or seat != self._game.to_act
        return () if waits else self._game.legal_moves

    def pending_ack(self, seat: int) -> str | None:
        """Return the acknowledgement this seat owes (of its draw or the round's end), or None."""
        if self._unseen:
            return LOOK if seat == self._movers[-1] else None
        return NEXT if self._round_ended and seat == self._game.to_act else None

    def clause_against(self, move: str) -> str:
        """Return the clause of the rules that forbids a move now."""
        error = refusal(self._game, move)
        return error.clause if isinstance(error, IllegalMoveError) else "R1"

    def next_starter(self) -> int | None:
        """Return the seat that has the Rock, or had it last."""
        return self.view(None).table.rock

    def hints(self) -> tuple[Hint, ...]:
        return hints_at(self.view(None))

    def warning(self, viewer: int | None, move: str) -> Hint | None:
        """Return the hint to show before a move is made, or None.

        It warns beginners who begin a round by taking an empty row, once at each station. `viewer`
        is the seat of the station, or None for the table station.
        """
        seat = self._game.to_act
        if seat is None or not self._game.draws or not self._is_empty_row(move):
            return None
        if any(public.seat == seat for public in self._moves_since_opening()):
            return None
        return self._first_unread([_hint(WARNING, seat)], viewer)

    def _is_empty_row(self, move: str) -> bool:
        return move in self._game.takes and not self._game.rows[TAKE.index(move)]

    def _moves_since_opening(self) -> Iterator[PublicMove]:
        """Return the moves since the pile was opened, the last one first."""
        return takewhile(lambda public: public.move not in OPEN, reversed(self._public_moves))

    def interrupted(self) -> Text:
        return say("Interrupted in round {round}", round=self._game.round)

    def _make_spectator_view(self) -> SpectatorView:
        return spectator_view_of(self.view(None))

    def open_sets(self) -> OpenSets:
        """Return the sets of exactly three that lie face up. A fourth tile spoils a set."""
        return frozenset(
            (seat, piece.art)
            for seat, player in enumerate(self.spectator_view().players)
            for piece in player.pieces
            if piece.copies == COMPLETE
        )

    def describe_last_move(self) -> Text | None:
        if not self._public_moves or self.entries[-1] != self._public_moves[-1].move:
            return None  # the last entry is a note, an undo or a secret decision
        return describe_public_move(
            self._public_moves[-1], self.names[self._public_moves[-1].seat]
        )

    @property
    def completes_public_move(self) -> bool:
        """Whether the last entry completed a public move, so that a card can show it.

        A draw completes one only if it has a shadow tile, which is kept: once its drawer has
        looked, and before the drawer decides about a light tile drawn with it.
        """
        if not self._public_moves:
            return False
        last, entry = self._public_moves[-1], self.entries[-1]
        if is_draw(last.move):
            return entry in (LOOK, SHOW) and last.shadow > 0
        return entry == last.move  # otherwise it is an acknowledgement or a secret decision

    # Entries.

    def _apply(self, entry: str) -> None:
        word, _, seat = entry.partition(" ")
        notes = {
            GLIMPSE: self._glimpse,
            LOOK: self._look,
            SHOW: self._show,
            SEEN: self._see_decision,
            FACE: self._show_face,
            NEXT: self._go_on,
        }
        if entry in notes:
            notes[entry]()
        elif word == ASIDE:
            self._put_aside(seat)
        else:
            super()._apply(entry)

    def _put_aside(self, seat: str) -> None:
        if seat not in map(str, range(len(self.names))):
            raise RulesError(f"{ASIDE} {seat}: there is no such seat")
        self._put_before.pop(int(seat), None)

    def _play(self, move: str) -> None:
        game = self._game
        new_turn = game.phase not in (Phase.SECOND_DRAW, Phase.CHOICE)
        settled = len(game.moves) if new_turn else self._settled  # the last turn is now final
        seat = game.order[0] if game.order else 0
        shadow_before = len(game.kept_shadow[seat])
        tiles = self._tiles_opened_by(move)
        before = table_view(game) if move in OPEN else None
        super()._play(move)
        if before is not None:
            self._opened.append(number_of(move))
            self._at_round_start = _open_points(before)
        self._settled, self._table = settled, None
        self._put_before.pop(seat, None)
        self._decision_seen = False
        self._round_ended = is_take(move) and not game.takes
        self._unseen = is_draw(move) and game.phase is not Phase.SECOND_DRAW
        fresh = game.kept_shadow[seat][shadow_before:]
        self._fresh_shadow = fresh if self._unseen else ""
        if move not in DECISIONS:  # decisions are secret and can't be undone
            self._public_moves.append(PublicMove(seat, move, tiles, len(fresh)))

    def _tiles_opened_by(self, move: str) -> str:
        """Return the tiles that a legal move shows to all: the placed one, or those of a row."""
        if move in PLACE:
            return "".join(self._game.drawn[:1])
        return self._game.rows[TAKE.index(move)] if move in self._game.takes else ""

    def _glimpse(self) -> None:
        self._settled = len(self._game.moves)

    @property
    def seats_with_draws(self) -> tuple[int, ...]:
        """The seats whose own stations show a draw until its drawer closes the page."""
        return tuple(sorted(self._put_before))

    def _look(self) -> None:
        self._glimpse()
        self._unseen = False

    def _show(self) -> None:
        if not self._movers:
            raise IllegalMoveError("R4", "nothing was drawn")
        drawer = self._movers[-1]
        draw = self.view(drawer).just_drawn
        if draw is not None and not self._game.drawn:  # otherwise the choice shows it
            self._put_before[drawer] = draw
        self._look()

    def _see_decision(self) -> None:
        self._decision_seen = True

    def _show_face(self) -> None:
        if self._round_ended or not self.over:
            raise RulesError(f"{FACE}: no kept tile is being turned up")
        self._shows_face = True

    def _go_on(self) -> None:
        self._shows_face = False
        if self._round_ended:
            self._round_ended = False
        else:
            self._turned_up += 1

    def may_undo(self, seat: int | None) -> bool:
        """Return whether a seat, or with None any player at the table, can undo the last move.

        A draw can be undone until it is looked at; a placed tile, a kept tile or a taken row can
        be undone until the next move.
        """
        if len(self._game.moves) <= self._settled or self.over:
            return False
        stays = self._game.moves[-1] in (*OPEN, *DECISIONS)
        return seat in (None, self._movers[-1]) and not stays

    def _undo(self) -> str:
        """Undo the last move and return it.

        Ignore `_settled`, because journals of earlier versions can have undos that it forbids.
        """
        if not self._game.moves or self._game.moves[-1] in (*OPEN, *DECISIONS):
            raise IllegalMoveError("undo", "there is no move to undo")
        move = self._take_back()
        self._public_moves.pop()
        self._table = None
        self._round_ended = False
        self._unseen = False
        self._fresh_shadow = ""
        return move

    # Views.

    def _make_public_view(self) -> PublicView:
        table = self._table = self._table or table_view(self._game)
        kept = revealed(self._game) if self.over else ()
        reveal = reveal_order(table, kept) if kept else ()
        takes = self._takes()
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
            revealed=kept,
            reveal=reveal,
            # Earlier versions noted players instead of tiles, so there may be too many notes.
            turned_up=min(self._turned_up, len(reveal)),
            shows_face=self._shows_face,
            public_moves=tuple(self._public_moves[-LAST_MOVES:]),
            takers=tuple(None if take is None else take.seat for take in takes),
            moves_made=len(self._public_moves),
            taken=tuple("" if take is None else take.tiles for take in takes),
            opened=tuple(self._opened),
            at_round_start=self._at_round_start,
        )

    def _takes(self) -> tuple[PublicMove | None, ...]:
        """Return the move that took each row since the pile was opened, or None."""
        takes: list[PublicMove | None] = [None] * len(self.names)
        for public in self._moves_since_opening():
            if is_take(public.move):
                takes[TAKE.index(public.move)] = public
        return tuple(takes)

    def _decided(self, table: TableView) -> int:
        seat = self._game.to_act
        return 0 if seat is None else len(seat_view(self._game, seat, table).decisions)

    def _tile_of_two(self) -> int | None:
        if self._game.phase is not Phase.CHOICE:
            return None
        if len(self._game.drawn) == 2:
            return 1
        return None if is_draw(self._game.moves[-1]) else 2

    def _make_view(self, seat: int) -> OwnView:
        public = self.view(None)
        fresh = self._fresh_shadow if self._movers and self._movers[-1] == seat else ""
        return OwnView(
            public=public,
            seat=seat_view(self._game, seat, public.table),
            fresh_shadow=fresh,
            put_before=self._put_before.get(seat),
            boxed=self._boxed_by(seat),
        )

    def _boxed_by(self, seat: int) -> str:
        """Return the first one of the seat's two tiles if it went into the box, else ""."""
        was_boxed = self._tile_of_two() == 2 and self._game.moves[-1] == BOX
        return self._game.discarded[-1] if was_boxed and seat == self._game.to_act else ""


def _open_points(table: TableView) -> tuple[int, ...]:
    """Return the points of what lies open in front of each player."""
    players = enumerate(table.players)
    return tuple(table.sheet_with(seat, player.face_up).total for seat, player in players)


# Hints for beginners in a tutorial.


WARNING = "empty"  # shown only to a player who is about to take an empty row

HINTS: dict[str, Text] = {
    "turn": say(
        "Collect exactly three of an animal: that scores most. Press a petal to draw its top tile."
    ),
    "tile": say(
        "Place your tile in a row, where anyone can take it, or keep it: only two per game!"
    ),
    "row": say(
        "Now a row may be worth taking, but then you are out of the round. Three of an animal "
        "score 5 to 10 points, four score −1!"
    ),
    WARNING: say(
        "This row is empty: it brings no tiles, and you are out of the round. Go back and draw, "
        "or take it with “OK”."
    ),
    "round": say(
        "The last row comes with the Rock: a point. You also get the Tree of the next pile "
        "(a point), and begin."
    ),
    "kept": say(
        "Now for the tiles you kept. Add any that complete a set of three. Returning the "
        "others is free."
    ),
}

LONG_ROW = 3


def hints_at(view: PublicView) -> tuple[Hint, ...]:
    """Return the hints that fit this moment, in the order in which they are shown."""
    table = view.table
    if view.round_ended:  # before the last round, there is a pile to open
        return (_hint("round", table.rock),) if table.unopened else ()
    if table.to_act is None or view.unseen:
        return ()
    return tuple(_hint(name, table.to_act) for name in _fitting(table))


def _hint(name: str, seat: int) -> Hint:
    """Return a hint, with its number if it is one of those that come in order."""
    in_order = [known for known in HINTS if known != WARNING]
    corner = "" if name == WARNING else f"{in_order.index(name) + 1}/{len(in_order)}"
    return Hint(name, seat, HINTS[name], corner=corner)


def _fitting(view: TableView) -> Iterator[str]:
    match view.phase:
        case Phase.TURN if by_number(view.legal_moves, DRAW):
            yield "turn"
            if _is_worth_taking(view):
                yield "row"
        case Phase.CHOICE:
            yield "tile"
        case Phase.REVEAL:
            yield "kept"
        case _:
            pass


def _is_worth_taking(view: TableView) -> bool:
    """Return whether a row has two tiles of an animal, or is long."""
    rows = [row for row in view.rows if row is not None]
    return any(len(set(row)) < len(row) or len(row) >= LONG_ROW for row in rows)
