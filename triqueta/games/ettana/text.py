"""Ettana games as text: a readable account, and the compact lines of QR codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from triqueta.games.ettana.rules import Game
from triqueta.games.ettana.rules.chance import next_chance
from triqueta.games.ettana.rules.patterns import PatternDeck
from triqueta.games.ettana.rules.position import Phase
from triqueta.games.ettana.rules.setup import Setup, deal, deck_called
from triqueta.records import codes
from triqueta.records.errors import RecordError
from triqueta.records.game import Decks, is_chance
from triqueta.records.shuffle import Proof, Stream
from triqueta.records.text import counted, one_line
from triqueta.table.spec import scores_account


def account_of(game: Game) -> Iterator[str]:
    """Yield the lines of a readable account, ending with the annas or with whose turn it is."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Ettana."
    yield ""
    replay = Game(game.setup)
    for seat, moves in _turns(game):
        for move in moves:
            replay.play(move)
        hand = replay.position.hands[seat]
        annas = counted(replay.position.annas(seat), "anna")
        yield f"  {names[seat]}: {', '.join(moves)} ({counted(hand.tokens, 'token')}, {annas})"
    yield ""
    if game.to_act is not None:
        waits = "the dice or cards" if not game.legal_moves else "a move"
        yield f"The game stops here. It is {names[game.to_act]}'s turn, and {waits} would be next."
    yield from scores_account(game)


def _turns(game: Game) -> Iterator[tuple[int, list[str]]]:
    """Yield each turn: the seat and its moves, chance moves included."""
    turn: list[str] = []
    for at, known in enumerate(game.history):
        seat, _ = known.public
        turn.append(game.moves[at])
        following = game.history[at + 1].public[0] if at + 1 < len(game.history) else None
        if seat != following:
            yield seat, turn
            turn = []


# QR codes. They leave out chance moves that follow from the proof.


_DIGITS = 16  # hex digits of a deck's name, enough to rule out an accidental collision
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
"""The code letter for each beginning of a move. The first beginning that matches counts."""

_BEGINS = {letter: begins for begins, letter in _LETTERS.items()}
_CHANCE = "O"  # a chance move at the end; those before a player's move are implied
_PAIRS = (_LETTERS["free:"], _LETTERS["buy:"], _LETTERS["swap:"])
_THREAD, _NUMBER, _STEPS = _LETTERS["thread:"], _LETTERS["number:"], _LETTERS["step:"]


class Codec(codes.Codec[Game]):
    """A codec that writes each move of a player as a letter and its arguments."""

    PREFIX = "ET1/"
    HEAD = "(?P<players>[2-4])"
    DECK = r"\.(?P<deck>[0-9A-F]{16})"
    MOVES = "[0-9A-Z-]*"

    def head(self, game: Game) -> str:
        return str(len(game.setup.players))

    def deck(self, game: Game) -> str:
        return f".{_digits_of(game.setup.deck)}"

    def moves(self, game: Game) -> str:
        return "-".join(_all_written(game.moves))

    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> Game:
        deck = deck_called(content["deck"].lower(), decks, _DIGITS)
        layout, stream = deal(proof.secret, len(names), proof.cuts)
        game = Game(Setup(names, layout, deck))
        for move in content["moves"].split("-") if content["moves"] else ():
            _play(game, stream, move)
        return game


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
    """Play a move given in code, after the chance moves that it implies."""
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
        raise RecordError(f"unknown move {written!r}")
    if letter in _PAIRS:
        argument = f"{argument[:2]}-{argument[2:]}".lower()
    elif letter == _THREAD:
        argument = f"{argument[:2].lower()}={argument[2:]}"
    elif letter == _NUMBER:
        argument = f"{argument[:2]}={argument[2:]}"
    elif letter == _STEPS:
        argument = "-".join(argument[at : at + 2] for at in range(0, len(argument), 2))
    return _BEGINS[letter] + argument
