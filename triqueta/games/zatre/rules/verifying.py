"""Whether the bag that was played with is the one that had been sealed."""

from __future__ import annotations

from triqueta.games.zatre.rules.dealt_bag import deal
from triqueta.games.zatre.rules.setup import Setup
from triqueta.records.errors import ProofError, ShuffleError
from triqueta.records.proof import Proof, check_commitment


def check_deal(setup: Setup, proof: Proof) -> None:
    """Check that a proof leads to the opening and the bag, or raise ProofError."""
    check_commitment(proof)
    try:
        opening, bag = deal(proof.secret, len(setup.players), proof.cuts)
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    if opening != setup.opening:
        dealt, played = " ".join(opening), " ".join(setup.opening)
        raise ProofError(f"proof: it deals the opening as {dealt}, not {played}")
    pairs = zip(bag, setup.bag, strict=True)
    for number, (dealt, played) in enumerate(pairs, start=1):
        if dealt != played:
            raise ProofError(f"proof: it deals tile {number} of the bag as {dealt}, not {played}")
