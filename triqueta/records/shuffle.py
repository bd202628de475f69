"""The fair shuffle: the device commits to a secret, the players cut, and anyone can check it.

1. The device picks a secret of 32 random bytes and shows its commitment, a hash of the secret.
2. The players cut: each of them can press petals. A cut is written `seat:petal`, both counted
   from 1. The cuts are joined by commas in the order pressed: `1:3,2:5,3:1`.
3. The secret, the game, the number of players and the cuts together determine all randomness. The
   device does not know the cuts when it commits, and the players don't know the secret when they
   cut.
4. After the game the device shows the secret. Anyone can repeat the deal and every roll with it.

So neither the device alone nor a player alone can influence the deal. A rigged device could if it
revealed its secret to the player who cuts last. Only a real die prevents that: roll it in full
view, and let it decide the last presses.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from itertools import tee
from random import Random
from typing import TypeVar

from triqueta.records.errors import ProofError, ShuffleError

SECRET_BYTES = 32
CUT_PETALS = 5
_T = TypeVar("_T")


def commitment(secret: bytes) -> str:
    """Return the hash that commits the device to a secret without revealing it.

    The device shows it before any player cuts.
    """
    _check_secret(secret)
    return hashlib.sha256(b"triqueta-commit/1\n" + secret).hexdigest()


def robot_seed(secret: bytes, seat: int, entries: int) -> str:
    """Return the seed of a robot's random numbers for its decision after `entries` entries.

    Players can't predict the robot before the secret is shown. The robot's process gets only this
    seed, from which neither the secret nor the deal can be derived.
    """
    _check_secret(secret)
    message = f"triqueta-robot/1\n{seat}\n{entries}"
    return hmac.digest(secret, message.encode(), "sha256").hex()


class Stream:
    """A deterministic stream of random numbers, derived from a secret and the players' cuts.

    `what` is a name for what the stream deals. Each game chooses its own, so that two games with
    the same secret get different numbers: `triqueta-deal/1` with the edition, for example.
    """

    def __init__(self, secret: bytes, what: str, players: int, cuts: str) -> None:
        _check_secret(secret)
        check_cuts(cuts, players)
        message = f"{what}\n{players}\n{cuts}"
        self._words = random_words(hmac.digest(secret, message.encode(), "sha256"))

    def fork(self) -> Stream:
        """Return a copy that continues from the current position.

        Reading from the copy does not advance this stream.
        """
        twin = copy(self)
        self._words, twin._words = tee(self._words)
        return twin

    def below(self, n: int) -> int:
        """Return an integer between 0 and n - 1."""
        return below(n, self._words)

    def shuffled(self, things: Iterable[_T]) -> list[_T]:
        """Return the things in random order.

        This is a Fisher-Yates shuffle from the last thing down to the second.
        """
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def check_cuts(cuts: str, players: int) -> None:
    """Raise ShuffleError if a text is not a list of cuts by this number of players."""
    for number, cut in enumerate(cuts.split(",") if cuts else (), start=1):
        if not re.fullmatch(rf"[1-{players}]:[1-{CUT_PETALS}]", cut):
            raise ShuffleError(
                f'cuts: cut {number} is "{cut}" instead of seat:petal '
                f"with seats 1 to {players} and petals 1 to {CUT_PETALS}"
            )


def random_cuts(players: int, rng: Random) -> str:
    """Return one random cut by each player, for simulated games."""
    return ",".join(f"{seat}:{rng.randint(1, CUT_PETALS)}" for seat in range(1, players + 1))


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ShuffleError(f"secret: {len(secret)} bytes instead of {SECRET_BYTES}")


def random_words(seed: bytes) -> Iterator[int]:
    """Yield 32-bit big-endian words of the SHAKE-256 of a seed, without end."""
    read, length = 0, 512  # 128 words: enough for most shuffles
    while True:
        stream = hashlib.shake_256(seed).digest(length)
        for (word,) in struct.iter_unpack(">I", stream[read:]):
            yield word
        read, length = length, 2 * length


def below(n: int, words: Iterator[int]) -> int:
    """Return an integer between 0 and n - 1, all equally likely, taken from 32-bit words."""
    span = 2**32 // n * n  # skip words from here on: they would make small results more likely
    while (word := next(words)) >= span:
        pass
    return word % n


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to check a sealed shuffle: its commitment, its secret and its cuts."""

    commitment: str
    secret: bytes
    cuts: str

    @classmethod
    def of(cls, secret: bytes, cuts: str) -> Proof:
        """Return the proof of a secret and cuts, with the commitment to that secret."""
        return cls(commitment(secret), secret, cuts)

    def document(self) -> dict[str, str]:
        """Return the JSON object that a record has under the key `proof`.

        It contains the secret, so don't show it before the game is over.
        """
        return {
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "cuts": self.cuts,
        }


def proof_in(record: Mapping[str, object]) -> Proof:
    """Return the proof in a record's document, or raise ProofError."""
    document = record.get("proof")
    if not isinstance(document, dict):
        raise ProofError("proof: missing; without it the shuffle can't be checked")
    return Proof(
        commitment=_hex_digits(document, "commitment").lower(),
        secret=bytes.fromhex(_hex_digits(document, "secret")),
        cuts=_text(document, "cuts"),
    )


def check_commitment(proof: Proof) -> None:
    """Raise ProofError if a proof's commitment is not the one to its secret."""
    right = commitment(proof.secret)
    if proof.commitment != right:
        raise ProofError(f"proof: the secret's commitment is {right}, not {proof.commitment}")


def _text(document: dict[str, object], key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise ProofError(f"proof: {key}: missing or not a string")
    return value


def _hex_digits(document: dict[str, object], key: str) -> str:
    value = _text(document, key)
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}", value):
        raise ProofError(f"proof: {key}: not {2 * SECRET_BYTES} hexadecimal digits")
    return value
