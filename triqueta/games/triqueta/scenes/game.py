"""The scene of a running game: turns, rows, ends of rounds and the reveal, at every station."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from triqueta.games.triqueta.pages.seat import mode_of, page_for
from triqueta.games.triqueta.pages.seat_common import UNDO_TAP
from triqueta.games.triqueta.pages.seat_turn import take_tap
from triqueta.games.triqueta.rules.moves import (
    BOX,
    DRAW,
    KEEP,
    OPEN,
    PLACE,
    TAKE,
    Moves,
    Phase,
    by_number,
    move_type,
    number_of,
)
from triqueta.games.triqueta.rules.tiles import PILES, Layer
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.scenes.drawn_tiles import DrawnTiles
from triqueta.games.triqueta.scenes.ending import EndScene
from triqueta.games.triqueta.scenes.overview import OverviewPage, kept_tiles
from triqueta.games.triqueta.scenes.reveal import Reveal
from triqueta.games.triqueta.scenes.warning import WarningPage
from triqueta.games.triqueta.screens.ending import StandingsScreen, standings_of
from triqueta.games.triqueta.screens.event import move_screen
from triqueta.games.triqueta.screens.rows import Row, rows_of
from triqueta.games.triqueta.screens.turn import ChoosePileScreen, RowsScreen, TurnScreen
from triqueta.games.triqueta.session import NEXT, TriquetaSession
from triqueta.games.triqueta.views import (
    Belongings,
    changes_by_taking,
    signed,
)
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.screens.seat_page import PageMode
from triqueta.screens.station import Key
from triqueta.table.game_scene import GameScene
from triqueta.table.private_pages import open_hand
from triqueta.table.scene import Action, PetalKey, Scene, SoftKey, Station, StationView, Taps
from triqueta.table.table import Table

# Why a key does nothing, by the clause that forbids its move.
REASONS: dict[str, Text] = {
    "R4": say("This petal is empty"),
    "R6": say("You have kept two tiles already"),
    "R9": say("The pile is empty: take a row"),
    "D3": say("The box is only for two-player games with wolves"),
    "D5": say("Fewer than two tiles are left: take a row"),
}


def no_row(row: int, players: int) -> Text:
    return say("There is no row {row} with {players} players", row=row, players=players)


def row_taken(row: int, name: str) -> Text:
    return say("Row {row} was taken by {name}", row=row, name=name)


def pile_used(pile: int) -> Text:
    return say("Pile {pile} has already been played", pile=pile)


USED_UP: dict[Moves, Text] = {
    PLACE: say("The first tile is in a row: choose something else"),
    (KEEP,): say("You kept the first tile: choose something else"),
    (BOX,): say("The first tile is in the box: choose something else"),
}
"""Why the second one of two tiles can't do what the first one did (D4)."""


class Rounds:
    """The station views in turns and between rounds."""

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene
        self._session = scene.session

    def turn(self, station: Station) -> StationView:
        view = self._session.view(None).table
        name = self._scene.name(self._scene.to_act)
        if not self._scene.acts_for(station, view.to_act):
            return self._scene.watch_turn(station, say("{name} plays", name=name))
        draws = by_number(view.legal_moves, DRAW)
        if not draws:  # there is only one thing to do, so it needs no key of its own
            title = say("{name}: take a row", name=name)
            soft = (None, *self._scene.info_and_menu(station))
            return take_view(self._scene, station, title, soft, corner=f"{view.round}/4")
        left = SoftKey(say("Take row"), partial(station.open, TakePage(self._scene)))
        if view.phase is Phase.SECOND_DRAW:
            left = SoftKey(say("Undo"), self._scene.table.take_back)
        return StationView(
            TurnScreen(
                title=_turn_title(view, name), view=view, rows=self._scene.rows_at(station)
            ),
            petals={
                petal: PetalKey(_draw_label(view, petal), partial(self._scene.make, move))
                for petal, move in draws.items()
            },
            soft=(left, *self._scene.info_and_menu(station)),
            why_not=partial(self._scene.reason_of_petal, DRAW),
        )

    def end_of_round(self, station: Station) -> StationView:
        view = self._session.view(None)
        screen = StandingsScreen(
            title=say("Round {round} is over", round=view.table.round),
            corner=f"{view.table.round}/4",
            lines=tuple(line for _, line in standings_of(view)),
            remark=say("{name} takes the Rock", name=self._scene.name(view.table.rock)),
        )
        menu = self._scene.menu_key(station, self._scene)  # it has Info
        return StationView(
            screen,
            soft=(None, menu, SoftKey(say("Next"), self._go_on)),
            why_not=lambda _: say("Press “Next” to continue"),
        )

    def _go_on(self) -> None:
        self._session.apply(NEXT)

    def next_pile(self, station: Station) -> StationView:
        view = self._session.view(None).table
        name = self._scene.name(self._scene.to_act)
        if not self._scene.acts_for(station, view.to_act):
            return self._scene.watch_turn(station, say("{name} chooses", name=name))
        return StationView(
            ChoosePileScreen(
                title=say("{name} opens a pile", name=name),
                remark=say("Which? Its Tree is 1 point."),
                unopened=view.unopened,
            ),
            petals={
                pile: PetalKey(say("Pile {pile}", pile=pile), partial(self._scene.make, move))
                for pile, move in by_number(view.legal_moves, OPEN).items()
            },
            soft=(None, *self._scene.info_and_menu(station)),
            why_not=_why_not_pile,
        )


