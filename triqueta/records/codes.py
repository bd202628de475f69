"""Short lines of text that a few small QR codes can hold, and what games write in them.

All characters are of QR's alphanumeric set. A line is `PREFIX/GAME/PART/PARTS/...`, where GAME
are the first digits of the commitment; the parts in order, put together, are the content.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.records.errors import RecordError
from triqueta.records.shuffle import Proof

LONGEST_LINE = 77

_LINE = re.compile(r"([0-9A-F]{4})/([1-9]\d?)/([1-9]\d?)/([0-9A-Z.+-]+)")


def to_lines(prefix: str, proof: Proof, content: str) -> list[str]:
    begins = f"{prefix}{_game_id(proof)}"
    room = LONGEST_LINE - len(f"{begins}/99/99/")
    parts = [content[start : start + room] for start in range(0, len(content), room)]
    return [f"{begins}/{number}/{len(parts)}/{part}" for number, part in enumerate(parts, start=1)]


def put_together(prefix: str, text: str) -> str:
    """The content of a text's lines, in whatever order they were read."""
    found: dict[int, str] = {}
    games: set[tuple[str, str]] = set()
    for number, line in enumerate(text.split(), start=1):
        match = _LINE.fullmatch(line.removeprefix(prefix)) if line.startswith(prefix) else None
        if match is None:
            raise RecordError(f"line {number}: no code of a game: {line[:20]}")
        game_id, part, parts, content = match.groups()
        games.add((game_id, parts))
        if int(part) > int(parts) or found.setdefault(int(part), content) != content:
            raise RecordError(f"line {number}: does not fit the other codes")
    if len(games) != 1:
        raise RecordError("the codes are of different games")
    ((_, parts),) = games
    missing = [number for number in range(1, int(parts) + 1) if number not in found]
    if missing:
        raise RecordError(f"code {missing[0]} of {parts} is missing")
    return "".join(found[number] for number in range(1, int(parts) + 1))


def check_game(prefix: str, text: str, proof: Proof) -> None:
    """Refuse lines that name another game than they hold."""
    if not text.split(maxsplit=1)[0].startswith(f"{prefix}{_game_id(proof)}/"):
        raise RecordError("the codes are not of the game they name")


def _game_id(proof: Proof) -> str:
    return proof.commitment[:4].upper()


# What the content of every game has: the secret with the cuts, and the names.


def written_proof(proof: Proof) -> str:
    """The secret in hexadecimal, then the cuts as pairs of digits."""
    return proof.secret.hex().upper() + re.sub(r"\D", "", proof.cuts)


def read_proof(secret: str, cuts: str) -> Proof:
    pairs = [":".join(cuts[at : at + 2]) for at in range(0, len(cuts), 2)]
    return Proof.of(bytes.fromhex(secret), ",".join(pairs))


def written_names(names: Sequence[str]) -> str:
    """In hexadecimal UTF-8, a dot before each."""
    return "".join("." + name.encode("utf-8", "surrogatepass").hex().upper() for name in names)


def read_names(text: str, players: int) -> tuple[str, ...]:
    names = text[1:].split(".")
    if len(names) != players:
        raise RecordError(f"the codes hold no game: {len(names)} names for {players} players")
    try:
        return tuple(bytes.fromhex(name).decode("utf-8", "surrogatepass") for name in names)
    except ValueError:
        raise RecordError("the codes hold a broken name") from None
