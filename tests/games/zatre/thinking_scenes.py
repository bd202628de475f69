"""The screens of Zatre's robots and coach, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.games.zatre.tables import DEAD, dead_game, random_game, table
from tests.screens.scenes import WIDE
from tests.table.evening import Evening, in_game
from triqueta.games.zatre.coach import ZatreCoach
from triqueta.games.zatre.rules import Game, table_view
from triqueta.games.zatre.rules.turn import END
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.games.zatre.spectator_view import describe_turn
from triqueta.games.zatre.words import say
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import TextScreen
from triqueta.table.names import robot_of
from triqueta.table.session import COACH


def told_of_robot(game: Callable[[], Game]) -> Callable[[], Frame]:
    """Return a function that draws the announcement of a robot's last turn."""

    def frame() -> Frame:
        view = table_view(game())
        wide = tuple(replace(player, name=WIDE[0]) for player in view.players)
        text = describe_turn(replace(view, players=wide), view.turns - 1)
        screen = TextScreen(title=robot_of("good"), text=text, soft=(None, None, say("Next")))
        return Frame(screen, Language.ENGLISH)

    return frame


def hint(session: Callable[[], ZatreSession], keys: str) -> Callable[[], Frame]:
    """Return a function that draws a hint at the current player's private station."""

    def frame() -> Frame:
        coached = session()
        coached.apply(COACH)
        seat = coached.current_player or 0
        station = f"seat{seat + 1}"
        return in_game(coached, (seat,)).press(keys, station).frame(station)

    return frame


def reviewed(session: Callable[[], ZatreSession], keys: str) -> Callable[[], Frame]:
    return lambda: looked_back(session()).press(keys).frame()


def looked_back(session: ZatreSession) -> Evening:
    """Return an evening after a game whose review is complete."""
    session.apply(COACH)
    evening = in_game(session)
    while evening.table.review is None or not evening.table.review.is_done:
        evening.wait(0.1)
    return evening


def about_points() -> Frame:
    return Frame(TextScreen(title=say("Help"), text=ZatreCoach.about), Language.ENGLISH)


def thinking_scenes(mid_game: Callable[..., ZatreSession]) -> dict[str, Callable[[], Frame]]:
    """Return the scenes by name. `mid_game` makes their sessions."""

    def now() -> ZatreSession:
        return mid_game(DRAW)

    def first() -> ZatreSession:
        return mid_game(DRAW, turns=0)

    def over() -> ZatreSession:
        return mid_game(turns=200)

    return {
        "hint-key": hint(now, ""),
        "hint": hint(now, "soft3"),
        "hint-second": hint(now, "soft3 petal2"),
        "hint-first-turn": hint(first, "soft3"),
        "hint-about": about_points,
        "robot-has-placed": told_of_robot(lambda: table("H8=6 I8=5 J8=1, H9=6 I9=6", bag="5166")),
        "robot-has-placed-many": told_of_robot(lambda: random_game(3, 37, length=65)),
        "robot-can-place-nothing": told_of_robot(lambda: random_game(3, 0, length=60)),
        "robot-ends-the-game": told_of_robot(lambda: Game(dead_game().setup, (*DEAD, END))),
        "review": reviewed(over, "soft3 petal1"),
        "review-why": reviewed(over, "soft3 petal1 soft2"),
        "block-at-the-end": reviewed(over, "petal1"),
    }
