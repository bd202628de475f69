"""A session: a game that is being played at the table, as a list of entries.

The core owns it. It keeps the entries, undoes moves, seats robots, counts hints and caches views;
a game adds only what is its own, for example that a player has looked at a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, overload

from triqueta.records.errors import IllegalMoveError, RulesError
from triqueta.records.game import AnyGame, Outcome, is_chance
from triqueta.records.record import Record
from triqueta.records.shuffle import Proof, Stream
from triqueta.screens.phrases import Text, say
from triqueta.table.spectator_view import OpenPlayer, ScoreTable, SpectatorView

# The entries that every game has.
UNDO = "undo"  # takes the last move back
TUTORIAL = "tutorial"  # the first entry of a tutorial
HINT = "hint"  # with a hint's name, and the seat at whose own station it was read
NO_HINTS = "hints off"  # the players want no more hints
ROBOT = "robot"  # with a seat and a level: a robot plays there
COACH = "coach"  # the player to act may ask for a hint


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for beginners, shown once where a seat decides; everybody may read it.

    `corner` says which of how many it is.
    """

    name: str
    seat: int
    text: Text
    corner: Text = ""

    def read_by(self, viewer: int | None) -> str:
        """Return the entry that it was read at a seat's own station, or with None at the table."""
        return f"{HINT} {self.name}" if viewer is None else f"{HINT} {self.name} {viewer}"


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A question to a robot: everything it gets, except for a clock.

    `id` is unique. The same `seed` leads to the same random numbers; neither the secret of the
    shuffle nor the seed of another request can be derived from it.
    """

    id: str
    game_id: str
    level: str
    view: Any  # what the robot's seat may know
    moves: tuple[str, ...]
    seed: str


G = TypeVar("G", bound=AnyGame)
P = TypeVar("P")  # what everybody may know
V = TypeVar("V")  # what a seat may know


class Session(Generic[G, P, V]):
    """A running game.

    Everything that has happened to it is in its entries: moves, and notes such as that a player
    has looked. The rest follows from them, so an interrupted game is the same again once its
    entries have been applied. `names` are the players in the order of their seats. `proof` is
    what proves the sealed shuffle after the game.
    """

    def __init__(self, game: G, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._game = game
        self.proof = proof
        self.names: tuple[str, ...] = game.setup.players
        self.entries: list[str] = []
        self.has_coach = False
        self.robots: dict[int, str] = {}  # the level of each seat that a robot plays
        self.last_player: int | None = None  # the seat that the last entry was of
        self._movers: list[int] = []  # the seat of each move
        self._chance: Stream | None = game.setup.chance(proof)
        self._public: P | None = None
        self._own: dict[int, V] = {}
        self._spectators: SpectatorView | None = None
        for entry in entries:
            self.apply(entry)

    @property
    def game_id(self) -> str:
        id_: str = self._game.setup.game_id
        return id_

    @property
    def current_player(self) -> int | None:
        """The seat that the table waits for, or None when the game is over."""
        return self._game.to_act

    @property
    def over(self) -> bool:
        return self._game.to_act is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        outcome: Outcome | None = self._game.outcome
        return outcome

    # What happens.

    def apply(self, entry: str) -> None:
        """Let an entry happen, and keep it; or raise RulesError and change nothing."""
        if entry == COACH:
            self.has_coach = True
        elif entry.startswith(f"{ROBOT} "):
            self._seat_robot(entry)
        elif not _is_of_tutorial(entry):
            player = self.current_player
            self._apply(entry)
            self._forget_views()
            self.last_player = player
        self.entries.append(entry)

    def _seat_robot(self, entry: str) -> None:
        seat, _, level = entry.removeprefix(f"{ROBOT} ").partition(" ")
        if seat not in map(str, range(len(self.names))) or not level:
            raise RulesError(f"{entry}: there is no such seat, or no level")
        self.robots[int(seat)] = level

    def _apply(self, entry: str) -> None:
        """Let a move, a move of chance or an undo happen. A game adds entries of its own here."""
        if entry == UNDO:
            self._undo()
        elif is_chance(entry):
            self._apply_chance(entry)
        else:
            self._play(entry)

    def _play(self, move: str) -> None:
        seat = self._game.to_act
        self._game.play(move)
        self._movers.append(0 if seat is None else seat)

    def _apply_chance(self, entry: str) -> None:
        sealed = self.chance()
        if entry != sealed or self._chance is None:
            reason = f"{entry}, but the sealed shuffle gives {sealed or 'no chance move now'}"
            raise IllegalMoveError(self._game.CHANCE_CLAUSE, reason)
        self._game.next_chance(self._chance)
        self._play(entry)

    def _undo(self) -> str:
        """Undo the last move and return it."""
        if not self.may_undo(None):
            raise IllegalMoveError("undo", "there is no move to undo")
        return self._take_back()

    def _take_back(self) -> str:
        self._movers.pop()
        return self._game.take_back()

    def may_undo(self, seat: int | None) -> bool:
        """Return whether a seat, or with None anybody at the table, may apply UNDO now.

        Only a move that has revealed nothing hidden can be undone, until the next player acts.
        """
        moves = self._game.moves
        if not moves or self.over or is_chance(moves[-1]):
            return False
        return seat in (None, self._movers[-1]) and self._game.shows_nothing(moves[-1])

    # What may happen next.

    def moves(self, seat: int) -> tuple[str, ...]:
        """Return the moves that a seat may make now."""
        waits = self.chance() is not None or self.pending_ack(seat) is not None
        return () if waits or seat != self.current_player else self._game.legal_moves

    def chance(self) -> str | None:
        """Return what chance does next, to be applied like a move, or None.

        It comes from the sealed shuffle, so it is the same however often you ask, and after a
        power cut. Don't show it to players before it is applied.
        """
        if self._chance is None or not self._game.chance_may_be_next:
            return None
        return self._game.next_chance(self._chance.fork())

    def pending_ack(self, seat: int) -> str | None:
        """Return the acknowledgement this seat owes before it may move, or None.

        For example that it saw its tile. For robots the core applies it at once.
        """
        return None

    # What players may know.

    @overload
    def view(self, seat: None) -> P: ...
    @overload
    def view(self, seat: int) -> V: ...
    @overload
    def view(self, seat: int | None) -> P | V: ...
    def view(self, seat: int | None) -> P | V:
        """Return what a seat may know, or with None what everybody may know.

        Scenes draw from views, and robots get nothing else. A view is made once, until something
        happens.
        """
        if seat is None:
            if self._public is None:
                self._public = self._make_public_view()
            return self._public
        if seat not in self._own:
            self._own[seat] = self._make_view(seat)
        return self._own[seat]

    def _make_public_view(self) -> P:
        view: P = self._game.view(None)
        return view

    def _make_view(self, seat: int) -> V:
        view: V = self._game.view(seat)
        return view

    def spectator_view(self) -> SpectatorView:
        """Return what pages for everybody show beside the table station.

        Every key asks for it, and few change it: it is made once, until something happens.
        """
        if self._spectators is None:
            self._spectators = self._make_spectator_view()
        return self._spectators

    def _make_spectator_view(self) -> SpectatorView:
        """Make it from the public view alone; a game with more to show than names does more."""
        seat = self.current_player
        players = tuple(OpenPlayer(name, to_act=at == seat) for at, name in enumerate(self.names))
        if seat is None:
            over = say("The game is over.")
            return SpectatorView(over, players=players, score=ScoreTable((), (), over))
        return SpectatorView(say("{name}'s turn", name=self.names[seat]), players=players)

    def _forget_views(self) -> None:
        self._public, self._spectators = None, None
        self._own.clear()

    # What players are told.

    def describe_last_move(self) -> Text | None:
        """Return what the last entry was, in words that everybody may read, or None.

        It is shown for a moment after a robot's move. A game uses words of its own, and returns
        None where the move is not complete yet, or nobody else may know of it.
        """
        if self.last_player is None or self.entries[-1] == UNDO:
            return None
        return say("{name} has made a move", name=self.names[self.last_player])

    def interrupted(self) -> Text | None:
        """Return where the game was interrupted, as a title; None for the game's own title."""
        return None

    # Tutorials.

    @property
    def is_tutorial(self) -> bool:
        """Whether its deal was known before: such a game is not fair, and not remembered."""
        return self.entries[:1] == [TUTORIAL]

    def hints(self) -> tuple[Hint, ...]:
        """Return the hints for beginners at this moment, made from the public view alone."""
        return ()

    def hint_for(self, viewer: int | None) -> Hint | None:
        """Return the first hint not read yet at a seat's own station, or at the table (None)."""
        if not self.is_tutorial or NO_HINTS in self.entries:
            return None
        unread = (hint for hint in self.hints() if hint.read_by(viewer) not in self.entries)
        return next(unread, None)

    # Records.

    def record(self, *, with_moves: bool = True) -> Record[G]:
        """Return the record of the game so far, or without its moves, with `extra`.

        It stays as it is when the game goes on.
        """
        game = self._game.copy() if with_moves else type(self._game)(self._game.setup)
        return Record(game, self.extra())

    def extra(self) -> dict[str, object]:
        """Return what the record says besides the game: who is a robot, and the proof."""
        levels = [self.robots.get(seat) for seat in range(len(self.names))]
        robots: dict[str, object] = {"robots": levels} if self.robots else {}
        return {**robots, "proof": self.proof.document()}

    def document(self, *, with_moves: bool = True) -> dict[str, object]:
        """Return the document of the record."""
        return self.record(with_moves=with_moves).document()


AnySession: TypeAlias = Session[Any, Any, Any]


def _is_of_tutorial(entry: str) -> bool:
    return entry in (TUTORIAL, NO_HINTS) or entry.startswith(f"{HINT} ")
