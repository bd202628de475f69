"""A game as text: its record, an account of it, and what its statistics count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter

from triqueta.games.api import Bars, GameStatistics
from triqueta.games.ettana.rules import Game, Outcome, Record
from triqueta.games.ettana.rules.acts import PAIR
from triqueta.games.ettana.words import say
from triqueta.records.record import GameRecord, Result
from triqueta.records.text import one_line


def account_of(game: Game) -> Iterator[str]:
    """The lines of the account, ending with the annas or with who is to act."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Ettana."
    yield ""
    told = Game(game.setup)
    for seat, moves in _turns(game):
        for move in moves:
            told.play(move)
        hand = told.position.hands[seat]
        has = f"{hand.tokens} tokens, {told.position.annas(seat)} annas"
        yield f"  {names[seat]}: {', '.join(moves)} ({has})"
    yield ""
    if game.to_act is not None:
        waits = "the dice or cards" if not game.legal_moves else "a move"
        yield f"The game stops here. It is {names[game.to_act]}'s turn, and {waits} came next."


def _turns(game: Game) -> Iterator[tuple[int, list[str]]]:
    """The moves of a player, until it is somebody else's turn."""
    turn: list[str] = []
    for at, deed in enumerate(game.history):
        seat, _ = deed.public
        turn.append(game.moves[at])
        following = game.history[at + 1].public[0] if at + 1 < len(game.history) else None
        if seat != following:
            yield seat, turn
            turn = []


_SWAP = re.compile(rf"(free|buy|swap):{PAIR}")


def counts_of(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Of a finished game, seat by seat; of one that goes on nothing is told."""
    if game.outcome is None:
        return {}
    hands, done = game.position.hands, [deed.public for deed in game.history]
    swaps = Counter(seat for seat, move in done if _SWAP.fullmatch(move))
    return {
        "patterns": tuple(len(hand.claimed) for hand in hands),
        "victories": tuple(hand.anna_cards for hand in hands),
        "swaps": tuple(swaps[seat] for seat in range(len(hands))),
    }


STATISTICS = GameStatistics(
    columns={
        "patterns": itemgetter("patterns"),
        "points": itemgetter("victories"),
        "swaps": itemgetter("swaps"),
    },
    legend=(
        "patterns: cards claimed; points: victory points laid open",
        "swaps: of two threads, free, bought or by a card",
    ),
    pictures=(
        Bars(
            say("Per game: patterns, victory points and swaps"),
            (
                (say("patterns"), "#2e7d32", "patterns"),
                (say("victory points"), "#c9a227", "victories"),
                (say("swaps"), "#1565c0", "swaps"),
            ),
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class EttanaRecord(GameRecord):
    """What its rules say of it."""

    played: Game

    @classmethod
    def of(cls, game: Game, extra: Mapping[str, object]) -> EttanaRecord:
        return cls(
            game="ettana",
            edition="ettana",
            content=Record(game).document(),
            extra=extra,
            to_act=game.to_act,
            legal_moves=game.legal_moves,
            result=_result_of(game.outcome),
            played=game,
        )

    def judgement(self) -> dict[str, object]:
        """With `chance`: whether the dice or a shuffle may be next."""
        return {**super().judgement(), "chance": self.played.chance_may_be_next}

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        return counts_of(self.played)

    def account(self) -> Iterator[str]:
        yield from account_of(self.played)
        yield from self.score_lines()


def _result_of(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.annas, outcome.winners, outcome.ranking)
