"""Ettana, as the commands know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from PIL.Image import Image

from triqueta.games.api import Clock, Decks, GameEdition, GameSpec, GameStatistics, Robot, Session
from triqueta.games.ettana.words import say
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof, proof_in
from triqueta.records.text import one_line
from triqueta.screens.screen import Screen

if TYPE_CHECKING:
    from triqueta.games.ettana.rules import PatternDeck


WIDEST_NAME = 48  # pixels of a deck's, on the table's screen


class EttanaSpec(GameSpec):
    id = "ettana"
    title = "Ettana"
    about = say("Ettana has looms, dice and secret cards: weave the patterns in your hand.")
    editions: tuple[GameEdition, ...] = (
        GameEdition(
            game="ettana",
            name="ettana",
            label="Ettana",
            detail=say("25 threads, 36 patterns"),
            again=say("Same players, Ettana"),
            players=range(2, 5),
            mark="Ettana",
        ),
    )
    record_format = "ettana-record/1"
    suffix = ".ettana.json"
    dealt = ("players", "threads", "numbers", "reserve", "patterns", "actions")
    robot_levels = ("easy", "good")
    quick_level = "good"
    code_prefix = "ET1/"
    proves = "chance: the secret and the players' cuts ({cuts}) give board, decks and every roll"

    def __init__(
        self, deck: PatternDeck | None = None, owners: Mapping[str, PatternDeck] | None = None
    ) -> None:
        """With another deck than the shipped one, or with owners' decks beside it, by name."""
        self._deck = deck
        self._owners = {_edition_with(name): found for name, found in (owners or {}).items()}
        self.editions = (*self.editions, *self._owners)

    @property
    def deck(self) -> PatternDeck:
        """The one it is played with if nobody says another."""
        from triqueta.games.ettana.decks import shipped_deck

        return self._deck or shipped_deck()

    def _deck_of(self, edition: str) -> PatternDeck:
        decks = {owned.name: deck for owned, deck in self._owners.items()}
        return decks.get(edition, self.deck)

    def _deck_named(self, document: dict[str, object]) -> PatternDeck:
        """The one that a record says; if there is none such, reading it will say so."""
        decks = (self.deck, *self._owners.values())
        return next((deck for deck in decks if deck.name == document.get("deck")), self.deck)

    def decks(self) -> Decks:
        from triqueta.games.ettana.decks import PatternDecks

        return PatternDecks()

    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        from triqueta.games.ettana.rules import Setup, deal
        from triqueta.games.ettana.session import EttanaSession

        layout, _ = deal(proof.secret, len(names), proof.cuts)
        return EttanaSession(Setup(names, layout, self._deck_of(edition)), proof)

    def rules(self) -> tuple[Screen, ...]:
        from triqueta.games.ettana.scenes.info import rules_pages

        return rules_pages()

    def load(self, document: dict[str, object]) -> GameRecord:
        from triqueta.games.ettana.record import EttanaRecord
        from triqueta.games.ettana.rules import Record

        record = Record.read(document, self._deck_named(document))
        return EttanaRecord.of(record.game, record.extra)

    def as_dealt(self, document: dict[str, object], proof: Proof) -> Session:
        from triqueta.games.ettana.rules.record import read_setup
        from triqueta.games.ettana.session import EttanaSession

        return EttanaSession(read_setup(document, self._deck_named(document)), proof)

    def from_codes(self, text: str) -> GameRecord:
        from triqueta.games.ettana.record import EttanaRecord
        from triqueta.games.ettana.rules.record import from_codes

        record = from_codes(text, (self.deck, *self._owners.values()))
        return EttanaRecord.of(record.game, record.extra)

    def verify(self, record: GameRecord) -> Proof:
        from triqueta.games.ettana.record import EttanaRecord
        from triqueta.games.ettana.rules import check_chance

        if not isinstance(record, EttanaRecord):
            raise TypeError("that is a record of another game")
        proof = proof_in(record.extra)
        check_chance(record.played, proof)
        return proof

    def perft(self, record: GameRecord, depth: int) -> int:
        from triqueta.games.ettana.record import EttanaRecord
        from triqueta.games.ettana.rules import perft

        if not isinstance(record, EttanaRecord):
            raise TypeError("that is a record of another game")
        return perft(record.played, depth)

    def random_game(
        self, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> GameRecord:
        """By the rules alone: many games are played so."""
        from triqueta.games.ettana.random_player import random_player
        from triqueta.games.ettana.record import EttanaRecord
        from triqueta.games.ettana.rules import Game, Setup, deal, next_chance

        choose = random_player(rng)
        layout, stream = deal(proof.secret, len(names), proof.cuts)
        game = Game(Setup(names, layout, self._deck_of(edition)))
        while game.to_act is not None:
            game.play(choose(game) or next_chance(game.position, stream) or "")
        return EttanaRecord.of(game, {"proof": proof.document()})

    def robot(self, name: str, clock: Clock) -> Robot:
        from triqueta.games.ettana.robots.levels import LEVELS

        return LEVELS[name] if name in LEVELS else super().robot(name, clock)

    def art(self, name: str) -> Image | None:
        from triqueta.games.ettana.screens.page_board import in_colour

        return in_colour(name)

    def statistics(self) -> GameStatistics:
        from triqueta.games.ettana.record import STATISTICS

        return STATISTICS


def _edition_with(deck: str) -> GameEdition:
    """With an owner's deck, which is called like its file."""
    from triqueta.screens.art import text_width

    usual = EttanaSpec.editions[0]
    short = one_line(deck)
    while text_width(short) > WIDEST_NAME:
        short = short[:-1]
    return replace(
        usual,
        name=f"{usual.name} {deck}",
        label=say("Ettana: {deck}", deck=short),
        detail=say("with a deck of your own"),
        again=say("Same players, {deck}", deck=short),
    )


SPEC = EttanaSpec()
