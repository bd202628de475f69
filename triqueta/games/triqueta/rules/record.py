"""The game record: one JSON document, the check of its proof, or short lines for QR codes."""

from __future__ import annotations

import re

from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.setup import Pile, Setup, deal
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.records import codes
from triqueta.records.document import checked, parse, read
from triqueta.records.errors import ProofError, RecordError, RulesError, ShuffleError
from triqueta.records.record import RecordOf, check_format
from triqueta.records.shuffle import Proof, check_commitment, proof_in

FORMAT = "triqueta-record/1"


class Record(RecordOf[Game]):
    """A game of Triqueta, finished or not, and whatever else its document says about it."""

    __slots__ = ()

    FORMAT = FORMAT
    DEALT = ("edition", "players", "rock", "piles")

    game: Game

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record and play it through; RecordError says where it is wrong, and why."""
        return cls.read(parse(text))

    @classmethod
    def read(cls, document: dict[str, object]) -> Record:
        """The same of a document that has been parsed."""
        return cls.replayed(Game(read_setup(document)), document)

    def dealt(self) -> dict[str, object]:
        setup = self.game.setup
        return {
            "edition": str(setup.edition),
            "players": list(setup.players),
            "rock": setup.rock,
            "piles": [list(pile) for pile in setup.piles],
        }

    def result(self) -> dict[str, list[int]] | None:
        outcome = self.game.outcome
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "tiles": list(outcome.tiles),
            "winners": list(outcome.winners),
        }


def read_setup(document: dict[str, object]) -> Setup:
    check_format(document, FORMAT)
    edition = read(document, "edition", str)
    if edition not in tuple(Edition):
        raise RecordError(f'edition: "{edition}" instead of "base" or "shadow"')
    players = read(document, "players", list)
    rock = read(document, "rock", int)
    piles = read(document, "piles", list)
    try:
        return Setup(
            Edition(edition),
            tuple(checked(player, str, "players: a name") for player in players),
            rock,
            tuple(_read_pile(pile, number) for number, pile in enumerate(piles, start=1)),
        )
    except RulesError as error:
        raise RecordError(str(error)) from None


def _read_pile(pile: object, number: int) -> Pile:
    petals = checked(pile, list, f"piles: pile {number}")
    return tuple(checked(petal, str, f"piles: a petal of pile {number}") for petal in petals)


def read_proof(record: Record) -> Proof:
    return proof_in(record.extra)


def verify(record: Record) -> Proof:
    """Check that the piles played are those the proof leads to, or raise ProofError."""
    proof = read_proof(record)
    check_deal(record.game.setup, proof)
    return proof


def check_deal(setup: Setup, proof: Proof) -> None:
    """The same for a set-up alone."""
    check_commitment(proof)
    try:
        piles = deal(proof.secret, setup.edition, len(setup.players), proof.cuts)
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    for number, (dealt, played) in enumerate(zip(piles, setup.piles, strict=True), start=1):
        if dealt != played:
            raise ProofError(
                f"proof: it deals pile {number} as {' '.join(dealt)}, not {' '.join(played)}"
            )


PREFIX = "TQ1/"

_EDITIONS = {"B": Edition.BASE, "S": Edition.SHADOW}
_CONTENT = re.compile(r"([BS])([2-5])([0-4])([0-9A-F]{64})((?:\d\d)*)((?:\.[0-9A-F]*)+)\.([^.]*)")


def to_codes(record: Record) -> list[str]:
    """The lines for a record that has a proof."""
    setup, proof = record.game.setup, read_proof(record)
    edition = next(letter for letter, name in _EDITIONS.items() if name is setup.edition)
    head = f"{edition}{len(setup.players)}{setup.rock}{codes.written_proof(proof)}"
    moves = "".join(record.game.moves).upper()
    content = f"{head}{codes.written_names(setup.players)}.{moves}"
    return codes.to_lines(PREFIX, proof, content)


def from_codes(text: str) -> Record:
    """The record that the lines of a text hold, in whatever order they were read."""
    match = _CONTENT.fullmatch(codes.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    edition, players, rock, secret, cuts, names, moves = match.groups()
    proof = codes.read_proof(secret, cuts)
    named = codes.read_names(names, int(players))
    try:
        piles = deal(proof.secret, _EDITIONS[edition], int(players), proof.cuts)
        setup = Setup(_EDITIONS[edition], named, int(rock), piles)
        game = Game(setup, re.findall(r"[drtp]\d|.", moves.lower()))
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    codes.check_game(PREFIX, text, proof)
    return Record(game, {"proof": proof.document()})
