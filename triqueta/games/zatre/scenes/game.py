"""The main scene of Zatre: drawing, placing, and the end of the game."""

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
    """A page that asks the player on a dead board to confirm the end, which can't be undone."""

    bound_to_turn = True

    def __init__(self, scene: ZatreScene) -> None:
        self._scene = scene

    def view_for(self, station: Station) -> StationView:
        scene = self._scene
        end = SoftKey(say("End game"), partial(scene.make, END))
        decides = scene.decides_for(station, scene.to_act)  # another station may have joined
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
    """The scene of a running game.

    Nothing is hidden: every station shows the same screen. The station of the player to act has
    the keys.
    """

    def __init__(self, table: Table, session: ZatreSession) -> None:
        super().__init__(table, session)
        self._drawn_of = session.view(None)
        self._laid = laid_tiles(self._drawn_of)
        self._board = self._pointed = drawn_board(self._laid)
        self._placing = Placing(self)
        self._description: Text | None = None  # the score of the turn that just ended

    def present(self, station: Station) -> StationView:
        return (
            self._placing.view_for(station)
            if self.session.view(None).drawn
            else self._draw(station)
        )

    def _draw(self, station: Station) -> StationView:
        """Return the view of a station before the player to act draws.

        Until then, the turn before can be undone.
        """
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
        """Return the screen before a draw: the opening, or the board after the last turn."""
        view, name = self.session.view(None), self.name(self.to_act)
        if not view.table.turns:
            title = say("{name} starts", name=name)
            return OpeningScreen(
                title=title, names=self.session.names, drawings=view.table.drawings
            )
        title = say("{name} draws", name=name)
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
        return None if move == END else self._description  # the end is announced with the score

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
        """Return the large board, which is the same for all stations, cursor included."""
        self._follow()
        cursors = (self._placing.cursor,) if self.session.view(None).drawn else ()
        if self._pointed.cursors != cursors:
            self._pointed = replace(self._board, cursors=cursors)
        return self._pointed

    @property
    def laid(self) -> tuple[LaidTile, ...]:
        """All tiles on the board, with their ages."""
        self._follow()
        return self._laid

    def _follow(self) -> None:
        """Update the tiles and the board, which all stations share, if the game has changed."""
        view = self.session.view(None)
        if view is self._drawn_of:
            return
        self._drawn_of, laid = view, laid_tiles(view)
        if laid != self._laid:  # most changes don't touch the board
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
        """Tell all stations which player, human or robot, ended the game on a dead board."""
        table = self.session.view(None).table
        if table.last is not None and table.last.ends_game:
            for station in self.table.stations.values():
                self.table.tell(station, describe_turn(table, table.turns - 1))
