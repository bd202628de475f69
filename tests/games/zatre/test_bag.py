"""The fair bag: reproducible from the secret and the cuts, and provable."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.zatre.tables import NAMES
from triqueta.games.zatre.rules import Game, Setup, deal
from triqueta.records.errors import ProofError, SetupError, ShuffleError
from triqueta.records.record import check_proof
from triqueta.records.shuffle import Proof, Stream

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("players", "cuts", "opening", "begins"),
    [
        (3, "1:3,2:5,3:1", ("615",), "64123134254236456321"),
        (4, "", ("3455", "22", "32"), "12451244654661314414"),
    ],
)
def test_the_check_values(players: int, cuts: str, opening: tuple[str, ...], begins: str) -> None:
    found, bag = deal(SECRET, players, cuts)
    assert found == opening
    assert bag[:20] == begins


@given(st.binary(min_size=32, max_size=32), st.integers(2, 5))
def test_every_deal_is_a_set_up(secret: bytes, players: int) -> None:
    setup = Setup(NAMES[:players], *deal(secret, players, f"{players}:1"))
    check_proof(Game(setup), Proof.of(secret, f"{players}:1"))


def test_the_opening_is_taken_from_the_front_drawing_by_drawing() -> None:
    stream = Stream(SECRET, "zatre-deal/1", 4, "")
    tiles = stream.shuffled("1" * 21 + "".join(value * 20 for value in "23456"))
    opening, bag = deal(SECRET, 4, "")
    assert "".join(opening) == "".join(tiles[:8])
    rest = sorted((Counter(tiles) - Counter("3")).elements())
    assert bag == "".join(stream.shuffled(rest))


def test_wrong_players_cuts_and_secrets_are_refused() -> None:
    with pytest.raises(SetupError, match="players: 6 instead of 2 to 5"):
        deal(SECRET, 6, "")
    with pytest.raises(ShuffleError, match="cuts: cut 1"):
        deal(SECRET, 2, "3:1")
    with pytest.raises(ShuffleError, match="secret: 3 bytes"):
        deal(b"abc", 2, "")


def test_another_bag_or_opening_is_found_out() -> None:
    setup = Setup(NAMES[:3], *deal(SECRET, 3, "1:3"))
    proof = Proof.of(SECRET, "1:3")
    check_proof(Game(setup), proof)
    bag = setup.bag
    first = next(index for index in range(120) if bag[index] != bag[0])
    swapped = bag[first] + bag[1:first] + bag[0] + bag[first + 1 :]
    with pytest.raises(ProofError) as caught:
        check_proof(Game(replace(setup, bag=swapped)), proof)
    assert str(caught.value) == (
        f"proof: it deals tile 1 of the bag as {bag[0]}, not {bag[first]}"
    )
    other = tuple(reversed(setup.players))
    opening = ("".join(reversed(setup.opening[0])),)
    with pytest.raises(ProofError, match="it deals the opening as"):
        check_proof(Game(replace(setup, players=other, opening=opening)), proof)


def test_other_cuts_or_another_secret_are_found_out() -> None:
    setup = Setup(NAMES[:3], *deal(SECRET, 3, "1:3"))
    for proof in (Proof.of(SECRET, "1:4"), Proof.of(bytes(32), "1:3"), Proof.of(SECRET, "4:1")):
        with pytest.raises(ProofError, match=r"^proof: "):
            check_proof(Game(setup), proof)
    with pytest.raises(ProofError, match="the secret's commitment is"):
        check_proof(Game(setup), replace(Proof.of(SECRET, "1:3"), commitment="0" * 64))
