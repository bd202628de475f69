"""A game of Ettana encoded as lines for QR codes, and decoded again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import Command
from tests.games.ettana.tables import DECK, NAMES, play_on
from tests.games.ettana.test_session import begun
from tests.profiles import examples
from tests.table.evening import in_game
from triqueta.games import installed_games
from triqueta.games.ettana.rules import Game, PatternDeck, Record, Setup, deal
from triqueta.games.ettana.rules.game import ACTS
from triqueta.games.ettana.rules.patterns import shipped_deck
from triqueta.games.ettana.session import EttanaSession
from triqueta.games.ettana.text import Codec
from triqueta.records.codes import LONGEST_LINE
from triqueta.records.errors import RecordError, UnknownDeckError
from triqueta.records.record import verify
from triqueta.records.shuffle import Proof, random_cuts
from triqueta.screens.frame import picture
from triqueta.stations.script import magnified
from triqueta.table.robots import play_out

SHIPPED = shipped_deck()


def proved(
    players: int = 3, seed: int = 1, length: int | None = None, deck: PatternDeck = SHIPPED
) -> Record[Game]:
    rng = Random(seed)
    proof = Proof.of(rng.randbytes(32), random_cuts(players, rng))
    layout, stream = deal(proof.secret, players, proof.cuts)
    game = Game(Setup(NAMES[:players], layout, deck))
    play_on(game, stream, rng, length)
    return Record(game, {"proof": proof.document()})


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 200))
@examples(30)
def test_lines_and_back_in_any_order_and_twice(players: int, seed: int, length: int) -> None:
    record = proved(players, seed, length)
    lines = Codec().write(record)
    Random(seed).shuffle(lines)
    again = Codec().read("\n".join(lines + lines[:1]))
    assert again.document() == record.document()


def test_every_kind_of_move_comes_back() -> None:
    forms = {act.form.pattern for act in ACTS}
    for seed in range(4):
        record = proved(4, seed)
        assert (
            Codec()
            .read("\n".join(Codec().write(record)), {"ettana": DECK, "ettana shipped": SHIPPED})
            .document()
            == record.document()
        )
        forms -= {
            act.form.pattern
            for move in record.game.moves
            for act in ACTS
            if act.form.fullmatch(move)
        }
    assert forms == set()


def test_every_line_of_a_whole_game_fits_a_small_qr_code() -> None:
    lines = Codec().write(finished().record())
    assert len(lines) < 20
    for line in lines:
        assert len(line) <= LONGEST_LINE
        assert re.fullmatch(r"[0-9A-Z $%*+\-./:]+", line)
    assert len(Codec().write(proved(4))) < 99  # even for players who move at random


def finished() -> EttanaSession:
    """Return a game of robots, about as long as one of people."""
    session, rng = dealt(), Random(1)
    robot = installed_games().robot("ettana", "good", float)
    play_out(session, lambda seat: robot.choose(session.view(seat), session.moves(seat), rng))
    return session


def test_the_codes_on_the_screen_hold_the_whole_game() -> None:
    session = finished()
    evening = in_game(session).press("soft2 petal5")
    scanned: list[str] = []
    while True:
        (code,) = zxingcpp.read_barcodes(magnified(picture(evening.frame()), 4).convert("L"))
        if code.text in scanned:
            break
        scanned.append(code.text)
        evening.press("soft3")
    read = Codec().read("\n".join(reversed(scanned)))
    assert read.document() == session.document()
    verify(read)


def test_no_code_before_the_end() -> None:
    evening = in_game(begun()).press("soft3 petal2")
    assert "4: The rules" in evening.says()
    assert "Proof" not in evening.says()


def dealt() -> EttanaSession:
    proof = Proof.of(bytes(range(32)), "1:3,2:5,3:1")
    session = installed_games().deal("ettana", "ettana", NAMES[:3], None, proof)
    assert isinstance(session, EttanaSession)
    return session


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: lines[1:], "code 1 of"),
        (lambda lines: ["ZA1" + line[3:] for line in lines], "not the code of a game: ZA1"),
        (lambda lines: ["ET1/0000/" + line[9:] for line in lines], "contain a different game"),
        (lambda lines: [*lines[:-1], lines[-1] + "-Q"], "no valid game: .*unknown move"),
        (lambda lines: [*lines[:-1], lines[-1] + "-"], "no valid game: .*unknown move"),
        (lambda lines: [*lines[:-1], lines[-1] + "-NA1"], "contain no valid game: "),
        (lambda lines: [*lines[:-1], lines[-1] + "-S"], "contain no valid game: "),
        (lambda lines: [*lines[:-1], lines[-1] + "-WA1"], "contain no valid game: "),
        (lambda lines: [*lines[:-1], lines[-1] + "-O-O-O"], "contain no valid game: "),
        (lambda lines: [*lines[:-1], lines[-1] + "."], "contain no valid game$"),
    ],
)
def test_spoilt_lines_are_refused(spoil: Callable[[list[str]], list[str]], message: str) -> None:
    spoilt = spoil(Codec().write(proved(length=40)))
    with pytest.raises(RecordError, match=message):
        Codec().read("\n".join(spoilt))


def test_they_say_which_deck_it_was() -> None:
    lines = "\n".join(Codec().write(proved(length=30, deck=SHIPPED)))
    with pytest.raises(UnknownDeckError, match=f"played with {SHIPPED.name[:16]}"):
        Codec().read(lines, {"ettana": DECK})


@given(st.text())
def test_arbitrary_text_raises_only_the_records_own_error(text: str) -> None:
    with pytest.raises(RecordError):
        Codec().read(text)


def test_what_was_scanned_can_be_verified(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "scanned.txt"
    file.write_text("\n".join(Codec().write(proved(2, seed=4))), "utf-8")
    found = Command(capsysbinary)("verify", file)
    assert found.code == 0
    assert "give board, decks and every roll" in found.out
