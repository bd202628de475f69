"""Check the shuffle of a finished game as `triqueta verify` does, and explain the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.records.document import parse
from triqueta.records.errors import ProofError, RulesError, UnknownDeckError
from triqueta.records.record import read_setup, verify
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text, say, say_n
from triqueta.table.registry import Registry


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a result. With `is_code`, it is a code or a command that players can copy."""

    text: Text
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """The result of a check, for people."""

    title: Text
    lines: tuple[Line, ...]
    is_proved: bool


NOT_SHUFFLED = ShuffleCheck(
    say("The tutorial isn't shuffled"),
    (Line(say("Its deal is the same every time, so there is nothing to check.")),),
    is_proved=False,
)


def check_shuffle(games: Registry, name: str, content: bytes) -> ShuffleCheck:
    """Check the record in a file, whose content is given, as `triqueta verify` does.

    The game is replayed from the record that players can save, not from the memory of the table.
    """
    how_to_repeat = (
        Line(say("To check this on another machine, save the record of this game there and run:")),
        Line(_command(games, name, content), is_code=True),
    )
    try:
        record = games.load(content)
        lines = tuple(_explain(verify(record), len(record.moves)))
    except RulesError as error:
        lines = tuple(_explain_error(error))
        return ShuffleCheck(
            say("The shuffle is not proved"), (*lines, *how_to_repeat), is_proved=False
        )
    return ShuffleCheck(say("The shuffle is proved"), (*lines, *how_to_repeat), is_proved=True)


def _command(games: Registry, name: str, content: bytes) -> str:
    """Return the command that checks the record in a file on another machine."""
    document = parse(content)
    try:
        read_setup(document, games.model(games.spec_of(document).id).game.SETUP)
    except UnknownDeckError:  # it needs the owner's deck, which this table has
        return f"triqueta verify {name} --deck FILE"
    except RulesError:  # the command will say what is wrong
        pass
    return f"triqueta verify {name}"


def _explain(proof: Proof, moves: int) -> Iterator[Line]:
    yield Line(say("Before the deal, the device sealed a secret. The seal has this code:"))
    yield Line(f"{proof.commitment[:8]} {proof.commitment[8:16]}", is_code=True)
    yield Line(say("If you took a photo of the code before the deal, compare the two."))
    if proof.cuts:
        yield Line(
            say_n(
                "All that chance decided follows from this secret and your {n} cut.",
                "All that chance decided follows from this secret and your {n} cuts.",
                len(proof.cuts.split(",")),
            )
        )
    else:
        yield Line(say("All that chance decided follows from this secret."))
        yield Line(say("You didn't cut, so the device alone determined the deal."))
    yield Line(say("All {n} moves follow the rules.", n=moves))


def _explain_error(error: RulesError) -> Iterator[Line]:
    if isinstance(error, ProofError):
        yield Line(say("This deal does not follow from the shuffle that the device sealed."))
    else:
        yield Line(say("The record of this game is not valid, so its shuffle can't be checked."))
    yield Line(str(error), is_code=True)
