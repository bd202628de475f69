"""Scenes: each decides what every station shows and what its keys do.

The table has one current scene. A station can open pages over it, which are scenes too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from triqueta.screens.board import LargeBoard
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Answer, Question, Screen
from triqueta.screens.seat_page import SeatPage
from triqueta.screens.station import PETALS, Key
from triqueta.table.names import NOT_ASKED

if TYPE_CHECKING:
    from triqueta.table.table import Table


Action: TypeAlias = Callable[[], None]


class SoftKey(NamedTuple):
    """A soft key with a label.

    `press` is called when it is pressed. With `hold` it is a Look key, which shows something while
    it is held. Set `decides` if it decides about the secret of its view (see `StationView`).
    """

    label: Text
    press: Action | None = None
    hold: bool = False
    decides: bool = False


class PetalKey(NamedTuple):
    """A petal key with a label of about 24 characters that says what it does.

    Web pages and screen readers use the label; the station's own screen has no space for it.
    `press` is called when the key is pressed and, with `repeats`, repeatedly while it is held.
    With `pulses`, a light in the petal pulses: use it for the main choice of a turn.
    """

    label: Text
    press: Action
    repeats: bool = False
    pulses: bool = False


@dataclass(frozen=True, slots=True)
class Taps:
    """The fields of the large board that can be tapped, and a function that handles a tap.

    A tap should only do what keys can do as well: most stations have no board. If they are not
    `on_board`, they are parts of a seat's page (see `SeatPage`).
    """

    fields: frozenset[str]
    tap: Callable[[str], None]
    on_board: bool = True

    @classmethod
    def on_page(cls, actions: Mapping[str, Action]) -> Taps:
        """Return the parts of a seat's page that each have an action of their own."""
        return cls(frozenset(actions), lambda field: actions[field](), on_board=False)


NO_TAP = say("There is nothing to tap right now")
AT_THE_TABLE = say("Only at the table")  # for what affects all players, such as stopping


_PETAL_NUMBERS = range(1, PETALS + 1)


def _no_special_reason(_: Key) -> Text | None:
    return None


@dataclass(frozen=True, slots=True)
class StationView:
    """The view of one station: what it shows, and what its keys do.

    - `petals` maps the number of a petal, between 1 and 5, to what the key does.
    - `soft` are the left, middle and right soft keys.
    - `why_not` returns the notice for a key that does nothing, or None for the usual notice, which
      says which keys are in use here. With `otherwise`, such keys and taps do that instead.
    - `released` is called when the player releases the Look key, unless it was held too briefly.
    - `taps` says which fields of the large board can be tapped, and `why_no_tap` is the notice if
      there are none.
    - `page` makes the seat's page for a station that draws pages. It gets this view, so that the
      page offers the view's keys and taps and no others.

    `secret_of` is the seat whose secret the petals decide about. Set it in the view of the seat's
    own station as well, even if that has no keys. The keys that decide are ignored for a moment
    after the secret appears there. If that station goes offline, the table station asks before it
    shows the secret.
    """

    screen: Screen
    petals: Mapping[int, PetalKey] = field(default_factory=dict)
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None] = (None, None, None)
    why_not: Callable[[Key], Text | None] = _no_special_reason
    otherwise: PetalKey | None = None
    released: Action | None = None
    secret_of: int | None = None
    taps: Taps | None = None
    why_no_tap: Text = NO_TAP
    page: Callable[[StationView], SeatPage] | None = field(default=None, compare=False)

    @property
    def labelled_screen(self) -> Screen:
        """The screen with the labels of its keys."""
        left, middle, right = [key.label if key else None for key in self.soft]
        petals = [self.petals.get(number, self.otherwise) for number in _PETAL_NUMBERS]
        labels = [petal.label if petal else None for petal in petals]
        return self.screen.labelled((left, middle, right), tuple(labels))

    @property
    def pulsing(self) -> tuple[int, ...]:
        """The numbers of the petals whose lights pulse."""
        return tuple(sorted(number for number, petal in self.petals.items() if petal.pulses))

    def action(self, key: Key) -> Action | None:
        """Return what a key does when it is pressed, or None."""
        pressed = self._petal_key(key.number) if key.is_petal else self._soft_key(key)
        pressed = pressed or self.otherwise
        return pressed.press if pressed else None

    def _petal_key(self, number: int) -> PetalKey | None:
        return self.petals.get(number, self.otherwise)

    def reason_against(self, key: Key) -> Text:
        """Return the notice for a key that does nothing here: why, and which key to press."""
        return self.why_not(key) or self._usual_reason(key)

    def _usual_reason(self, key: Key) -> Text:
        """Return which keys are in use: the petals, or all soft keys if there are no petals.

        A soft key of a view with petals often leads to another screen, so none is recommended.
        """
        petals = _in_short(sorted(self.petals))
        if petals and key.is_petal:
            return say(
                "Petal {petal} isn't in use here: press {petals}", petal=key.number, petals=petals
            )
        if petals:
            return say("This key isn't in use here: press a petal ({petals})", petals=petals)
        labels = [soft.label for soft in self.soft if soft]
        if not labels:
            return say("There is nothing to press here right now")
        if key.is_petal:
            return say("The petals aren't in use here: press {keys}", keys=_any_of(labels))
        return say("This key isn't in use here: press {keys}", keys=_any_of(labels))

    def is_look_key(self, key: Key) -> bool:
        soft = self._soft_key(key)
        return soft is not None and soft.hold

    def repeats(self, key: Key) -> bool:
        """Return whether a key repeats its action while it is held."""
        petal = self.petals.get(key.number) if key.is_petal else None
        return petal is not None and petal.repeats

    def decides(self, key: Key) -> bool:
        """Return whether a key decides about a secret."""
        soft = self._soft_key(key)
        return self.secret_of is not None and (soft.decides if soft else key.is_petal)

    def _soft_key(self, key: Key) -> SoftKey | None:
        return None if key.is_petal else self.soft[key.number - 1]


