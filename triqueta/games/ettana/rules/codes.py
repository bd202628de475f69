"""A finished game as short lines of text, small enough for QR codes.

What was laid out and all that chance did follow from the secret and the cuts, so the lines hold
the secret instead of them. Their content (`triqueta.records.code_lines`) is

    PLAYERS SECRET CUTS.DECK.NAME.NAME.MOVE-MOVE-MOVE

with the first digits of the deck's SHA-256, and a letter for what a move is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from triqueta.games.ettana.rules.chance import is_chance, next_chance
from triqueta.games.ettana.rules.dealt_layout import deal
from triqueta.games.ettana.rules.game import Game
from triqueta.games.ettana.rules.pattern_deck import PatternDeck
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.record import Record, other_deck
from triqueta.games.ettana.rules.setup import Setup
from triqueta.records import code_lines
from triqueta.records.errors import RecordError, RulesError
from triqueta.records.proof import proof_in
from triqueta.records.shuffle import Stream

PREFIX = "ET1/"

_DIGITS = 16  # digits of its name: nobody makes two decks alike in them by chance
_CONTENT = re.compile(
    r"([2-4])([0-9A-F]{64})((?:\d\d)*)\.([0-9A-F]{16})((?:\.[0-9A-F]*){2,4})\.([0-9A-Z-]*)"
)
_LETTERS = {
    "@": "N",
    "fix:": "I",
    "again": "Y",
    "collect": "C",
    "step:": "S",
    "jump:": "J",
    "card:": "M",
    "free:": "F",
    "buy:action": "V",
    "buy:pattern": "K",
    "buy:": "B",
    "swap:": "W",
    "steal:": "T",
    "rob:": "R",
    "thread:": "H",
    "number:": "U",
    "pattern": "P",
    "three": "D",
    "gamble:": "G",
    "tax": "X",
    "claim:": "L",
    "exchange:": "E",
    "end": "Z",
}
"""What a move begins with, and the letter that stands for it; the first that fits is meant."""

_BEGINS = {letter: begins for begins, letter in _LETTERS.items()}
_CHANCE = "O"  # where nobody has moved since; before a move it goes without saying
_PAIRS = (_LETTERS["free:"], _LETTERS["buy:"], _LETTERS["swap:"])
_THREAD, _NUMBER, _STEPS = _LETTERS["thread:"], _LETTERS["number:"], _LETTERS["step:"]


def to_codes(record: Record) -> list[str]:
    """The lines for a record that has a proof."""
    setup, proof = record.game.setup, proof_in(record.extra)
    names = code_lines.written_names(setup.players)
    dealt = f"{len(setup.players)}{code_lines.written_proof(proof)}.{_digits_of(setup.deck)}"
    moves = "-".join(_all_written(record.game.moves))
    return code_lines.to_lines(PREFIX, proof, f"{dealt}{names}.{moves}")


def from_codes(text: str, decks: Sequence[PatternDeck]) -> Record:
    """The record that the lines of a text hold, in whatever order they were read.

    It was played with one of the decks, or is refused.
    """
    match = _CONTENT.fullmatch(code_lines.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    players, secret, cuts, digits, names, moves = match.groups()
    deck = next((deck for deck in decks if _digits_of(deck) == digits), None)
    if deck is None:
        raise other_deck(digits.lower(), decks[0])
    proof = code_lines.read_proof(secret, cuts)
    named = code_lines.read_names(names, int(players))
    try:
        layout, stream = deal(proof.secret, int(players), proof.cuts)
        game = Game(Setup(named, layout, deck))
        for move in moves.split("-") if moves else ():
            _play(game, stream, move)
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    code_lines.check_game(PREFIX, text, proof)
    return Record(game, {"proof": proof.document()})


def _digits_of(deck: PatternDeck) -> str:
    return deck.name[:_DIGITS].upper()


def _all_written(moves: Sequence[str]) -> Iterator[str]:
    yield from (_written(move) for move in moves if not is_chance(move))
    yield from (_CHANCE for _ in takewhile(is_chance, reversed(moves)))


def _written(move: str) -> str:
    begins = next(begins for begins in _LETTERS if move.startswith(begins))
    argument = re.sub("[-=]", "", move.removeprefix(begins))
    return _LETTERS[begins] + argument.upper()


def _play(game: Game, stream: Stream, written: str) -> None:
    """A move, and what chance has to do before."""
    if written == _CHANCE:
        game.play(next_chance(game.position, stream) or "")
        return
    move = _read(written)
    while game.chance_may_be_next:
        if game.position.phase is Phase.ROLL and move.startswith("fix:"):
            break
        game.play(next_chance(game.position, stream) or "")
    game.play(move)


def _read(written: str) -> str:
    letter, argument = written[:1], written[1:]
    if letter not in _BEGINS:
        raise RecordError("the codes hold no game: an unknown move")
    if letter in _PAIRS:
        argument = f"{argument[:2]}-{argument[2:]}".lower()
    elif letter == _THREAD:
        argument = f"{argument[:2].lower()}={argument[2:]}"
    elif letter == _NUMBER:
        argument = f"{argument[:2]}={argument[2:]}"
    elif letter == _STEPS:
        argument = "-".join(argument[at : at + 2] for at in range(0, len(argument), 2))
    return _BEGINS[letter] + argument
