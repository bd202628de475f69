"""Chance moves, which begin with `*`: what they change, and how they are drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from triqueta.games.ettana.rules.acts import count_roll, free_spaces
from triqueta.games.ettana.rules.board import FACES, NUMBERS
from triqueta.games.ettana.rules.card_acts import take
from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.games.ettana.rules.setup import Action
from triqueta.records.errors import IllegalMoveError
from triqueta.records.game import CHANCE
from triqueta.records.shuffle import Stream

SHUFFLED = f"{CHANCE}shuffle:"

_NUMBER = re.compile(r"\*[1-6]")
_BOTH = re.compile(rf"\*[{FACES}][1-6]")
_NUMBER_IS_ROLLED = "expected a roll of the number die, such as *4"
_BOTH_ARE_ROLLED = "expected a roll of both dice, such as *G3"

CLAUSES = {
    Phase.FIRST_ROLL: "E7",
    Phase.TIE_ROLL: "E7",
    Phase.ROLL: "E9",
    Phase.FIXED_ROLL: "E9",
    Phase.ROLL_AGAIN: "E9",
    Phase.GAMBLE: "E14",
    Phase.STEAL: "E14",
    Phase.SHUFFLE: "E14",
}


def play_chance(at: Position, move: str) -> None:
    """Play a chance move, or raise IllegalMoveError and change nothing."""
    if at.phase not in CLAUSES:
        raise IllegalMoveError("E9", "a chance move is not possible now")
    if at.phase is Phase.STEAL:
        _stolen(at, move)
    elif at.phase is Phase.SHUFFLE:
        _shuffled(at, move)
    elif at.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
        _check(at, move, _BOTH, _BOTH_ARE_ROLLED)
        _rolled(at, move[1], int(move[2]))
    else:
        _check(at, move, _NUMBER, _NUMBER_IS_ROLLED)
        _NUMBER_DIE[at.phase](at, int(move[1]))


def _check(at: Position, move: str, form: re.Pattern[str], right: str) -> None:
    if not form.fullmatch(move):
        raise IllegalMoveError(CLAUSES[at.phase], right)


def _rolled(at: Position, colour: str, number: int) -> None:
    at.turn = replace(at.turn, colour=colour, number=number)
    at.phase = Phase.ROLLED


def _rolled_first(at: Position, number: int) -> None:
    """Let the player put the needle on a space, or roll again if no such space is free (E7)."""
    if free_spaces(at, number):
        at.turn = replace(at.turn, number=number)
        at.phase = Phase.NEEDLE


def _rolled_tied(at: Position, number: int) -> None:
    count_roll(at, number, Phase.TIE_ROLL)


def _rolled_fixed(at: Position, number: int) -> None:
    _rolled(at, at.turn.colour, number)


def _gambled(at: Position, number: int) -> None:
    named, at.pending = at.pending, 0
    at.phase = Phase.ACTS
    if number >= named:
        take(at, named)


_NUMBER_DIE: dict[Phase, Callable[[Position, int], None]] = {
    Phase.FIRST_ROLL: _rolled_first,
    Phase.TIE_ROLL: _rolled_tied,
    Phase.FIXED_ROLL: _rolled_fixed,
    Phase.GAMBLE: _gambled,
}


def _stolen(at: Position, move: str) -> None:
    victim = at.hands[at.pending]
    card = next((card for card in victim.actions if f"{CHANCE}{card}" == move), None)
    if card is None:
        name = at.setup.players[at.pending]
        raise IllegalMoveError("E14", f"expected one of {name}'s action cards")
    at.hands[at.pending] = victim.without(card)
    at.change(at.seat, actions=(*at.own.actions, card))
    at.phase, at.pending = Phase.ACTS, 0


def _shuffled(at: Position, move: str) -> None:
    cards = move.removeprefix(SHUFFLED).split(",")
    if not move.startswith(SHUFFLED) or Counter(cards) != Counter(map(str, at.discard)):
        raise IllegalMoveError("E14", "expected the cards of the discard, shuffled")
    at.action_deck, at.discard = tuple(map(Action, cards)), ()
    at.phase = Phase.ACTS
    at.draw_action(at.seat)


# Drawing chance moves.


def next_chance(at: Position, stream: Stream) -> str | None:
    """Draw the next chance move from the stream. Return None if chance can't be next."""
    match at.phase:
        case Phase.ROLL | Phase.ROLL_AGAIN:
            colour = FACES[stream.below(len(FACES))]
            return f"{CHANCE}{colour}{_die(stream)}"
        case Phase.STEAL:
            hand = at.hands[at.pending].actions
            return f"{CHANCE}{hand[stream.below(len(hand))]}"
        case Phase.SHUFFLE:
            return SHUFFLED + ",".join(stream.shuffled(at.discard))
    return f"{CHANCE}{_die(stream)}" if at.phase in CLAUSES else None


def _die(stream: Stream) -> int:
    return stream.below(len(NUMBERS)) + 1
