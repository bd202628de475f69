"""A game of Triqueta encoded as a few lines for QR codes, and decoded again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.triqueta.rules.tables import games, random_game
from triqueta.games.triqueta.rules import Edition, Game, Proof, Record, RecordError, deal, verify
from triqueta.games.triqueta.text import Codec
from triqueta.records.codes import LONGEST_LINE
from triqueta.records.shuffle import random_cuts


def proved(game: Game, seed: int) -> Record[Game]:
    """Return a game with the same moves, and with piles dealt from a proof."""
    rng = Random(seed)
    setup = game.setup
    players = len(setup.players)
    proof = Proof.of(rng.randbytes(32), random_cuts(players, rng))
    piles = deal(proof.secret, setup.edition, players, proof.cuts)
    return Record(Game(replace(setup, piles=piles), game.moves), {"proof": proof.document()})


@given(games(), st.integers(0, 2**32))
def test_lines_and_back_in_any_order_and_twice(game: Game, seed: int) -> None:
    record = proved(game, seed)
    lines = Codec().write(record)
    Random(seed).shuffle(lines)
    again = Codec().read("\n".join(lines + lines[:1]))
    assert again == record
    verify(again)


@given(games(finished=True), st.integers(0, 2**32))
def test_every_line_fits_a_small_qr_code(game: Game, seed: int) -> None:
    for line in Codec().write(proved(game, seed)):
        assert len(line) <= LONGEST_LINE
        assert re.fullmatch(r"[0-9A-Z $%*+\-./:]+", line)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "the codes belong to different games"),
        (lambda lines: lines[1:], "code 1 of"),
        (lambda lines: ["TQ1/FFFF/1/9/ABC", lines[1]], "the codes belong to different games"),
        (lambda lines: [*lines, "hello"], "not the code of a game: hello"),
        (lambda lines: [*lines, lines[0] + "0"], "does not match the other codes"),
        (lambda lines: ["TQ1/0000/" + line[9:] for line in lines], "contain a different game"),
        (lambda lines: [lines[0].replace("/B3", "/X3"), *lines[1:]], "contain no valid game"),
        (lambda lines: [lines[0].replace("/B3", "/B5"), *lines[1:]], "contain no valid game"),
    ],
)
def test_spoilt_lines_are_refused(spoil: Callable[[list[str]], list[str]], message: str) -> None:
    spoilt = spoil(Codec().write(proved(random_game(Edition.BASE, 3, seed=1), seed=1)))
    with pytest.raises(RecordError, match=message):
        Codec().read("\n".join(spoilt))


@given(st.text())
def test_arbitrary_text_raises_only_the_records_own_error(text: str) -> None:
    with pytest.raises(RecordError):
        Codec().read(text)
