"""The base classes of the set-up scenes, and the scene for spelling a name with petal keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.lists import SpellingScreen, shown
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import Key
from triqueta.table.menu import Menu
from triqueta.table.names import A_ROBOTS_SEAT, NOT_ASKED, is_too_long, plays_already
from triqueta.table.phones import CodesPage
from triqueta.table.scene import (
    AT_THE_TABLE,
    Action,
    Choice,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
    question,
)
from triqueta.table.state import NewGame

if TYPE_CHECKING:
    from triqueta.table.table import Table


class SetupScene(Scene):
    """A question in the set-up of a new game.

    The table station asks it, and the seats' own stations show `AT_SEATS`.
    """

    AT_SEATS: Text = say("A game is being set up at the table.")

    def __init__(self, table: Table, new_game: NewGame) -> None:
        self.table = table
        self.new_game = new_game

    def view_for(self, station: Station) -> StationView:
        if station.seat is None:
            return self.ask(station)
        screen = TextScreen(title=say("Welcome"), text=self.AT_SEATS)
        return StationView(screen, why_not=lambda _: AT_THE_TABLE)

    def ask(self, station: Station) -> StationView:
        """Return the view of the table station."""
        raise NotImplementedError

    def question(
        self,
        station: Station,
        title: Text,
        choices: Sequence[Choice],
        middle: SoftKey | None = None,
        first: SoftKey | None = None,
    ) -> StationView:
        """Return the view of a question, with Back as the left and the menu as the right soft key.

        `first` replaces Back in the first question, from which there is no way back.
        """
        left = self.back_key() or first
        return question(title, choices, (left, middle, self.menu_key(station)), self.why_not)

    def why_not(self, key: Key) -> Text | None:
        """Return the notice for a key that has no answer, or None for the usual one."""
        return None

    def back_key(self) -> SoftKey | None:
        before = self.new_game.before()
        return None if before is None else SoftKey(say("Back"), self.go(before))

    def menu_key(self, station: Station) -> SoftKey:
        return SoftKey(say("Menu"), partial(station.open, Menu(self.table, self)))

    def tutorial_key(self) -> SoftKey | None:
        """Return the key that starts the tutorial, or None if no game has one."""
        tutorial = self.table.games.tutorial()
        if tutorial is None:
            return None
        edition = tutorial.edition
        new_game = NewGame(tutorial=True, game=edition.game_id, edition=edition.name)
        return SoftKey(say("Tutorial"), self.go(new_game))

    def coach_key(self, games: Iterable[str]) -> SoftKey | None:
        """Return the key that switches the coach on and off, or None if no game here has one.

        `games` are the ids of the games that can still be chosen.
        """
        if self.new_game.tutorial or not any(map(self.table.games.coach, games)):
            return None
        switched = replace(self.new_game, coach=not self.new_game.coach)
        return self.coach_switch(self.go(switched), is_on=self.new_game.coach)

    def coach_switch(self, switch: Action, *, is_on: bool) -> SoftKey:
        return SoftKey(say("✓ Coach") if is_on else say("Coach?"), switch)

    def phones_key(self, station: Station) -> SoftKey | None:
        """Return the key for the QR codes that make phones stations, or None without links."""
        if self.table.services.seat_link(0) is None:
            return None
        return SoftKey(say("Phones"), partial(station.open, CodesPage(self.table)))

    def why_not_take_name(self, station: Station, name: str) -> Text | None:
        seat, names = station.seat, self.new_game.names
        if seat is None:
            return NOT_ASKED
        if seat in self.new_game.robots:
            return A_ROBOTS_SEAT
        return plays_already(name) if name in names[:seat] + names[seat + 1 :] else None

    def take_name(self, station: Station, name: str) -> Text | None:
        """Rename the seat of a station if it already has a name, or return why not."""
        refused = self.why_not_take_name(station, name)
        seat, names = station.seat, list(self.new_game.names)
        if refused is None and seat is not None and seat < len(names):
            names[seat] = name
            self.table.new_game = self.new_game = replace(self.new_game, names=tuple(names))
        return refused

    def go(self, new_game: NewGame) -> Action:
        """Return an action that continues with the question that follows these answers."""
        return partial(self.table.ask_next, new_game)


class NamingScene(SetupScene):
    """A question for a player's name, which can also be typed at the table station."""

    def asked_name(self, station: Station) -> int | None:
        return len(self.new_game.names) + 1 if station.seat is None else None

    def why_not_take_name(self, station: Station, name: str) -> Text | None:
        if station.seat is not None:
            return super().why_not_take_name(station, name)
        return plays_already(name) if name in self.new_game.names else None

    def take_name(self, station: Station, name: str) -> Text | None:
        if station.seat is not None:
            return super().take_name(station, name)
        refused = self.why_not_take_name(station, name)
        if refused is None:
            self.answer(name)
        return refused

    def answer(self, name: str) -> None:
        """Seat a person with this name and continue."""
        self.table.ask_next(self.new_game.with_person(name))


_PLAIN = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY")
_OTHER = ("Z -'.", "ÄÖÜßÀ", "ÂÇÉÈÊ", "ËÎÏÔŒ", "ÙÛÑÅŁ")


class SpellingScene(NamingScene):
    HELP = say("Press a group of letters, then the letter you want.")

    def __init__(self, table: Table, new_game: NewGame) -> None:
        super().__init__(table, new_game)
        self._groups = _PLAIN
        self._letters: str | None = None

    @property
    def _name(self) -> str:
        return self.new_game.spelled or ""

    def _spell(self, name: str) -> None:
        self.table.new_game = self.new_game = replace(self.new_game, spelled=name)

    def ask(self, station: Station) -> StationView:
        choices = tuple(self._letters or self._groups)
        screen = SpellingScreen(title=say("Enter the name"), name=self._name, choices=choices)
        action = partial(self._add, station) if self._letters else self._open
        return StationView(
            screen,
            petals={
                number: PetalKey(shown(choice), partial(action, choice))
                for number, choice in enumerate(choices, start=1)
            },
            soft=(
                self._back_or_delete(),
                None if self._letters else SoftKey(say("More"), self._turn_over),
                SoftKey(say("Done"), partial(self._done, station)),
            ),
        )

    def _open(self, group: str) -> None:
        self._letters = self._in_case(group)

    def _in_case(self, letters: str) -> str:
        """Return the letters as capitals at the start of a word, otherwise in lower case."""
        starts_word = not self._name or self._name[-1] in " -'."
        return letters if starts_word else letters.lower()

    def _add(self, station: Station, letter: str) -> None:
        if is_too_long(self._name + letter):
            self.table.tell(station, say("No more letters fit"))
        else:
            self._spell((self._name + letter).lstrip())
        self._letters = None
        self._groups = _PLAIN

    def _turn_over(self) -> None:
        """Turn to the other groups of letters."""
        self._groups = _OTHER if self._groups is _PLAIN else _PLAIN

    def _back_or_delete(self) -> SoftKey:
        """Return the key that undoes the last step: a group, a letter, or entering a name."""
        if self._letters:
            return SoftKey(say("Back"), self._close_group)
        if self._name:
            return SoftKey(say("Delete"), partial(self._spell, self._name[:-1]))
        return SoftKey(say("Back"), self._leave)

    def _close_group(self) -> None:
        self._letters = None

    def _leave(self) -> None:
        self.table.ask_next(replace(self.new_game, spelled=None))

    def _done(self, station: Station) -> None:
        name = self._name.strip()
        if not name:
            self.table.tell(station, say("Enter a name first"))
        elif name in self.new_game.names:
            self.table.tell(station, plays_already(name))
        else:
            self.answer(name)
