"""The move that every turn must have, and the end of a turn (E11, E12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.acts import SPACE, Act, CardAct, Refusal
from triqueta.games.ettana.rules.opening_acts import free_spaces
from triqueta.games.ettana.rules.position import Position
from triqueta.games.ettana.rules.spaces import NEIGHBOURS, Path, Space, paths_from
from triqueta.records.errors import IllegalMoveError


class Move(Act):
    """To another space."""

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.moved:
            return IllegalMoveError("E11", f"{at.name} has moved in this turn")
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
            has = f"{at.name} has {at.own.tokens} tokens"
            return IllegalMoveError("E12", f"{has}, and {len(passed)} needles are on the way")
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
    """Whose needles are on the way."""
    needles = at.needles
    return [needles[space] for space in path[:-1] if space in needles]


def _wrong_step(left: Space, path: Path) -> str | None:
    """What is wrong with a way, whatever stands there."""
    for number, (before, space) in enumerate(zip((left, *path), path, strict=False)):
        if space not in NEIGHBOURS[before]:
            return f"{space} is no neighbour of {before}"
        if space == left:
            return f"{space} is the space that is left"
        if space in path[:number]:
            return f"{space} is on the way twice"
    return None


class Jump(Move):
    form = re.compile(rf"jump:({SPACE})")

    def moves(self, at: Position) -> Sequence[str]:
        return [f"jump:{space}" for space in free_spaces(at, at.turn.number)]

    def fault(self, at: Position, argument: str) -> Refusal:
        number = at.numbers[argument]
        if number != at.turn.number:
            return IllegalMoveError("E12", f"on {argument} lies {number}, not {at.turn.number}")
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
    """By steps or a jump: nobody has to play a card (E12)."""
    return bool(free_spaces(at, at.turn.number)) or any(True for _ in legal_paths(at))
