"""The robots that play Ettana, and their evaluation of moves in annas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random

from triqueta.games.ettana.rules.board import (
    BLACK,
    COLOURS,
    OCTAGONS,
    OCTAGONS_AT,
    Octagon,
    Thread,
    pair_of,
    pairs_among,
)
from triqueta.games.ettana.rules.patterns import Octagons, PatternDeck, placements
from triqueta.games.ettana.rules.views import SeatView
from triqueta.table.robots import RankingRobot

FARTHEST = 2
"""Ways to complete a pattern that lack more threads than this are ignored."""

NEARNESS = (1.0, 0.5, 0.2, 0.05)
"""The share of its annas that a pattern in the hand is worth, by how many threads it lacks."""


class Prospects:
    """The features of a hand: what its patterns lack, and the gain in annas of each change."""

    def __init__(
        self, threads: Mapping[Octagon, Thread], deck: PatternDeck, cards: tuple[int, ...]
    ) -> None:
        board = "".join(threads[octagon] for octagon in OCTAGONS)
        self.swaps: dict[str, float] = {}  # the gain by swapped pair, in the notation of moves
        self.lays: dict[str, float] = {}  # the gain by replaced thread, in the notation of moves
        self.lacking: dict[int, int] = {}  # the number of missing threads by card
        for card in cards:
            found = changes(board, deck[card].rows)
            self.lacking[card] = found.lacks
            for gains, changed in ((self.swaps, found.swaps), (self.lays, found.lays)):
                for change, lacks in changed.items():
                    nearer = NEARNESS[lacks] - NEARNESS[found.lacks]
                    gains[change] = gains.get(change, 0.0) + nearer * deck[card].annas


class Changes:
    """The number of threads that a pattern lacks now, and after each change that reduces it."""

    def __init__(self, threads: Mapping[Octagon, Thread], rows: tuple[str, ...]) -> None:
        self.swaps: dict[str, int] = {}
        self.lays: dict[str, int] = {}
        aims = [
            (wrong, aim)
            for groups in placements(rows)
            for wrong, aim in aims_at(groups, threads, COLOURS, FARTHEST)
        ]
        self.lacks = min((len(wrong) for wrong, _ in aims), default=FARTHEST + 1)
        by_colour: dict[Thread, list[Octagon]] = {colour: [] for colour in COLOURS}
        for octagon, thread in threads.items():
            by_colour[thread].append(octagon)
        for wrong, aim in aims:
            if len(wrong) <= self.lacks + 1:  # one swap can put two threads right
                self._bring_nearer(wrong, aim, threads, by_colour)

    def _bring_nearer(
        self,
        wrong: tuple[Octagon, ...],
        aim: Mapping[Octagon, Thread],
        threads: Mapping[Octagon, Thread],
        by_colour: Mapping[Thread, list[Octagon]],
    ) -> None:
        left = len(wrong) - 1
        for octagon in wrong:
            self._note(self.lays, f"{octagon}={aim[octagon]}", left)
            for other in by_colour[aim[octagon]]:
                if other not in aim:
                    self._note(self.swaps, pair_of(octagon, other), left)
                elif other in wrong:
                    both = aim[other] == threads[octagon]
                    self._note(self.swaps, pair_of(octagon, other), left - both)

    def _note(self, changed: dict[str, int], change: str, lacks: int) -> None:
        if lacks < changed.get(change, self.lacks):
            changed[change] = lacks


@lru_cache(maxsize=256)  # the board often stays the same from one decision to the next
def changes(board: str, rows: tuple[str, ...]) -> Changes:
    return Changes(dict(zip(OCTAGONS, board, strict=True)), rows)


def aims_at(
    groups: tuple[Octagons, ...], threads: Mapping[Octagon, Thread], colours: str, most: int
) -> Iterator[tuple[tuple[Octagon, ...], dict[Octagon, Thread]]]:
    """Yield each way to colour the groups of octagons that lacks at most `most` threads.

    Each item has the octagons with a wrong thread, and the thread that each octagon needs.
    """
    if not groups:
        yield (), {}
        return
    first, *rest = groups
    for colour in colours:
        wrong = tuple(octagon for octagon in first if threads[octagon] != colour)
        if len(wrong) <= most:
            others = colours.replace(colour, "")
            for more, aim in aims_at(tuple(rest), threads, others, most - len(wrong)):
                yield wrong + more, {**dict.fromkeys(first, colour), **aim}


TOKEN = 0.1  # the value of a token
CARD = 2 * TOKEN  # the value of an action card
AT_ONCE = 10.0  # for moves to make before any other
LATER = -1.0  # for moves to make only if no other is left
PATTERNS_ENOUGH = 4
_PAIRS_AT = {space: tuple(pairs_among(octagons)) for space, octagons in OCTAGONS_AT.items()}


class Judge:
    """An evaluation of single moves, based on the view of a seat."""

    def __init__(self, view: SeatView) -> None:
        self._view, self._table = view, view.table
        self._own = view.table.players[view.seat]
        self._others = [p for seat, p in enumerate(view.table.players) if seat != view.seat]

    def of(self, move: str) -> float:
        """Return the value of a move."""
        verb, _, argument = ("@", "", move[1:]) if move[0] == "@" else move.partition(":")
        return _JUDGED[verb](self, argument)

    @cached_property
    def _prospects(self) -> Prospects:
        return Prospects(self._table.threads, self._table.deck, self._view.patterns)

    # Before the acts.

    def _tokens_at(self, space: str | None, colour: str) -> int:
        return sum(self._table.threads[octagon] == colour for octagon in OCTAGONS_AT[space or ""])

    def _income(self, colour: str) -> float:
        """Return the value of rolling a colour: own tokens less a share of the opponents'."""
        if colour == BLACK:
            return CARD
        others = sum(self._tokens_at(player.needle, colour) for player in self._others)
        own = self._tokens_at(self._own.needle, colour)
        return TOKEN * (own - others / len(self._table.players))

    def _needle(self, space: str) -> float:
        """Return the number of colours around a space. With more colours, more rolls pay."""
        return len({self._table.threads[octagon] for octagon in OCTAGONS_AT[space]})

    def _fix(self, colour: str) -> float:
        return self._income(colour) - 1.5 * TOKEN

    def _again(self, _: str) -> float:
        return -self._income(self._table.turn.colour) - TOKEN / 2

    def _as_it_comes(self, _: str) -> float:
        return 0.0

    # The board.

    def _move(self, space: str) -> float:
        """Return the value of moving to a space, which is mainly that of its best free swap."""
        best = max(self._prospects.swaps.get(pair, 0.0) for pair in _PAIRS_AT[space])
        return 0.1 + best + 0.001 * self._needle(space)

    def _steps(self, path: str) -> float:
        spaces = path.split("-")
        needles = {player.needle for player in self._others}
        return self._move(spaces[-1]) - TOKEN * sum(space in needles for space in spaces)

    def _move_card(self, space: str) -> float:
        return self._move(space) - CARD

    def _free_swap(self, pair: str) -> float:
        gain = self._prospects.swaps.get(pair, 0.0)
        return AT_ONCE + gain if gain > 0 else LATER

    def _swap_for(self, gain: float, price: float) -> float:
        """Return the value of a swap with a price. Before the move, small gains can wait."""
        moved = self._table.turn.moved
        return gain - price if moved or gain >= 1 else gain - price + LATER

    def _swap_card(self, pair: str) -> float:
        return self._swap_for(self._prospects.swaps.get(pair, 0.0), CARD)

    def _lay_thread(self, change: str) -> float:
        return self._swap_for(self._prospects.lays.get(change, 0.0), CARD)

    # Cards and tokens.

    def _buy(self, what: str) -> float:
        if what == "pattern":
            return self._buy_pattern()
        if what == "action":
            return self._own.tokens * TOKEN - 0.45
        return self._swap_for(self._prospects.swaps.get(what, 0.0), 3 * TOKEN)

    def _buy_pattern(self) -> float:
        """Return the value of buying a pattern.

        When a pattern is nearly complete, the tokens are kept for a swap.
        """
        near = any(lacks <= 1 for lacks in self._prospects.lacking.values())
        spare = self._own.tokens >= 6 or not near or self._table.turn.moved
        few = len(self._view.patterns) < PATTERNS_ENOUGH
        return 0.15 if spare and few else LATER

    def _take_card(self, _: str) -> float:
        return 5.0

    def _rob(self, player: str) -> float:
        tokens = self._table.players[int(player) - 1].tokens
        return 4.0 + min(tokens, 2) if tokens else LATER

    def _steal(self, player: str) -> float:
        return 3.0 + 0.01 * self._table.players[int(player) - 1].actions

    def _gamble(self, number: str) -> float:
        """Return the value of gambling for a number: 3 and 4 have the highest expected gain."""
        return 3.0 + int(number) * (7 - int(number)) / 100

    def _tax(self, _: str) -> float:
        return 2.0 if any(player.tokens for player in self._others) else LATER

    # Patterns.

    def _claim(self, card: str) -> float:
        return 2 * AT_ONCE + self._table.deck[int(card)].annas

    def _wait(self, _: str) -> float:
        return LATER


