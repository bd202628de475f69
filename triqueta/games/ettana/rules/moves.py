"""A player's move as a record writes it: which act it is, and with what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from triqueta.games.ettana.rules.acts import (
    PAIR,
    Act,
    Again,
    Collect,
    End,
    Fix,
    Jump,
    MoveCard,
    PutNeedle,
    Steps,
)
from triqueta.games.ettana.rules.card_acts import (
    BuyAction,
    BuyPattern,
    BuySwap,
    Claim,
    Exchange,
    FreeSwap,
    Gamble,
    PatternCard,
    ReplaceNumber,
    ReplaceThread,
    Rob,
    Steal,
    SwapCard,
    Tax,
    Three,
)
from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.games.ettana.rules.threads import pair_of
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RulesError

ACTS: tuple[Act, ...] = (
    PutNeedle(),
    Fix(),
    Again(),
    Collect(),
    Steps(),
    Jump(),
    MoveCard(),
    FreeSwap(),
    BuyAction(),
    BuyPattern(),
    BuySwap(),
    SwapCard(),
    Steal(),
    Rob(),
    ReplaceThread(),
    ReplaceNumber(),
    PatternCard(),
    Three(),
    Gamble(),
    Tax(),
    Claim(),
    Exchange(),
    End(),
)
"""All that a player can do, in the order that legal moves are listed in."""

_BY_PHASE = {phase: tuple(act for act in ACTS if act.phase is phase) for phase in Phase}
_ENDS_WITH_PAIR = re.compile(rf"\w+:({PAIR})")

_ASKED = {
    Phase.NEEDLE: ("E7", "{name} first puts the needle on a free space with the number rolled"),
    Phase.ROLL: ("E9", "{name} first rolls"),
    Phase.ROLLED: ("E9", "{name} first collects"),
    Phase.ACTS: ("E9", "{name} has collected"),
    Phase.FIRST_ROLL: ("E7", "the number die is rolled first"),
    Phase.TIE_ROLL: ("E7", "those tied roll again first"),
    Phase.FIXED_ROLL: ("E9", "the number die is rolled first"),
    Phase.ROLL_AGAIN: ("E9", "both dice are rolled first"),
    Phase.GAMBLE: ("E14", "the number die is rolled first"),
    Phase.STEAL: ("E14", "the card is stolen first"),
    Phase.SHUFFLE: ("E14", "the discard is shuffled first"),
    Phase.OVER: ("E15", "the game is over"),
}
"""What each phase waits for; a move of another one breaks the clause given here."""


def legal_moves(at: Position) -> tuple[str, ...]:
    """All that the player to act may do."""
    return tuple(chain.from_iterable(moves_by_kind(at)))


def moves_by_kind(at: Position) -> list[Sequence[str]]:
    """The same, those of each act together; of some acts there may be none."""
    return [act.moves(at) for act in _BY_PHASE[at.phase] if act.obstacle(at) is None]


def play_move(at: Position, move: str) -> None:
    """Play it, or raise InvalidMoveError or IllegalMoveError and change nothing."""
    act, argument = _act_of(move)
    if act.phase is not at.phase:
        raise out_of_phase(at)
    refused = act.obstacle(at) or act.fault(at, argument)
    if refused is not None:
        raise refused
    act.play(at, argument)


def out_of_phase(at: Position) -> RulesError:
    clause, asked = _ASKED[at.phase]
    return IllegalMoveError(clause, asked.format(name=at.name))


def _act_of(move: str) -> tuple[Act, str]:
    _check_pair(move)
    for act in ACTS:
        found = act.form.fullmatch(move)
        if found is not None:
            return act, found[1] if act.form.groups else ""
    raise InvalidMoveError("no such move; moves are step:C1-C2, free:c3-d4, buy:action, end ...")


def _check_pair(move: str) -> None:
    found = _ENDS_WITH_PAIR.fullmatch(move)
    if found is None:
        return
    one, other = found[1].split("-")
    if one == other:
        raise InvalidMoveError(f"no such move; {one} is named twice")
    if pair_of(one, other) != found[1]:
        right = pair_of(one, other)
        raise InvalidMoveError(f"no such move; by column, then row, it is written {right}")
