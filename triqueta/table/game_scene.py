"""The base class of all games' scenes: who may do and see what at which station."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from triqueta.screens.board import LargeBoard
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import TABLE
from triqueta.table.coach_pages import open_hint
from triqueta.table.menu import Menu
from triqueta.table.names import robot_of
from triqueta.table.private_pages import ask_whether_to_wait, is_missed
from triqueta.table.rematch import again_key, again_taps
from triqueta.table.scene import (
    AT_THE_TABLE,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.session import NO_HINTS, AnySession, Hint

if TYPE_CHECKING:
    from triqueta.table.table import Table


SessionT = TypeVar("SessionT", bound=AnySession)

WAITS_FOR_NEXT_GAME = say("This seat is waiting for the next game")


class GameScene(Scene, Generic[SessionT]):
    """A base class for the scenes of a game in progress.

    Implement `present` and `overview`. `self.session` is the session to show.

    A seat's own station shows its secrets. A seat without a station uses the table station, which
    shows secrets only while Look is held. A person who plays alone with robots needs no Look
    (see `is_private`).
    """

    HELP = say("The bottom line shows what the three keys below it do.")
    has_pages = False
    """Whether the game's views have pages for stations that draw them."""

    def __init__(self, table: Table, session: SessionT) -> None:
        self.table = table
        self.session = session

    @property
    def to_act(self) -> int:
        """The seat whose turn it is. Raises ValueError when the game is over."""
        seat = self.session.current_player
        if seat is None:
            raise ValueError("the game is over: no player is to act")
        return seat

    def view_for(self, station: Station) -> StationView:
        if not self._plays_at(station):
            screen = TextScreen(title=say("Welcome"), text=self._why_not_here(station))
            return StationView(screen, why_not=lambda _: WAITS_FOR_NEXT_GAME)
        robots = self.table.robots
        card = self.table.cards.view_for(station)
        if card is not None:
            return card
        view = robots.with_pause_keys(station, self.present(station))
        absent = self._absent(station, view)
        if absent is not None:
            soft = (None, *self.info_and_menu(station))
            return ask_whether_to_wait(self.table, station, absent, self.waits(), soft)
        hint = self.hint_for(station)
        return view if hint is None else self._hint_view(station, hint)

    def _why_not_here(self, station: Station) -> Text:
        if self.table.is_robot(station.seat):
            return say("A robot is playing this seat.")
        return say("This seat is not in the game.")

    def hint_for(self, station: Station) -> Hint | None:
        """Return the hint for beginners to show at a station now, or None."""
        hint = self.session.hint_for(station.seat)
        return hint if hint and self.decides_for(station, hint.seat) else None

    def _hint_view(self, station: Station, hint: Hint) -> StationView:
        read = partial(self.session.apply, hint.read_by(station.seat))
        no_more = partial(self.session.apply, NO_HINTS)
        title = say("Hint for {name}", name=self.name(hint.seat))
        return StationView(
            TextScreen(title=title, text=hint.text, corner=hint.corner),
            soft=(None, SoftKey(say("OK"), read), SoftKey(say("No hints"), no_more)),
            why_not=lambda _: say("Press “OK” to continue"),
        )

    def _absent(self, station: Station, view: StationView) -> int | None:
        """Return the seat whose secret a view would show only because its station is offline.

        Return None if there is no such seat. This concerns only the table station.
        """
        seat = view.secret_of
        if station.seat is not None or seat is None or not is_missed(self.table, seat):
            return None
        return None if self.is_private(station, seat) else seat

    def asks_about(self, seat: int) -> bool:
        table = self.table.stations[TABLE]
        return self._absent(table, self.present(table)) == seat

    @abstractmethod
    def present(self, station: Station) -> StationView:
        """Return what a station of the game shows, and what its keys do.

        `station` is the table station, or that of a seat that a person plays. The core adds hints
        and event cards.
        """

    def event_screen(self) -> Screen | None:
        """Return the picture of the last public move, or None if there is none to show.

        The table asks after every entry and shows the picture as an event card for a moment. It
        must show only what is public. By default, robots' moves have a card with the sentence of
        `Session.describe_last_move`, and people's moves have none.
        """
        seat = self.session.last_player
        text = self.session.describe_last_move() if self.table.is_robot(seat) else None
        if seat is None or text is None:
            return None
        return TextScreen(title=robot_of(self.session.robots[seat]), text=text)

    @property
    def people_are_out(self) -> bool:
        """Whether only robots still play in this round, while people wait for its end.

        Then robots' moves are shown more briefly.
        """
        return False

    @abstractmethod
    def overview(self) -> Scene:
        """Return the page that Info opens. Any player may open it at any time."""

    def help(self, station: Station) -> Text:
        """Return what the player at a station has to do, or whom they are waiting for."""
        seat = self.session.current_player
        if seat is not None and self._absent(station, self.present(station)) == seat:
            name = self.name(seat)
            return say("{name}'s display is asleep. Wait for it, or play on here.", name=name)
        if seat is None or self.awaits(station, seat):
            return self.what_to_do()
        name = self.name(seat)
        return say("Waiting for {name}. Meanwhile you can look around.", name=name)

    def awaits(self, station: Station, seat: int) -> bool:
        """Return whether a seat has something to do at this station now."""
        return self.acts_for(station, seat)

    def what_to_do(self) -> Text:
        """Return the help text for the player to act."""
        return self.HELP

    def _plays_at(self, station: Station) -> bool:
        if station.seat is None:
            return True
        return station.seat < len(self.session.names) and not self.table.is_robot(station.seat)

    def make(self, move: str) -> None:
        """Apply a move or another entry, close the pages of the previous turn and show notices.

        The notices say what happened (see `describe_move`) and whose turn it is.
        """
        seat = self.session.current_player
        self.session.apply(move)
        self.table.game_went_on()
        silent = seat is None or self.table.is_robot(seat)  # a robot's move has a card instead
        self._tell(None if silent else self.describe_move(move, self.name(seat or 0)))
        self.stations_changed()

    def roll(self) -> None:
        """Apply the chance move that is next, for example when a player presses Roll."""
        chance = self.session.chance()
        if chance is not None:
            self.make(chance)

    def describe_move(self, move: str, name: str) -> Text | None:
        """Return a notice about a person's move, or None if the next screen shows it anyway.

        `name` is the player who made the move. All players see the notice.
        """
        return None

    def turn_of(self) -> int | None:
        return self.session.current_player

    def next_seat(self) -> int | None:
        """Return the seat that gets the notice "Your turn!" after a move, or None."""
        return self.session.current_player

    def _tell(self, description: Text | None) -> None:
        seat = self.next_seat()
        for station in self.table.stations.values():
            if station.pages and station.seat is not None and station.seat == seat:
                self.table.tell(station, say("Your turn!"))
            elif description is not None and self._plays_at(station):
                self.table.tell(station, description)

    def acts_for(self, station: Station, seat: int | None) -> bool:
        """Return whether a seat's public choices can be made at this station.

        They can be made at the seat's own station and at the table station.
        """
        return not self.table.is_robot(seat) and station.seat in (None, seat)

    def sees_for(self, station: Station, seat: int) -> bool:
        """Return whether this is the station for a seat's secrets.

        That is the seat's own station, or the table station if it has none.
        """
        if self.table.has_station(seat):
            return station.seat == seat
        return station.seat is None and not self.table.is_robot(seat)

    def decides_for(self, station: Station, seat: int) -> bool:
        """Return whether this is the station where a seat makes its choices.

        That is the seat's own station if it has keys, otherwise the table station.
        """
        if self.table.has_keys(seat):
            return station.seat == seat
        return station.seat is None and not self.table.is_robot(seat)

    def name(self, seat: int) -> str:
        return self.session.names[seat]

    def waits(self) -> Text:
        """Return the notice for a key of a player who has nothing to do now."""
        seat = self.session.current_player
        if seat is None:
            return say("The game is over.")
        return say("Waiting for {name}", name=self.name(seat))

    def watch(self, station: Station, screen: Screen, left: SoftKey | None = None) -> StationView:
        """Return the view of a station where there is nothing to decide now.

        It has Info and the menu, and `left` as the left soft key.
        """
        waits, soft = self.waits(), (left, *self.info_and_menu(station))
        return StationView(screen, soft=soft, why_not=lambda _: waits, why_no_tap=waits)

    def is_private(self, station: Station, seat: int) -> bool:
        """Return whether a station shows a seat's secrets without Look.

        The seat's own station does. So does the table station for a person who plays alone with
        robots and has no own station.
        """
        return self.table.private_station(seat) is station

    def shows_secret(self, station: Station, seat: int) -> bool:
        """Return whether a station shows a seat's secrets right now."""
        looks = station.looking and self.sees_for(station, seat)
        return looks or self.is_private(station, seat)

    def look_key(self, station: Station, seat: int) -> SoftKey | None:
        """Return the Look key for a seat's secrets, or None if the station needs none.

        Only the table station needs one. A private station always shows its seat's secrets.
        """
        if self.is_private(station, seat) or not self.sees_for(station, seat):
            return None
        return SoftKey(say("Look"), hold=True)

    def again_key(self, station: Station) -> SoftKey | None:
        """Return the key that deals the same game again, or None if the station has no player.

        At a player's own station it only asks the table, which decides for all players.
        """
        return again_key(self.table, station, self.table.play_again)

    def menu_key(self, station: Station, scene: Scene) -> SoftKey:
        """Return the key that opens the menu. The menu offers the help texts of `scene`."""
        return SoftKey(say("Menu"), partial(self._open_menu, station, scene))

    def _open_menu(self, station: Station, scene: Scene) -> None:
        station.open(Menu(self.table, scene, self.overview()))

    def _open_info(self, station: Station) -> None:
        station.open(self.overview())

    def info_and_menu(self, station: Station) -> tuple[SoftKey, SoftKey]:
        """Return the keys for Info and the menu.

        Info is also in the menu, so a player who can ask for a hint gets Hint in its place.
        """
        return self.hint_key(station) or self.info_key(station), self.menu_key(station, self)

    def info_key(self, station: Station) -> SoftKey:
        return SoftKey(say("Info"), partial(self._open_info, station))

    def hint_key(self, station: Station) -> SoftKey | None:
        """Return the key for a hint, or None.

        There is one if the coach is on and the player to act has a choice at this station.
        """
        seat = self.session.current_player
        if not self.session.has_coach or seat is None or not self.acts_for(station, seat):
            return None
        coach = self.table.games.coach(self.session.game_id)
        if coach is None or len(self.session.moves(seat)) < 2:
            return None
        return SoftKey(say("Hint"), partial(open_hint, self, coach, station, seat))


