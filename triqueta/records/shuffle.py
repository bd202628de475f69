"""The fair shuffle: the device commits to a secret, the players cut, anyone can check.

1. The device picks a secret of 32 random bytes and shows its commitment, a hash of it.
2. The players cut: each may press petals. The cuts are written `seat:petal`, counted from 1
   and joined by commas, in the order pressed: `1:3,2:5,3:1`.
3. Secret, game, number of players and cuts together decide whatever chance does. The device
   cannot know the cuts when it commits, and the players cannot know the secret when they cut.
4. After the game the secret is shown, and everything can be dealt, and rolled, again from it.

So neither the device alone nor a player alone can steer the deal. A rigged device that told its
secret to whoever cuts last could: nothing prevents that but a real die, rolled in the open, that
decides the last presses.
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
    """What is shown before anyone cuts: it fixes the secret without telling it."""
    _check_secret(secret)
    return hashlib.sha256(b"triqueta-commit/1\n" + secret).hexdigest()


def robot_seed(secret: bytes, seat: int, entries: int) -> str:
    """Return the seed of a robot's random numbers for its decision after `entries` entries.

    Until the secret is shown, players can't replay the robot. The process that a robot thinks in
    gets the seed, from which neither the secret nor the deal can be derived.
    """
    _check_secret(secret)
    message = f"triqueta-robot/1\n{seat}\n{entries}"
    return hmac.digest(secret, message.encode(), "sha256").hex()


class Stream:
    """Chance, as a secret and the players' cuts lead to it: the same again every time.

    `what` names what is dealt, as each game says it: `triqueta-deal/1`, edition and so on.
    """

    def __init__(self, secret: bytes, what: str, players: int, cuts: str) -> None:
        _check_secret(secret)
        check_cuts(cuts, players)
        message = f"{what}\n{players}\n{cuts}"
        self._words = random_words(hmac.digest(secret, message.encode(), "sha256"))

    def fork(self) -> Stream:
        """Another one that goes on from here: to see what comes without using it up."""
        twin = copy(self)
        self._words, twin._words = tee(self._words)
        return twin

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return below(n, self._words)

    def shuffled(self, things: Iterable[_T]) -> list[_T]:
        """Fisher-Yates, from the last thing down to the second."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def check_cuts(cuts: str, players: int) -> None:
    for number, cut in enumerate(cuts.split(",") if cuts else (), start=1):
        if not re.fullmatch(rf"[1-{players}]:[1-{CUT_PETALS}]", cut):
            raise ShuffleError(
                f'cuts: cut {number} is "{cut}" instead of seat:petal '
                f"with seats 1 to {players} and petals 1 to {CUT_PETALS}"
            )


def random_cuts(players: int, rng: Random) -> str:
    """One petal pressed by each player, for games that nobody plays."""
    return ",".join(f"{seat}:{rng.randint(1, CUT_PETALS)}" for seat in range(1, players + 1))


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ShuffleError(f"secret: {len(secret)} bytes instead of {SECRET_BYTES}")


def random_words(seed: bytes) -> Iterator[int]:
    """SHAKE-256 of the seed as an endless stream of 4-byte big-endian words."""
    read, length = 0, 512  # 128 words: enough for most shuffles
    while True:
        stream = hashlib.shake_256(seed).digest(length)
        for (word,) in struct.iter_unpack(">I", stream[read:]):
            yield word
        read, length = length, 2 * length


def below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, each equally likely: words past the last full span are skipped."""
    span = 2**32 // n * n
    while (word := next(words)) >= span:
        pass
    return word % n


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