def _turn_title(view: TableView, name: str) -> Text:
    if view.phase is Phase.SECOND_DRAW:
        return say("{name}: one more tile", name=name)
    return say("{name}'s turn", name=name)


def _draw_label(view: TableView, petal: int) -> Text:
    pile = view.petals[petal - 1]
    if pile.top is Layer.SHADOW:
        return say("Draw a shadow tile")
    return say("Draw ({tiles} left)", tiles=pile.tiles)


def _why_not_pile(key: Key) -> Text:
    if not key.is_petal:
        return say("Press the petal of a pile")
    if key.number <= PILES:
        return pile_used(key.number)
    return say("There are only {piles} piles", piles=PILES)


class TakePage(Scene):
    """A page to choose the row to take, by its petal key."""

    bound_to_turn = True
    HELP = say(
        "Press the petal of the row to take. You are then out of the round. Points at the "
        "table don't count kept tiles."
    )

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        keys = self._scene.info_key(station), self._scene.menu_key(station, self)
        return take_view(self._scene, station, say("You leave the round with:"), (back, *keys))


def take_view(
    scene: TriquetaScene,
    station: Station,
    title: Text,
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
    corner: Text = "",
) -> StationView:
    """Return the view to choose the row to take, by its petal key."""
    takes = by_number(scene.session.view(None).table.legal_moves, TAKE)
    rows = scene.rows_at(station)
    return StationView(
        RowsScreen(title=title, corner=corner, rows=rows, offered=tuple(takes)),
        petals={
            row: PetalKey(
                _take_label(row, rows[row - 1]), partial(scene.take, station, move), pulses=True
            )
            for row, move in takes.items()
        },
        soft=soft,
        why_not=partial(scene.reason_of_petal, TAKE),
    )


def _take_label(number: int, row: Row) -> Text:
    return say("Row {row}: {points} p.", row=number, points=signed(row.change or 0))


