"""The cards of public moves: what they say, and that they tell nothing else."""

from __future__ import annotations

import pytest

from tests.games.triqueta.rules.tables import table as made_table
from tests.table.evening import new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.screens.event import (
    HiddenScreen,
    Mover,
    OpenedScreen,
    PlacedScreen,
    TakenScreen,
    move_screen,
)
from triqueta.games.triqueta.session import LOOK, TriquetaSession
from triqueta.screens.frame import Frame, picture, words
from triqueta.screens.phrases import Language
from triqueta.screens.screen import Screen


def session_of(moves: str, first: list[str], edition: Edition, players: int) -> TriquetaSession:
    setup = made_table(players, edition, first=first).setup
    return new_play(setup, moves=moves)


def card_of(session: TriquetaSession) -> Screen:
    screen = move_screen(session.view(None))
    assert screen is not None
    return screen


def base(moves: str, first: list[str] | None = None, players: int = 3) -> TriquetaSession:
    return session_of(moves, first or ["ROD", "BMU"], Edition.BASE, players)


def pair(moves: str, first: list[str] | None = None) -> TriquetaSession:
    return session_of(moves, first or ["ROD", "BMU"], Edition.SHADOW, 2)


def told(screen: Screen) -> list[str]:
    return words(Frame(screen, Language.ENGLISH)).splitlines()


def test_a_placed_tile_with_its_row() -> None:
    card = card_of(base("d1 r2 d2 r2"))
    assert isinstance(card, PlacedScreen)
    assert (card.tile, card.row, card.tiles) == ("B", 2, "RB")
    assert told(card) == ["Ben places a boar in row 2", "row 2: rabbit, boar"]


def test_a_kept_tile_and_how_many_are_left() -> None:
    assert told(card_of(base("d1 k"))) == ["Ana keeps a tile", "keeps a tile", "kept: 1 of 2"]


def test_a_kept_tile_does_not_depend_on_its_animal() -> None:
    cards = [card_of(base("d1 k", [tiles])) for tiles in ("ROD", "UOD")]
    assert cards[0] == cards[1]


@pytest.mark.parametrize("fate", ["k", "x"])
def test_a_hidden_tile_does_not_depend_on_its_animal(fate: str) -> None:
    cards = [card_of(pair(f"d1 d2 {fate}", first)) for first in (["ROD", "BMU"], ["UOD", "MMU"])]
    assert cards[0] == cards[1]
    pictures = [picture(Frame(card, Language.ENGLISH)).tobytes() for card in cards]
    assert pictures[0] == pictures[1]


def test_a_tile_in_the_box() -> None:
    card = card_of(pair("d1 d2 x"))
    assert isinstance(card, HiddenScreen)
    assert told(card)[0] == "Ana puts a tile into the box"


def test_a_taken_row_with_points_and_a_completed_set() -> None:
    card = card_of(base("d1 r2 d1 r2 d1 r2 t2", ["RRR"]))
    assert isinstance(card, TakenScreen)
    sentence, *rest = told(card)
    assert sentence == "Ana takes row 2: 3 rabbits"
    assert rest == ["takes row 2", "points: +5", "3 rabbits = 5"]


def test_points_of_a_taken_row_are_those_of_its_taker() -> None:
    session = base("d1 r2 d1 r2 d1 r2 d2 r1 d3 r3 d3 r3 t2", ["RRR", "ROD"])
    session.apply("t1")  # Ana has three rabbits, Ben takes another one
    card = card_of(session)
    assert isinstance(card, TakenScreen)
    assert (card.player.name, card.change, card.sets) == ("Ben", 1, ())


def test_points_of_a_taken_row_count_only_what_lies_open() -> None:
    """The third rabbit is kept face down: the others must not see that it completes a set."""
    card = card_of(base("d1 k d2 r3 d2 r3 d1 r1 d2 r3 d3 r3 d1 r1 d3 r3 d3 r3 t1", ["RRR"]))
    assert isinstance(card, TakenScreen)
    assert (card.change, card.sets) == (2, ())


def test_the_last_row_comes_with_the_rock() -> None:
    card = card_of(base("t1 t2 t3"))
    assert isinstance(card, TakenScreen)
    assert card.has_rock
    assert told(card)[0] == "Chloé takes the empty row 3"


def test_an_opened_pile_and_the_last_one() -> None:
    card = card_of(base("t1 t2 t3 p3"))
    assert isinstance(card, OpenedScreen)
    assert told(card)[0] == "Chloé opens pile 3 and gets its Tree"
    card = card_of(base("t1 t2 t3 p3 t1 t2 t3 p2 t1 t2 t3 p4"))
    assert told(card)[0] == "Ana opens the last pile and gets its Tree"


def test_a_draw_has_no_card_before_its_result() -> None:
    session = base("d1")
    assert move_screen(session.view(None)) is None
    assert move_screen(base("").view(None)) is None


def test_a_shadow_tile_has_a_card_once_its_drawer_has_seen_it() -> None:
    setup = made_table(4, Edition.SHADOW, second=["RODw"]).setup
    session = new_play(setup, moves="t1 t2 t3 t4 p2 d1 r1 d1 r1 d1 r1 t2")
    session.apply("d1")
    assert move_screen(session.view(None)) is None
    session.apply(LOOK)
    card = card_of(session)
    assert told(card)[0].endswith("keeps the shadow tile")
    assert "wolf" not in " ".join(told(card))


def test_a_robot_is_marked() -> None:
    view = base("d1 k").view(None)
    person, robot = move_screen(view), move_screen(view, by_robot=True)
    assert person is not None
    assert robot is not None
    assert person != robot
    assert told(person) == told(robot)


@pytest.mark.parametrize("row", ["RU", "RRRRRBBU", "RROODDBBMMUU"])
def test_the_new_tile_is_marked_however_full_the_row_is(row: str) -> None:
    """The row's picture tells which of its animals is new."""

    def row_with_new(tile: str) -> bytes:
        card = PlacedScreen(player=Mover("Ana"), sentence="", tile=tile, row=1, tiles=row)
        return picture(Frame(card, Language.ENGLISH)).crop((56, 45, 128, 64)).tobytes()

    assert row_with_new("R") != row_with_new("U")
