"""The questions between power-on and the shuffle: language, players, names, game and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, said, say, say_n
from triqueta.screens.set_up import LevelScreen
from triqueta.screens.station import PETALS, SEATS, Key
from triqueta.table.joining import seated_names
from triqueta.table.menu import LanguageList, confirm_quitting
from triqueta.table.names import free_robot_name, level_name
from triqueta.table.scene import Action, Choice, Scene, SoftKey, Station, StationView
from triqueta.table.session import AnySession
from triqueta.table.setup_scene import NamingScene, SetupScene, SpellingScene
from triqueta.table.shuffle_scenes import (
    CommitmentScene,
    CutScene,
    DealScene,
    TutorialScene,
)
from triqueta.table.spec import GameEdition, SeatQuestion
from triqueta.table.state import NewGame, Preferences, default_name

if TYPE_CHECKING:
    from triqueta.table.table import Table

_WIDEST_TITLE = 125  # pixels
_NAMES_ON_PAGE = 3  # one petal turns the page, and one is for a new name


def first_scene(table: Table) -> Scene:
    """Return the scene that a table starts with, which resumes its saved state."""
    if table.session is None:
        table.new_game = _possible(table, table.new_game)
        return question_for(table, table.new_game)
    if table.session.over:
        return table.games.scene(table, table.session)
    return InterruptedScene(table, table.session)


def _possible(table: Table, new_game: NewGame) -> NewGame:
    """Return the answers without what can't be played any more, keeping the players.

    An edition or a robot's level can be missing after an update of the program.
    """
    possible = _tutorials_for if new_game.tutorial else editions_for
    editions = possible(table, new_game.players, new_game.robots)
    if new_game.edition is None:
        return new_game
    if (new_game.game, new_game.edition) in map(_key, editions):
        return _with_known_levels(table, new_game)
    players = NewGame(
        other_players=True, players=new_game.players, names=new_game.names, robots=new_game.robots
    )
    return players if editions_for(table, new_game.players, new_game.robots) else NewGame()


def _key(edition: GameEdition) -> tuple[str, str]:
    return edition.game_id, edition.name


def question_for(table: Table, new_game: NewGame) -> Scene:
    """Return the question that follows these answers."""
    return _next_question(table, new_game)(table, new_game)


def _next_question(table: Table, new_game: NewGame) -> Callable[[Table, NewGame], Scene]:
    missing: tuple[tuple[bool, Callable[[Table, NewGame], Scene]], ...] = (
        (table.preferences.language is None, LanguageScene),
        (_is_empty(new_game) and _can_play_again(table), AgainScene),
        (new_game.players == 0, PlayersScene),
        (new_game.spelled is not None, SpellingScene),
        (len(new_game.names) < new_game.players, NameScene),
        (new_game.edition is None, EditionScene),
        (bool(new_game.robots_without_level), LevelScene),
        (new_game.tutorial and _has_its_answer(table, new_game), TutorialScene),
        (not new_game.secret, SeatScene),
        (not new_game.checking and not new_game.cutting, DealScene),
        (not new_game.cutting, CommitmentScene),
    )
    return next((scene for is_missing, scene in missing if is_missing), CutScene)


def completed(table: Table, new_game: NewGame) -> NewGame:
    """Return the answers with those that need no question, and seal the shuffle after the last.

    A tutorial needs no secret, because its deal is fixed.
    """
    if new_game.edition is None or len(new_game.names) < new_game.players:
        return new_game
    if new_game.robots_without_level or new_game.secret:
        return new_game
    if not _has_its_answer(table, new_game):
        new_game = replace(new_game, seat=_obvious_seat(table, new_game))
    if new_game.tutorial or not _has_its_answer(table, new_game):
        return new_game
    checking = table.preferences.cut_shuffle
    return replace(new_game, secret=table.services.new_secret(), checking=checking)


def _obvious_seat(table: Table, new_game: NewGame) -> int | None:
    """Return the answer to the game's own question if the players need not be asked."""
    starter = table.preferences.next_starter
    if new_game.same_players and starter in new_game.names:
        return new_game.names.index(starter)
    return new_game.people[0] if len(new_game.people) == 1 else None


