"""Scenes: where the flow stands, what each station shows there, and what its keys do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from triqueta.screens.board import LargeBoard
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Answer, Question, Screen
from triqueta.screens.station import PETALS, Key
from triqueta.table.names import NOT_ASKED

if TYPE_CHECKING:
    from triqueta.table.table import Table


Action: TypeAlias = Callable[[], None]


class SoftKey(NamedTuple):
    """A labelled soft key: acts when pressed and, as a Look key, shows something while held.

    One that `decides` does so about a secret, as the petals of its offer do.
    """

    label: Text
    press: Action | None = None
    hold: bool = False
    decides: bool = False


class PetalKey(NamedTuple):
    """What a petal key does, in about 24 letters, and how it is done.

    A page says the label beside the petal; the station's own screen has no room for it. One that
    `repeats` takes a step, and goes on with it while it is held.
    """

    label: Text
    press: Action
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Taps:
    """The fields of the large board that may be tapped, and what that does.

    It moves a cursor that keys move as well: most stations have no board to tap.
    """

    fields: frozenset[str]
    tap: Callable[[str], None]


NO_USE = say("This key does nothing right now")
NO_TAP = say("There is nothing to tap right now")
AT_THE_TABLE = say("Only at the table")  # what concerns everybody, as stopping does


_PETAL_NUMBERS = range(1, PETALS + 1)


def _does_nothing(_: Key) -> Text:
    return NO_USE


@dataclass(frozen=True, slots=True)
class StationView:
    """What one station shows, and what its keys do.

    `secret_of` is the seat whose secret the petals decide about. Its own station shows it and
    says so too, with keys or without: as long as it has only just come up there, no key decides.
    And if that station goes away, the table is not handed the secret without a question.
    """

    screen: Screen
    petals: Mapping[int, PetalKey] = field(default_factory=dict)
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None] = (None, None, None)
    why_not: Callable[[Key], Text] = _does_nothing
    otherwise: PetalKey | None = None  # what all other keys do, instead of telling why not
    released: Action | None = None  # done when the Look key is let go
    secret_of: int | None = None
    taps: Taps | None = None
    why_no_tap: Text = NO_TAP

    @property
    def labelled_screen(self) -> Screen:
        left, middle, right = [key.label if key else None for key in self.soft]
        petals = [self.petals.get(number, self.otherwise) for number in _PETAL_NUMBERS]
        labels = [petal.label if petal else None for petal in petals]
        return self.screen.labelled((left, middle, right), tuple(labels))

    def action(self, key: Key) -> Action | None:
        pressed = self._petal_key(key.number) if key.is_petal else self._soft_key(key)
        pressed = pressed or self.otherwise
        return pressed.press if pressed else None

    def _petal_key(self, number: int) -> PetalKey | None:
        return self.petals.get(number, self.otherwise)

    def is_look_key(self, key: Key) -> bool:
        soft = self._soft_key(key)
        return soft is not None and soft.hold

    def repeats(self, key: Key) -> bool:
        """Whether a key that is held goes on with its step."""
        petal = self.petals.get(key.number) if key.is_petal else None
        return petal is not None and petal.repeats

    def decides(self, key: Key) -> bool:
        """Whether a key decides about a secret."""
        soft = self._soft_key(key)
        return self.secret_of is not None and (soft.decides if soft else key.is_petal)

    def _soft_key(self, key: Key) -> SoftKey | None:
        return None if key.is_petal else self.soft[key.number - 1]


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: its petal key, and what it does."""

    petal: int
    label: Text
    action: Action
    detail: Text | None = None


def question(
    title: Text,
    choices: Sequence[Choice],
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
    why_not: Callable[[Key], Text] = _does_nothing,
) -> StationView:
    """A question whose answers lie on petal keys."""
    answers = tuple(Answer(choice.petal, choice.label, choice.detail) for choice in choices)
    return StationView(
        Question(title=title, answers=answers),
        petals={choice.petal: PetalKey(choice.label, choice.action) for choice in choices},
        soft=soft,
        why_not=why_not,
    )


