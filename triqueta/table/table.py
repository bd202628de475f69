"""The table: it handles events, keeps the current scene and says what every station shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from triqueta.screens.board import LargeBoard
from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Language, Text, say
from triqueta.screens.screen import Screen
from triqueta.screens.seat_page import SeatPage
from triqueta.screens.station import SHORTEST_GLANCE, STATIONS, TABLE, Idle, Key, seat_station
from triqueta.table.coach import AnyCoach
from triqueta.table.coach_pages import PAUSE, ReviewWork
from triqueta.table.event_cards import EventCards
from triqueta.table.events import (
    Decided,
    Event,
    FieldTapped,
    Join,
    KeyDown,
    KeyUp,
    Leave,
    Named,
    StoodUp,
)
from triqueta.table.menu import GoodbyeScene, unplug_screen
from triqueta.table.names import NAMES_STAY, plays_already, tidied, why_no_name
from triqueta.table.questions import completed, first_scene, question_for
from triqueta.table.registry import Registry
from triqueta.table.robot_turns import RobotTurns
from triqueta.table.saving import StorageStatus, StorageStatusPage
from triqueta.table.scene import Scene, Station, StationView, hold, next_steps, repeat_steps
from triqueta.table.session import UNDO, AnySession
from triqueta.table.spectator_view import OpenPhase, OpenPlayer, SpectatorView, marked
from triqueta.table.state import NewGame, SeatSettings, Services, TableState

NOTICE_SECONDS = 3.0
KEEP_HOLDING = say("Keep holding “Look”")
_NO_SETTINGS = SeatSettings()
SHORTEST_LOOK = 0.4  # seconds; beginners tap Look before they learn that they must hold it


class Table:
    """The logic of the whole device, without hardware, clock or randomness.

    Pass it events with `handle`, and show what `frames` returns. `next_change` returns the time
    for the next `Tick`. `state` is the state to resume from, by default that of a new table.
    """

    def __init__(
        self, services: Services, state: TableState | None = None, time: float = 0.0
    ) -> None:
        self.services = services
        state = state or TableState()
        self.preferences, self.new_game, self.session = (
            state.preferences,
            state.new_game,
            state.session,
        )
        self.seat_key = state.seat_key if state.session is not None else b""
        if not self.seat_key:  # a key is valid for one game only
            self.renew_seat_key()
        self.now = time
        self.powered_off = False
        self.typed_names: dict[int, str] = {}
        self.seat_settings: dict[int, SeatSettings] = {}
        self.away: set[int] = set()  # seats whose own station went offline during a game
        self.played_here: set[int] = set()  # those of them that continue at the table station
        self.unsaved = False
        self.review: ReviewWork | None = None  # the review of a finished game with a coach
        self.stations = {TABLE: Station(TABLE, None)}
        self.idle = Idle(time, services.dim_after, services.off_after)
        self.robots = RobotTurns(self)
        self.cards = EventCards(self)
        self.scene: Scene = first_scene(self)
        self.scene.tick()
        self.cards.tick()
        self.robots.tick()

    @property
    def games(self) -> Registry:
        return self.services.games

    @property
    def language(self) -> Language:
        return self.preferences.language or Language.ENGLISH

    @property
    def state(self) -> TableState:
        """The state to save, from which a new table can resume."""
        return TableState(self.preferences, self.new_game, self.session, self.seat_key)

    def has_station(self, seat: int) -> bool:
        """Return whether a seat has its own station online. Robots never have one."""
        return seat_station(seat) in self.stations and not self.is_robot(seat)

    def is_robot(self, seat: int | None) -> bool:
        """Return whether a robot plays a seat, or will play it in the game being set up."""
        robots = self.new_game.robots if self.session is None else self.session.robots
        return seat in robots

    @property
    def lone_player(self) -> int | None:
        """The seat of a person who plays alone with robots at the table station, or None.

        Such a person has no secrets to hide from others. With a station of their own, they have
        their secrets there.
        """
        if self.session is None:
            return None
        people = [seat for seat in range(len(self.session.names)) if not self.is_robot(seat)]
        return people[0] if len(people) == 1 and not self.has_station(people[0]) else None

    def private_seat(self, station: Station) -> int | None:
        """Return the seat whose secrets a station shows without Look, or None."""
        return self.lone_player if station.seat is None else station.seat

    def private_station(self, seat: int) -> Station | None:
        """Return the station that shows a seat's secrets without Look, or None.

        That is the seat's own station, or the table station for a person alone with robots.
        """
        if self.has_station(seat):
            return self.stations[seat_station(seat)]
        return self.stations[TABLE] if seat == self.lone_player else None

    def has_keys(self, seat: int) -> bool:
        """Return whether a seat has its own station online, and the station has keys."""
        return self.has_station(seat) and not self.stations[seat_station(seat)].keyless

    def handle(self, event: Event) -> None:
        """Update the table after an event. Call `frames` for the result."""
        self.now = max(self.now, event.time)
        match event:
            case KeyDown(station=name, key=key, is_up=is_up):
                self._press(self.stations.get(name), key, is_up=is_up)
            case KeyUp(station=name, key=key):
                self._release(self.stations.get(name), key)
            case FieldTapped(station=name, field=field):
                self._tap(self.stations.get(name), field)
            case Join():
                self._join(event)
            case Leave(station=name):
                self._leave(name)
            case Named(station=name, name=typed):
                self._name(self.stations.get(name), typed)
            case StoodUp(station=name):
                self._stand_up(STATIONS[name])
            case Decided():
                self.robots.take(event)
        repeat_steps(self)
        self.scene.tick()
        self.cards.tick()
        self.robots.tick()
        self._note_secrets()
        self._look_back()

    def release_quietly(self, event: KeyUp) -> bool:
        """Release a key if that changes no frame, and return whether it did.

        If it returns False, the table is unchanged and you must `handle` the event. This is so for
        a Look key, which shows something while it is held, during a robot's turn, and during a
        review, which makes progress with every event.
        """
        station = self.stations.get(event.station)
        is_look = station is not None and station.look_key is event.key
        if is_look or self.robots.seat is not None or self._is_reviewing:
            return False
        self.now = max(self.now, event.time)
        self._release(station, event.key)
        return True

    @property
    def _is_reviewing(self) -> bool:
        return self.review is not None and not self.review.is_done

    def frames(self) -> dict[str, Frame]:
        """Return what every station shows now, by the name of the station."""
        light = self._light_of_all()
        return {name: self._frame(station, light) for name, station in self.stations.items()}

    def frame(self, name: str) -> Frame:
        """Return what one station shows now."""
        return self._frame(self.stations[name], self._light_of_all())

    def _frame(self, station: Station, light_of_all: Light) -> Frame:
        view = self.view_for(station)
        is_shared_secret = station.looking and station.seat is None
        light = Light.LOWEST if is_shared_secret else self._light_at(station, light_of_all)
        return Frame(
            # A display without keys needs no labels for them.
            view.screen if station.keyless else view.labelled_screen,
            self.language_at(station),
            notice=station.notice if self.now < station.notice_until else None,
            light=light,
            shift=self.idle.shift(self.now) if light is Light.DIM else (0, 0),
            unsaved=self.unsaved and station.name == TABLE,
            coached=self.coached,
            board=None if light is Light.OFF else self._board(station, view),
            private=station.looking or self.private_seat(station) is not None,
            asks_name=self.scene_at(station).asked_name(station),
            page=self._page(station, view, light),
            pulsing=view.pulsing if station.seat is None else (),  # only the table has lights
        )

    @property
    def coached(self) -> bool:
        """Whether the coach is on, in the game or in its set-up. Not every game has a coach."""
        if self.session is not None:
            return self.session.has_coach
        game = self.new_game.game
        return self.new_game.coach and (not game or self.games.coach(game) is not None)

    @property
    def light(self) -> Light:
        """The brightness of the table station now."""
        return self._light_at(self.stations[TABLE], self._light_of_all())

    def _light_of_all(self) -> Light:
        """Return the brightness of all stations, which are dimmed and switched off together."""
        return Light.FULL if self._look_is_held else self.idle.light(self.now)

    def _light_at(self, station: Station, light_of_all: Light) -> Light:
        """Return the brightness of one station, whose player may prefer a softer light."""
        is_soft = light_of_all is Light.FULL and self.soft_light_at(station)
        return Light.SOFT if is_soft else light_of_all

    @property
    def _look_is_held(self) -> bool:
        return any(station.looking for station in self.stations.values())

    def language_at(self, station: Station) -> Language:
        return self.language_of(station.seat)

    def language_of(self, seat: int | None) -> Language:
        """Return the language of a seat, or of the table if `seat` is None."""
        chosen = None if seat is None else self.seat_settings.get(seat)
        return (chosen and chosen.language) or self.language

    def soft_light_at(self, station: Station) -> bool:
        soft = self._settings_of(station).soft_light
        return self.preferences.soft_light if soft is None else soft

    def _settings_of(self, station: Station) -> SeatSettings:
        seat = station.seat
        return _NO_SETTINGS if seat is None else self.seat_settings.get(seat, _NO_SETTINGS)

    def speak(self, station: Station, language: Language) -> None:
        """Change the language of a station. That of the table is the default for seats."""
        self._set(station, language=language)

    def change_light(self, station: Station) -> None:
        """Switch a station between soft and full light."""
        self._set(station, soft_light=not self.soft_light_at(station))

    def change_volume(self) -> None:
        """Select the next volume of the buzzer."""
        self.preferences = replace(self.preferences, volume=self.preferences.volume.next)

    def _set(self, station: Station, **setting: Any) -> None:
        """Change a setting of a seat's station, or that of the table, the default for seats."""
        if station.seat is None:
            self.preferences = replace(self.preferences, **setting)
        else:
            self.seat_settings[station.seat] = replace(self._settings_of(station), **setting)

    def _board(self, station: Station, view: StationView) -> LargeBoard | None:
        """Return the large board beside a station. Its view says which fields can be tapped."""
        board = self.scene.board(station)
        if board is None or view.taps is None or not view.taps.on_board:
            return board
        return replace(board, tappable=view.taps.fields)

    def _page(self, station: Station, view: StationView, light: Light) -> SeatPage | None:
        """Return the page that a station draws, or None."""
        if not station.draws_pages or view.page is None or light is Light.OFF:
            return None
        return view.page(view)

    def open_board(self) -> LargeBoard | None:
        """Return the large board for spectators."""
        return self.scene.board(None)

    def spectator_view(self) -> SpectatorView:
        """Return everything public, for the pages of spectators."""
        if self.session is not None:
            lies_open = marked(self.session.spectator_view(), self.session.robots)
            if self.review is None or not self.review.is_done:
                return lies_open
            return replace(lies_open, reviews=self.review.spectator_reviews())
        set_up = SpectatorView(
            say("Welcome"),
            say("A game is being set up at the table."),
            players=tuple(map(OpenPlayer, self.new_game.names)),
            phase=OpenPhase.SETUP,
        )
        return marked(set_up, self.new_game.robots)

    @property
    def result_is_open(self) -> bool:
        """Whether the result of a game can be shown: nothing of it is hidden any more.

        True as well while no game is over.
        """
        is_over = self.session is not None and self.session.over
        return not is_over or self.spectator_view().score is not None

    def name_of(self, seat: int) -> str:
        """Return the name of the player in a seat, or "" if it is not known yet."""
        if self.session is not None:
            names = self.session.names
            return names[seat] if seat < len(names) else ""
        names = self.new_game.names
        return names[seat] if seat < len(names) else self.typed_names.get(seat, "")

    def next_change(self) -> float | None:
        """Return the time at which frames change without an event, or None.

        Pass a `Tick` to `handle` at that time.
        """
        times = [station.notice_until for station in self.stations.values() if station.notice]
        times += _known(self.scene.next_change())
        times += next_steps(self)
        if self._is_reviewing:
            times.append(self.now + PAUSE)
        times += _known(self.cards.next_change())
        times += _known(self.robots.next_change())
        if not self._look_is_held:
            times += _known(self.idle.next_change(self.now))
        return min((time for time in times if time > self.now), default=None)

    def scene_at(self, station: Station) -> Scene:
        """Return the scene that a station shows: its topmost page, or the table's scene."""
        return station.pages[-1] if station.pages else self.scene

    def view_for(self, station: Station) -> StationView:
        """Return what a station shows now, and what its keys do."""
        return self.scene_at(station).view_for(station)

    def _is_unseen(self, view: StationView, key: Key) -> bool:
        """Return whether a key would decide about a secret that has only just appeared.

        Secrets appear without a key only at a private station. Elsewhere the player has to hold
        Look first.
        """
        if view.secret_of is None or not view.decides(key):
            return False
        own = self.private_station(view.secret_of)
        if own is None or own.secret is None:
            return False
        return self.now < own.secret_since + SHORTEST_GLANCE

    def _note_secrets(self) -> None:
        """Record when each private station began to show the secret to decide about."""
        dark = self.light is Light.OFF
        for station in self.stations.values():
            station.note_secret(None if dark else self._secret_at(station), self.now)

    def _secret_at(self, station: Station) -> Screen | None:
        """Return the screen of the secret that a station shows for a decision, or None."""
        seat = self.private_seat(station)
        if seat is None:
            return None
        waited_for = self.session is not None and self.session.current_player == seat
        if not station.pages and not (waited_for and self.scene.may_show_secret()):
            return None
        view = self.view_for(station)
        return view.screen if view.secret_of == seat else None

    def _look_back(self) -> None:
        """Compute the next part of the review, if the game is over and has a coach."""
        session = self.session
        coach = None if session is None else self._reviewer(session)
        if session is None or coach is None:
            self.review = None
            return
        if self.review is None or self.review.session is not session:
            decisions = self.games.decisions(session)
            self.review = ReviewWork(session, decisions, coach.decisions_at_once)
        self.review.go_on()

    def _reviewer(self, session: AnySession) -> AnyCoach | None:
        is_wanted = session.has_coach and session.over and self.result_is_open
        return self.games.coach(session.game_id) if is_wanted else None

    def tell(self, station: Station, text: Text) -> None:
        """Show a notice at a station for `NOTICE_SECONDS`."""
        station.notice = text
        station.notice_until = self.now + NOTICE_SECONDS

    def report_storage(self, status: StorageStatus) -> None:
        """Open a page about a problem with saving at the table station.

        If games are not being saved, the table station shows that from now on.
        """
        self.unsaved = not status.is_saving
        table = self.stations[TABLE]
        table.stop_looking()
        table.open(StorageStatusPage(status))

    def saved_again(self) -> None:
        """Tell the players that saving works again."""
        self.unsaved = False
        self.tell(self.stations[TABLE], say("The game is being saved again"))

    def go_to(self, scene: Scene) -> None:
        """Change to another scene and close all pages."""
        self.scene = scene
        for station in self.stations.values():
            station.close_all()
            station.stop_looking()
        scene.stations_changed()  # the new scene has to find out which stations are online

    def go_on(self, session: AnySession) -> None:
        """Continue with a session and change to its scene."""
        self.session = session
        self.go_to(self.games.scene(self, session))

    def start_over(self, new_game: NewGame | None = None) -> None:
        """Drop the current session, which is over or abandoned, and set up a new game.

        `new_game` has the answers that are known already.
        """
        if self.session is not None:
            self.preferences = self.preferences.after_leaving(self.session)
        self.session = None
        self.away.clear()
        self.played_here.clear()
        self._forget_who_left()
        self.renew_seat_key()
        self.ask_next(new_game or NewGame())

    def _forget_who_left(self) -> None:
        """Forget the names of players without a display, so that they can sit elsewhere."""
        here = {seat: name for seat, name in self.typed_names.items() if self.has_station(seat)}
        self.typed_names = here

    def play_again(self) -> None:
        """Deal the session's game again for the same players.

        After a tutorial they choose a game instead, because its deal is always the same.
        """
        again = None
        if self.session is not None and not self.session.is_tutorial:
            again = NewGame.again(self.session)
        self.start_over(again)

    @property
    def may_cut(self) -> bool:
        """Whether the players of the session can still cut: they have seen nothing of the deal."""
        session = self.session
        if session is None or not session.is_untouched:
            return False
        return self.games[session.game_id].deals_face_down

    def check_shuffle(self) -> None:
        """Put the session aside, show the commitment to its shuffle and let the players cut.

        Then it is dealt again from the same secret. The caller must have checked `may_cut`.
        """
        if self.session is not None:
            again = NewGame.of(self.session)
            self.session = None
            self.ask_next(again)

    def renew_seat_key(self) -> None:
        """Replace the links of all seats. The old ones become invalid."""
        self.seat_key = self.services.new_seat_key()

    def ask_next(self, new_game: NewGame) -> None:
        """Change to the question that follows these answers, or to the deal."""
        self.new_game = completed(self, new_game)
        self.go_to(question_for(self, self.new_game))

    def power_off(self) -> None:
        """Say goodbye. `powered_off` tells the caller to switch the device off."""
        self.powered_off = True
        self.go_to(GoodbyeScene(self))

    def goodbye(self) -> Frame:
        """Return the last frame of every display before the device is switched off."""
        screen = GoodbyeScene(self).view_for(self.stations[TABLE]).screen
        return Frame(screen, self.language)

    def unplugging(self) -> Frame:
        """Return the frame that says when the plug can be pulled."""
        return Frame(unplug_screen(), self.language, light=Light.DIM)

    def take_back(self) -> None:
        """Undo the last move. The caller must have checked `Session.may_undo`."""
        if self.session is not None:
            self.session.apply(UNDO)
        self.game_went_on()

    def game_went_on(self) -> None:
        """Close the pages and notices of the previous turn, after a move or an undo."""
        for station in self.stations.values():
            station.notice = None
            station.pages = [page for page in station.pages if not page.bound_to_turn]
            if not station.pages:  # a player who looks at a hand on a page can continue
                station.stop_looking()

    def _press(self, station: Station | None, key: Key, *, is_up: bool) -> None:
        if station is None or not self._attends(station):
            return
        view = self.view_for(station)
        if self._is_unseen(view, key):
            return
        if view.is_look_key(key):
            if is_up:  # Look was released before the player could see anything
                self.tell(station, KEEP_HOLDING)
                return
            station.look(key, self.now)
        action = view.action(key)
        if view.repeats(key):
            hold(self, station, key, self.scene_at(station))
        if action is not None:
            action()
        elif not station.looking:
            self.tell(station, view.reason_against(key))

    def _tap(self, station: Station | None, field: str) -> None:
        if station is None or not self._attends(station):
            return
        view = self.view_for(station)
        if view.taps is not None and field in view.taps.fields:
            view.taps.tap(field)
        elif view.otherwise is not None:
            view.otherwise.press()
        else:
            self.tell(station, view.why_no_tap)

    def _attends(self, station: Station) -> bool:
        """Return whether a key or a tap at a station has an effect.

        It has none while Look is held, while the displays are off, or just after an event card.
        """
        station.held = None
        if station.looking:
            self.tell(station, say("Let go of “Look”, then choose"))
            return False
        if self.idle.wake(self.now):
            return False
        station.notice = None
        return not self.cards.ignores_keys(station)

    def _release(self, station: Station | None, key: Key) -> None:
        if station is not None and station.held is not None and station.held.key is key:
            station.held = None
        if station is None or station.look_key is not key:
            return
        self.idle.wake(self.now)
        released = self.view_for(station).released
        station.stop_looking()
        station.notice = None
        if self.now - station.look_since < SHORTEST_LOOK:
            self.tell(station, KEEP_HOLDING)
        elif released is not None:
            released()

    def _join(self, event: Join) -> None:
        seat = STATIONS[event.station]
        if seat is not None and seat == self.lone_player:
            self.stations[TABLE].close_all()  # its pages may show what now belongs on this station
        self.stations[event.station] = Station(
            event.station, seat, keyless=event.keyless, draws_pages=event.draws_pages
        )
        self.away -= {seat}
        self.played_here -= {seat}
        self._stations_changed()

    def _leave(self, name: str) -> None:
        if name == TABLE:
            self.stations[TABLE] = Station(TABLE, None)  # forget its pages and keys
        elif self.stations.pop(name, None) is not None:
            self._say_who_is_away(STATIONS[name])
        self._stations_changed()

    def _say_who_is_away(self, seat: int | None) -> None:
        if self.session is None or seat is None or self.is_robot(seat):
            return
        if seat < len(self.session.names):
            self.away.add(seat)
            table = self.stations[TABLE]
            if table.pages or not self.scene.asks_about(seat):
                self.tell(table, say("{name}'s display is offline", name=self.session.names[seat]))

    def _name(self, station: Station | None, typed: str) -> None:
        """Handle a name that was typed at a station.

        A name typed at a seat's own station is offered later, when the set-up asks for its name.
        """
        if station is None:
            return
        self.idle.wake(self.now)
        name = tidied(typed)
        refused = self._why_not_named(station, name) or self.scene.take_name(station, name)
        station.name_refusal = refused
        if refused is None and station.seat is not None:
            self.typed_names[station.seat] = name
        self.tell(station, say("Welcome, {name}", name=name) if refused is None else refused)

    def _stand_up(self, seat: int | None) -> None:
        """Forget the name that a player typed at a seat. Names that the set-up knows stay."""
        if self.session is None and seat is not None:
            self.typed_names.pop(seat, None)

    def why_not_take_name(self, station: Station, typed: str) -> Text | None:
        """Return why a name would be refused if a player typed it at a station now, or None.

        This changes nothing, so a page can ask after each letter.
        """
        name = tidied(typed)
        refused = self._why_not_named(station, name)
        return refused or self.scene.why_not_take_name(station, name)

    def _why_not_named(self, station: Station, name: str) -> Text | None:
        """Return a notice that says why a name can't be used in any scene, or None if it can."""
        if self.session is not None and not self.session.over:
            own = station.seat is not None and name in self.session.names[station.seat :][:1]
            return None if own else NAMES_STAY
        others = [typed for seat, typed in self.typed_names.items() if seat != station.seat]
        if station.seat is not None and name in others:
            return plays_already(name)
        return why_no_name(name)

    def _stations_changed(self) -> None:
        self.stop_looking()  # a secret may have moved to another station
        self.scene.stations_changed()

    def stop_looking(self) -> None:
        """Hide the secrets that held Look keys show, at every station."""
        for station in self.stations.values():
            station.stop_looking()


def _known(time: float | None) -> list[float]:
    return [] if time is None else [time]
