"""High card: of three cards, play one after each roll: it counts as often as the die says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from triqueta.games.api import UNDO, Clock, GameEdition, GameSpec, Robot, Session
from triqueta.games.robots import RandomRobot
from triqueta.records.document import all_of, extra_of, play_moves, read
from triqueta.records.errors import IllegalMoveError, RecordError
from triqueta.records.record import GameRecord, Result
from triqueta.records.shuffle import Proof, Stream
from triqueta.screens.lists import Ranked, RankingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Answer, Question, Screen, TextScreen
from triqueta.table.game_scene import GameScene
from triqueta.table.private_pages import Hands, WhoPage
from triqueta.table.scene import PetalKey, Scene, SoftKey, Station, StationView
from triqueta.table.table import Table

CARDS, HAND, FORMAT = 20, 3, "highcard-record/1"


class Rules:
    """H1: a move is what the die shows (`*4`), then one's card (`c7`). H2: the dice are sealed."""

    def __init__(self, hands: Sequence[Sequence[int]]) -> None:
        self.hands = hands
        self.moves: list[str] = []

    @property
    def seat(self) -> int | None:
        turn, players = len(self.moves) // 2, len(self.hands)
        return turn % players if turn < HAND * players else None

    def hand(self, seat: int) -> Sequence[int]:
        return [card for card in self.hands[seat] if f"c{card}" not in self.moves]

    def legal(self) -> tuple[str, ...]:
        if self.seat is None or len(self.moves) % 2 == 0:
            return () if self.seat is None else tuple(f"*{number}" for number in range(1, 7))
        return tuple(f"c{card}" for card in self.hand(self.seat))

    def play(self, move: str) -> None:
        if move not in self.legal():
            raise IllegalMoveError("H1", f"{move} is none of {' '.join(self.legal())}")
        self.moves.append(move)

    def points(self) -> tuple[int, ...]:
        points = [0] * len(self.hands)
        for turn, (die, card) in enumerate(zip(self.moves[::2], self.moves[1::2], strict=False)):
            points[turn % len(points)] += int(die[1:]) * int(card[1:])
        return tuple(points)


def sealed(players: int, proof: Proof) -> tuple[list[list[int]], Stream]:
    """The hands as they are dealt, and all the chance that comes after them."""
    stream = Stream(proof.secret, "highcard-deal/1", players, proof.cuts)
    deck = stream.shuffled(range(1, CARDS + 1))
    return [deck[HAND * seat :][:HAND] for seat in range(players)], stream


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may know; and of a seat's own view, its hand."""

    points: tuple[int, ...]
    die: str
    hand: tuple[int, ...] = ()


