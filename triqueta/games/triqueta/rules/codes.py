"""A finished game as short lines of text, small enough for a few QR codes.

The piles follow from the secret and the cuts, so the lines hold the secret instead of them.
Their content (`triqueta.records.code_lines`) is

    EDITION PLAYERS ROCK SECRET CUTS.NAME.NAME.MOVES

with B or S for the edition, and the moves as in a record, in capitals without gaps.
"""

from __future__ import annotations

import re

from triqueta.games.triqueta.rules.dealt_piles import deal
from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.record import Record
from triqueta.games.triqueta.rules.setup import Setup
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.games.triqueta.rules.verifying import read_proof
from triqueta.records import code_lines
from triqueta.records.errors import RecordError, RulesError

PREFIX = "TQ1/"

_EDITIONS = {"B": Edition.BASE, "S": Edition.SHADOW}
_CONTENT = re.compile(r"([BS])([2-5])([0-4])([0-9A-F]{64})((?:\d\d)*)((?:\.[0-9A-F]*)+)\.([^.]*)")


def to_codes(record: Record) -> list[str]:
    """The lines for a record that has a proof."""
    setup, proof = record.game.setup, read_proof(record)
    edition = next(letter for letter, name in _EDITIONS.items() if name is setup.edition)
    head = f"{edition}{len(setup.players)}{setup.rock}{code_lines.written_proof(proof)}"
    moves = "".join(record.game.moves).upper()
    content = f"{head}{code_lines.written_names(setup.players)}.{moves}"
    return code_lines.to_lines(PREFIX, proof, content)


def from_codes(text: str) -> Record:
    """The record that the lines of a text hold, in whatever order they were read."""
    match = _CONTENT.fullmatch(code_lines.put_together(PREFIX, text))
    if match is None:
        raise RecordError("the codes hold no game")
    edition, players, rock, secret, cuts, names, moves = match.groups()
    proof = code_lines.read_proof(secret, cuts)
    named = code_lines.read_names(names, int(players))
    try:
        piles = deal(proof.secret, _EDITIONS[edition], int(players), proof.cuts)
        setup = Setup(_EDITIONS[edition], named, int(rock), piles)
        game = Game(setup, re.findall(r"[drtp]\d|.", moves.lower()))
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    code_lines.check_game(PREFIX, text, proof)
    return Record(game, {"proof": proof.document()})
