"""Whether the piles that were played are those that had been sealed."""

from __future__ import annotations

from triqueta.games.triqueta.rules.record import Record
from triqueta.games.triqueta.rules.setup import Setup
from triqueta.games.triqueta.rules.shuffle import deal
from triqueta.records.errors import ProofError, ShuffleError
from triqueta.records.proof import Proof, check_commitment, proof_in


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
