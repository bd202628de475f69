"""Zatre, as the table and the journal know it."""

from __future__ import annotations

from random import Random

from PIL.Image import Image

from triqueta.games.api import Clock, Coach, GameEdition, GameSpec, GameStatistics, Robot, Session
from triqueta.games.zatre.words import say
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof, proof_in
from triqueta.screens.screen import Screen


class ZatreSpec(GameSpec):
    id = "zatre"
    title = "Zatre"
    about = say("Zatre is a game of its own: lines of tiles sum to 10, 11 or 12.")
    editions = (
        GameEdition(
            game="zatre",
            name="zatre",
            label="Zatre",
            detail=say("121 tiles, sums up to 12"),
            again=say("Same players, Zatre"),
            players=range(2, 6),
            mark="Zatre",
        ),
    )
    record_format = "zatre-record/1"
    suffix = ".zatre.json"
    dealt = ("players", "opening", "bag")
    robot_levels = ("easy", "good")
    quick_level = "good"
    code_prefix = "ZA1/"
    proves = "bag: the secret and the players' cuts ({cuts}) give the opening and all 120 tiles"

    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        from triqueta.games.zatre.rules import Setup, deal
        from triqueta.games.zatre.session import ZatreSession

        return ZatreSession(Setup(names, *deal(proof.secret, len(names), proof.cuts)), proof)

    def rules(self) -> tuple[Screen, ...]:
        from triqueta.games.zatre.scenes.info import rules_pages

        return rules_pages()

    def load(self, document: dict[str, object]) -> GameRecord:
        from triqueta.games.zatre.record import ZatreRecord
        from triqueta.games.zatre.rules import Record

        record = Record.read(document)
        return ZatreRecord.of(record.game, record.extra)

    def as_dealt(self, document: dict[str, object], proof: Proof) -> Session:
        from triqueta.games.zatre.rules.record import read_setup
        from triqueta.games.zatre.session import ZatreSession

        return ZatreSession(read_setup(document), proof)

    def from_codes(self, text: str) -> GameRecord:
        from triqueta.games.zatre.record import ZatreRecord
        from triqueta.games.zatre.rules.record import from_codes

        record = from_codes(text)
        return ZatreRecord.of(record.game, record.extra)

    def verify(self, record: GameRecord) -> Proof:
        from triqueta.games.zatre.rules import check_deal
        from triqueta.games.zatre.rules.record import read_setup

        proof = proof_in(record.extra)
        check_deal(read_setup(record.document()), proof)
        return proof

    def perft(self, record: GameRecord, depth: int) -> int:
        from triqueta.games.zatre.rules import Record, perft

        return perft(Record.read(record.document()).game, depth)

    def random_game(
        self, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> GameRecord:
        """By the rules alone: thousands of games are played so."""
        from triqueta.games.zatre.random_player import random_player
        from triqueta.games.zatre.record import ZatreRecord
        from triqueta.games.zatre.rules import Game, Setup, deal

        choose = random_player(rng)
        game = Game(Setup(names, *deal(proof.secret, len(names), proof.cuts)))
        while game.to_act is not None:
            game.play(choose(game))
        return ZatreRecord.of(game, {"proof": proof.document()})

    def robot(self, name: str, clock: Clock) -> Robot:
        from triqueta.games.zatre.robots.levels import LEVELS

        return LEVELS[name] if name in LEVELS else super().robot(name, clock)

    def coach(self) -> Coach:
        from triqueta.games.zatre.robots.coach import ZatreCoach

        return ZatreCoach()

    def art(self, name: str) -> Image | None:
        from triqueta.games.zatre.screens.art import in_colour

        return in_colour(name)

    def statistics(self) -> GameStatistics:
        from triqueta.games.zatre.record import STATISTICS

        return STATISTICS


SPEC = ZatreSpec()
