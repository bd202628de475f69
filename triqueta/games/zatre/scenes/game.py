"""The game at the table: who draws, who places, and how the game ends."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from triqueta.games.zatre.rules.turn import END
from triqueta.games.zatre.scenes.info import BlockPage, InfoPage
from triqueta.games.zatre.scenes.placing import Placing, centre_of
from triqueta.games.zatre.screens.art import drawn_board
from triqueta.games.zatre.screens.board import BoardScreen, Hand
from triqueta.games.zatre.screens.sheets import OpeningScreen, ranking_screen
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.games.zatre.spectator_view import describe_turn
from triqueta.games.zatre.views import LaidTile, laid_tiles
from triqueta.games.zatre.words import say
from triqueta.screens.board import LargeBoard
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, TextScreen
from triqueta.table.game_scene import EndScene, GameScene
from triqueta.table.scene import Scene, SoftKey, Station, StationView
from triqueta.table.table import Table

END_HELP = say(
    "Petals show each player's block. “Info” has proof that the bag wasn't tampered with."
)


class EndPage(Scene):
    """Asks the player who is to draw on a dead board: the end can't be undone."""

    bound_to_turn = True

    def __init__(self, scene: ZatreScene) -> None:
        self._scene = scene

    def view_for(self, station: Station) -> StationView:
        scene = self._scene
        end = SoftKey(say("End game"), partial(scene.make, END))
        decides = scene.decides_for(station, scene.to_act)  # a station may have joined since
        return StationView(
            TextScreen(
                title=say("End the game?"),
                text=say(
                    "No tile fits any more. The game ends now; tiles left in hand count "
                    "against you."
                ),
            ),
            soft=(SoftKey(say("Back"), station.close), None, end if decides else None),
        )


class ZatreScene(GameScene[ZatreSession]):
    """Nothing is hidden: every station shows the same, and a seat's own has its keys."""

    def __init__(self, table: Table, session: ZatreSession) -> None:
        super().__init__(table, session)
        self._drawn_of = session.view(None)
        self._laid = laid_tiles(self._drawn_of)
        self._board = self._pointed = drawn_board(self._laid)
        self._placing = Placing(self)
        self._description: Text | None = None  # what the turn just ended was worth

    def present(self, station: Station) -> StationView:
        return (
            self._placing.view_for(station)
            if self.session.view(None).drawn
            else self._draw(station)
        )

    def _draw(self, station: Station) -> StationView:
        """Until the next player draws, the turn before may be taken back."""
        info, menu = self.info_and_menu(station)
        undo = None
        if self.session.may_undo(station.seat):
            undo = SoftKey(say("Undo"), self.table.take_back)
        if not self.decides_for(station, self.to_act):
            return self.watch(station, self._before(), undo)
        draw = SoftKey(say("Draw"), partial(self.session.apply, DRAW))
        first = say("Draw first, with the left key")
        end = None
        if self._is_dead:  # the menu has Undo and Info
            end = SoftKey(say("End game"), partial(station.open, EndPage(self)))
        return StationView(
            self._before(),
            soft=(draw, end or undo or info, menu),
            why_not=lambda _: first,
            why_no_tap=first,
        )

    def _before(self) -> Screen:
        """Before the first turn, who drew what; then what the turn before has put down."""
        view, name = self.session.view(None), self.name(self.to_act)
        if not view.table.turns:
            title = say("{name} starts", name=name)
            return OpeningScreen(
                title=title, names=self.session.names, drawings=view.table.drawings
            )
        title = say("{name} to draw", name=name)
        return BoardScreen(
            title=title,
            laid=self.laid,
            hand=Hand(view.table.hand),
            status=say("{name}: nothing fits", name=name) if self._is_dead else title,
            centre=centre_of(view),
        )

    @property
    def _is_dead(self) -> bool:
        return self.session.view(None).table.is_dead

    def end_turn(self, move: str, description: Text) -> None:
        self._description = description
        self.make(move)

    def describe_move(self, move: str, name: str) -> Text | None:
        return None if move == END else self._description  # the end is told with the score

    def awaits(self, station: Station, seat: int) -> bool:
        return self.decides_for(station, seat)

    def what_to_do(self) -> Text:
        if not self.session.view(None).drawn:
            if self._is_dead:
                return say(
                    "No tile fits any more. End the game with this score, or draw and play on."
                )
            return say("Draw your tiles. Until you do, the previous turn can still be undone.")
        return say(
            "Petals move the cursor, petal 4 picks a tile. Place it; “Done” ends a legal turn."
        )

    def board(self, station: Station | None) -> LargeBoard:
        """The same for everybody, who all see where its player points."""
        self._follow()
        cursors = (self._placing.cursor,) if self.session.view(None).drawn else ()
        if self._pointed.cursors != cursors:
            self._pointed = replace(self._board, cursors=cursors)
        return self._pointed

    @property
    def laid(self) -> tuple[LaidTile, ...]:
        """All tiles on the board."""
        self._follow()
        return self._laid

    def _follow(self) -> None:
        """The tiles are listed, and the board is drawn, once for all stations that show them."""
        view = self.session.view(None)
        if view is self._drawn_of:
            return
        self._drawn_of, laid = view, laid_tiles(view)
        if laid != self._laid:  # most of what happens puts no tile down
            self._laid = laid
            self._board = self._pointed = drawn_board(laid)

    def overview(self) -> Scene:
        return InfoPage(self.table, self.session)

    def tick(self) -> None:
        outcome = self.session.view(None).table.outcome
        if outcome is not None:
            ranking = ranking_screen(self.session.names, outcome)
            pages = partial(BlockPage, self.table, self.session)
            self.table.go_to(EndScene(self, ranking, outcome.ranking, pages, END_HELP))
            self._tell_early_end()

    def _tell_early_end(self) -> None:
        """Tell every station who has ended the game on a dead board, be it a robot."""
        table = self.session.view(None).table
        if table.last is not None and table.last.ends_game:
            for station in self.table.stations.values():
                self.table.tell(station, describe_turn(table, table.turns - 1))
