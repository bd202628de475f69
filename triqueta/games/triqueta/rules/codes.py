"""A finished game as short lines of text, small enough for a few QR codes.

The piles follow from the secret and the cuts, so the lines hold the secret instead of them.
All characters are of QR's alphanumeric set. A line is `TQ1/GAME/PART/PARTS/...`, where GAME
are the first digits of the commitment; the parts in order, put together, are

    EDITION PLAYERS ROCK SECRET CUTS.NAME.NAME.MOVES

with B or S for the edition, the cuts as pairs of digits, the names as hexadecimal UTF-8, and
the moves as in a record, in capitals without gaps.
"""

from __future__ import annotations

import re

from triqueta.games.triqueta.rules.dealt_piles import deal
from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.record import Record
from triqueta.games.triqueta.rules.setup import Setup
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.games.triqueta.rules.verifying import read_proof
from triqueta.records.errors import RecordError, RulesError
from triqueta.records.proof import Proof

PREFIX = "TQ1/"
LONGEST_LINE = 77

_EDITIONS = {"B": Edition.BASE, "S": Edition.SHADOW}
_LINE = re.compile(r"TQ1/([0-9A-F]{4})/([1-9]\d?)/([1-9]\d?)/([0-9A-Z.+-]+)")
_CONTENT = re.compile(r"([BS])([2-5])([0-4])([0-9A-F]{64})((?:\d\d)*)((?:\.[0-9A-F]*)+)\.([^.]*)")


def to_codes(record: Record) -> list[str]:
    """The lines for a record that has a proof."""
    content = _content(record)
    game_id = read_proof(record).commitment[:4].upper()
    room = LONGEST_LINE - len(f"{PREFIX}{game_id}/99/99/")
    parts = [content[start : start + room] for start in range(0, len(content), room)]
    return [
        f"{PREFIX}{game_id}/{number}/{len(parts)}/{part}"
        for number, part in enumerate(parts, start=1)
    ]


def from_codes(text: str) -> Record:
    """The record that the lines of a text hold, in whatever order they were read."""
    match = _CONTENT.fullmatch(_put_together(text.split()))
    if match is None:
        raise RecordError("the codes hold no game")
    edition, players, rock, secret, cuts, names, moves = match.groups()
    if names.count(".") != int(players):
        raise RecordError(
            f"the codes hold no game: {names.count('.')} names for {players} players"
        )
    pairs = [":".join(cuts[at : at + 2]) for at in range(0, len(cuts), 2)]
    proof = Proof.of(bytes.fromhex(secret), ",".join(pairs))
    try:
        piles = deal(proof.secret, _EDITIONS[edition], int(players), proof.cuts)
        setup = Setup(_EDITIONS[edition], _read_names(names), int(rock), piles)
        game = Game(setup, re.findall(r"[drtp]\d|.", moves.lower()))
    except RulesError as error:
        raise RecordError(f"the codes hold no game: {error}") from None
    if not text.split(maxsplit=1)[0].startswith(f"{PREFIX}{proof.commitment[:4].upper()}/"):
        raise RecordError("the codes are not of the game they name")
    return Record(game, {"proof": proof.document()})


def _content(record: Record) -> str:
    setup, proof = record.game.setup, read_proof(record)
    edition = next(letter for letter, name in _EDITIONS.items() if name is setup.edition)
    cuts = re.sub(r"\D", "", proof.cuts)
    head = f"{edition}{len(setup.players)}{setup.rock}{proof.secret.hex()}{cuts}"
    names = [name.encode("utf-8", "surrogatepass").hex() for name in setup.players]
    return ".".join([head, *names, "".join(record.game.moves)]).upper()


def _put_together(lines: list[str]) -> str:
    found: dict[int, str] = {}
    games: set[tuple[str, str]] = set()
    for number, line in enumerate(lines, start=1):
        match = _LINE.fullmatch(line)
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


def _read_names(names: str) -> tuple[str, ...]:
    try:
        return tuple(
            bytes.fromhex(name).decode("utf-8", "surrogatepass") for name in names[1:].split(".")
        )
    except ValueError:
        raise RecordError("the codes hold a broken name") from None
