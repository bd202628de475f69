"""Triqueta, as the table and the journal know it."""

from __future__ import annotations

from triqueta.games.seam import GameEdition, GameKind, Play, SeatQuestion
from triqueta.games.triqueta.words import say
from triqueta.records.proof import Proof
from triqueta.screens.screen import Screen

_PLAYERS = range(2, 6)


class TriquetaKind(GameKind):
    about = say("With the wolves, dark tiles lie under three of the piles.")
    editions = (
        GameEdition(
            game="triqueta",
            name="base",
            label=say("Base game"),
            detail=say("60 tiles, six animals"),
            again=say("Same, base game"),
            players=_PLAYERS,
        ),
        GameEdition(
            game="triqueta",
            name="shadow",
            label=say("With wolves"),
            detail=say("15 shadow tiles more"),
            again=say("Same, with wolves"),
            players=_PLAYERS,
            mark=say("wolves"),
        ),
    )
    seat_question = SeatQuestion(
        title=say("Who is the youngest?"),
        help=say("The youngest player takes the Rock and starts."),
    )

    def deal(self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof) -> Play:
        from triqueta.games.triqueta.rules import (  # noqa: PLC0415
            Edition,
            Setup,
            deal,
        )
        from triqueta.games.triqueta.running_game import TriquetaPlay  # noqa: PLC0415

        if seat is None:
            raise ValueError("somebody has to have the Rock")
        named = Edition(edition)
        piles = deal(proof.secret, named, len(names), proof.cuts)
        return TriquetaPlay(Setup(named, names, seat, piles), proof)

    def rules(self) -> tuple[Screen, ...]:
        from triqueta.games.triqueta.rules_pages import rules_pages  # noqa: PLC0415

        return rules_pages()


KIND = TriquetaKind()