def _in_short(numbers: Sequence[int]) -> str:
    """Return the numbers of petals as "1, 4", or as a range if more than two are in a row."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}\N{EN DASH}{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _any_of(labels: Sequence[Text]) -> Text:
    """Return the labels of soft keys in quotation marks, as in “Back”, “Info” or “Menu”."""
    *others, last = [say("“{key}”", key=label) for label in labels]
    if not others:
        return last
    keys: Text = others[0]
    for other in others[1:]:
        keys = say("{keys}, {key}", keys=keys, key=other)
    return say("{keys} or {key}", keys=keys, key=last)


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: the number of its petal key, its text and what it does."""

    petal: int
    label: Text
    action: Action
    detail: Text | None = None


def question(
    title: Text,
    choices: Sequence[Choice],
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
    why_not: Callable[[Key], Text | None] = _no_special_reason,
) -> StationView:
    """Return the view of a question that the petal keys answer.

    `soft` are the left, middle and right soft keys. `why_not` returns the notice for other keys.
    """
    answers = tuple(Answer(choice.petal, choice.label, choice.detail) for choice in choices)
    return StationView(
        Question(title=title, answers=answers),
        petals={choice.petal: PetalKey(choice.label, choice.action) for choice in choices},
        soft=soft,
        why_not=why_not,
    )


class Station:
    """A place with a screen and keys: the table station (`seat` is None) or a seat's own station.

    `pages` are the scenes opened here over the table's scene, the topmost last. `look_key` is the
    Look key that is held now, and `held` another key that repeats its action. `notice` is shown
    until `notice_until`. `secret` is the screen of the secret that the seat is deciding about, if
    it is visible here, and `secret_since` is the time at which it appeared. `name_refusal` says
    why the name that was typed here last is not valid, or is None. A `keyless` station is only a
    display, and one that `draws_pages` is a web page, which draws a seat's page in full colour.
    """

    def __init__(
        self, name: str, seat: int | None, *, keyless: bool = False, draws_pages: bool = False
    ) -> None:
        self.name = name
        self.keyless = keyless
        self.draws_pages = draws_pages and seat is not None
        self.seat = seat
        self.pages: list[Scene] = []
        self.look_key: Key | None = None
        self.look_since = 0.0
        self.held: HeldKey | None = None
        self.notice: Text | None = None
        self.notice_until = 0.0
        self.secret: Screen | None = None
        self.secret_since = 0.0
        self.name_refusal: Text | None = None

    @property
    def looking(self) -> bool:
        """Whether a Look key is held."""
        return self.look_key is not None

    def open(self, page: Scene) -> None:
        """Open a page over all others at this station."""
        self.pages.append(page)

    def close(self) -> None:
        """Close the topmost page."""
        self.pages.pop()

    def close_all(self) -> None:
        self.pages.clear()

    def look(self, key: Key, time: float) -> None:
        self.look_key = key
        self.look_since = time

    def stop_looking(self) -> None:
        self.look_key = None

    def note_secret(self, secret: Screen | None, time: float) -> None:
        """Record the secret that is visible now, or None, and the time at which it appeared.

        A screen equal to the previous one counts as the same secret.
        """
        if secret != self.secret:
            self.secret, self.secret_since = secret, time