def _can_play_again(table: Table) -> bool:
    last = table.preferences
    return bool(last.last_players) and bool(_editions_again(last, table))


def _editions_again(last: Preferences, table: Table) -> list[GameEdition]:
    """Return the editions that the players of the last game can play."""
    return editions_for(table, len(last.last_players), last.last_robots)


def _has_its_answer(table: Table, new_game: NewGame) -> bool:
    """Return whether the game's own question is answered, or there is none."""
    return new_game.seat is not None or table.games[new_game.game].seat_question is None


def _is_empty(new_game: NewGame) -> bool:
    return new_game == NewGame()


class InterruptedScene(SetupScene):
    """A question about an interrupted game: continue, or quit it and set up a new game."""

    HELP = say("A game was interrupted. Nothing is lost: you can resume it.")
    AT_SEATS = say("A game was interrupted. Resume it at the table.")

    def __init__(self, table: Table, session: AnySession) -> None:
        super().__init__(table, NewGame())
        self._session = session

    def ask(self, station: Station) -> StationView:
        names = _names_in_a_line(self._session.names)
        return self.question(
            station,
            self.table.games.interrupted(self._session),
            [
                Choice(1, say("Resume"), self._go_on, names),
                Choice(2, say("New game"), partial(station.open, confirm_quitting(self.table))),
            ],
        )

    def _go_on(self) -> None:
        self.table.go_on(self._session)


class LanguageScene(SetupScene):
    HELP = say("Choose the language of this device.")

    def __init__(self, table: Table, new_game: NewGame) -> None:
        super().__init__(table, new_game)
        self._list = LanguageList(table)

    def ask(self, station: Station) -> StationView:
        title = in_each_language(say("Language"), self._list.shown)
        view = self.question(station, title, self._list.choices(self._choose))
        go_on = self._list.next_key()
        return view if go_on is None else replace(view, soft=(None, view.soft[2], go_on))

    def _choose(self, language: Language) -> None:
        self.table.preferences = replace(self.table.preferences, language=language)
        self.table.ask_next(self.new_game)


class AgainScene(SetupScene):
    """A choice of games for the players of the last game, so that one key starts a new one."""

    HELP = say("Play again with the same players, or choose others.")

    def __init__(self, table: Table, new_game: NewGame, offset: int = 0) -> None:
        super().__init__(table, new_game)
        self._offset = offset

    def ask(self, station: Station) -> StationView:
        possible = _editions_again(self.table.preferences, self.table)
        editions, later = _turned(possible, PETALS - 1, self._offset)
        others = self._others_key(editions, turned=later is not None)
        keys = [number for number in range(1, PETALS + 1) if number != others]
        same = [
            Choice(number, edition.label, self._same(edition))
            for number, edition in zip(keys, editions, strict=False)
        ]
        if later is not None:
            more = AgainScene(self.table, self.new_game, later)
            same.append(Choice(PETALS - 1, say("More"), partial(self.table.go_to, more)))
        same.append(self._others(others))
        same.sort(key=lambda choice: choice.petal)
        middle = self._last_coach_key(editions) or self.phones_key(station)
        return self.question(station, self._title(), same, middle, self.tutorial_key())

    def _title(self) -> Text:
        """Return a title with as many of the players' names as fit."""
        title = said(say("Again: {names}", names=""), self.table.language)
        room = _WIDEST_TITLE - art.text_width(title)
        names = _names_in_a_line(self.table.preferences.last_players, room)
        return say("Again: {names}", names=names)

    def _last_coach_key(self, editions: Sequence[GameEdition]) -> SoftKey | None:
        """Return the key that switches the coach of the next game on and off, or None."""
        if not any(self.table.games.coach(edition.game_id) for edition in editions):
            return None
        return self.coach_switch(self._change_coach, is_on=self.table.preferences.last_coach)

    def _change_coach(self) -> None:
        last = self.table.preferences
        self.table.preferences = replace(last, last_coach=not last.last_coach)

    def _others_key(self, editions: Sequence[GameEdition], *, turned: bool) -> int:
        """Return the petal for other players: the one after the editions of the first game.

        So its position does not depend on which other games are installed.
        """
        if turned:
            return PETALS
        return sum(edition.game_id == editions[0].game_id for edition in editions) + 1

    def _others(self, petal: int) -> Choice:
        """Return the answer for other players: those at their own displays if they are others."""
        names, others = seated_names(self.table), NewGame(other_players=True)
        if names == self._last_people() or not editions_for(self.table, len(names), {}):
            return Choice(petal, say("Other players"), self.go(others))
        seated = replace(others, players=len(names), names=names)
        return Choice(petal, _names_in_a_line(names), self.go(seated))

    def _last_people(self) -> tuple[str, ...]:
        last = self.table.preferences
        seats = range(len(last.last_players))
        return tuple(last.last_players[seat] for seat in seats if seat not in last.last_robots)

    def _same(self, edition: GameEdition) -> Action:
        last = self.table.preferences
        same = NewGame(
            same_players=True,
            coach=last.last_coach,
            players=len(last.last_players),
            names=last.last_players,
            robots=last.last_robots,
        )
        return partial(choose_edition, self.table, same, edition)


