"""The record of a game: one JSON document, or short lines for QR codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from triqueta.games.ettana.rules.chance import is_chance, next_chance
from triqueta.games.ettana.rules.game import Game
from triqueta.games.ettana.rules.patterns import PatternDeck
from triqueta.games.ettana.rules.position import Phase
from triqueta.games.ettana.rules.setup import Layout, Setup, deal
from triqueta.records import codes
from triqueta.records.document import all_of, parse, read
from triqueta.records.errors import RecordError, RulesError, SetupError, UnknownDeckError
from triqueta.records.record import RecordOf, check_format
from triqueta.records.shuffle import Stream, proof_in

FORMAT = "ettana-record/1"


class Record(RecordOf[Game]):
    """A game of Ettana, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("players", "threads", "numbers", "reserve", "patterns", "deck", "actions")

    game: Game

    @classmethod
    def loads(cls, text: str | bytes, deck: PatternDeck) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        return cls.read(parse(text), deck)

    @classmethod
    def read(cls, document: dict[str, object], deck: PatternDeck) -> Record:
        """The same of a document that has been parsed."""
        return cls.replayed(Game(read_setup(document, deck)), document)

    def dealt(self) -> dict[str, object]:
        setup, layout = self.game.setup, self.game.setup.layout
        named = {"deck": setup.deck.name} if setup.names_deck else {}
        return {
            "players": list(setup.players),
            "threads": list(layout.threads),
            "numbers": list(layout.numbers),
            "reserve": layout.reserve,
            "patterns": list(layout.patterns),
            **named,
            "actions": list(layout.actions),
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {"annas": list(outcome.annas), "winners": list(outcome.winners)}


def read_setup(document: dict[str, object], deck: PatternDeck) -> Setup:
    """What was dealt; the deck that it was played with is given, and has to be the right one."""
    check_format(document, FORMAT)
    players = all_of(read(document, "players", list), str, "players")
    try:
        layout = Layout(
            threads=tuple(all_of(read(document, "threads", list), str, "threads")),
            numbers=tuple(all_of(read(document, "numbers", list), str, "numbers")),
            reserve=read(document, "reserve", str),
            patterns=tuple(all_of(read(document, "patterns", list), int, "patterns")),
            actions=tuple(all_of(read(document, "actions", list), str, "actions")),
        )
        return Setup(tuple(players), layout, deck, names_deck=_names(document, deck))
    except SetupError as error:
        raise RecordError(str(error)) from None


def _names(document: dict[str, object], deck: PatternDeck) -> bool:
    if "deck" not in document:
        return False
    named = read(document, "deck", str)
    if named != deck.name:
        raise other_deck(named, deck)
    return True


def other_deck(named: str, deck: PatternDeck) -> UnknownDeckError:
    """The refusal of a game that says that it was played with another deck."""
    return UnknownDeckError(
        f"deck: it was played with {named[:16]}..., and this one is {deck.name[:16]}..."
    )


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
    names = codes.written_names(setup.players)
    dealt = f"{len(setup.players)}{codes.written_proof(proof)}.{_digits_of(setup.deck)}"
    moves = "-".join(_all_written(record.game.moves))
    return codes.to_lines(PREFIX, proof, f"{dealt}{names}.{moves}")


def from_codes(text: str, decks: Sequence[PatternDeck]) -> Record:
    """The record that the lines of a text hold, in whatever order they were read.

    It was played with one of the decks, or is refused.
    """
    match = _CONTENT.fullmatch(codes.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    players, secret, cuts, digits, names, moves = match.groups()
    deck = next((deck for deck in decks if _digits_of(deck) == digits), None)
    if deck is None:
        raise other_deck(digits.lower(), decks[0])
    proof = codes.read_proof(secret, cuts)
    named = codes.read_names(names, int(players))
    try:
        layout, stream = deal(proof.secret, int(players), proof.cuts)
        game = Game(Setup(named, layout, deck))
        for move in moves.split("-") if moves else ():
            _play(game, stream, move)
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    codes.check_game(PREFIX, text, proof)
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
