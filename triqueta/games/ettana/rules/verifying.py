"""Whether all that chance did in a game is what had been sealed."""

from __future__ import annotations

from dataclasses import fields

from triqueta.games.ettana.rules.chance import is_chance, next_chance
from triqueta.games.ettana.rules.dealt_layout import deal
from triqueta.games.ettana.rules.game import Game
from triqueta.records.errors import ProofError, ShuffleError
from triqueta.records.proof import Proof, check_commitment


def check_chance(game: Game, proof: Proof) -> None:
    """Check that a proof leads to the layout and to every roll, or raise ProofError."""
    check_commitment(proof)
    setup = game.setup
    try:
        layout, stream = deal(proof.secret, len(setup.players), proof.cuts)
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    for part in fields(layout):
        if getattr(layout, part.name) != getattr(setup.layout, part.name):
            raise ProofError(f"proof: it deals other {part.name} than were played")
    again = Game(setup)
    for number, move in enumerate(game.moves, start=1):
        if is_chance(move):
            sealed = next_chance(again.position, stream)
            if sealed != move:
                raise ProofError(f"proof: move {number} is {move}, but {sealed} was sealed")
        again.play(move)
