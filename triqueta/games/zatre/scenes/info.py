"""Pages that players can open at any time: blocks, bag, the whole board and rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.zatre.rules.board import VALUES
from triqueta.games.zatre.screens.board import WholeBoardScreen
from triqueta.games.zatre.screens.sheets import LINES_ON_A_PAGE, BagScreen, BlockScreen
from triqueta.games.zatre.session import ZatreSession
from triqueta.games.zatre.views import laid_tiles
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, numbered
from triqueta.table.coach_pages import review_key
from triqueta.table.menu import RulesPage
from triqueta.table.proof_pages import SHUFFLE, open_shuffle
from triqueta.table.scene import Choice, MenuPage, PetalKey, Scene, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.table.table import Table


RULES: tuple[Text, ...] = (
    say("Draw two tiles, or one if you still hold some. Place all that fit."),
    say("Every tile must touch another one. The first turn begins on the start field."),
    say("Tiles side by side make a line. No line may add up to more than 12."),
    say("Lines of 10, 11 and 12 score 1, 2 and 4 points."),
    say("A tile on a light field needs a line of 10 to 12. Then it earns a cross."),
    say("All three sums in a row of your block: a bonus of 3 to 6. A cross doubles the row."),
    say("The turn that empties the bag is the last. Tiles left in your hand count against you."),
)


def rules_pages() -> tuple[Screen, ...]:
    """Return a screen for each rule."""
    return tuple(numbered(say("The rules"), RULES))


class InfoPage(MenuPage):
    """The menu of information pages."""

    def __init__(self, table: Table, session: ZatreSession) -> None:
        super().__init__(table)
        self._session = session

    def title(self) -> Text:
        return say("Info")

    def answers(self, station: Station) -> list[Choice]:
        session = self._session
        seat = session.current_player if station.seat is None else station.seat
        pages: list[tuple[Text, Scene]] = [
            (say("Score blocks"), BlockPage(self.table, session, seat or 0)),
            (say("In the bag"), BagPage(session)),
            (say("The board"), WholeBoardPage(session)),
            (say("The rules"), RulesPage(rules_pages())),
        ]
        return [
            *(
                Choice(number, label, partial(station.open, page))
                for number, (label, page) in enumerate(pages, start=1)
            ),
            Choice(5, SHUFFLE, partial(open_shuffle, self.table, session, station)),
        ]


class BlockPage(Scene):
    """A page with a player's block; petals turn to the other players, Next to more rows."""

    def __init__(self, table: Table, session: ZatreSession, seat: int) -> None:
        self.table = table
        self._session = session
        self._seat = seat
        self._first = 0

    def view_for(self, station: Station) -> StationView:
        players, screen = self._session.view(None).table.players, self._screen()
        return StationView(
            screen,
            petals={
                seat + 1: PetalKey(player.name, partial(self._turn_to, seat))
                for seat, player in enumerate(players)
            },
            soft=(
                SoftKey(say("Back"), station.close),
                review_key(self.table, station, self._seat),
                SoftKey(say("Next"), partial(self._next, screen.lines, len(players))),
            ),
        )

    def _screen(self) -> BlockScreen:
        view = self._session.view(None).table
        player = view.players[self._seat]
        held = player.hand if view.outcome else ()
        return BlockScreen(name=player.name, block=player.block, first=self._first, held=held)

    def _turn_to(self, seat: int) -> None:
        self._seat, self._first = seat, 0

    def _next(self, lines: int, players: int) -> None:
        """Turn to the next lines of a long block, or else to the next player's block."""
        if self._first + LINES_ON_A_PAGE < lines:
            self._first += LINES_ON_A_PAGE
        else:
            self._turn_to((self._seat + 1) % players)


class BagPage(Scene):
    """A page with the tiles left in the bag."""

    def __init__(self, session: ZatreSession) -> None:
        self._session = session

    def view_for(self, station: Station) -> StationView:
        bag = self._session.view(None).table.bag
        screen = BagScreen(counts=tuple(bag[value] for value in VALUES))
        return StationView(screen, soft=(SoftKey(say("Back"), station.close), None, None))


class WholeBoardPage(Scene):
    """A page with the whole board."""

    def __init__(self, session: ZatreSession) -> None:
        self._session = session

    def view_for(self, station: Station) -> StationView:
        view = self._session.view(None)
        screen = WholeBoardScreen(laid=laid_tiles(view), left_in_bag=view.table.left_in_bag)
        return StationView(screen, soft=(SoftKey(say("Back"), station.close), None, None))
