"""A game in short lines of text, which a few small QR codes can hold.

All characters are of QR's alphanumeric set. A line is `PREFIX/GAME/PART/PARTS/...`, where GAME
are the first digits of the commitment; the parts in order, put together, are the content. The
content is what a game puts first, the secret, the cuts, the deck if it has one, the names and the
moves.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from triqueta.records.errors import RecordError, RulesError, UnknownDeckError
from triqueta.records.game import AnyGame, Decks
from triqueta.records.record import Record, read_proof
from triqueta.records.shuffle import Proof

LONGEST_LINE = 77

_LINE = re.compile(r"([0-9A-F]{4})/([1-9]\d?)/([1-9]\d?)/([0-9A-Z.+-]+)")

G = TypeVar("G", bound=AnyGame)


class Codec(ABC, Generic[G]):
    """Writes a game in lines for QR codes, and reads it again.

    `HEAD`, `DECK` and `MOVES` are regular expressions for the game's own parts of the content.
    The head has a group `players`, and each of the three may have more groups of its own.
    """

    PREFIX: ClassVar[str]
    HEAD: ClassVar[str]
    DECK: ClassVar[str] = ""
    MOVES: ClassVar[str]

    @abstractmethod
    def head(self, game: G) -> str:
        """Return what the content begins with: the number of players, and the game's own."""

    def deck(self, game: G) -> str:
        """Return what says which deck the game was played with."""
        return ""

    @abstractmethod
    def moves(self, game: G) -> str:
        """Return the moves, without a dot."""

    @abstractmethod
    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> G:
        """Return the game; `content` has the groups of the expressions, and `moves`."""

    def write(self, record: Record[G]) -> list[str]:
        """Return the lines of a record that has a proof."""
        game, proof = record.game, read_proof(record)
        dealt = f"{self.head(game)}{_written_proof(proof)}{self.deck(game)}"
        content = f"{dealt}{_written_names(record.names)}.{self.moves(game)}"
        return to_lines(self.PREFIX, proof, content)

    def read(self, text: str, decks: Decks | None = None) -> Record[G]:
        """Return the record that the lines of a text hold, in any order.

        `decks` are owners' decks that it may have been played with.
        """
        match = self._content.fullmatch(put_together(self.PREFIX, text))
        if match is None:
            raise RecordError("the codes hold no game")
        proof = _read_proof(match["secret"], match["cuts"])
        names = _read_names(match["names"], int(match["players"]))
        try:
            game = self.game(match, names, proof, decks or {})
        except UnknownDeckError:
            raise
        except RulesError as error:
            raise RecordError(f"the codes hold no game: {error}") from None
        _check_game(self.PREFIX, text, proof)
        return Record(game, {"proof": proof.document()})

    @cached_property
    def _content(self) -> re.Pattern[str]:
        sealed = r"(?P<secret>[0-9A-F]{64})(?P<cuts>(?:\d\d)*)"
        names = r"(?P<names>(?:\.[0-9A-F]*)+)"
        return re.compile(rf"{self.HEAD}{sealed}{self.DECK}{names}\.(?P<moves>{self.MOVES})")


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


def _check_game(prefix: str, text: str, proof: Proof) -> None:
    """Refuse lines that name another game than they hold."""
    if not text.split(maxsplit=1)[0].startswith(f"{prefix}{_game_id(proof)}/"):
        raise RecordError("the codes are not of the game they name")


def _game_id(proof: Proof) -> str:
    return proof.commitment[:4].upper()


# What the content of every game has: the secret with the cuts, and the names.


def _written_proof(proof: Proof) -> str:
    """The secret in hexadecimal, then the cuts as pairs of digits."""
    return proof.secret.hex().upper() + re.sub(r"\D", "", proof.cuts)


def _read_proof(secret: str, cuts: str) -> Proof:
    pairs = [":".join(cuts[at : at + 2]) for at in range(0, len(cuts), 2)]
    return Proof.of(bytes.fromhex(secret), ",".join(pairs))


def _written_names(names: Sequence[str]) -> str:
    """In hexadecimal UTF-8, a dot before each."""
    return "".join("." + name.encode("utf-8", "surrogatepass").hex().upper() for name in names)


def _read_names(text: str, players: int) -> tuple[str, ...]:
    names = text[1:].split(".")
    if len(names) != players:
        raise RecordError(f"the codes hold no game: {len(names)} names for {players} players")
    try:
        return tuple(bytes.fromhex(name).decode("utf-8", "surrogatepass") for name in names)
    except ValueError:
        raise RecordError("the codes hold a broken name") from None