class TriquetaScene(GameScene[TriquetaSession]):
    """The scene of a running game: it picks each station's view by the state of the game."""

    has_pages = True

    def __init__(self, table: Table, session: TriquetaSession) -> None:
        super().__init__(table, session)
        self._rounds = Rounds(self)
        self._drawn_tiles = DrawnTiles(self)
        self._reveal = Reveal(self)

    @classmethod
    def entered(cls, table: Table, session: TriquetaSession) -> TriquetaScene:
        """Return the scene of a new or resumed game; if new, tell the first player what to do."""
        scene = cls(table, session)
        if not session.view(None).begun:
            for station in table.stations.values():
                if scene.acts_for(station, scene.to_act) and scene.hint_for(station) is None:
                    table.tell(station, say("Press a petal to draw a tile"))
        return scene

    def awaits(self, station: Station, seat: int) -> bool:
        view = self.session.view(None)
        if view.round_ended:  # any player may continue
            return True
        if view.unseen or view.table.phase in (Phase.CHOICE, Phase.REVEAL):
            return self.decides_for(station, seat)
        return super().awaits(station, seat)

    def may_show_secret(self) -> bool:
        view = self.session.view(None)
        return view.unseen or view.table.phase in (Phase.CHOICE, Phase.REVEAL)

    def what_to_do(self) -> Text:
        view = self.session.view(None)
        if view.round_ended:
            return HELP_AFTER_ROUND if view.table.unopened else HELP_AFTER_LAST_ROUND
        if view.unseen:
            return say("Take the device and hold “Look”. For your eyes only!")
        table = view.table
        if table.phase is Phase.TURN and not by_number(table.legal_moves, DRAW):
            return TakePage.HELP
        if table.phase is Phase.CHOICE and table.tiles_per_draw == 2:
            return HELP_WITH_TWO
        return HELP[table.phase]

    def present(self, station: Station) -> StationView:
        view = self._offers()(station)
        return self._with_page(station, view) if station.draws_pages else view

    def _with_page(self, station: Station, view: StationView) -> StationView:
        """Return the view of a station that draws pages, with its page and what it can tap."""
        if station.seat is None:
            return view
        own = self.session.view(station.seat)
        actions: dict[str, Action] = {}
        if self.session.may_undo(station.seat):
            actions[UNDO_TAP] = self.table.take_back
        if mode_of(own) is PageMode.TURN:
            takes = by_number(own.public.table.legal_moves, TAKE)
            for row, move in takes.items():
                actions[take_tap(row)] = partial(self.take, station, move)
        return replace(
            view,
            taps=Taps.on_page(actions),
            page=partial(page_for, own, self.session.spectator_view()),
        )

    def _offers(self) -> Callable[[Station], StationView]:
        view = self.session.view(None)
        if view.round_ended:
            return self._rounds.end_of_round
        if view.unseen:
            return self._drawn_tiles.unseen
        return {
            Phase.TURN: self._rounds.turn,
            Phase.SECOND_DRAW: self._rounds.turn,
            Phase.CHOICE: self._drawn_tiles.choice,
            Phase.NEXT_PILE: self._rounds.next_pile,
            Phase.REVEAL: self._reveal.view_for,
        }[view.table.phase]

    def overview(self) -> Scene:
        return OverviewPage(self.table, self.session)

    def tick(self) -> None:
        view = self.session.view(None)
        if view.result is not None:
            self.table.go_to(EndScene(self.table, self.session, view.result))
        elif view.table.phase is Phase.NEXT_PILE and not view.round_ended:
            self._open_last_pile(view.table.legal_moves)

    def _open_last_pile(self, piles: Moves) -> None:
        """Open the pile if only one is left: there is nothing to choose."""
        if len(piles) == 1:
            self.make(piles[0])

    def stations_changed(self) -> None:
        """Show an unseen draw at its drawer's private station, as soon as there is one."""
        view = self.session.view(None)
        if view.unseen and view.drawer is not None:
            self._drawn_tiles.show_at_private_station(view.drawer)
        self._drawn_tiles.put_before_seats()

    def event_screen(self) -> Screen | None:
        if not self.session.completes_public_move:
            return None
        by_robot = self.table.is_robot(self.session.last_player)
        return move_screen(self.session.view(None), by_robot=by_robot)

    @property
    def people_are_out(self) -> bool:
        players = enumerate(self.session.view(None).table.players)
        return all(self.table.is_robot(seat) or not player.in_round for seat, player in players)

    def turn_of(self) -> int | None:
        return None if self.session.view(None).round_ended else super().turn_of()

    def next_seat(self) -> int | None:
        return self.session.view(None).table.to_act

    @property
    def to_act(self) -> int:
        """The seat to act. Raises ValueError once the game is over."""
        return _required(self.session.view(None).table.to_act)

    @property
    def drawer(self) -> int:
        return _required(self.session.view(None).drawer)

    def watch_turn(self, station: Station, title: Text) -> StationView:
        """Return the view of a station that has nothing to decide in this turn."""
        open_kept = partial(open_hand, self.table, kept_tiles(self.session), station)
        table = self.session.view(None).table
        screen = TurnScreen(title=title, view=table, rows=self.rows_at(station))
        return self.watch(station, screen, SoftKey(say("Kept tiles"), open_kept))

    def take(self, station: Station, move: str) -> None:
        """Take a row, but first warn a beginner who would begin a round with an empty one."""
        warning = self.session.warning(station.seat, move)
        if warning is None:
            self.make(move)
        else:
            station.open(WarningPage(self, warning, move))

    def rows_at(self, station: Station) -> tuple[Row, ...]:
        """Return the rows with the points that each would bring.

        They are those of the station's seat, or at the shared station those of the player to act.
        Only where a seat's secrets are shown do its kept tiles count.
        """
        view = self.session.view(None)
        seat = view.table.to_act if station.seat is None else station.seat
        if seat is None or not view.table.players[seat].in_round:
            return rows_of(view)
        mine = Belongings.public(view.table, seat)
        if self.is_private(station, seat):
            mine = Belongings.of(self.session.view(seat).seat)
        return rows_of(view, changes_by_taking(mine, view.table))

    def reason(self, move: str) -> Text | None:
        """Return why a move is not legal now, for the player who tried it."""
        clause, view = self.session.clause_against(move), self.session.view(None)
        if clause in ("R5", "R7"):
            row = number_of(move)
            return row_taken(row, self.name(view.takers[row - 1] or 0))
        if clause == "R1":
            return no_row(number_of(move), len(view.table.players))
        return USED_UP[move_type(move)] if clause == "D4" else REASONS.get(clause)

    def reason_of_petal(self, moves: Moves, key: Key) -> Text | None:
        """Return why a petal key does not make its move."""
        if key.is_petal:
            return self.reason(moves[key.number - 1])
        return say("Press the petal of a row") if moves is TAKE else None


def _required(seat: int | None) -> int:
    if seat is None:
        raise ValueError("no seat is to act")
    return seat


HELP: dict[Phase, Text] = {
    Phase.TURN: say("Press a petal to draw its top tile, or take a row with the left key."),
    Phase.SECOND_DRAW: say("Draw the second tile. Then you look at both."),
    Phase.CHOICE: say("Press the petal of the row for your tile, or keep it."),
    Phase.NEXT_PILE: say(
        "The player who took the last row opens the next pile and gets its Tree."
    ),
    Phase.REVEAL: say("Add your kept tile, or return it face down. The better choice has a tick."),
    Phase.OVER: say("The game is over."),
}
HELP_WITH_TWO = say(
    "Place, keep or box the first tile, then do something else with the second. “Look” shows both."
)
HELP_AFTER_ROUND = say(
    "The bars show the points that lie open. The Rock is one point; its holder opens the next "
    "pile and begins."
)
HELP_AFTER_LAST_ROUND = say(
    "The bars show the points that lie open, the Rock included. Next, kept tiles are revealed."
)
