"""The fair shuffle: the device commits to a secret, the players cut, anyone can check.

1. The device picks a secret of 32 random bytes and shows its commitment, a hash of it.
2. The players cut: each may press petals. The cuts are written `seat:petal`, counted from 1
   and joined by commas, in the order pressed: `1:3,2:5,3:1`.
3. Secret, edition, number of players and cuts together decide all four piles. The device
   cannot know the cuts when it commits, and the players cannot know the secret when they cut.
4. After the game the secret is shown, and the piles can be dealt again from it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Iterator

from triqueta.games.triqueta.rules.errors import ShuffleError
from triqueta.games.triqueta.rules.setup import Pile, check_players
from triqueta.games.triqueta.rules.tiles import (
    LIGHT_TILES,
    LIGHT_TILES_PER_PETAL,
    PETALS,
    PILES,
    SHADOW_TILES,
    Edition,
)

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """What is shown before anyone cuts: it fixes the secret without telling it."""
    _check_secret(secret)
    return hashlib.sha256(b"triqueta-commit/1\n" + secret).hexdigest()


def deal(secret: bytes, edition: Edition, players: int, cuts: str) -> tuple[Pile, ...]:
    """The four piles that a secret and the players' cuts lead to."""
    _check_secret(secret)
    check_players(players)
    check_cuts(cuts, players)
    message = f"triqueta-deal/1\n{edition}\n{players}\n{cuts}"
    words = _random_words(hmac.digest(secret, message.encode(), "sha256"))
    light = _shuffled(LIGHT_TILES, words)
    shadow = _shuffled(SHADOW_TILES, words) if edition == Edition.SHADOW else ""
    return _build_piles(light, shadow)


def check_cuts(cuts: str, players: int) -> None:
    for number, cut in enumerate(cuts.split(",") if cuts else (), start=1):
        if not re.fullmatch(rf"[1-{players}]:[1-{PETALS}]", cut):
            raise ShuffleError(
                f'cuts: cut {number} is "{cut}" instead of seat:petal '
                f"with seats 1 to {players} and petals 1 to {PETALS}"
            )


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ShuffleError(f"secret: {len(secret)} bytes instead of {SECRET_BYTES}")


def _random_words(seed: bytes) -> Iterator[int]:
    """SHAKE-256 of the seed as an endless stream of 4-byte big-endian words."""
    read, length = 0, 512  # 128 words; both shuffles need 73, and hardly ever skip one
    while True:
        stream = hashlib.shake_256(seed).digest(length)
        for (word,) in struct.iter_unpack(">I", stream[read:]):
            yield word
        read, length = length, 2 * length


def _below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, each equally likely: words past the last full span are skipped."""
    span = 2**32 // n * n
    return next(word for word in words if word < span) % n


def _shuffled(tiles: str, words: Iterator[int]) -> str:
    """Fisher-Yates, from the last tile down to the second."""
    order = list(tiles)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return "".join(order)


def _build_piles(light: str, shadow: str) -> tuple[Pile, ...]:
    """Three light tiles to a petal, and under each petal but those of pile 1 a shadow tile."""
    size = LIGHT_TILES_PER_PETAL
    petals = [light[start : start + size] for start in range(0, len(light), size)]
    under = [""] * PETALS + list(shadow or [""] * (len(petals) - PETALS))
    stacks = [above + below for above, below in zip(petals, under, strict=True)]
    return tuple(tuple(stacks[PETALS * pile : PETALS * (pile + 1)]) for pile in range(PILES))