class Station:
    """A place to play at: its open pages, what it is told, and whether Look is held.

    `secret` is what its seat has to decide about, as long as it is to be seen here.
    """

    def __init__(self, name: str, seat: int | None, *, keyless: bool = False) -> None:
        self.name = name
        self.keyless = keyless
        self.seat = seat
        self.pages: list[Scene] = []
        self.look_key: Key | None = None
        self.look_since = 0.0
        self.held: HeldKey | None = None  # a key that repeats its step
        self.notice: Text | None = None
        self.notice_until = 0.0
        self.secret: Screen | None = None
        self.secret_since = 0.0

    @property
    def looking(self) -> bool:
        return self.look_key is not None

    def open(self, page: Scene) -> None:
        self.pages.append(page)

    def close(self) -> None:
        self.pages.pop()

    def close_all(self) -> None:
        self.pages.clear()

    def look(self, key: Key, time: float) -> None:
        self.look_key = key
        self.look_since = time

    def stop_looking(self) -> None:
        self.look_key = None

    def note_secret(self, secret: Screen | None, time: float) -> None:
        """What is to be seen now; one that looks the same as before is the same."""
        if secret != self.secret:
            self.secret, self.secret_since = secret, time


class Scene(ABC):
    """A state of the flow. `bound_to_turn` pages close when the game goes on."""

    bound_to_turn = False
    HELP: Text = say("The bottom line shows what the three keys below it do.")

    def help(self, station: Station) -> Text:
        """What to do here, in a few words for whoever is at this station."""
        return self.HELP

    def help_pages(self, station: Station) -> tuple[Text, ...]:
        """The same a screen each, where there is more to say than one has room for."""
        return (self.help(station),)

    @abstractmethod
    def view_for(self, station: Station) -> StationView:
        """What this room shows a station, and what its keys do there."""

    def board(self, station: Station | None) -> LargeBoard | None:
        """The board that pages draw beside this station, whatever pages are open there.

        None stands for those who only watch: they are shown what is public.
        """
        return None

    def tick(self) -> None:  # noqa: B027 - most rooms have nothing to do then
        """Time has gone by, or something has happened."""

    def next_change(self) -> float | None:
        """When this room's screens change by themselves."""
        return None

    def turn_of(self) -> int | None:
        """Whose turn it is here; None where anybody may go on, or nobody has to."""
        return None

    def may_show_secret(self) -> bool:
        """Return whether an offer of this room may hold a secret that its seat decides about.

        False saves making the offer to find out, with every key.
        """
        return True

    def asks_about(self, seat: int) -> bool:
        """Whether the table asks what to do, now that a seat's own station is away."""
        return False

    def take_name(self, station: Station, name: str) -> Text | None:
        """A name was typed at a station: take it, or say why not."""
        return NOT_ASKED if station.seat is None else None

    def stations_changed(self) -> None:  # noqa: B027
        """A station has come or gone."""


class MenuPage(Scene):
    """A page of answers on petal keys, with the way back at the left."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def answers(self, station: Station) -> list[Choice]:
        raise NotImplementedError

    def title(self) -> Text:
        raise NotImplementedError

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        return question(self.title(), self.answers(station), (back, None, None), self.why_not)

    def why_not(self, key: Key) -> Text:
        return NO_USE


FIRST_AFTER = 0.5  # seconds; whoever presses once has let go by then
EVERY = 0.15


@dataclass(frozen=True, slots=True)
class HeldKey:
    """What is held, the room in which that was begun, and when its step is due again."""

    key: Key
    scene: Scene
    due: float


def hold(table: Table, station: Station, key: Key, scene: Scene) -> None:
    """A key was pressed in a room that repeats its step."""
    station.held = HeldKey(key, scene, table.now + FIRST_AFTER)


def repeat_steps(table: Table) -> None:
    """The steps that are due, one at each station: whoever was late does not catch up."""
    for station in list(table.stations.values()):
        if station.held is not None and station.held.due <= table.now:
            _repeat(table, station, station.held)


def _repeat(table: Table, station: Station, held: HeldKey) -> None:
    """Again, as long as the same room offers it; elsewhere a key would do something else."""
    view = table.view_for(station)
    action = view.action(held.key)
    if table.scene_at(station) is not held.scene or not view.repeats(held.key) or action is None:
        station.held = None
        return
    station.held = replace(held, due=table.now + EVERY)
    action()


def next_steps(table: Table) -> Iterator[float]:
    """When steps are due."""
    for station in table.stations.values():
        if station.held is not None:
            yield station.held.due
