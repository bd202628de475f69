"""High card, a game to show what a game has to be: docs/adding-a-game.md explains it.

Everybody gets three of the cards 1 to 20, which nobody else may see. In each of three tricks a
die says what it is worth; then everybody plays a card, and the highest takes it. Most points win.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from triqueta.games.seam import Edition, GameKind, Play
from triqueta.records.errors import IllegalMoveError
from triqueta.records.proof import Proof
from triqueta.records.shuffle import Stream
from triqueta.screens.phrases import Text
from triqueta.screens.question import Answer, Page, Question
from triqueta.screens.screen import Screen
from triqueta.table.game import UNDO
from triqueta.table.hands import Hands, WhoPage
from triqueta.table.play_room import PlayRoom
from triqueta.table.rooms import Offer, Room, SoftKey, Station
from triqueta.table.table import Table

CARDS, TRICKS = 20, 3
FORMAT = "highcard-record/1"


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know, or everybody: `hand` is empty for those who may not see one."""

    points: tuple[int, ...]
    worth: int  # of this trick; 0 until it has been rolled
    trick: tuple[int, ...]  # the cards played to it, in order
    to_act: int | None
    cards_left: tuple[int, ...]
    hand: tuple[int, ...] = ()


class HighCardPlay(Play):
    """The whole game. Moves are cards (`c7`), and chance rolls a die (`*4`)."""

    game = "highcard"

    def __init__(self, names: tuple[str, ...], proof: Proof, entries: Iterable[str] = ()) -> None:
        super().__init__(proof)
        self._names = names
        self._stream = Stream(proof.secret, "highcard-deal/1", len(names), proof.cuts)
        deck = self._stream.shuffled(range(1, CARDS + 1))
        self.dealt = [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(len(names))]
        self._rolled: list[int] = []
        self._moves: list[str] = []
        self._replay()
        for entry in entries:
            self.enter(entry)

    def _replay(self) -> None:
        """Everything follows from the moves: so taking one back is playing the others again."""
        moves, self._moves = self._moves, []
        self._hands = [list(hand) for hand in self.dealt]
        self._points = [0] * len(self._names)
        self._worth, self._trick, self._first = 0, [], 0
        for move in moves:
            self._make(move)

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def over(self) -> bool:
        return not any(self._hands)

    @property
    def actor(self) -> int | None:
        return None if self.over else (self._first + len(self._trick)) % len(self._names)

    def chance(self) -> str | None:
        if self.over or self._worth:
            return None
        rolls = sum(move.startswith("*") for move in self._moves)
        while len(self._rolled) <= rolls:
            self._rolled.append(self._stream.below(6) + 1)
        return f"*{self._rolled[rolls]}"

    def happen(self, entry: str) -> None:
        if entry == UNDO:
            self._moves.pop()
            self._replay()
        else:
            self._make(entry)

    def _make(self, move: str) -> None:
        due = self.chance()
        seat = self.actor
        if due is not None and move == due:
            self._worth = int(move[1:])
        elif due is None and seat is not None and move in self.moves(seat):
            self._hands[seat].remove(int(move[1:]))
            self._trick.append(int(move[1:]))
            if len(self._trick) == len(self._names):
                self._end_trick()
        else:
            raise IllegalMoveError("H1", f"{move} can't be played now")
        self._moves.append(move)

    def _end_trick(self) -> None:
        taker = (self._first + self._trick.index(max(self._trick))) % len(self._names)
        self._points[taker] += self._worth
        self._worth, self._trick, self._first = 0, [], taker

    def may_take_back(self, seat: int | None) -> bool:
        """A card, until the next one: but not what a die has shown, nor the end of a trick."""
        played = self._moves[-1:] and self._moves[-1].startswith("c") and self._trick
        mover = (self._first + len(self._trick) - 1) % len(self._names)
        return bool(played) and seat in (None, mover)

    def view(self, seat: int | None) -> View:
        return View(
            points=tuple(self._points),
            worth=self._worth,
            trick=tuple(self._trick),
            to_act=self.actor,
            cards_left=tuple(map(len, self._hands)),
            hand=() if seat is None else tuple(self._hands[seat]),
        )

    def moves(self, seat: int) -> tuple[str, ...]:
        return tuple(f"c{card}" for card in self._hands[seat]) if seat == self.actor else ()

    def document(self, *, with_moves: bool = True) -> dict[str, object]:
        moves = self._moves if with_moves else []
        document: dict[str, object] = {"format": FORMAT, "players": list(self.names)}
        return document | {"moves": list(moves), "proof": self.proof.document()}

    def room(self, table: Table) -> Room:
        return HighCardRoom(table, self)

    def interrupted(self) -> Text:
        return "High card"


class HighCardRoom(PlayRoom[HighCardPlay]):
    """One room does: roll, play a card, and the points in the end."""

    def present(self, station: Station) -> Offer:
        if self.play.over:
            return self._ranking(station)
        seat = self.play.view(None).to_act or 0
        if self.play.chance() is not None:
            roll = SoftKey("Roll", self._roll)
            return Offer(self._table(), soft=(roll, *self.info_and_menu(station)))
        if not self.decides_for(station, seat):
            return Offer(self._table(), soft=(None, *self.info_and_menu(station)))
        cards = self.play.moves(seat)
        petals = {n: partial(self.make, move) for n, move in enumerate(cards, start=1)}
        if station.seat is None and self.sees_for(station, seat):
            look = SoftKey("Look", hold=True)
            if station.looking:
                return Offer(self._hand(seat), soft=(None, look, None))
            return Offer(self._backs(seat), petals, (None, look, self.menu_key(station, self)))
        screen = self._hand(seat) if station.seat == seat else self._backs(seat)
        return Offer(screen, petals, (None, *self.info_and_menu(station)))

    def _roll(self) -> None:
        self.play.roll()
        self.table.game_went_on()

    def overview(self) -> Room:
        return WhoPage(self.table, Hands(self.play.names, self._hand, "Hold Look."))

    def _table(self) -> Screen:
        view = self.play.view(None)
        title = f"{self.name(view.to_act or 0)} is next"
        return Page(title=title, text=f"Worth {view.worth}. Played: {view.trick}. {view.points}")

    def _hand(self, seat: int) -> Screen:
        cards = enumerate(self.play.view(seat).hand, start=1)
        answers = tuple(Answer(petal, f"card {card}") for petal, card in cards)
        return Question(title=f"{self.name(seat)}'s hand", answers=answers)

    def _backs(self, seat: int) -> Screen:
        left = self.play.view(None).cards_left[seat]
        answers = tuple(Answer(n, f"card no. {n}") for n in range(1, left + 1))
        return Question(title=f"{self.name(seat)} plays", answers=answers)

    def _ranking(self, station: Station) -> Offer:
        points = ", ".join(map(str, self.play.view(None).points))
        again = SoftKey("Again", self.table.start_over) if station.seat is None else None
        return Offer(Page(title="The end", text=points), soft=(again, None, None))


class HighCardKind(GameKind):
    id = "highcard"
    title = "High card"
    about = "The highest card takes the trick."
    record_format = FORMAT
    suffix = ".highcard.json"
    editions = (
        Edition("highcard", "plain", "High card", "20 cards", "Same, high card", range(2, 6)),
    )
