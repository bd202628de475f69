"""Write a finished game as short lines of text, each small enough for a QR code, and read it back.

The lines use QR's alphanumeric characters only. A line is `PREFIX/GAME/PART/PARTS/...`, where GAME
is the first four digits of the commitment. The parts of all lines together are the content: the
game's own head, the secret, the cuts, the deck (if the game has one), the names and the moves.
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
    """A base class for codecs that write a game as lines for QR codes and read it back.

    `PREFIX` starts every line, for example "TQ1/". `HEAD`, `DECK` and `MOVES` are regular
    expressions for the game's own parts of the content. `HEAD` must have a group `players`, and
    all three can have other named groups.
    """

    PREFIX: ClassVar[str]
    HEAD: ClassVar[str]
    DECK: ClassVar[str] = ""
    MOVES: ClassVar[str]

    @abstractmethod
    def head(self, game: G) -> str:
        """Return the start of the content: the number of players and what else the game needs."""

    def deck(self, game: G) -> str:
        """Return the part that identifies the deck the game was played with."""
        return ""

    @abstractmethod
    def moves(self, game: G) -> str:
        """Return the moves. The text must not contain a dot, which separates the parts."""

    @abstractmethod
    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> G:
        """Return the game that the content describes, or raise RulesError.

        `content` has the named groups of `HEAD`, `DECK` and `MOVES`, and a group `moves`.
        """

    def write(self, record: Record[G]) -> list[str]:
        """Return the lines of a record, which must have a proof."""
        game, proof = record.game, read_proof(record)
        dealt = f"{self.head(game)}{_written_proof(proof)}{self.deck(game)}"
        content = f"{dealt}{_written_names(record.names)}.{self.moves(game)}"
        return to_lines(self.PREFIX, proof, content)

    def read(self, text: str, decks: Decks | None = None) -> Record[G]:
        """Return the record in a text whose lines can be in any order, or raise RecordError.

        `decks` are the custom decks that the game may have been played with.
        """
        match = self._content.fullmatch(put_together(self.PREFIX, text))
        if match is None:
            raise RecordError("the codes contain no valid game")
        proof = _read_proof(match["secret"], match["cuts"])
        names = _read_names(match["names"], int(match["players"]))
        try:
            game = self.game(match, names, proof, decks or {})
        except UnknownDeckError:
            raise
        except RulesError as error:
            raise RecordError(f"the codes contain no valid game: {error}") from None
        _check_game(self.PREFIX, text, proof)
        return Record(game, {"proof": proof.document()})

    @cached_property
    def _content(self) -> re.Pattern[str]:
        sealed = r"(?P<secret>[0-9A-F]{64})(?P<cuts>(?:\d\d)*)"
        names = r"(?P<names>(?:\.[0-9A-F]*)+)"
        return re.compile(rf"{self.HEAD}{sealed}{self.DECK}{names}\.(?P<moves>{self.MOVES})")


def to_lines(prefix: str, proof: Proof, content: str) -> list[str]:
    """Return the content split into numbered lines of at most `LONGEST_LINE` characters."""
    begins = f"{prefix}{_game_id(proof)}"
    room = LONGEST_LINE - len(f"{begins}/99/99/")
    parts = [content[start : start + room] for start in range(0, len(content), room)]
    return [f"{begins}/{number}/{len(parts)}/{part}" for number, part in enumerate(parts, start=1)]


def put_together(prefix: str, text: str) -> str:
    """Return the content of numbered lines, which can be in any order, or raise RecordError."""
    found: dict[int, str] = {}
    games: set[tuple[str, str]] = set()
    for number, line in enumerate(text.split(), start=1):
        match = _LINE.fullmatch(line.removeprefix(prefix)) if line.startswith(prefix) else None
        if match is None:
            raise RecordError(f"line {number}: not the code of a game: {line[:20]}")
        game_id, part, parts, content = match.groups()
        games.add((game_id, parts))
        if int(part) > int(parts) or found.setdefault(int(part), content) != content:
            raise RecordError(f"line {number}: does not match the other codes")
    if len(games) != 1:
        raise RecordError("the codes belong to different games")
    ((_, parts),) = games
    missing = [number for number in range(1, int(parts) + 1) if number not in found]
    if missing:
        raise RecordError(f"code {missing[0]} of {parts} is missing")
    return "".join(found[number] for number in range(1, int(parts) + 1))


def _check_game(prefix: str, text: str, proof: Proof) -> None:
    """Raise RecordError for lines whose game number does not match their content."""
    if not text.split(maxsplit=1)[0].startswith(f"{prefix}{_game_id(proof)}/"):
        raise RecordError("the codes contain a different game from the one they name")


def _game_id(proof: Proof) -> str:
    return proof.commitment[:4].upper()


# The parts of the content that all games share: the secret with the cuts, and the names.


def _written_proof(proof: Proof) -> str:
    """Return the secret in hexadecimal, followed by each cut as two digits."""
    return proof.secret.hex().upper() + re.sub(r"\D", "", proof.cuts)


def _read_proof(secret: str, cuts: str) -> Proof:
    pairs = [":".join(cuts[at : at + 2]) for at in range(0, len(cuts), 2)]
    return Proof.of(bytes.fromhex(secret), ",".join(pairs))


def _written_names(names: Sequence[str]) -> str:
    """Return each name as a dot followed by its UTF-8 bytes in hexadecimal."""
    return "".join("." + name.encode("utf-8", "surrogatepass").hex().upper() for name in names)


def _read_names(text: str, players: int) -> tuple[str, ...]:
    names = text[1:].split(".")
    if len(names) != players:
        raise RecordError(
            f"the codes contain no valid game: {len(names)} names for {players} players"
        )
    try:
        return tuple(bytes.fromhex(name).decode("utf-8", "surrogatepass") for name in names)
    except ValueError:
        raise RecordError("the codes contain a malformed player name") from None
