"""The proof of the shuffle that a finished game's record carries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from triqueta.records.errors import ProofError
from triqueta.records.shuffle import SECRET_BYTES, commitment


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


def proof_in(record: Mapping[str, object]) -> Proof:
    """The proof that a record's document carries."""
    document = record.get("proof")
    if not isinstance(document, dict):
        raise ProofError("proof: missing; without it nobody can check the shuffle")
    return Proof(
        commitment=_hex_digits(document, "commitment").lower(),
        secret=bytes.fromhex(_hex_digits(document, "secret")),
        cuts=_text(document, "cuts"),
    )


def check_commitment(proof: Proof) -> None:
    right = commitment(proof.secret)
    if proof.commitment != right:
        raise ProofError(f"proof: the secret's commitment is {right}, not {proof.commitment}")


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
