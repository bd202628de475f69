"""The menu and its pages: undo, help, rules, settings, and quitting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Language, Text, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import PETALS, Key
from triqueta.table.coach_pages import ReviewPage
from triqueta.table.past_games import PastGamesPage
from triqueta.table.phones import PhonesPage
from triqueta.table.proof_pages import open_shuffle
from triqueta.table.scene import (
    AT_THE_TABLE,
    Action,
    Choice,
    MenuPage,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.state import Volume

if TYPE_CHECKING:
    from triqueta.table.table import Table


class Menu(MenuPage):
    """The menu over a scene, whose help it offers. In a game, `pages` is what Info opens."""

    def __init__(self, table: Table, scene: Scene, pages: Scene | None = None) -> None:
        super().__init__(table)
        self._scene = scene
        self._pages = pages

    def title(self) -> Text:
        return say("Menu")

    def answers(self, station: Station) -> list[Choice]:
        stop: list[Choice] = []
        if station.seat is None:  # a single seat can't stop the game for all players
            stop = [Choice(5, say("Stop"), partial(station.open, StopPage(self.table)))]
        pages: list[Choice] = []
        if self.table.result_is_open:
            pages = [Choice(2, say("Past games"), partial(self._open_past_games, station))]
        if self._pages is not None:
            pages = [Choice(2, say("Info"), partial(station.open, self._pages))]
        return [
            *self._first(station),
            *pages,
            Choice(
                3,
                say("Help and rules"),
                partial(station.open, HelpPage(self.table, self._scene.help_pages(station))),
            ),
            Choice(4, say("Settings"), partial(station.open, SettingsPage(self.table))),
            *stop,
        ]

    def _first(self, station: Station) -> list[Choice]:
        """Return the answer on petal 1, which depends on how far the game is, if there is one."""
        session = self.table.session
        if session is not None and session.may_undo(station.seat):
            return [Choice(1, say("Undo"), partial(self._take_back, station))]
        if station.seat is None and self.table.may_cut:
            return [Choice(1, say("Check the shuffle"), self.table.check_shuffle)]
        if self.table.review is not None:
            page = ReviewPage(self.table, self.table.review)
            return [Choice(1, say("Review"), partial(station.open, page))]
        if session is not None and session.over and self.table.result_is_open:
            proof = partial(open_shuffle, self.table, session, station)
            return [Choice(1, say("Check the shuffle"), proof)]
        return []

    def why_not(self, key: Key) -> Text | None:
        if key is Key.PETAL1:
            return say("Nothing to undo")
        if key is Key.PETAL2:  # the past games would already show the result
            return say("Reveal all tiles first")
        if key is Key.PETAL5:
            return AT_THE_TABLE
        return super().why_not(key)

    def _open_past_games(self, station: Station) -> None:
        station.open(PastGamesPage(self.table))

    def _take_back(self, station: Station) -> None:
        self.table.take_back()
        station.close_all()


class HelpPage(Scene):
    """The help for the scene where the menu was opened, with a key for the rules."""

    def __init__(self, table: Table, texts: tuple[Text, ...]) -> None:
        self.table = table
        self._texts = texts
        self._number = 0

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        rules = SoftKey(say("Rules"), partial(station.open, self._rules()))
        go_on = SoftKey(say("Next"), self._next) if len(self._texts) > 1 else None
        return StationView(
            TextScreen(title=say("Help"), text=self._texts[self._number]),
            soft=(back, rules, go_on),
        )

    def _next(self) -> None:
        self._number = (self._number + 1) % len(self._texts)

    def _rules(self) -> Scene:
        """Return the rules of the current game, or a choice of games if none is chosen yet."""
        game = self.table.session.game_id if self.table.session else self.table.new_game.game
        if game:
            return RulesPage(self.table.games.rules(game))
        return EveryGamesRules(self.table)


class EveryGamesRules(MenuPage):
    """A choice of the game whose rules to show."""

    def title(self) -> Text:
        return say("Rules")

    def answers(self, station: Station) -> list[Choice]:
        specs = zip(range(1, PETALS + 1), self.table.games, strict=False)
        return [
            Choice(petal, spec.title, partial(self._open, station, spec.id))
            for petal, spec in specs
        ]

    def _open(self, station: Station, game: str) -> None:
        station.open(RulesPage(self.table.games.rules(game)))


class RulesPage(Scene):
    """The summary of a game's rules, one screen at a time."""

    def __init__(self, screens: tuple[Screen, ...]) -> None:
        self._screens = screens
        self._number = 0

    def view_for(self, station: Station) -> StationView:
        return StationView(
            self._screens[self._number],
            soft=(SoftKey(say("Back"), station.close), None, SoftKey(say("Next"), self._next)),
        )

    def _next(self) -> None:
        self._number = (self._number + 1) % len(self._screens)


_VOLUMES = {
    Volume.OFF: say("Sound: off"),
    Volume.SOFT: say("Sound: soft"),
    Volume.LOUD: say("Sound: loud"),
}


