"""High card: roll a die, then play a card. The card scores its number times the die."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from triqueta.games import api

CARDS, HAND, PLAYERS = range(1, 21), 3, range(2, 6)


def sealed(players: int, proof: api.Proof) -> tuple[list[int], api.Stream]:
    """Return the shuffled deck, and the random stream that continues after it, for the die."""
    stream = api.Stream(proof.secret, "highcard-deal/1", players, proof.cuts)
    return stream.shuffled(CARDS), stream


@dataclass(frozen=True, slots=True)
class Setup(api.Setup):
    FORMAT: ClassVar = "highcard-record/1"
    DEALT: ClassVar = {"players": "", "hands": "hand {}"}

    players: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        cards = {card for hand in self.hands for card in hand if card in CARDS}
        right = len(cards) == HAND * len(self.players) and {*map(len, self.hands)} == {HAND}
        if len(self.players) not in PLAYERS or not right:
            raise api.SetupError(f"hands: not {HAND} cards for each of 2 to 5 players")

    @classmethod
    def deal(cls, source: api.Deal) -> Setup:
        deck, _ = sealed(len(source.players), source.proof)
        hands = zip(*[iter(deck)] * HAND, strict=False)
        return cls(source.players, tuple(hands)[: len(source.players)])

    @classmethod
    def read(cls, document: dict[str, object], decks: api.Decks) -> Setup:
        names = api.all_of(document.get("players"), str, "players")
        hands = api.all_of(document.get("hands"), list, "hands")
        return cls(tuple(names), tuple(tuple(api.all_of(h, int, "a hand")) for h in hands))

    def chance(self, proof: api.Proof) -> api.Stream:
        return sealed(len(self.players), proof)[1]


@dataclass(frozen=True, slots=True)
class View:  # the public information and, in a seat's own view, its hand
    points: tuple[int, ...]
    die: str
    hand: tuple[int, ...] = ()


class Game(api.Game[Setup, View]):
    """H1: a turn is a roll (`*4`), then a card of the player's hand (`c7`)."""

    SETUP: ClassVar = Setup

    def _set_up(self) -> None:
        self.points = [0] * len(self.setup.players)

    @property
    def to_act(self) -> int | None:
        turn, players = len(self.moves) // 2, len(self.setup.players)
        return turn % players if turn < HAND * players else None

    @property
    def chance_may_be_next(self) -> bool:
        return self.to_act is not None and len(self.moves) % 2 == 0

    def next_chance(self, stream: api.Stream) -> str | None:
        return f"*{stream.below(6) + 1}" if self.chance_may_be_next else None

    @property
    def legal_moves(self) -> tuple[str, ...]:
        seat = None if self.chance_may_be_next else self.to_act
        return () if seat is None else tuple(f"c{card}" for card in self.view(seat).hand)

    def play(self, move: str) -> None:
        legal = [f"*{n}" for n in range(1, 7)] if self.chance_may_be_next else self.legal_moves
        if self.to_act is None or move not in legal:
            raise api.IllegalMoveError("H1", f"{move} is not one of: {' '.join(legal)}")
        if move.startswith("c"):
            self.points[self.to_act] += int(self.moves[-1][1:]) * int(move[1:])
        self.moves.append(move)

    def shows_nothing(self, move: str) -> bool:
        return True  # a card can be undone: its player already knew it

    @property
    def outcome(self) -> api.Outcome | None:
        return None if self.to_act is not None else api.MostPoints(tuple(self.points))

    def view(self, seat: int | None) -> View:
        die = self.moves[-1][1:] if len(self.moves) % 2 else ""
        dealt = () if seat is None else self.setup.hands[seat]
        hand = tuple(card for card in dealt if f"c{card}" not in self.moves)
        return View(tuple(self.points), die, hand)


class HighCardScene(api.GameScene[api.Session[Game, View, View]]):
    def present(self, station: api.Station) -> api.StationView:
        session, info = self.session, self.info_and_menu(station)
        if (seat := session.current_player) is None:
            ranking = api.points_ranking("The end", session.names, session.view(None).points)
            return api.StationView(ranking, soft=(self.again_key(station), None, None))
        rolls = self.session.chance() is not None
        if not self.decides_for(station, seat):
            if self.sees_for(station, seat) and not rolls:  # the seat's display has no keys
                return api.StationView(self._hand(seat), secret_of=seat)
            return self.watch(station, self._turn(seat))
        if rolls:
            return api.StationView(self._turn(seat), soft=(api.SoftKey("Roll", self.roll), *info))
        moves = enumerate(self.session.moves(seat), start=1)
        petals = {n: api.PetalKey(f"Card {n}", partial(self.make, move)) for n, move in moves}
        hand = self._hand(seat, self.shows_secret(station, seat))
        return api.StationView(hand, petals, (self.look_key(station, seat), *info), secret_of=seat)

    def overview(self) -> api.Scene:
        return api.WhoPage(self.table, api.Hands(self.session.names, self._hand, "Hold Look."))

    def _turn(self, seat: int) -> api.Screen:
        view, points = self.session.view(None), ", ".join(map(str, self.session.view(None).points))
        die = f"The die shows {view.die}." if view.die else "The die has not been rolled."
        return api.TextScreen(title=f"{self.name(seat)}'s turn", text=f"Points: {points}. {die}")

    def _hand(self, seat: int, seen: bool = True) -> api.Screen:
        hand = self.session.view(seat).hand if seen else "?" * len(self.session.moves(seat))
        answers = tuple(map(api.Answer, range(1, 6), (f"card {card}" for card in hand)))
        return api.Question(title=f"{self.name(seat)}'s cards", answers=answers)


SPEC = api.GameSpec(
    id="highcard",
    title="High card",
    about="Three cards each, and a die.",
    editions=(api.GameEdition("highcard", "highcard", "High card", "20 cards", PLAYERS),),
    model="highcard:MODEL",
    ui="highcard:UI",
    identity=("players", "hands"),
    robot_levels=("easy", "hard"),
)
ROBOTS = dict.fromkeys(SPEC.robot_levels, lambda _: api.RandomRobot())
MODEL = api.GameModel[Game, View, View](game=Game, robots=ROBOTS)
RULES = (api.TextScreen(title=SPEC.title, text="A card scores its number times the die."),)
UI = api.GameUI(scene=HighCardScene, rules=lambda: RULES)