_JUDGED: dict[str, Callable[[Judge, str], float]] = {
    "@": Judge._needle,
    "roll": Judge._as_it_comes,
    "fix": Judge._fix,
    "again": Judge._again,
    "collect": Judge._as_it_comes,
    "step": Judge._steps,
    "jump": Judge._move,
    "card": Judge._move_card,
    "free": Judge._free_swap,
    "buy": Judge._buy,
    "swap": Judge._swap_card,
    "thread": Judge._lay_thread,
    "number": Judge._wait,
    "pattern": Judge._take_card,
    "three": Judge._take_card,
    "rob": Judge._rob,
    "steal": Judge._steal,
    "gamble": Judge._gamble,
    "tax": Judge._tax,
    "claim": Judge._claim,
    "exchange": Judge._wait,
    "end": Judge._as_it_comes,
}


# The levels.


class Easy(RankingRobot[SeatView]):
    """A robot that claims patterns when it can, or else makes a random move of a random type."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        by_type: dict[str, float] = {"claim": 1.0}
        return {move: by_type.setdefault(_move_type(move), rng.random()) for move in moves}


def _move_type(move: str) -> str:
    verb, _, what = move.partition(":")
    return move if what in ("action", "pattern") else verb.rstrip("ABCD1234")


class Good(RankingRobot[SeatView]):
    """A robot that makes the move with the highest evaluation."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(view)
        return {move: judge.of(move) for move in moves}


LEVELS: dict[str, RankingRobot[SeatView]] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