class PlayersScene(SetupScene):
    """The question for the number of players.

    If players sit at the first seats with their own displays, the answer for their number shows
    their names, and seats them at once.
    """

    HELP = say("Press the petal for the number of players. The tutorial gives hints to beginners.")

    def ask(self, station: Station) -> StationView:
        answers = [
            self._answer(number) for number in range(1, SEATS + 1) if self._can_play(number)
        ]
        title = say("How many players?")
        if self.new_game.tutorial:
            title = say("Tutorial: how many?")
        middle, first = self.phones_key(station), self.tutorial_key()
        return self.question(station, title, answers, middle, first)

    def _answer(self, number: int) -> Choice:
        names = seated_names(self.table)
        if len(names) == number:
            seated = replace(self.new_game, players=number, names=names)
            return Choice(number, _names_in_a_line(names), self.go(seated))
        label = say_n("{n} player", "{n} players", number)
        return Choice(number, label, self.go(replace(self.new_game, players=number)))

    def _can_play(self, number: int) -> bool:
        return bool(self._editions(number))

    def _editions(self, number: int) -> list[GameEdition]:
        possible = _tutorials_for if self.new_game.tutorial else editions_for
        return possible(self.table, number, {})

    def why_not(self, key: Key) -> Text | None:
        if key is Key.PETAL1 and any(
            self.table.games[edition.game_id].robot_levels for edition in self._editions(2)
        ):
            return say("Alone? Press 2 and let a robot play with you")
        return super().why_not(key)