class Scene(ABC):
    """A state of the table that decides what each station shows and what its keys do.

    A scene can be the current scene of the table, or a page that a station opens over it. A page
    with `bound_to_turn` closes when the game continues. `HELP` is the text that Help in the menu
    shows about the scene. Only scenes with a key for the menu need one.
    """

    bound_to_turn = False
    HELP: Text = ""

    def help(self, station: Station) -> Text:
        """Return a short text about what the player at this station can do here."""
        return self.HELP

    def help_pages(self, station: Station) -> tuple[Text, ...]:
        """Return the help as several screens, if one is too small for it."""
        return (self.help(station),)

    @abstractmethod
    def view_for(self, station: Station) -> StationView:
        """Return what a station shows in this scene, and what its keys do."""

    def board(self, station: Station | None) -> LargeBoard | None:
        """Return the large board that web pages draw beside a station, or None.

        Pages opened at the station don't hide it. If `station` is None, return the board for
        spectators, which must show only what is public.
        """
        return None

    def tick(self) -> None:  # noqa: B027 - most scenes have nothing to do then
        """Update the scene after an event or when time has passed."""

    def next_change(self) -> float | None:
        """Return the time at which the scene's screens change without an event, or None."""
        return None

    def turn_of(self) -> int | None:
        """Return the seat that has to act in this scene.

        Return None if any player can continue, or if no player has to.
        """
        return None

    def may_show_secret(self) -> bool:
        """Return whether a view of this scene can have a `secret_of`.

        False saves time: the table then does not make every view after each key to find out.
        """
        return True

    def asks_about(self, seat: int) -> bool:
        """Return whether the table station asks what to do while a seat's station is offline."""
        return False

    def asked_name(self, station: Station) -> int | None:
        """Return the number of the player whose name a station asks for, from 1, or None.

        Web pages show a text field for it.
        """
        return None

    def why_not_take_name(self, station: Station, name: str) -> Text | None:
        """Return why this scene would not accept a name that is typed at a station, or None."""
        return NOT_ASKED if station.seat is None else None

    def take_name(self, station: Station, name: str) -> Text | None:
        """Accept a name that was typed at a station, or return a notice that says why not."""
        return self.why_not_take_name(station, name)

    def stations_changed(self) -> None:  # noqa: B027
        """Update the scene after a station was connected or disconnected."""


class MenuPage(Scene):
    """A page with answers on petal keys, and Back on the left soft key."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def answers(self, station: Station) -> list[Choice]:
        """Return the answers to show at a station."""
        raise NotImplementedError

    def title(self) -> Text:
        raise NotImplementedError

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        return question(self.title(), self.answers(station), (back, None, None), self.why_not)

    def why_not(self, key: Key) -> Text | None:
        """Return the notice for a key that has no answer, or None for the usual one."""
        return None


FIRST_AFTER = 0.5  # seconds; a player who means a single press has released the key by then
EVERY = 0.15


@dataclass(frozen=True, slots=True)
class HeldKey:
    """A key that is held, the scene where it was pressed, and when to repeat its action."""

    key: Key
    scene: Scene
    due: float


def hold(table: Table, station: Station, key: Key, scene: Scene) -> None:
    """Start to repeat the action of a key that was pressed in a scene."""
    station.held = HeldKey(key, scene, table.now + FIRST_AFTER)


def repeat_steps(table: Table) -> None:
    """Repeat the actions of held keys that are due, at most once per station.

    After a delay, the repeats that were missed are not made up for.
    """
    for station in list(table.stations.values()):
        if station.held is not None and station.held.due <= table.now:
            _repeat(table, station, station.held)


def _repeat(table: Table, station: Station, held: HeldKey) -> None:
    view = table.view_for(station)
    action = view.action(held.key)
    if table.scene_at(station) is not held.scene or not view.repeats(held.key) or action is None:
        station.held = None  # the key now does something else
        return
    station.held = replace(held, due=table.now + EVERY)
    action()


def next_steps(table: Table) -> Iterator[float]:
    """Yield the times at which held keys repeat their actions."""
    for station in table.stations.values():
        if station.held is not None:
            yield station.held.due
