"""Sessions: games in progress at the table, each a log of entries.

An entry is a short text that the journal saves: a move, an undo, an acknowledgement and so on. The
base class keeps the log, undoes moves, seats robots, tracks hints and caches views. A game derives
its own class only if it has other entries, for example that a player has looked at a tile.
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

# Entries that all games have.
UNDO = "undo"  # undoes the last move
TUTORIAL = "tutorial"  # is the first entry of a tutorial
HINT = "hint"  # "hint NAME [SEAT]": a hint was read at the table, or at the station of a seat
NO_HINTS = "hints off"  # switches the hints of a tutorial off
ROBOT = "robot"  # "robot SEAT LEVEL": a robot of this level plays the seat
COACH = "coach"  # switches the coach on, so players can ask for hints


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for beginners, shown once at the station where a seat decides.

    All players may read it, so it must not contain a secret. `name` identifies the hint in
    entries, `seat` is the player it is for, and `corner` is a short text for the corner of the
    screen, such as "2/5".
    """

    name: str
    seat: int
    text: Text
    corner: Text = ""

    def read_by(self, viewer: int | None) -> str:
        """Return the entry that marks the hint as read.

        `viewer` is the seat at whose station it was read, or None for the table station.
        """
        return f"{HINT} {self.name}" if viewer is None else f"{HINT} {self.name} {viewer}"


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request for a robot's move, with everything that the robot needs to choose one.

    `id` is unique. `view` is what the robot's seat may know, and `moves` are its legal moves. The
    same `seed` produces the same random numbers. Neither the secret of the shuffle nor the seed of
    another request can be derived from it.
    """

    id: str
    game_id: str
    level: str
    view: Any
    moves: tuple[str, ...]
    seed: str


OpenSets: TypeAlias = frozenset[tuple[int, str]]
"""The sets that lie complete on the table, each with the seat that has it."""


G = TypeVar("G", bound=AnyGame)
P = TypeVar("P")  # the public view
V = TypeVar("V")  # the view of a seat


class Session(Generic[G, P, V]):
    """A game in progress.

    The state of a session follows entirely from its set-up and its entries (moves, and others such
    as acknowledgements). Applying the same entries to a new session resumes an interrupted game.

    `entries` is the log. `names` are the players in the order of their seats. `robots` maps each
    seat that a robot plays to its level, and `has_coach` says whether the coach is on.
    `last_player` is the seat whose turn it was when the last entry was applied. `proof` contains
    the secret of the sealed shuffle: scenes and robots must not use it.
    """

    def __init__(self, game: G, proof: Proof, entries: Iterable[str] = ()) -> None:
        self._game = game
        self.proof = proof
        self.names: tuple[str, ...] = game.setup.players
        self.entries: list[str] = []
        self.has_coach = False
        self.robots: dict[int, str] = {}
        self.last_player: int | None = None
        self._movers: list[int] = []  # the seat of each move
        self._chance: Stream | None = game.setup.chance(proof)
        self._public: P | None = None
        self._own: dict[int, V] = {}
        self._spectators: SpectatorView | None = None
        for entry in entries:
            self.apply(entry)

    @property
    def game_id(self) -> str:
        """The `GameSpec.id` of the game."""
        id_: str = self._game.setup.game_id
        return id_

    @property
    def current_player(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""
        return self._game.to_act

    @property
    def over(self) -> bool:
        return self._game.to_act is None

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has happened since the deal: robots were seated, at the most."""
        return all(entry == COACH or entry.startswith(f"{ROBOT} ") for entry in self.entries)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game is not over."""
        outcome: Outcome | None = self._game.outcome
        return outcome

    @property
    def edition(self) -> str:
        """The name of the edition in records."""
        name: str = self._game.setup.edition_name
        return name

    @property
    def seat_answer(self) -> int | None:
        """The answer to the game's `seat_question`, or None if it asks none."""
        seat: int | None = self._game.setup.seat
        return seat

    def next_starter(self) -> int | None:
        """Return the seat that starts when the same players play again, or None.

        Override this if the game has a `seat_question` and its answer changes during a game. It
        must be public. None keeps the answer that the players gave.
        """
        return None

    # Applying entries.

    def apply(self, entry: str) -> None:
        """Apply an entry and append it to the log, or raise RulesError and change nothing."""
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
            raise RulesError(f"{entry}: there is no such seat, or the level is missing")
        self.robots[int(seat)] = level

    def _apply(self, entry: str) -> None:
        """Apply a move, a chance move or an undo, or raise RulesError.

        Override this to handle the game's own entries, and pass all others to `super()._apply`.
        """
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
        """Return whether a seat may undo the last move now.

        `seat` is None for the table station, where any player's move can be undone. A move can be
        undone until the next player moves, and only if it revealed no hidden information.
        """
        moves = self._game.moves
        if not moves or self.over or is_chance(moves[-1]):
            return False
        return seat in (None, self._movers[-1]) and self._game.shows_nothing(moves[-1])

    # Possible entries.

    def moves(self, seat: int) -> tuple[str, ...]:
        """Return the legal moves of a seat.

        There are none if it is not the seat's turn, if chance is next, or while the seat owes an
        acknowledgement (see `pending_ack`).
        """
        waits = self.chance() is not None or self.pending_ack(seat) is not None
        return () if waits or seat != self.current_player else self._game.legal_moves

    def chance(self) -> str | None:
        """Return the chance move that is next, or None. Pass it to `apply` like a move.

        It comes from the sealed shuffle, so every call returns the same move until it is applied,
        even after a power cut. Don't show it to players before you apply it.
        """
        if self._chance is None or not self._game.chance_may_be_next:
            return None
        return self._game.next_chance(self._chance.fork())

    def pending_ack(self, seat: int) -> str | None:
        """Return the acknowledgement this seat owes before it may move, or None.

        An example is the entry that the player saw their tile. The core applies it for robots; the
        game's scene applies it for people.
        """
        return None

    # Views.

    @overload
    def view(self, seat: None) -> P: ...
    @overload
    def view(self, seat: int) -> V: ...
    @overload
    def view(self, seat: int | None) -> P | V: ...
    def view(self, seat: int | None) -> P | V:
        """Return what a seat may know, or with None what is public.

        Scenes draw from views, and robots get nothing else. A view is cached until the next entry.
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
        """Return what pages for spectators show beside the table station.

        The table asks for it after every key, so it is cached until the next entry.
        """
        if self._spectators is None:
            self._spectators = self._make_spectator_view()
        return self._spectators

    def _make_spectator_view(self) -> SpectatorView:
        """Return a new spectator view with the players' names and whose turn it is.

        Override this if the game has more to show. Use only the public view.
        """
        seat = self.current_player
        players = tuple(OpenPlayer(name, to_act=at == seat) for at, name in enumerate(self.names))
        if seat is None:
            over = say("The game is over.")
            return SpectatorView(over, players=players, score=ScoreTable((), (), over))
        return SpectatorView(say("{name}'s turn", name=self.names[seat]), players=players)

    def open_sets(self) -> OpenSets:
        """Return the sets that players have completed in the open. A new one gets a sound.

        Override this if the game has sets. Use only the spectator view or the public view.
        """
        return frozenset()

    def _forget_views(self) -> None:
        self._public, self._spectators = None, None
        self._own.clear()

    # Descriptions.

    def describe_last_move(self) -> Text | None:
        """Return a sentence about the last entry that all players may read, or None.

        Stations show it briefly after a robot's move. Override it to say more about the move, and
        return None if the move is not complete yet or must stay secret.
        """
        if self.last_player is None or self.entries[-1] == UNDO:
            return None
        return say("{name} has made a move", name=self.names[self.last_player])

    def interrupted(self) -> Text | None:
        """Return a title that says where the game was interrupted, or None for its usual title."""
        return None

    # Tutorials.

    @property
    def is_tutorial(self) -> bool:
        """Whether this is a tutorial. Its deal is known, so the history does not keep it."""
        return self.entries[:1] == [TUTORIAL]

    def hints(self) -> tuple[Hint, ...]:
        """Return the hints for beginners in the current state.

        Override this if the game has a tutorial. Use only the public view.
        """
        return ()

    def hint_for(self, viewer: int | None) -> Hint | None:
        """Return the first hint that has not been read at a station, or None.

        `viewer` is the seat of the station, or None for the table station.
        """
        return self._first_unread(self.hints(), viewer)

    def _first_unread(self, hints: Iterable[Hint], viewer: int | None) -> Hint | None:
        if not self.is_tutorial or NO_HINTS in self.entries:
            return None
        return next((hint for hint in hints if hint.read_by(viewer) not in self.entries), None)

    # Records.

    def record(self, *, with_moves: bool = True) -> Record[G]:
        """Return a record of the game so far, which later moves don't change.

        Without moves, it is a record of the deal. It includes `extra`.
        """
        game = self._game.copy() if with_moves else type(self._game)(self._game.setup)
        return Record(game, self.extra())

    def extra(self) -> dict[str, object]:
        """Return the metadata of the record: the levels of the robots, and the proof."""
        levels = [self.robots.get(seat) for seat in range(len(self.names))]
        robots: dict[str, object] = {"robots": levels} if self.robots else {}
        return {**robots, "proof": self.proof.document()}

    def document(self, *, with_moves: bool = True) -> dict[str, object]:
        """Return the record as a JSON object."""
        return self.record(with_moves=with_moves).document()


AnySession: TypeAlias = Session[Any, Any, Any]


def _is_of_tutorial(entry: str) -> bool:
    return entry in (TUTORIAL, NO_HINTS) or entry.startswith(f"{HINT} ")