class NameScene(NamingScene):
    """A question for a player's name: a recent one, a default name, or one to be spelled.

    One key gives default names to all players who have no name yet.
    """

    HELP = say("Pick or enter a name. “No names” goes straight to the game.")

    def __init__(self, table: Table, new_game: NewGame, offset: int = 0) -> None:
        super().__init__(table, new_game)
        self._offset = offset

    def ask(self, station: Station) -> StationView:
        seat = len(self.new_game.names) + 1
        taken = self.new_game.names
        typed = self.table.typed_names.get(len(taken))  # at the seat's own station
        known = [typed] if typed else []
        known += [name for name in self.table.preferences.recent_names if name != typed]
        names = [name for name in known if name not in taken] + [self._default_name(taken)]
        fits = len(names) < PETALS
        page = names if fits else names[self._offset : self._offset + _NAMES_ON_PAGE]
        answers = [
            Choice(number, name, self._take(name)) for number, name in enumerate(page, start=1)
        ]
        if not fits:
            later = self._offset + _NAMES_ON_PAGE
            more = NameScene(self.table, self.new_game, later if later < len(names) else 0)
            answers.append(Choice(4, say("More names"), partial(self.table.go_to, more)))
        answers.append(Choice(5, say("Enter a name"), partial(self._spell, station)))
        no_names = SoftKey(say("No names"), self._take_default_names)
        title = say("Who is player {seat}?", seat=seat)
        view = self.question(station, title, answers, no_names)
        return replace(view, soft=(*view.soft[:2], self._robot_key() or view.soft[2]))

    def why_not(self, key: Key) -> Text | None:
        if key.is_petal:
            return say("No known name here: press 5 to enter one")
        return super().why_not(key)

    def _robot_key(self) -> SoftKey | None:
        """Return the key for a robot, which replaces the menu, or None.

        The first player can't be a robot: a game needs a person.
        """
        games = _games_for(self.table, self.new_game)
        has_robots = any(self.table.games[game].robot_levels for game in games)
        if not self.new_game.names or not has_robots:
            return None
        return SoftKey(say("Robot"), self._seat_robot)

    def _seat_robot(self) -> None:
        name = free_robot_name(self.table.language, self._is_taken)
        self.table.ask_next(self.new_game.with_robot(name))

    def _is_taken(self, name: str) -> bool:
        """Return whether a person has used a name: in this set-up, recently or in the history."""
        known = (
            *self.new_game.names,
            *self.table.typed_names.values(),
            *self.table.preferences.recent_names,
        )
        is_known = name.casefold() in map(str.casefold, known)
        return is_known or self.table.services.has_played(name)

    def take_name(self, station: Station, name: str) -> Text | None:
        self._offset = 0  # the typed name is the first on this page
        return super().take_name(station, name)

    def _spell(self, station: Station) -> None:
        self.table.ask_next(replace(self.new_game, spelled=""))
        self.table.tell(station, SpellingScene.HELP)

    def _default_name(self, taken: Sequence[str]) -> str:
        """Return the first unused default name ("Player 1", "Player 2", …)."""
        numbers = range(len(taken) + 1, 2 * SEATS)
        names = [default_name(number, self.table.language) for number in numbers]
        return next(name for name in names if name not in taken)

    def _take_default_names(self) -> None:
        """Give default names to all players who have none.

        A name that was typed at a seat's own station stays.
        """
        new_game = self.new_game
        while len(new_game.names) < new_game.players:
            typed = self.table.typed_names.get(len(new_game.names), "")
            is_free = typed and typed not in new_game.names
            new_game = new_game.with_person(
                typed if is_free else self._default_name(new_game.names)
            )
        self.table.ask_next(new_game)

    def _take(self, name: str) -> Action:
        return partial(self.answer, name)


class LevelScene(SetupScene):
    """A question for the level of the robots, among those of the chosen game."""

    HELP = say("More stars: a stronger robot. It knows only what a person there would know.")

    def ask(self, station: Station) -> StationView:
        seats = self.new_game.robots_without_level
        seats = seats[:1] if self.new_game.one_by_one else seats
        levels = self.table.games[self.new_game.game].robot_levels[:PETALS]
        answers = [
            Choice(number, level_name(level), self.go(self.new_game.with_levels(level, seats)))
            for number, level in enumerate(levels, start=1)
        ]
        view = self.question(station, self._title(seats), answers, self._one_by_one_key(seats))
        labels = tuple(answer.label for answer in answers)
        return replace(view, screen=LevelScreen(title=self._title(seats), levels=labels))

    def _title(self, seats: Sequence[int]) -> Text:
        if len(seats) > 1:
            return say("Which level for the robots?")
        return say("Which level for {name}?", name=self.new_game.names[seats[0]])

    def _one_by_one_key(self, seats: Sequence[int]) -> SoftKey | None:
        if len(seats) < 2:
            return None
        return SoftKey(say("One by one"), self.go(replace(self.new_game, one_by_one=True)))


def _games_for(table: Table, new_game: NewGame) -> list[str]:
    """Return the ids of the games that can still be chosen, without duplicates."""
    if new_game.game:
        return [new_game.game]
    editions = editions_for(table, new_game.players, new_game.robots)
    return list(dict.fromkeys(edition.game_id for edition in editions))


