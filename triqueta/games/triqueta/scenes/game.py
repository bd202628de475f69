"""The scene of a running game: turns, rows, ends of rounds and the reveal, at every station."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from triqueta.games.triqueta.rules.moves import (
    ADD,
    DRAW,
    OPEN,
    RETURN,
    TAKE,
    Moves,
    Phase,
    by_number,
)
from triqueta.games.triqueta.rules.tiles import PILES, Layer
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.scenes.drawn_tiles import DrawnTiles
from triqueta.games.triqueta.scenes.ending import EndScene
from triqueta.games.triqueta.scenes.overview import OverviewPage, kept_tiles
from triqueta.games.triqueta.screens.event import move_screen
from triqueta.games.triqueta.screens.tile import DecisionScreen
from triqueta.games.triqueta.screens.turn import ChoosePileScreen, RowsScreen, TurnScreen
from triqueta.games.triqueta.session import NEXT, SEEN, TriquetaSession
from triqueta.games.triqueta.views import (
    Belongings,
    Changes,
    changes_by_taking,
    totals_of_decision,
)
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Answer, Question, Screen, TextScreen
from triqueta.screens.station import Key
from triqueta.table.game_scene import GameScene
from triqueta.table.private_pages import open_hand
from triqueta.table.scene import NO_USE, PetalKey, Scene, SoftKey, Station, StationView
from triqueta.table.table import Table

# Why a key does nothing, by the clause that forbids its move.
REASONS: dict[str, Text] = {
    "R1": say("There is no such row"),
    "R4": say("This petal is empty"),
    "R5": say("This row has been taken"),
    "R6": say("You have kept two tiles already"),
    "R7": say("This row has been taken"),
    "R9": say("The pile is empty: take a row"),
    "R11": say("That pile has already been used"),
    "D3": say("The box is only for two-player games with wolves"),
    "D4": say("Do something else with the second tile"),
    "D5": say("Fewer than two tiles are left: take a row"),
}


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
        left = SoftKey(say("Take row"), partial(station.open, TakePage(self._scene)))
        if view.phase is Phase.SECOND_DRAW:
            left = SoftKey(say("Undo"), self._scene.table.take_back)
        return StationView(
            TurnScreen(title=_turn_title(view, name), view=view),
            petals={
                petal: PetalKey(_draw_label(view, petal), partial(self._scene.make, move))
                for petal, move in draws.items()
            },
            soft=(left, *self._scene.info_and_menu(station)),
            why_not=partial(self._scene.reason_of_petal, DRAW),
        )

    def end_of_round(self, station: Station) -> StationView:
        view = self._session.view(None).table
        text = say(
            "{name} took the last row, and with it the Rock.", name=self._scene.name(view.rock)
        )
        return StationView(
            TextScreen(title=say("Round {round} is over", round=view.round), text=text),
            soft=(*self._scene.info_and_menu(station), SoftKey(say("Next"), self._go_on)),
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
        return say("{name}: second tile", name=name)
    if not by_number(view.legal_moves, DRAW):
        return say("{name}: take a row", name=name)
    return say("{name}'s turn", name=name)


def _draw_label(view: TableView, petal: int) -> Text:
    pile = view.petals[petal - 1]
    if pile.top is Layer.SHADOW:
        return say("Draw a shadow tile")
    return say("Draw ({tiles} left)", tiles=pile.tiles)


def _why_not_pile(key: Key) -> Text:
    if key.is_petal and key.number <= PILES:
        return REASONS["R11"]
    return say("There is no such pile")


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
        view = self._scene.session.view(None).table
        name = self._scene.name(self._scene.to_act)
        takes = by_number(view.legal_moves, TAKE)
        changes = self._changes(station)
        screen = RowsScreen(
            title=say("{name} takes row ...", name=name),
            view=view,
            offered=tuple(takes),
            changes=changes,
        )
        return StationView(
            screen,
            petals={
                row: PetalKey(_take_label(row, changes), partial(self._scene.make, move))
                for row, move in takes.items()
            },
            soft=(SoftKey(say("Back"), station.close), None, self._scene.menu_key(station, self)),
            why_not=partial(self._scene.reason_of_petal, TAKE),
        )

    def _changes(self, station: Station) -> Changes:
        """Return the points each row would bring; only a private station counts kept tiles."""
        session, seat = self._scene.session, self._scene.to_act
        table = session.view(None).table
        mine = Belongings.public(table, seat)
        if self._scene.is_private(station, seat):
            mine = Belongings.of(session.view(seat).seat)
        return changes_by_taking(mine, table)


def _take_label(row: int, changes: Changes) -> Text:
    return say("Row {row}: {points} p.", row=row, points=f"{changes[row - 1]:+}")


_ADD_IT = say("Add it")
_RETURN_IT = say("Return it")


class Reveal:
    """The station views in the reveal; players look at a kept tile before they decide."""

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene
        self._session = scene.session

    def view_for(self, station: Station) -> StationView:
        seat = self._scene.to_act
        name = self._scene.name(seat)
        sees = self._scene.sees_for(station, seat)
        if not self._scene.decides_for(station, seat):
            watched = self._scene.watch_turn(station, say("{name} decides", name=name))
            return StationView(self._decision_screen(seat), secret_of=seat) if sees else watched
        info, menu = self._scene.info_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        decide = {
            1: PetalKey(_ADD_IT, partial(self._scene.make, ADD)),
            2: PetalKey(_RETURN_IT, partial(self._scene.make, RETURN)),
        }
        if self._scene.is_private(station, seat):
            tile = self._decision_screen(seat)
            return StationView(tile, petals=decide, soft=(None, info, menu), secret_of=seat)
        if not sees:  # the player sees the tile on a private display without keys
            question = self._decision_question(seat, name)
            return StationView(question, petals=decide, soft=(None, info, menu), secret_of=seat)
        if station.looking:
            screen = self._decision_screen(seat)
            return StationView(screen, soft=(None, look, None), released=self._decision_looked)
        if not self._session.view(None).decision_seen:
            text = say("Take the device, tilt it towards you and hold “Look”. Then decide.")
            return StationView(
                TextScreen(title=self._kept_tile(seat, name), text=text),
                soft=(info, look, menu),
                why_not=lambda _: say("Look at your tile first"),
                secret_of=seat,
            )
        screen = self._decision_question(seat, name)
        return StationView(screen, petals=decide, soft=(info, look, menu), secret_of=seat)

    def _decision_looked(self) -> None:
        self._session.apply(SEEN)

    def _decision_question(self, seat: int, name: str) -> Screen:
        answers = (Answer(1, _ADD_IT), Answer(2, _RETURN_IT))
        return Question(title=self._kept_tile(seat, name), answers=answers)

    def _decision_screen(self, seat: int) -> Screen:
        view = self._session.view(seat).seat
        added, returned, add_is_better = totals_of_decision(view)
        return DecisionScreen(
            title=self._kept_tile(seat, self._scene.name(seat)),
            tile=view.kept_light[len(view.decisions)],
            total_added=added,
            total_returned=returned,
            add_is_better=add_is_better,
        )

    def _kept_tile(self, seat: int, name: str) -> Text:
        view = self._session.view(None)
        number, of = view.decided + 1, view.table.players[seat].kept_light
        return say("{name}: kept tile {number} of {of}", name=name, number=number, of=of)


class TriquetaScene(GameScene[TriquetaSession]):
    """The scene of a running game: it picks each station's view by the state of the game."""

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
        if view.unseen:
            return say("Take the device and hold “Look”. For your eyes only!")
        return HELP[view.table.phase]

    def present(self, station: Station) -> StationView:
        return self._offers()(station)

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
        if view.table.outcome is not None and not view.round_ended:
            self.table.go_to(EndScene(self.table, self.session, view.table.outcome))

    def stations_changed(self) -> None:
        """Show an unseen draw at its drawer's private station, as soon as there is one."""
        view = self.session.view(None)
        if view.unseen and view.drawer is not None:
            self._drawn_tiles.show_at_private_station(view.drawer)
        self._drawn_tiles.put_before_seats()

    def event_screen(self) -> Screen | None:
        is_shown = self.session.completes_public_move
        return move_screen(self.session.view(None)) if is_shown else None

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
        screen = TurnScreen(title=title, view=self.session.view(None).table)
        return self.watch(station, screen, SoftKey(say("Kept tiles"), open_kept))

    def reason(self, move: str) -> Text:
        return REASONS.get(self.session.clause_against(move), NO_USE)

    def reason_of_petal(self, moves: Moves, key: Key) -> Text:
        """Return why a petal key does not make its move."""
        return self.reason(moves[key.number - 1]) if key.is_petal else NO_USE


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
