"""A game of Triqueta in short lines for QR codes."""

from __future__ import annotations

import re

from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.setup import Setup, deal
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.records import codes
from triqueta.records.game import Decks
from triqueta.records.shuffle import Proof

_EDITIONS = {"B": Edition.BASE, "S": Edition.SHADOW}
_LETTERS = {edition: letter for letter, edition in _EDITIONS.items()}


class Codec(codes.Codec[Game]):
    """Writes the edition, the players, who has the Rock, and the moves as they are."""

    PREFIX = "TQ1/"
    HEAD = "(?P<edition>[BS])(?P<players>[2-5])(?P<rock>[0-4])"
    MOVES = "[^.]*"

    def head(self, game: Game) -> str:
        setup = game.setup
        return f"{_LETTERS[setup.edition]}{len(setup.players)}{setup.rock}"

    def moves(self, game: Game) -> str:
        return "".join(game.moves).upper()

    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> Game:
        edition = _EDITIONS[content["edition"]]
        piles = deal(proof.secret, edition, len(names), proof.cuts)
        setup = Setup(edition, names, int(content["rock"]), piles)
        return Game(setup, re.findall(r"[drtp]\d|.", content["moves"].lower()))