class SettingsPage(MenuPage):
    """The settings of the table, or of the seat whose station opens the page."""

    def title(self) -> Text:
        return say("Settings")

    def view_for(self, station: Station) -> StationView:
        view = super().view_for(station)
        return view if station.seat is None else replace(view, why_not=_why_not_at_a_seat)

    def why_not(self, key: Key) -> Text | None:
        if key is Key.PETAL4:
            return say("This device has no buzzer set up")
        return super().why_not(key)

    def answers(self, station: Station) -> list[Choice]:
        light = say("Brighter") if self.table.soft_light_at(station) else say("Dimmer")
        answers = [
            Choice(1, say("Language"), partial(station.open, LanguagePage(self.table))),
            Choice(3, light, partial(self.table.change_light, station)),
        ]
        if station.seat is None:
            phones = partial(station.open, PhonesPage(self.table))
            answers.insert(1, Choice(2, say("Phones"), phones))
            answers += [self._sound()] if self.table.services.has_buzzer else []
            answers.append(self._cut_shuffle())
        return answers

    def _cut_shuffle(self) -> Choice:
        is_on = self.table.preferences.cut_shuffle
        label = say("Check the shuffle: yes") if is_on else say("Check the shuffle: no")
        return Choice(5, label, self._change_cut_shuffle)

    def _change_cut_shuffle(self) -> None:
        preferences = self.table.preferences
        self.table.preferences = replace(preferences, cut_shuffle=not preferences.cut_shuffle)

    def _sound(self) -> Choice:
        """Return the answer that shows the volume of the buzzer and selects the next."""
        return Choice(4, _VOLUMES[self.table.preferences.volume], self.table.change_volume)


def _why_not_at_a_seat(key: Key) -> Text | None:
    return AT_THE_TABLE if key.is_petal else None


class LanguageList:
    """The languages to choose from, at most `PETALS` at a time."""

    def __init__(self, table: Table) -> None:
        self._languages = table.services.languages
        self._first = 0

    @property
    def shown(self) -> Sequence[Language]:
        return self._languages[self._first : self._first + PETALS]

    def choices(self, choose: Callable[[Language], None]) -> list[Choice]:
        return [
            Choice(number, language.own_name, partial(choose, language))
            for number, language in enumerate(self.shown, start=1)
        ]

    def next_key(self) -> SoftKey | None:
        """Return the key that shows more languages, or None if all are shown."""
        return SoftKey(say("Next"), self._turn) if len(self._languages) > PETALS else None

    def _turn(self) -> None:
        later = self._first + PETALS
        self._first = later if later < len(self._languages) else 0


class LanguagePage(MenuPage):
    """A choice of all languages. It closes after the choice."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._list = LanguageList(table)

    def title(self) -> Text:
        return say("Language")

    def answers(self, station: Station) -> list[Choice]:
        return self._list.choices(partial(self._choose, station))

    def view_for(self, station: Station) -> StationView:
        view = super().view_for(station)
        return replace(view, soft=(*view.soft[:2], self._list.next_key()))

    def _choose(self, station: Station, language: Language) -> None:
        self.table.speak(station, language)
        station.close()


class StopPage(MenuPage):
    """A choice between quitting the game and switching off. Each asks for confirmation.

    After the game, "New game" lets the players choose another one.
    """

    def title(self) -> Text:
        return say("Stop")

    def answers(self, station: Station) -> list[Choice]:
        off = SurePage(self.table, say("Switch off?"), self.table.power_off)
        answers: list[Choice] = []
        if self.table.session and self.table.session.over:
            answers.append(Choice(1, say("New game"), self.table.start_over))
        elif self.table.session:
            give_up = partial(station.open, confirm_quitting(self.table))
            answers.append(Choice(1, say("Quit this game"), give_up))
        return [*answers, Choice(2, say("Switch off"), partial(station.open, off))]


class SurePage(MenuPage):
    """A confirmation, such as "Quit this game?". `yes` is called if the player confirms."""

    def __init__(self, table: Table, title: Text, yes: Action) -> None:
        super().__init__(table)
        self._title = title
        self._yes = yes

    def title(self) -> Text:
        return self._title

    def answers(self, station: Station) -> list[Choice]:
        return [Choice(1, say("No"), station.close), Choice(5, say("Yes"), self._yes)]


def confirm_quitting(table: Table) -> SurePage:
    """Return the confirmation for quitting the current game."""
    return SurePage(table, say("Quit this game?"), table.start_over)


class GoodbyeScene(Scene):
    """The last screen before the device is switched off."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def view_for(self, station: Station) -> StationView:
        text = say("See you soon!")
        if self.table.session and not self.table.session.over and not self.table.unsaved:
            text = say("The game is saved. See you soon!")
        return StationView(TextScreen(title=say("Goodbye"), text=text))


def unplug_screen() -> TextScreen:
    """Return the screen that says when the plug can be pulled."""
    text = say("Unplug it when the green light stays off, or after 20 seconds.")
    return TextScreen(title=say("Switching off"), text=text)
