"""The deal of a tutorial: one in which something happens soon.

Of the five tiles on top of the first pile three are of one animal and two of another: whichever
three of them are drawn first, two are a pair, and a Triqueta can be put together. Right below
lies the fourth tile of its animal, the one that costs.
"""

from __future__ import annotations

from random import Random

from PIL.Image import Image

from triqueta.games.api import (
    Clock,
    Coach,
    GameEdition,
    GameSpec,
    GameStatistics,
    Robot,
    SeatQuestion,
    Session,
    Tutorial,
)
from triqueta.games.triqueta.words import say
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof, proof_in
from triqueta.screens.screen import Screen

SECRETS = {2: 2, 3: 106, 4: 62, 5: 70}
"""By the number of players: of all numbers that deal so as a secret, the smallest.

.venv/bin/python -m tests.games.triqueta.tutorial_deals
"""


def secret_for(players: int) -> bytes:
    return SECRETS[players].to_bytes(32)


_PLAYERS = range(2, 6)


class TriquetaSpec(GameSpec):
    id = "triqueta"
    title = "Triqueta"
    about = say("With the wolves, dark tiles lie under three of the piles.")
    editions = (
        GameEdition(
            game="triqueta",
            name="base",
            label="Triqueta",
            detail=say("60 tiles, six animals"),
            again=say("Same players, Triqueta"),
            players=_PLAYERS,
        ),
        GameEdition(
            game="triqueta",
            name="shadow",
            label=say("Triqueta with wolves"),
            detail=say("plus 15 shadow tiles"),
            again=say("Same players, with wolves"),
            players=_PLAYERS,
            mark=say("wolves"),
        ),
    )
    seat_question = SeatQuestion(
        title=say("Who is the youngest?"),
        help=say("The youngest player takes the Rock and starts."),
    )

    tutorial = Tutorial(editions[0], secret_for)

    record_format = "triqueta-record/1"
    suffix = ".tqr.json"
    dealt = ("players", "piles")
    code_prefix = "TQ1/"
    robot_levels = ("easy", "medium", "hard", "expert")
    quick_level = "hard"
    yardsticks = ("random", "greedy")
    proves = "piles: the secret and the players' cuts ({cuts}) give all four, tile by tile"

    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        from triqueta.games.triqueta.rules import (
            Edition,
            Setup,
            deal,
        )
        from triqueta.games.triqueta.session import TriquetaSession

        if seat is None:
            raise ValueError("somebody has to have the Rock")
        named = Edition(edition)
        piles = deal(proof.secret, named, len(names), proof.cuts)
        return TriquetaSession(Setup(named, names, seat, piles), proof)

    def rules(self) -> tuple[Screen, ...]:
        from triqueta.games.triqueta.help import rules_pages

        return rules_pages()

    def load(self, document: dict[str, object]) -> GameRecord:
        from triqueta.games.triqueta.record import TriquetaRecord
        from triqueta.games.triqueta.rules import Record

        record = Record.read(document)
        return TriquetaRecord.of(record.game, record.extra)

    def as_dealt(self, document: dict[str, object], proof: Proof) -> Session:
        from triqueta.games.triqueta.rules import Record
        from triqueta.games.triqueta.session import TriquetaSession

        return TriquetaSession(Record.read(document).game.setup, proof)

    def from_codes(self, text: str) -> GameRecord:
        from triqueta.games.triqueta.record import TriquetaRecord
        from triqueta.games.triqueta.rules.record import from_codes

        record = from_codes(text)
        return TriquetaRecord.of(record.game, record.extra)

    def verify(self, record: GameRecord) -> Proof:
        from triqueta.games.triqueta.rules.record import check_deal, read_setup

        proof = proof_in(record.extra)
        check_deal(read_setup(record.document()), proof)
        return proof

    def perft(self, record: GameRecord, depth: int) -> int:
        from triqueta.games.triqueta.rules import Record, perft

        return perft(Record.read(record.document()).game, depth)

    def random_game(
        self, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> GameRecord:
        """By the rules alone: thousands of games are played so."""
        from triqueta.games.triqueta.random_player import random_player
        from triqueta.games.triqueta.record import TriquetaRecord
        from triqueta.games.triqueta.rules import (
            Edition,
            Game,
            Setup,
            deal,
        )

        named, choose = Edition(edition), random_player(rng)
        piles = deal(proof.secret, named, len(names), proof.cuts)
        game = Game(Setup(named, names, rng.randrange(len(names)), piles))
        while game.legal_moves:
            game.play(choose(game))
        return TriquetaRecord.of(game, {"proof": proof.document()})

    def robot(self, name: str, clock: Clock) -> Robot:
        from triqueta.games.triqueta.robots.levels import LEVELS, YARDSTICKS, robot

        return robot(name, clock) if name in LEVELS + YARDSTICKS else super().robot(name, clock)

    def coach(self) -> Coach:
        from triqueta.games.triqueta.robots.coach import TriquetaCoach

        return TriquetaCoach()

    def to_json(self, view: object) -> object:
        from triqueta.games.triqueta.views import OwnView

        return super().to_json(view.seat if isinstance(view, OwnView) else view)

    def statistics(self) -> GameStatistics:
        from triqueta.games.triqueta.record import STATISTICS

        return STATISTICS

    def art(self, name: str) -> Image | None:
        from triqueta.games.triqueta.screens.art import in_colour

        return in_colour(name)


SPEC = TriquetaSpec()