class EndScene(Scene):
    """The ranking of a finished game. A petal key opens a player's page, and Info the overview.

    `scene` is the scene of the game, `ranking` the screen, and `order` the seats of the ranking,
    best first. `page` returns the page of a seat.
    """

    def __init__(
        self,
        scene: GameScene[Any],
        ranking: Screen,
        order: Sequence[int],
        page: Callable[[int], Scene],
        help_text: Text,
    ) -> None:
        self._scene, self._ranking, self._order, self._page = scene, ranking, order, page
        self._help = help_text

    def view_for(self, station: Station) -> StationView:
        scene, table = self._scene, self._scene.table
        menu = SoftKey(say("Menu"), partial(station.open, Menu(table, self)))
        return StationView(
            self._ranking,
            petals={
                petal: PetalKey(scene.name(seat), partial(self._open_page, station, seat))
                for petal, seat in enumerate(self._order, start=1)
            },
            soft=(scene.again_key(station), scene.info_key(station), menu),
            why_not=lambda key: None if key.is_petal else AT_THE_TABLE,
            taps=again_taps(table, station, table.play_again),
        )

    def help(self, station: Station) -> Text:
        return self._help

    def board(self, station: Station | None) -> LargeBoard | None:
        return self._scene.board(None)

    def _open_page(self, station: Station, seat: int) -> None:
        station.open(self._page(seat))