class HighCardSession(Session):
    game = "highcard"

    def __init__(
        self, names: tuple[str, ...], hands: Sequence[Sequence[int]], proof: Proof
    ) -> None:
        super().__init__(names, proof)
        self._rules, self._dice = Rules(hands), sealed(len(names), proof)[1]

    @property
    def current_player(self) -> int | None:
        return self._rules.seat

    def chance(self) -> str | None:
        due = len(self._rules.moves) % 2 == 0 and not self.over
        return f"*{self._dice.fork().below(6) + 1}" if due else None

    def _apply(self, entry: str) -> None:
        due = self.chance()
        if entry == UNDO:
            self._rules.moves.pop()
        elif due not in (None, entry):
            raise IllegalMoveError("H2", f"{entry}, but the sealed die shows {due}")
        else:
            self._rules.play(entry)
            if due is not None:
                self._dice.below(6)

    def may_undo(self, seat: int | None) -> bool:
        """A card, until the next roll; everybody has seen the die."""
        last_player = (len(self._rules.moves) // 2 - 1) % len(self.names)
        return (
            bool(self._rules.moves) and self.chance() is not None and seat in (None, last_player)
        )

    def view(self, seat: int | None) -> View:
        rules = self._rules
        die = rules.moves[-1][1:] if rules.moves and len(rules.moves) % 2 else ""
        return View(rules.points(), die, () if seat is None else tuple(rules.hand(seat)))

    def moves(self, seat: int) -> tuple[str, ...]:
        return self._rules.legal() if seat == self.current_player and self.chance() is None else ()

    def record(self, *, with_moves: bool = True) -> GameRecord:
        rules = Rules(self._rules.hands)
        rules.moves += self._rules.moves if with_moves else []
        return record_of(self.names, rules, self.extra())

    def scene(self, table: Table) -> Scene:
        return HighCardScene(table, self)

    def interrupted(self) -> Text:
        return "High card"


def content_of(names: Sequence[str], rules: Rules) -> dict[str, object]:
    content: dict[str, object] = {"format": FORMAT, "players": [*names], "hands": rules.hands}
    result = {} if rules.seat is not None else {"result": [*rules.points()]}
    return {**content, "moves": [*rules.moves], **result}


def record_of(names: Sequence[str], rules: Rules, extra: Mapping[str, object]) -> GameRecord:
    content, seat = content_of(names, rules), rules.seat
    legal = rules.legal() if len(rules.moves) % 2 else ()
    result = Result.of(rules.points()) if seat is None else None
    return GameRecord(HighCardSession.game, "plain", content, extra, seat, legal, result)


class HighCardScene(GameScene[HighCardSession]):
    def present(self, station: Station) -> StationView:
        seat, info = self.play.current_player, self.info_and_menu(station)
        if seat is None:
            again = SoftKey("Again", self.table.start_over) if station.seat is None else None
            return StationView(self._ranking(), soft=(again, None, None))
        if not self.decides_for(station, seat):
            return StationView(
                self._turn(seat), soft=(None, *info), why_not=lambda _: self.waits()
            )
        if self.play.chance() is not None:
            return StationView(self._turn(seat), soft=(SoftKey("Roll", self.roll), *info))
        petals = {
            number: PetalKey(f"Card {number}", partial(self.make, move))
            for number, move in enumerate(self.play.moves(seat), start=1)
        }
        own = station.seat == seat
        look = SoftKey("Look", hold=True) if self.sees_for(station, seat) and not own else None
        hand = self._hand(seat, own or station.looking)
        return StationView(hand, petals, (look, *info), secret_of=seat)

    def overview(self) -> Scene:
        return WhoPage(self.table, Hands(self.play.names, self._hand, "Hold Look."))

    def _turn(self, seat: int) -> Screen:
        view, points = self.play.view(None), ", ".join(map(str, self.play.view(None).points))
        die = f"The die shows {view.die}." if view.die else "The die is to be rolled."
        return TextScreen(title=f"{self.name(seat)}'s turn", text=f"Points: {points}. {die}")

    def _hand(self, seat: int, seen: bool = True) -> Screen:
        hand = self.play.view(seat).hand if seen else "?" * len(self.play.moves(seat))
        answers = tuple(Answer(petal, f"card {card}") for petal, card in enumerate(hand, start=1))
        return Question(title=f"{self.name(seat)}'s cards", answers=answers)

    def _ranking(self) -> Screen:
        points, names = self.play.view(None).points, self.play.names
        lines = sorted(zip(points, names, strict=True), reverse=True)
        ranked = (Ranked(who, str(n), f"{who}: {n}", n == max(points)) for n, who in lines)
        return RankingScreen(title="The end", lines=tuple(ranked))


class HighCardSpec(GameSpec):
    id, title, about = "highcard", "High card", "Three cards each, and a die."
    record_format, suffix, dealt = FORMAT, ".highcard.json", ("players", "hands")
    proves = "hands and dice: the secret and the players' cuts ({cuts}) give them all"
    robot_levels = ("easy", "hard")
    editions = (
        GameEdition(id, "plain", title, "20 cards", "Same players, high card", range(2, 6)),
    )

    def robot(self, name: str, clock: Clock) -> Robot:
        return RandomRobot()

    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        return HighCardSession(names, sealed(len(names), proof)[0], proof)

    def rules(self) -> tuple[Screen, ...]:
        return (TextScreen(title=self.title, text="Cards count as often as the die says."),)

    def load(self, document: dict[str, object]) -> GameRecord:
        names = tuple(all_of(document.get("players"), str, "players"))
        lists = all_of(document.get("hands"), list, "hands")
        hands = [all_of(hand, int, "a hand") for hand in lists]
        dealt = {card for hand in hands for card in hand if card in range(1, CARDS + 1)}
        wrong = {*map(len, hands)} != {HAND} or len(dealt) != HAND * len(names)
        if wrong or len(names) not in range(2, 6):
            raise RecordError(f"hands: not {HAND} cards for each of 2 to 5 players")
        rules = Rules(hands)
        play_moves(document, rules.play)
        return record_of(names, rules, extra_of(document, content_of(names, rules)))

    def as_dealt(self, document: dict[str, object], proof: Proof) -> Session:
        names, hands = read(document, "players", list), read(document, "hands", list)
        return HighCardSession(tuple(names), hands, proof)


SPEC = HighCardSpec()
