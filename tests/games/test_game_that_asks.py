"""A game from outside that asks who begins: its own record has to prove it, too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import ModuleType

import pytest

from tests.games.every_game import TESTED
from tests.games.highcard.kind import HighCardSpec
from triqueta.games import GAMES, game
from triqueta.games.api import SeatQuestion, Session
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof


class AskingSpec(HighCardSpec):
    """Whoever is asked for gets the first hand; the record has it among its players."""

    id, seat_question = "asking", SeatQuestion("Who begins?", "Whoever likes.")

    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        if seat is None:
            raise ValueError("somebody has to begin")
        return super().deal(edition, names, seat, proof)

    def load(self, document: dict[str, object]) -> GameRecord:
        return replace(super().load(document), seat=0)


@pytest.fixture
def asking(high_card: None) -> Iterator[None]:
    module = ModuleType("asking")
    module.SPEC = AskingSpec()  # type: ignore[attr-defined]
    sys.modules["asking"], GAMES["asking"] = module, "asking"
    yield
    del sys.modules["asking"]


@pytest.mark.usefixtures("asking")
def test_it_is_proved_by_its_own_record() -> None:
    kind, play = game("asking"), TESTED["highcard"].play(3, seed=4)
    written = kind.random_game("plain", play.names, play.proof, Random(4)).document()
    record = kind.load(written)
    assert kind.verify(record) == play.proof
