"""An installed game that asks who begins: its record has to prove the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from random import Random
from typing import ClassVar

import highcard
import pytest

from tests.games.every_game import TESTED, only_games
from triqueta.games import GROUP, installed_games
from triqueta.games.api import Deal, GameModel, SeatQuestion
from triqueta.records.record import verify


@dataclass(frozen=True, slots=True)
class Setup(highcard.Setup):
    """The player who begins gets the first hand."""

    FORMAT: ClassVar = "asking-record/1"

    @classmethod
    def deal(cls, source: Deal) -> Setup:
        if source.seat is None:
            raise ValueError("a player must begin")
        dealt = highcard.Setup.deal(source)
        return cls(dealt.players, dealt.hands)

    @property
    def seat(self) -> int:
        return 0


class Game(highcard.Game):
    SETUP: ClassVar = Setup


SPEC = replace(
    highcard.SPEC,
    id="asking",
    editions=(replace(highcard.SPEC.editions[0], game_id="asking", name="asking"),),
    seat_question=SeatQuestion("Who begins?", "Any player."),
    model=f"{__name__}:MODEL",
    robot_levels=(),
)
MODEL = GameModel[Game, highcard.View, highcard.View](game=Game)


@pytest.fixture
def _asking() -> Iterator[None]:
    with only_games(EntryPoint("asking", f"{__name__}:SPEC", GROUP)):
        yield


@pytest.mark.usefixtures("_asking")
def test_it_is_proved_by_its_own_record() -> None:
    games, session = installed_games(), TESTED["highcard"]
    names, proof = ("Ana", "Ben", "Chloé"), session.proof(3, seed=4)
    written = games.random_game("asking", "asking", names, proof, Random(4)).document()
    assert verify(games.read(written)) == proof
