"""The proof of the shuffle that a finished game's record carries, and how it is checked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triqueta.games.triqueta.rules.errors import ProofError, ShuffleError
from triqueta.games.triqueta.rules.record import Record
from triqueta.games.triqueta.rules.shuffle import SECRET_BYTES, commitment, deal


@dataclass(frozen=True, slots=True)
class Proof:
    """What was shown before the cuts, the cuts, and the secret behind both."""

    commitment: str
    secret: bytes
    cuts: str

    @classmethod
    def of(cls, secret: bytes, cuts: str) -> Proof:
        return cls(commitment(secret), secret, cuts)

    def document(self) -> dict[str, str]:
        """As it stands in a record, under the key `proof`. Not before the game is over."""
        return {
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "cuts": self.cuts,
        }


def read_proof(record: Record) -> Proof:
    document = record.extra.get("proof")
    if not isinstance(document, dict):
        raise ProofError("proof: missing; without it nobody can check the shuffle")
    return Proof(
        commitment=_hex_digits(document, "commitment").lower(),
        secret=bytes.fromhex(_hex_digits(document, "secret")),
        cuts=_text(document, "cuts"),
    )


def verify(record: Record) -> Proof:
    """Check that the piles played are those the proof leads to, or raise ProofError."""
    proof = read_proof(record)
    right = commitment(proof.secret)
    if proof.commitment != right:
        raise ProofError(f"proof: the secret's commitment is {right}, not {proof.commitment}")
    setup = record.game.setup
    try:
        piles = deal(proof.secret, setup.edition, len(setup.players), proof.cuts)
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    for number, (dealt, played) in enumerate(zip(piles, setup.piles, strict=True), start=1):
        if dealt != played:
            raise ProofError(
                f"proof: it deals pile {number} as {' '.join(dealt)}, not {' '.join(played)}"
            )
    return proof


def _text(document: dict[str, object], key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise ProofError(f"proof: {key}: missing, or no text")
    return value


def _hex_digits(document: dict[str, object], key: str) -> str:
    value = _text(document, key)
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", value):
        raise ProofError(f"proof: {key}: not {2 * SECRET_BYTES} hexadecimal digits")
    return value