class EditionScene(SetupScene):
    def __init__(self, table: Table, new_game: NewGame, offset: int = 0) -> None:
        super().__init__(table, new_game)
        self._offset = offset

    def help_pages(self, station: Station) -> tuple[Text, ...]:
        """Return the sentence about each game that can be chosen."""
        games = _games_for(self.table, self.new_game)
        return tuple(self.table.games[game].about for game in games)

    def ask(self, station: Station) -> StationView:
        possible = editions_for(self.table, self.new_game.players, self.new_game.robots)
        editions, later = _turned(possible, PETALS, self._offset)
        answers = [
            Choice(number, edition.label, self._choose(edition), edition.detail)
            for number, edition in enumerate(editions, start=1)
        ]
        if later is not None:
            more = EditionScene(self.table, self.new_game, later)
            answers.append(Choice(PETALS, say("More"), partial(self.table.go_to, more)))
        games = {edition.game_id for edition in possible}
        return self.question(station, say("Which game?"), answers, self.coach_key(games))

    def _choose(self, edition: GameEdition) -> Action:
        return partial(choose_edition, self.table, self.new_game, edition)


class SeatScene(SetupScene):
    """The question that the chosen game asks before the deal. The answer is a person."""

    def help(self, station: Station) -> Text:
        return self._question.help

    @property
    def _question(self) -> SeatQuestion:
        question = self.table.games[self.new_game.game].seat_question
        if question is None:
            raise ValueError(f"{self.new_game.game} has no seat_question")
        return question

    def ask(self, station: Station) -> StationView:
        answers = [
            Choice(seat + 1, self.new_game.names[seat], self.go(replace(self.new_game, seat=seat)))
            for seat in self.new_game.people
        ]
        coach = self.coach_key([self.new_game.game])
        return self.question(station, self._question.title, answers, coach)


def editions_for(table: Table, players: int, robots: Mapping[int, str]) -> list[GameEdition]:
    """Return the editions for a number of players, only those with robots if there are `robots`.

    `robots` maps each seat that a robot plays to its level. The level does not matter: if a game
    does not have it, the players choose another one.
    """
    return [
        edition
        for edition in table.games.editions
        if players in edition.players and _has_robots(table, edition.game_id, robots)
    ]


def _tutorials_for(table: Table, players: int, robots: Mapping[int, str]) -> list[GameEdition]:
    """Return the edition of the tutorial if it can be played, like `editions_for`.

    `players` is 0 before the number is known.
    """
    tutorial = table.games.tutorial()
    if tutorial is None or players not in (0, *tutorial.edition.players):
        return []
    return [tutorial.edition] if _has_robots(table, tutorial.edition.game_id, robots) else []


def _has_robots(table: Table, game: str, robots: Mapping[int, str]) -> bool:
    return not robots or bool(table.games[game].robot_levels)


def _with_known_levels(table: Table, new_game: NewGame) -> NewGame:
    """Return the answers without the levels that the chosen game does not have."""
    known = table.games[new_game.game].robot_levels
    levels = {seat: level if level in known else "" for seat, level in new_game.robots.items()}
    return new_game if levels == new_game.robots else replace(new_game, robots=levels)


def _turned(
    editions: list[GameEdition], keys: int, offset: int
) -> tuple[list[GameEdition], int | None]:
    """Return the editions for a number of keys, and the offset of the next page.

    The offset is None if all editions fit. Otherwise one key is kept for turning the page.
    """
    if len(editions) <= keys:
        return editions, None
    page = editions[offset : offset + keys - 1]
    end = offset + len(page)
    return page, end if end < len(editions) else 0


def choose_edition(table: Table, new_game: NewGame, edition: GameEdition) -> None:
    """Continue with the questions about the chosen game, or with the deal if it has none."""
    chosen = replace(new_game, game=edition.game_id, edition=edition.name)
    table.ask_next(_with_known_levels(table, chosen))


def in_each_language(text: Text, languages: Sequence[Language]) -> str:
    """Return a text in as many of the languages as fit in a title."""
    line, *others = dict.fromkeys(said(text, language) for language in languages)
    for other in others:
        if art.text_width(f"{line} · {other}") > _WIDEST_TITLE:
            break
        line = f"{line} · {other}"
    return line


def _names_in_a_line(names: tuple[str, ...], width: int = 115) -> str:
    """Return as many names as fit in a line, followed by the number of the others ("+2")."""
    for shown in range(len(names), 0, -1):
        more = f" +{len(names) - shown}" if shown < len(names) else ""
        line = ", ".join(names[:shown]) + more
        if art.text_width(line) <= width:
            break
    return line
