"""Every screen of Zatre, by name. Player names are as wide as the device allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from tests.games.zatre.tables import DEAD, random_game, setup
from tests.games.zatre.thinking_scenes import thinking_scenes
from tests.screens.scenes import WIDE
from tests.table.evening import Evening, in_game
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.board import TileLine
from triqueta.games.zatre.rules.score import Block, FinalBlock, Outcome, Scored
from triqueta.games.zatre.rules.setup import Drawing
from triqueta.games.zatre.scenes.info import RULES, rules_pages
from triqueta.games.zatre.screens.board import BoardScreen, Hand
from triqueta.games.zatre.screens.sheets import BlockScreen, OpeningScreen, ranking_screen
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.games.zatre.wording import what_it_scores
from triqueta.games.zatre.words import say
from triqueta.records.shuffle import Proof
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import Screen
from triqueta.screens.station import TABLE

PROOF = Proof.of(bytes(32), "")
LONG_BLOCK = Block(9, (1, 2) * 6, (2, 4, 6) * 4, (4, 8, 12) * 4)


def first_turn(bag: str, *entries: str) -> ZatreSession:
    """Return a session whose starter holds a 6 and has drawn the first two tiles of `bag`."""
    dealt = replace(setup(bag=bag), players=WIDE[:2])
    return entered(ZatreSession(Game(dealt), PROOF), (DRAW, *entries))


def mid_game(*entries: str, turns: int = 31) -> ZatreSession:
    game = random_game(3, 5, length=turns)
    session = ZatreSession(Game(replace(game.setup, players=WIDE[:3])), PROOF)
    for move in game.moves:
        entered(session, (DRAW, move))
    return entered(session, entries)


def nothing_fits() -> ZatreSession:
    """Return a session whose 5 and 3 fit no field, but can go to three light fields (Z8)."""
    game = random_game(2, 17, length=54)
    entries = [entry for move in game.moves for entry in (DRAW, move)]
    return entered(ZatreSession(Game(game.setup), PROOF), (*entries, DRAW))


def dead_board(*entries: str) -> ZatreSession:
    """Return a session in which no tile fits any more and the first player is to draw."""
    dealt = replace(setup(bag="6661"), players=WIDE[:2])
    turns = [entry for move in DEAD for entry in (DRAW, move)]
    return entered(ZatreSession(Game(dealt), PROOF), (*turns, *entries))


def entered(session: ZatreSession, entries: Sequence[str]) -> ZatreSession:
    for entry in entries:
        session.apply(entry)
    return session


def at(
    session: Callable[[], ZatreSession], keys: str = "", station: str = TABLE
) -> Callable[[], Frame]:
    """Return a function that draws what a station shows after some keys at the table.

    If `station` is a seat's own, that station joins first.
    """

    def frame() -> Frame:
        seats = () if station == TABLE else (int(station[-1]) - 1,)
        return in_game(session(), seats).press(keys).frame(station)

    return frame


def shown(screen: Callable[[], Screen]) -> Callable[[], Frame]:
    return lambda: Frame(screen(), Language.ENGLISH)


def crowded() -> BoardScreen:
    """Return a screen with more tiles than fit, and with more sums than can be listed."""
    lines = tuple(TileLine(("H8", f"H{number}"), 12) for number in range(9, 15))
    screen = mid_board()
    scored = Scored(lines, ("G7", "I7", "G9"))
    return replace(
        screen,
        hand=Hand((1, 2, 3, 4, 5, 6, 1, 2), 5, (12, 11), 6),
        status=what_it_scores(LONG_BLOCK, scored),
        centre="M14",
        cursor=True,
        soft=(say("Place"), say("Done"), say("Menu")),
    )


def mid_board() -> BoardScreen:
    screen = in_game(mid_game(DRAW)).frame().screen
    assert isinstance(screen, BoardScreen)
    return screen


def tied_opening() -> OpeningScreen:
    drawings = [Drawing((0, 1, 2, 3, 4), (6, 6, 3, 6, 1))]
    drawings += [Drawing((0, 1, 3), (5, 5, 5)), Drawing((0, 1, 3), (2, 4, 4))]
    drawings += [Drawing((1, 3), (1, 1)), Drawing((1, 3), (3, 5))]
    soft = (say("Draw"), say("Info"), say("Menu"))
    title = say("{name} starts", name=WIDE[3])
    return OpeningScreen(title=title, names=WIDE, drawings=tuple(drawings), soft=soft)


def block(first: int = 0) -> BlockScreen:
    soft = (say("Back"), None, say("Next"))
    return BlockScreen(name=WIDE[0], block=LONG_BLOCK, first=first, held=(6, 5), soft=soft)


def tied_ranking() -> Screen:
    sheets = [FinalBlock(replace(LONG_BLOCK, crosses=number), ()) for number in (3, 3, 1, 2, 0)]
    soft = (say("Again"), say("Info"), say("Menu"))
    return replace(ranking_screen(WIDE, Outcome(tuple(sheets))), soft=soft)


def rules(number: int) -> Callable[[], Screen]:
    return lambda: replace(rules_pages()[number - 1], soft=(say("Back"), None, say("Next")))


def over() -> ZatreSession:
    return mid_game(turns=200)


def unsaved() -> Frame:
    return Frame(crowded(), Language.ENGLISH, unsaved=True)


SCENES: dict[str, Callable[[], Frame]] = {
    "opening": at(lambda: ZatreSession(Game(replace(setup(), players=WIDE[:2])), PROOF)),
    "opening-tied": shown(tied_opening),
    "first-turn": at(lambda: first_turn("51")),
    "fault-start": at(lambda: first_turn("51", "put I8=5")),
    "fault-joined": at(lambda: first_turn("51", "put H8=6", "put A10=5")),
    "fault-too-much": at(lambda: first_turn("61", "put H8=6", "put H9=6", "put H10=1")),
    "fault-light": at(lambda: first_turn("11", "put H8=6", "put H9=1", "put I9=1"), "soft2"),
    "fault-fits": at(lambda: first_turn("51", "put H8=6")),
    "first-turn-legal": at(lambda: first_turn("51", "put H8=6", "put I8=5", "put J8=1")),
    "to-draw": at(mid_game),
    "to-draw-at-another-seat": at(mid_game, "", "seat1"),
    "hand": at(lambda: mid_game(DRAW)),
    "next-place": at(lambda: mid_game(DRAW), "soft2"),
    "placed": at(lambda: mid_game(DRAW), "soft2 soft1 soft2 soft1"),
    "others-wait": at(lambda: mid_game(DRAW), "soft2 soft1", "seat1"),
    "turn-ended": at(lambda: mid_game(DRAW), "soft2 soft1 soft2 soft1 soft2"),
    "nothing-fits": at(nothing_fits),
    "nothing-fits-but-on-light": at(nothing_fits, "petal4 petal4"),
    "dead-board": at(dead_board),
    "dead-board-at-another-seat": at(dead_board, "", "seat2"),
    "dead-board-help": at(dead_board, "soft3 petal3"),
    "dead-board-question": at(dead_board, "soft2"),
    "dead-board-drawn": at(lambda: dead_board(DRAW)),
    "dead-board-over": at(dead_board, "soft2 soft3"),
    "board-ends": at(lambda: first_turn("51"), "petal1 " * 8),
    "crowded": shown(crowded),
    "unsaved": unsaved,
    "info": at(mid_game, "soft3 petal2"),
    "block": at(mid_game, "soft3 petal2 petal1"),
    "block-long": shown(block),
    "block-held": shown(lambda: block(10)),
    "bag": at(mid_game, "soft3 petal2 petal2"),
    "whole-board": at(lambda: mid_game(DRAW), "soft2 soft1 soft3 petal2 petal3"),
    "help-draw": at(mid_game, "soft3 petal3"),
    "help-place": at(lambda: mid_game(DRAW), "soft3 petal3"),
    "help-end": at(over, "soft3 petal3"),
    "the-end": at(over),
    "info-at-the-end": at(over, "soft2"),
    "the-end-tied": shown(tied_ranking),
    **thinking_scenes(mid_game),
    "interrupted": lambda: Evening(interrupted=mid_game(DRAW)).frame(),
    **{f"rules-{number}": shown(rules(number)) for number in range(1, len(RULES) + 1)},
}


@cache
def frame_in_english(name: str) -> Frame:
    return SCENES[name]()


def frame_of(name: str, language: Language) -> Frame:
    return replace(frame_in_english(name), language=language)
