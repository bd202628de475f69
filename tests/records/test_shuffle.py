"""The fair shuffle: exact, uniform and provable."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.triqueta.rules.tables import NAMES
from triqueta.games.triqueta.rules import (
    Edition,
    Game,
    Pile,
    Proof,
    ProofError,
    Record,
    Setup,
    SetupError,
    ShuffleError,
    commitment,
    deal,
    random_piles,
    setup,
    verify,
)
from triqueta.records.shuffle import below, random_words, robot_seed

SECRET = bytes(range(32))


def test_check_value_of_the_commitment() -> None:
    expected = "a27398f00ab1928585d537bde180b3d38cc9ad2d00a7ff6100ca014c1dd0ed01"
    assert commitment(SECRET) == expected


def test_a_robots_seed_differs_for_each_secret_seat_and_decision() -> None:
    seeds = [
        robot_seed(SECRET, 1, 7),
        robot_seed(SECRET, 1, 8),
        robot_seed(SECRET, 2, 7),
        robot_seed(bytes(32), 1, 7),
    ]
    assert len(set(seeds)) == 4
    assert seeds[0] == robot_seed(SECRET, 1, 7)


def test_a_robots_seed_reveals_neither_secret_nor_deal() -> None:
    seed = robot_seed(SECRET, 1, 7)
    assert seed == hmac.digest(SECRET, b"triqueta-robot/1\n1\n7", "sha256").hex()
    assert commitment(SECRET) != seed
    assert SECRET.hex() not in seed


def test_check_value_of_the_base_game() -> None:
    piles = deal(SECRET, Edition.BASE, 3, "1:3,2:5,3:1")
    assert " ".join(piles[0]) == "URU OBU MUU BMD ORB"
    assert " ".join(piles[3]) == "BMR UDO MRO DBR DDM"


def test_check_value_of_the_expansion() -> None:
    piles = deal(SECRET, Edition.SHADOW, 2, "")
    assert " ".join(piles[0]) == "DUU RRB MUB MDB OUO"
    assert " ".join(piles[3]) == "MOMd BRBw MUDw RROw OMDw"


@given(st.binary(min_size=32, max_size=32), st.sampled_from(Edition), st.integers(2, 5))
def test_every_deal_is_a_valid_set_up(secret: bytes, edition: Edition, players: int) -> None:
    Setup(edition, NAMES[:players], 0, deal(secret, edition, players, "1:1"))


def test_edition_players_cuts_and_secret_all_change_the_deal() -> None:
    deals = {
        deal(SECRET, Edition.BASE, 3, ""),
        deal(SECRET, Edition.BASE, 4, ""),
        deal(SECRET, Edition.BASE, 3, "1:1"),
        deal(SECRET, Edition.BASE, 3, "1:2"),
        deal(SECRET[::-1], Edition.BASE, 3, ""),
        tuple(tuple(petal[:3] for petal in pile) for pile in deal(SECRET, Edition.SHADOW, 3, "")),
    }
    assert len(deals) == 6


def test_the_random_stream_continues_beyond_its_first_block() -> None:
    words = struct.unpack(">1000I", hashlib.shake_256(b"seed").digest(4000))
    assert tuple(islice(random_words(b"seed"), 1000)) == words


def test_words_past_the_last_full_span_are_skipped() -> None:
    top = 2**32 - 1  # 2**32 is not a multiple of 60: the last words would favour small numbers
    assert below(60, iter([top, 2**32 // 60 * 60, 61])) == 1
    assert below(64, iter([top])) == 63


def chi_square(counts: list[Counter[str]], odds: dict[str, float], deals: int) -> float:
    return sum(
        (count[tile] - deals * odd) ** 2 / (deals * odd)
        for count in counts
        for tile, odd in odds.items()
    )


def test_every_tile_is_equally_likely_at_every_position() -> None:
    """Chi-square test over positions with fixed secrets, separately for light and shadow tiles.

    Rows and columns are given: (60 - 1) * (6 - 1) and (15 - 1) * (7 - 1) degrees of freedom. The
    bounds are the 0.1 % and 99.9 % points: too even would be as wrong as too uneven.
    """
    deals = 3000
    light = [Counter[str]() for _ in range(60)]
    shadow = [Counter[str]() for _ in range(15)]
    for number in range(deals):
        secret = hashlib.sha256(b"uniformity %d" % number).digest()
        tiles = "".join("".join(pile) for pile in deal(secret, Edition.SHADOW, 4, "2:2"))
        for count, tile in zip(light, filter(str.isupper, tiles), strict=True):
            count[tile] += 1
        for count, tile in zip(shadow, filter(str.islower, tiles), strict=True):
            count[tile] += 1
    assert 226 < chi_square(light, dict.fromkeys("RODBMU", 1 / 6), deals) < 376
    shadow_odds = {"w": 9 / 15, **dict.fromkeys("rodbmu", 1 / 15)}
    assert 50 < chi_square(shadow, shadow_odds, deals) < 130


@pytest.mark.parametrize("cuts", ["1", "0:1", "4:1", "1:6", "1:0", "1:1,", ",", " 1:1", "1:1;2:1"])
def test_wrong_cuts_are_refused(cuts: str) -> None:
    with pytest.raises(ShuffleError, match="instead of seat:petal with seats 1 to 3"):
        deal(SECRET, Edition.BASE, 3, cuts)


def test_a_wrong_secret_or_number_of_players_is_refused() -> None:
    with pytest.raises(ShuffleError, match="secret: 31 bytes instead of 32"):
        deal(SECRET[1:], Edition.BASE, 3, "")
    with pytest.raises(ShuffleError, match="secret: 0 bytes instead of 32"):
        commitment(b"")
    with pytest.raises(SetupError, match="players: 6 instead of 2 to 5"):
        deal(SECRET, Edition.BASE, 6, "")


def proved(**changes: object) -> Record[Game]:
    piles = deal(SECRET, Edition.BASE, 3, "1:3,2:5,3:1")
    game = Game(Setup(Edition.BASE, NAMES[:3], 0, piles))
    proof = Proof.of(SECRET, "1:3,2:5,3:1").document() | changes
    return Record(game, {"proof": proof})


def test_a_valid_proof_is_verified() -> None:
    assert verify(proved()).secret == SECRET
    assert verify(proved(commitment=commitment(SECRET).upper())).cuts == "1:3,2:5,3:1"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"commitment": "0" * 64}, "proof: the secret's commitment is a27398f0"),
        ({"secret": "00" * 32}, "proof: the secret's commitment is "),
        ({"cuts": "1:3,2:5"}, "proof: it deals pile 1 as .*, not URU OBU MUU BMD ORB"),
        ({"cuts": "9:9"}, "proof: cuts: cut 1 is"),
        ({"cuts": None}, "proof: cuts: missing or not a string"),
        ({"secret": "00"}, "proof: secret: not 64 hexadecimal digits"),
        ({"secret": 5}, "proof: secret: missing or not a string"),
        ({"commitment": "x" * 64}, "proof: commitment: not 64 hexadecimal digits"),
    ],
)
def test_an_invalid_proof_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ProofError, match=message):
        verify(proved(**changes))


@pytest.mark.parametrize("place", range(64))
def test_a_difference_in_any_one_digit_of_the_commitment_is_found(place: int) -> None:
    right = commitment(SECRET)
    other = "0" if right[place] != "0" else "1"
    wrong = right[:place] + other + right[place + 1 :]
    with pytest.raises(ProofError, match=f"commitment is {right}, not {wrong}"):
        verify(proved(commitment=wrong))


@pytest.mark.parametrize("pile", range(4))
def test_a_difference_in_any_one_pile_is_found(pile: int) -> None:
    record = proved()
    piles = list(record.game.setup.piles)
    first, *others = piles[pile]
    swapped = first[1] + first[0] + first[2]
    if swapped == first:  # the two top tiles are the same
        swapped = first[2] + first[1] + first[0]
    piles[pile] = (swapped, *others)
    other = Game(replace(record.game.setup, piles=tuple(piles)))
    with pytest.raises(ProofError, match=f"it deals pile {pile + 1} as"):
        verify(Record(other, record.extra))


def test_a_missing_proof_is_refused() -> None:
    with pytest.raises(ProofError, match="proof: missing"):
        verify(Record(proved().game))


@pytest.mark.parametrize("edition", Edition)
def test_random_piles_are_valid_and_deterministic(edition: Edition) -> None:
    found = [random_piles(Random(seed), edition) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    for piles in found:
        Setup(edition, NAMES[:3], 0, piles)


def test_random_piles_are_uniform() -> None:
    rng, games = Random(1), 3000
    light, shadow = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for _ in range(games):
        petals = [petal for pile in random_piles(rng, Edition.SHADOW) for petal in pile]
        light.update(enumerate("".join(petal[:3] for petal in petals)))
        shadow.update(enumerate("".join(petal[3:] for petal in petals)))
    assert len(light) == 60 * 6
    assert len(shadow) == 15 * 7
    assert max(light.values()) < 1.25 * games / 6 < 1.6 * min(light.values())
    wolves = [count for (_, tile), count in shadow.items() if tile == "w"]
    assert 0.55 * games < min(wolves) < max(wolves) < 0.65 * games


@pytest.mark.parametrize("edition", Edition)
@given(data=st.data())
def test_valid_piles_are_accepted_by_the_fast_check(edition: Edition, data: st.DataObject) -> None:
    """Swap, lose or add tiles: the fast check and the one that explains errors agree."""
    piles = [list(pile) for pile in random_piles(Random(1), edition)]
    places = st.tuples(st.integers(0, 3), st.integers(0, 4))
    for _ in range(data.draw(st.integers(0, 3))):
        (pile, petal), (other, under) = data.draw(places), data.draw(places)
        one, two = piles[pile][petal], piles[other][under]
        at, cut = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 4))
        piles[pile][petal] = one[:at] + two[cut:]
        piles[other][under] = two[:cut] + one[at:]
    _check_alike(tuple(map(tuple, piles)), edition)


def test_piles_of_another_shape_are_invalid() -> None:
    piles = random_piles(Random(1), Edition.BASE)
    long, *rest = piles
    for wrong in (piles[:3], (*piles, ()), (long + rest[0], (), *rest[1:]), ()):
        _check_alike(wrong, Edition.BASE)
        with pytest.raises(SetupError):
            Setup(Edition.BASE, NAMES[:3], 0, wrong)


def _check_alike(piles: tuple[Pile, ...], edition: Edition) -> None:
    try:
        setup._check_piles(piles, edition)
    except SetupError:
        assert not setup._are_right(piles, edition)
    else:
        assert setup._are_right(piles, edition)
