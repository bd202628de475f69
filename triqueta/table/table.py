"""The table itself: it takes events, stands in a room, and says what every station shows."""

from __future__ import annotations

from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Language, Text, say
from triqueta.screens.screen import Screen
from triqueta.table.any_game import UNDO, Games, Play
from triqueta.table.draft import Draft
from triqueta.table.events import (
    STATIONS,
    TABLE,
    Event,
    Join,
    Key,
    KeyDown,
    KeyUp,
    Leave,
    Named,
    seat_station,
)
from triqueta.table.idle import Idle
from triqueta.table.menu import GoodbyeRoom
from triqueta.table.questions import first_room, question_for
from triqueta.table.rooms import Offer, Room, Station
from triqueta.table.saving import Trouble, TroublePage
from triqueta.table.spelling_room import fits_as_name
from triqueta.table.state import TableState
from triqueta.table.world import World

NOTICE_SECONDS = 3.0
SHORTEST_LOOK = 0.4  # seconds; people tap before they find out that Look is to be held


class Table:
    """The whole device but for its parts: no clock, no randomness, no wires.

    `state` is where it was when it was switched off.
    """

    def __init__(self, world: World, state: TableState | None = None, time: float = 0.0) -> None:
        self.world = world
        state = state or TableState()
        self.memory, self.draft, self.play = state.memory, state.draft, state.play
        self.now = time
        self.powered_off = False
        self.typed_names: dict[int, str] = {}
        self.away: set[int] = set()  # seats whose own station has gone in the middle of a game
        self.unsaved = False
        self.stations = {TABLE: Station(TABLE, None)}
        self.idle = Idle(time, world.dim_after, world.off_after)
        self.stage: Room = first_room(self)
        self.stage.tick()

    @property
    def games(self) -> Games:
        return self.world.games

    @property
    def language(self) -> Language:
        return self.memory.language or Language.ENGLISH

    @property
    def state(self) -> TableState:
        return TableState(self.memory, self.draft, self.play)

    def has_station(self, seat: int) -> bool:
        return seat_station(seat) in self.stations

    def has_keys(self, seat: int) -> bool:
        """Whether a seat's own station is there, with keys of its own."""
        return self.has_station(seat) and not self.stations[seat_station(seat)].keyless

    def handle(self, event: Event) -> None:
        self.now = max(self.now, event.time)
        match event:
            case KeyDown(station=name, key=key):
                self._press(self.stations.get(name), key)
            case KeyUp(station=name, key=key):
                self._release(self.stations.get(name), key)
            case Join(station=name, keyless=keyless):
                self._join(name, keyless=keyless)
            case Leave(station=name):
                self._leave(name)
            case Named(station=name, name=typed):
                self._name(self.stations.get(name), typed)
        self.stage.tick()

    def frames(self) -> dict[str, Frame]:
        """What every station shows now."""
        light = self.light
        return {name: self._frame(station, light) for name, station in self.stations.items()}

    def frame(self, name: str) -> Frame:
        """What one station shows now."""
        return self._frame(self.stations[name], self.light)

    def _frame(self, station: Station, light: Light) -> Frame:
        return Frame(
            self._screen(station),
            self.language,
            notice=station.notice if self.now < station.notice_until else None,
            light=light,
            shift=self.idle.shift(self.now) if light is Light.DIM else (0, 0),
            unsaved=self.unsaved and station.name == TABLE,
        )

    @property
    def light(self) -> Light:
        """How bright all stations are now."""
        looking = any(station.looking for station in self.stations.values())
        light = Light.FULL if looking else self.idle.light(self.now)
        if light is Light.FULL and self.memory.soft_light:
            light = Light.SOFT
        return light

    def _screen(self, station: Station) -> Screen:
        """Labels are for keys: a display without keys has none."""
        offer = self.offer(station)
        return offer.screen if station.keyless else offer.labelled_screen

    def next_change(self) -> float | None:
        """When frames change by themselves: the time for the next Tick."""
        times = [station.notice_until for station in self.stations.values() if station.notice]
        times += _known(self.stage.next_change())
        if not any(station.looking for station in self.stations.values()):
            times += _known(self.idle.next_change(self.now))
        return min((time for time in times if time > self.now), default=None)

    def offer(self, station: Station) -> Offer:
        room = station.pages[-1] if station.pages else self.stage
        return room.offer(station)

    def tell(self, station: Station, text: Text) -> None:
        """Show a notice for a moment."""
        station.notice = text
        station.notice_until = self.now + NOTICE_SECONDS

    def trouble_with_saving(self, trouble: Trouble) -> None:
        """Tell the players, and show from now on that nothing is being saved."""
        self.unsaved = not trouble.is_saving
        table = self.stations[TABLE]
        table.stop_looking()
        table.open(TroublePage(trouble))

    def saved_again(self) -> None:
        self.unsaved = False
        self.tell(self.stations[TABLE], say("The game is being saved again"))

    def enter(self, room: Room) -> None:
        """Go on to another room, whatever pages were open."""
        self.stage = room
        for station in self.stations.values():
            station.close_all()
            station.stop_looking()
        room.stations_changed()  # it has to find out who is there

    def go_on(self, play: Play) -> None:
        """Into a game, new or interrupted."""
        self.play = play
        self.enter(play.room(self))

    def start_over(self) -> None:
        """To a new game; the present one is given up or over."""
        self.play = None
        self.away.clear()
        self.ask_next(Draft())

    def ask_next(self, draft: Draft) -> None:
        """On to the question that comes next with these answers."""
        self.draft = draft
        self.enter(question_for(self, draft))

    def power_off(self) -> None:
        self.powered_off = True
        self.enter(GoodbyeRoom(self))

    def goodbye(self) -> Frame:
        """The last picture of every display."""
        screen = GoodbyeRoom(self).offer(self.stations[TABLE]).screen
        return Frame(screen, self.language)

    def take_back(self) -> None:
        """Take the last move back; whoever offers this has asked whether it may be."""
        if self.play is not None:
            self.play.enter(UNDO)
        self.game_went_on()

    def game_went_on(self) -> None:
        """After a move: close what belonged to the turn before."""
        for station in self.stations.values():
            station.notice = None
            station.pages = [page for page in station.pages if not page.bound_to_turn]
            if not station.pages:  # who looks at a hand on a page may go on
                station.stop_looking()

    def _press(self, station: Station | None, key: Key) -> None:
        if station is None:
            return
        if station.looking:
            self.tell(station, say("Let go of Look, then choose"))
            return
        if self.idle.wake(self.now):
            return
        station.notice = None
        offer = self.offer(station)
        action = offer.action(key)
        if offer.is_look_key(key):
            station.look(key, self.now)
        if action is not None:
            action()
        elif not station.looking:
            self.tell(station, offer.why_not(key))

    def _release(self, station: Station | None, key: Key) -> None:
        if station is None or station.look_key is not key:
            return
        self.idle.wake(self.now)
        released = self.offer(station).released
        station.stop_looking()
        station.notice = None
        if self.now - station.look_since < SHORTEST_LOOK:
            self.tell(station, say("Keep holding Look"))
        elif released is not None:
            released()

    def _join(self, name: str, *, keyless: bool) -> None:
        seat = STATIONS[name]
        self.stations[name] = Station(name, seat, keyless=keyless)
        self.away -= {seat}
        self._stations_changed()

    def _leave(self, name: str) -> None:
        if name == TABLE:
            self.stations[TABLE] = Station(TABLE, None)  # nothing on it may stay
        elif self.stations.pop(name, None) is not None:
            self._say_who_is_away(STATIONS[name])
        self._stations_changed()

    def _say_who_is_away(self, seat: int | None) -> None:
        if self.play is not None and seat is not None and seat < len(self.play.names):
            self.away.add(seat)
            away = say("{name}'s display is offline", name=self.play.names[seat])
            self.tell(self.stations[TABLE], away)

    def _name(self, station: Station | None, typed: str) -> None:
        """A name typed at a seat's own station is offered when its seat is asked for one."""
        if station is None or station.seat is None:
            return
        name = " ".join(typed.split())
        if name and fits_as_name(name):
            self.typed_names[station.seat] = name
            self.tell(station, say("Welcome, {name}", name=name))
        else:
            self.tell(station, say("This name does not fit"))

    def _stations_changed(self) -> None:
        """A secret may belong elsewhere now: nobody goes on looking."""
        for station in self.stations.values():
            station.stop_looking()
        self.stage.stations_changed()


def _known(time: float | None) -> list[float]:
    return [] if time is None else [time]
