"""Acts of a player: needles, dice, the move, the end of a turn; and the base classes of acts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, TypeAlias

from triqueta.games.ettana.rules.board import (
    BLACK,
    FACES,
    NEIGHBOURS,
    OCTAGONS_AT,
    Path,
    Space,
    paths_from,
)
from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.games.ettana.rules.setup import Action
from triqueta.records.errors import IllegalMoveError
from triqueta.records.text import counted

Refusal: TypeAlias = IllegalMoveError | None

SPACE = r"[A-D][1-4]"
OCTAGON = r"[a-e][1-5]"
PAIR = rf"{OCTAGON}-{OCTAGON}"


class Act(ABC):
    """A type of move. `form` matches its notation; a group in it captures the argument, if any."""

    form: ClassVar[re.Pattern[str]]
    phase: ClassVar[Phase] = Phase.ACTS

    def obstacle(self, at: Position) -> Refusal:
        """Return why no such move is possible now, whatever its argument, or None."""
        return None

    @abstractmethod
    def moves(self, at: Position) -> Sequence[str]:
        """Return all legal moves of this type. The caller has checked that no obstacle exists."""

    def fault(self, at: Position, argument: str) -> Refusal:
        """Return why this argument is illegal, or None."""
        return None

    @abstractmethod
    def do(self, at: Position, argument: str) -> None:
        """Change the position. The caller has checked that the move is legal."""

    def play(self, at: Position, argument: str) -> None:
        at.turn = replace(at.turn, acted=at.phase is Phase.ACTS, free_swap=False)
        self.do(at, argument)


class CardAct(Act):
    """An act that plays an action card from the hand (E14)."""

    card: ClassVar[Action]

    def obstacle(self, at: Position) -> Refusal:
        if self.card not in at.own.actions:
            return IllegalMoveError("E14", f"{at.name} has no {self.card} card")
        return None

    def play(self, at: Position, argument: str) -> None:
        at.discard_own(self.card)
        super().play(at, argument)


def too_few_tokens(at: Position, price: int, clause: str = "E11") -> Refusal:
    has = at.own.tokens
    if has >= price:
        return None
    return IllegalMoveError(clause, f"{at.name} has {counted(has, 'token')}, but it costs {price}")


class PutNeedle(Act):
    form = re.compile(rf"@({SPACE})")
    phase = Phase.NEEDLE

    def moves(self, at: Position) -> Sequence[str]:
        return [f"@{space}" for space in free_spaces(at, at.turn.number)]

    def fault(self, at: Position, argument: str) -> Refusal:
        if argument in at.needles:
            return IllegalMoveError("E7", f"{argument} is not free")
        number = at.numbers[argument]
        if number != at.turn.number:
            return IllegalMoveError("E7", f"{argument} has number {number}, not {at.turn.number}")
        return None

    def do(self, at: Position, argument: str) -> None:
        at.change(at.seat, needle=argument)
        count_roll(at, at.turn.number, Phase.FIRST_ROLL)


def free_spaces(at: Position, number: int) -> list[str]:
    """Return the spaces with this number and without a needle."""
    taken = at.needles
    return [s for s, there in at.numbers.items() if there == number and s not in taken]


def count_roll(at: Position, number: int, phase: Phase) -> None:
    """Record a roll for the start. The highest roll starts; players tied for it roll again (E7).

    `phase` is the next phase if other players have yet to roll in this round.
    """
    at.rolls[at.seat] = number
    waiting = [seat for seat in at.contest if seat not in at.rolls]
    if waiting:
        at.seat, at.phase = waiting[0], phase
        return
    best = max(at.rolls.values())
    tied = tuple(seat for seat in at.contest if at.rolls[seat] == best)
    if len(tied) == 1:
        at.starter = tied[0]
        at.begin_turn(tied[0])
        at.deal()
    else:
        at.contest, at.rolls, at.seat, at.phase = tied, {}, tied[0], Phase.TIE_ROLL


class Fix(CardAct):
    form = re.compile(rf"fix:([{FACES}])")
    phase = Phase.ROLL
    card = Action.FIX

    def moves(self, at: Position) -> Sequence[str]:
        return [f"fix:{face}" for face in FACES]

    def do(self, at: Position, argument: str) -> None:
        at.turn = replace(at.turn, colour=argument, fixed=True)
        at.phase = Phase.FIXED_ROLL


class Again(CardAct):
    form = re.compile("again")
    phase = Phase.ROLLED
    card = Action.AGAIN

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.fixed:
            return IllegalMoveError("E14", "again can't be played in a turn with fix")
        return super().obstacle(at)

    def moves(self, at: Position) -> Sequence[str]:
        return ["again"]

    def do(self, at: Position, argument: str) -> None:
        at.phase = Phase.ROLL_AGAIN


class Collect(Act):
    form = re.compile("collect")
    phase = Phase.ROLLED

    def moves(self, at: Position) -> Sequence[str]:
        return ["collect"]

    def do(self, at: Position, argument: str) -> None:
        at.phase = Phase.ACTS
        if at.turn.colour == BLACK:
            get_action_card(at)
        else:
            collect(at, at.turn.colour)


def collect(at: Position, colour: str) -> None:
    """Pay each player a token for each thread of the colour at the player's needle (E10).

    If the bank has too few tokens for all of them, it pays no player.
    """
    due = [_threads_at(at, hand.needle, colour) for hand in at.hands]
    if sum(due) <= at.bank:
        for seat, tokens in enumerate(due):
            at.pay(seat, tokens)


def _threads_at(at: Position, needle: str | None, colour: str) -> int:
    return sum(at.threads[octagon] == colour for octagon in OCTAGONS_AT[needle or ""])


def get_action_card(at: Position) -> None:
    """Draw an action card for the player to act (E14).

    If the deck is empty, the discard is shuffled first. If both are empty, there is no card.
    """
    if at.action_deck:
        at.draw_action(at.seat)
    elif at.discard:
        at.phase = Phase.SHUFFLE


class Move(Act):
    """A move of the needle to another space."""

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.moved:
            return IllegalMoveError("E11", f"{at.name} has already moved in this turn")
        return super().obstacle(at)

    def fault(self, at: Position, argument: str) -> Refusal:
        if argument in at.needles:
            return IllegalMoveError("E12", f"{argument} is not free")
        return None

    def do(self, at: Position, argument: str) -> None:
        at.change(at.seat, needle=argument)
        at.turn = replace(at.turn, moved=True, free_swap=True)


class Steps(Move):
    form = re.compile(rf"step:({SPACE}(?:-{SPACE})*)")

    def moves(self, at: Position) -> Sequence[str]:
        return [f"step:{'-'.join(path)}" for path in legal_paths(at)]

    def fault(self, at: Position, argument: str) -> Refusal:
        path, number = tuple(argument.split("-")), at.turn.number
        if len(path) != number:
            return IllegalMoveError("E12", f"the die shows {number}, not {len(path)}")
        wrong = _wrong_step(at.own.needle or "", path)
        if wrong is not None:
            return IllegalMoveError("E12", wrong)
        passed = _passed(at, path)
        if path[-1] not in at.needles and len(passed) > at.own.tokens:
            has = f"{at.name} has {counted(at.own.tokens, 'token')}"
            return IllegalMoveError("E12", f"{has}, but {len(passed)} needles are on the path")
        return super().fault(at, path[-1])

    def do(self, at: Position, argument: str) -> None:
        path = tuple(argument.split("-"))
        for seat in _passed(at, path):
            at.pay(at.seat, -1)
            at.pay(seat, 1)
        super().do(at, path[-1])


def legal_paths(at: Position) -> Iterator[Path]:
    needles, tokens = at.needles, at.own.tokens
    for path in paths_from(at.own.needle or "", at.turn.number):
        if path[-1] not in needles and sum(space in needles for space in path) <= tokens:
            yield path


def _passed(at: Position, path: Path) -> list[int]:
    """Return the seats whose needles are on the path."""
    needles = at.needles
    return [needles[space] for space in path[:-1] if space in needles]


def _wrong_step(left: Space, path: Path) -> str | None:
    """Return what is wrong with a path from the space `left`, ignoring needles, or None."""
    for number, (before, space) in enumerate(zip((left, *path), path, strict=False)):
        if space not in NEIGHBOURS[before]:
            return f"{space} is not next to {before}"
        if space == left:
            return f"{space} is where the path starts"
        if space in path[:number]:
            return f"{space} is on the path twice"
    return None


class Jump(Move):
    form = re.compile(rf"jump:({SPACE})")

    def moves(self, at: Position) -> Sequence[str]:
        return [f"jump:{space}" for space in free_spaces(at, at.turn.number)]

    def fault(self, at: Position, argument: str) -> Refusal:
        number = at.numbers[argument]
        if number != at.turn.number:
            return IllegalMoveError("E12", f"{argument} has number {number}, not {at.turn.number}")
        return super().fault(at, argument)


class MoveCard(Move, CardAct):
    form = re.compile(rf"card:({SPACE})")
    card = Action.MOVE

    def moves(self, at: Position) -> Sequence[str]:
        taken = at.needles
        return [f"card:{space}" for space in at.numbers if space not in taken]


class End(Act):
    form = re.compile("end")

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.moved or not can_move(at):
            return None
        return IllegalMoveError("E11", f"{at.name} has to move first")

    def moves(self, at: Position) -> Sequence[str]:
        return ["end"]

    def do(self, at: Position, argument: str) -> None:
        at.next_turn()


def can_move(at: Position) -> bool:
    """Return whether the needle can move by steps or a jump. Playing a card is optional (E12)."""
    return bool(free_spaces(at, at.turn.number)) or any(True for _ in legal_paths(at))
