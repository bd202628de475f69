"""A game of Zatre encoded as a few lines for QR codes, and decoded again."""

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
from tests.games.every_game import TESTED
from tests.table.evening import NAMES, in_game
from triqueta.games.zatre.rules import Game, Record, Setup, deal
from triqueta.games.zatre.text import Codec
from triqueta.records.codes import LONGEST_LINE
from triqueta.records.errors import RecordError
from triqueta.records.shuffle import Proof, random_cuts
from triqueta.screens.frame import picture
from triqueta.stations.script import magnified
from triqueta.table.robots import play_out


def proved(players: int = 3, seed: int = 1, length: int = 200) -> Record[Game]:
    rng = Random(seed)
    proof = Proof.of(rng.randbytes(32), random_cuts(players, rng))
    game = Game(Setup(NAMES[:players], *deal(proof.secret, players, proof.cuts)))
    while game.to_act is not None and len(game.moves) < length:
        game.play(game.random_move(rng))
    return Record(game, {"proof": proof.document()})


@given(st.integers(2, 5), st.integers(0, 2**32), st.integers(0, 60))
def test_lines_and_back_in_any_order_and_twice(players: int, seed: int, length: int) -> None:
    record = proved(players, seed, length)
    lines = Codec().write(record)
    Random(seed).shuffle(lines)
    again = Codec().read("\n".join(lines + lines[:1]))
    assert again.document() == record.document()


@pytest.mark.parametrize("players", [2, 5])
def test_every_line_of_a_whole_game_fits_a_small_qr_code(players: int) -> None:
    lines = Codec().write(proved(players))
    assert len(lines) < 15
    for line in lines:
        assert len(line) <= LONGEST_LINE
        assert re.fullmatch(r"[0-9A-Z $%*+\-./:]+", line)


def with_players(line: str, number: int) -> str:
    """Return the line with another number of players."""
    return re.sub(r"^(ZA1/.*?/1/\d+/)3", rf"\g<1>{number}", line)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: lines[1:], "code 1 of"),
        (lambda lines: ["TQ1" + line[3:] for line in lines], "not the code of a game: TQ1"),
        (lambda lines: ["ZA1/0000/" + line[9:] for line in lines], "contain a different game"),
        (lambda lines: [with_players(lines[0], 7), *lines[1:]], "contain no valid game"),
        (lambda lines: [with_players(lines[0], 4), *lines[1:]], "3 names for 4 players"),
        (lambda lines: [*lines[:-1], lines[-1] + "-AA1"], "is off the board"),
        (lambda lines: [*lines[:-1], lines[-1] + "-HH1"], "contain no valid game: "),
        (lambda lines: [*lines[:-1], lines[-1] + "HH"], "contain no valid game$"),
        (lambda lines: [*lines[:-1], lines[-1] + "6"], "contain no valid game$"),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], "contain no valid game$"),
    ],
)
def test_spoilt_lines_are_refused(spoil: Callable[[list[str]], list[str]], message: str) -> None:
    spoilt = spoil(Codec().write(proved(length=6)))
    with pytest.raises(RecordError, match=message):
        Codec().read("\n".join(spoilt))


@given(st.text())
def test_arbitrary_text_raises_only_the_records_own_error(text: str) -> None:
    with pytest.raises(RecordError):
        Codec().read(text)


def test_the_codes_on_the_screen_hold_everything_that_verify_needs(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    session, rng = TESTED["zatre"].play(2, seed=3), Random(3)
    play_out(session, lambda seat: rng.choice(session.moves(seat)))
    evening = in_game(session).press("soft2 petal5")
    scanned: list[str] = []
    while True:
        (code,) = zxingcpp.read_barcodes(magnified(picture(evening.frame()), 4).convert("L"))
        if code.text in scanned:
            break
        scanned.append(code.text)
        evening.press("soft3")
    assert Codec().read("\n".join(reversed(scanned))).document() == session.document()
    file = tmp_path / "scanned.txt"
    file.write_text("\n".join(scanned), "utf-8")
    proved = Command(capsysbinary)("verify", file)
    assert proved.code == 0
    assert "give the opening and all 120 tiles" in proved.out


def test_no_code_before_the_end() -> None:
    evening = in_game(TESTED["zatre"].play(2, seed=3)).press("soft2")
    assert "4: The rules" in evening.says()
    assert "Proof" not in evening.says()
