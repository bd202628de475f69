"""The fair dice and decks of Ettana: reproducible from the secret and the cuts, and provable."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ettana.tables import DECK, NAMES, play_on, table
from tests.profiles import examples
from triqueta.games.ettana.rules import (
    Action,
    Game,
    Layout,
    Setup,
    deal,
    is_chance,
    next_chance,
)
from triqueta.records.errors import ProofError, SetupError, ShuffleError
from triqueta.records.record import check_proof
from triqueta.records.shuffle import Proof, Stream

SECRET = bytes(range(32))
CUTS = "1:3,2:5,3:1"


def told(layout: Layout) -> list[str]:
    return [
        " ".join(layout.threads),
        " ".join(layout.numbers),
        layout.reserve,
        " ".join(map(str, layout.patterns[:6])),
        " ".join(layout.actions[:6]),
    ]


def test_the_check_values_of_three_players() -> None:
    assert told(deal(SECRET, 3, CUTS)[0]) == [
        "BYBRV VYBVB YBYRG GYGRV GRVGR",
        "1113 4524 5632 6436",
        "25",
        "18 17 23 5 10 25",
        "again swap pattern move replace anna",
    ]


def test_the_check_values_of_two_without_cuts() -> None:
    assert told(deal(SECRET, 2, "")[0]) == [
        "YVBGG RRVYV RRYGB RYBBY VVBGG",
        "2132 5254 4466 6311",
        "35",
        "16 34 36 29 5 15",
        "move again pattern pattern tax gamble",
    ]


def test_the_check_values_of_the_dice() -> None:
    layout, stream = deal(SECRET, 3, CUTS)
    game = Game(Setup(NAMES[:3], layout, DECK))
    rolled: list[str] = []
    while len(rolled) < 4:
        chance = next_chance(game.position, stream)
        rolled += [chance] if chance else []
        game.play(chance or game.legal_moves[0])
    assert rolled == ["*3", "*2", "*2", "*Y3"]


@given(st.binary(min_size=32, max_size=32), st.integers(2, 4))
def test_every_deal_is_a_layout(secret: bytes, players: int) -> None:
    layout, _ = deal(secret, players, f"{players}:1")
    assert layout.reserve[0] != layout.reserve[1]  # the layout itself checks the rest


def test_secret_players_and_cuts_all_change_the_deal() -> None:
    dealt = {
        deal(SECRET, 2, "")[0],
        deal(SECRET, 3, "")[0],
        deal(SECRET, 2, "1:1")[0],
        deal(bytes(32), 2, "")[0],
    }
    assert len(dealt) == 4


def test_what_cant_be_dealt_is_refused() -> None:
    with pytest.raises(SetupError, match=r"players: 5 instead of 2 to 4 \(E6\)"):
        deal(SECRET, 5, "")
    with pytest.raises(ShuffleError, match="cut 1"):
        deal(SECRET, 2, "3:1")


class Scripted(Stream):
    """A stream of these numbers, then the highest possible ones. It notes each bound."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.numbers.pop(0) if self.numbers else n - 1


def test_both_dice_are_rolled_colour_first() -> None:
    stream = Scripted(1, 4)
    assert next_chance(table().position, stream) == "*R5"
    assert stream.asked == [6, 6]


def test_the_card_stolen_is_one_of_the_hand_in_the_order_got() -> None:
    game = table(actions="steal rob")
    for move in ("*G2", "collect"):
        game.play(move)
    game.position.change(1, actions=(Action.ROB, Action.TAX, Action.FIX))
    game.play("steal:2")
    stream = Scripted()
    assert next_chance(game.position, stream) == "*fix"
    assert stream.asked == [3]


def test_the_discard_is_shuffled_in_the_order_laid() -> None:
    game = table()
    for move in ("*G2", "collect"):
        game.play(move)
    game.position.action_deck = ()
    game.position.discard = (Action.ROB, Action.TAX, Action.FIX)
    game.play("buy:action")
    stream = Scripted()
    assert next_chance(game.position, stream) == "*shuffle:rob,tax,fix"
    assert stream.asked == [3, 2]


def test_where_a_player_is_asked_nothing_is_rolled() -> None:
    stream = Scripted()
    assert next_chance(table("*6").position, stream) is None
    assert stream.asked == []


# The proof.


def sealed_game(seed: int = 1) -> tuple[Game, Proof]:
    proof = Proof.of(SECRET, CUTS)
    layout, stream = deal(SECRET, 3, CUTS)
    game = Game(Setup(NAMES[:3], layout, DECK))
    play_on(game, stream, Random(seed))
    return game, proof


@given(st.integers(0, 2**32))
@examples(5)
def test_a_game_of_the_sealed_chance_is_proved(seed: int) -> None:
    check_proof(*sealed_game(seed))


def test_another_secret_is_found_by_its_commitment_or_its_layout() -> None:
    game, proof = sealed_game()
    with pytest.raises(ProofError, match="commitment"):
        check_proof(game, replace(proof, secret=bytes(32)))
    with pytest.raises(ProofError, match="it deals different threads from the record"):
        check_proof(game, Proof.of(bytes(32), CUTS))
    with pytest.raises(ProofError, match="cut 1"):
        check_proof(game, replace(proof, cuts="9:9"))


@pytest.mark.parametrize("part", ["numbers", "patterns", "actions"])
def test_another_layout_is_found(part: str) -> None:
    game, proof = sealed_game()
    layout = game.setup.layout
    turned = getattr(layout, part)[::-1]
    other = Game(replace(game.setup, layout=replace(layout, **{part: turned})))
    with pytest.raises(ProofError, match=f"it deals different {part} from the record"):
        check_proof(other, proof)


def test_another_roll_is_found() -> None:
    game, proof = sealed_game()
    moves = list(game.moves)
    at = next(at for at, move in enumerate(moves) if is_chance(move) and len(move) == 3)
    rolled, other = moves[at], "*K1" if moves[at] != "*K1" else "*K2"
    forged = Game(game.setup, [*moves[:at], other])
    wrong = rf"move {at + 1} is \{other}, but the sealed shuffle gives \{rolled}"
    with pytest.raises(ProofError, match=wrong):
        check_proof(forged, proof)
