"""The questions between power-on and the shuffle: language, players, names, game and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, said, say, say_n
from triqueta.screens.station import PETALS, SEATS
from triqueta.table.menu import LanguageList, confirm_quitting
from triqueta.table.names import free_robot_name, level_name
from triqueta.table.scene import Action, Choice, Scene, SoftKey, Station, StationView
from triqueta.table.session import AnySession
from triqueta.table.setup_scene import NamingScene, SetupScene, SpellingScene
from triqueta.table.shuffle_scenes import CommitmentScene, CutScene, TutorialScene
from triqueta.table.spec import GameEdition, SeatQuestion
from triqueta.table.state import NewGame, Preferences, default_name

if TYPE_CHECKING:
    from triqueta.table.table import Table

_WIDEST_TITLE = 125  # pixels


def first_scene(table: Table) -> Scene:
    """Return the scene that a table starts with, which resumes its saved state."""
    if table.session is None:
        table.new_game = _possible(table, table.new_game)
        return question_for(table, table.new_game)
    if table.session.over:
        return table.games.scene(table, table.session)
    return InterruptedScene(table, table.session)


def _possible(table: Table, new_game: NewGame) -> NewGame:
    """Return the answers without an edition that can't be played any more, keeping the players."""
    possible = _tutorials_for if new_game.tutorial else editions_for
    editions = possible(table, new_game.players, new_game.robots)
    if new_game.edition is None or (new_game.game, new_game.edition) in map(_key, editions):
        return new_game
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
        (new_game.robot is not None, RobotScene),
        (len(new_game.names) < new_game.players, NameScene),
        (new_game.edition is None, EditionScene),
        (new_game.tutorial and _has_its_answer(table, new_game), TutorialScene),
        (not new_game.secret, SeatScene),
        (not new_game.cutting, CommitmentScene),
    )
    return next((scene for is_missing, scene in missing if is_missing), CutScene)


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
        onward = self._list.next_key()
        return view if onward is None else replace(view, soft=(None, view.soft[2], onward))

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
        names = self.table.preferences.last_players
        possible = _editions_again(self.table.preferences, self.table)
        editions, later = _turned(possible, PETALS - 1, self._offset)
        others = self._others_key(editions, turned=later is not None)
        keys = [number for number in range(1, PETALS + 1) if number != others]
        same = [
            Choice(number, edition.again, self._same(edition))
            for number, edition in zip(keys, editions, strict=False)
        ]
        if later is not None:
            more = AgainScene(self.table, self.new_game, later)
            same.append(Choice(PETALS - 1, say("More"), partial(self.table.go_to, more)))
        same[0] = replace(same[0], detail=_names_in_a_line(names))
        same.append(Choice(others, say("Other players"), self.go(NewGame(other_players=True))))
        same.sort(key=lambda choice: choice.petal)
        middle, first = self.phones_key(station), self.tutorial_key()
        return self.question(station, say("New game"), same, middle, first)

    def _others_key(self, editions: Sequence[GameEdition], *, turned: bool) -> int:
        """Return the petal for other players: the one after the editions of the first game.

        So its position does not depend on which other games are installed.
        """
        if turned:
            return PETALS
        return sum(edition.game_id == editions[0].game_id for edition in editions) + 1

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
    HELP = say("Press the petal for the number of players. The tutorial gives hints to beginners.")

    def ask(self, station: Station) -> StationView:
        answers = [
            Choice(
                number,
                say_n("{n} player", "{n} players", number),
                self.go(replace(self.new_game, players=number)),
            )
            for number in range(1, SEATS + 1)
            if self._can_play(number)
        ]
        title = say("How many players?")
        if self.new_game.tutorial:
            title = say("Tutorial: how many?")
        middle, first = self.phones_key(station), self.tutorial_key()
        return self.question(station, title, answers, middle, first)

    def _can_play(self, number: int) -> bool:
        if self.new_game.tutorial:
            return bool(_tutorials_for(self.table, number, {}))
        return bool(editions_for(self.table, number, {}))


class NameScene(NamingScene):
    """A question for a player's name: a recent one, one to be spelled, or a default name."""

    HELP = say("Pick a name you used before, enter a new one, or take the one offered below.")

    def __init__(self, table: Table, new_game: NewGame, offset: int = 0) -> None:
        super().__init__(table, new_game)
        self._offset = offset

    def ask(self, station: Station) -> StationView:
        seat = len(self.new_game.names) + 1
        taken = self.new_game.names
        typed = self.table.typed_names.get(len(taken))  # at the seat's own station
        known = [typed] if typed else []
        known += [name for name in self.table.preferences.recent_names if name != typed]
        recent = [name for name in known if name not in taken]
        page = recent[self._offset : self._offset + 3]
        answers = [
            Choice(number, name, self._take(name)) for number, name in enumerate(page, start=1)
        ]
        if len(recent) > 3:
            later = self._offset + 3 if self._offset + 3 < len(recent) else 0
            more = NameScene(self.table, self.new_game, later)
            answers.append(Choice(4, say("More names"), partial(self.table.go_to, more)))
        answers.append(Choice(5, say("Enter a name"), partial(self._spell, station)))
        default = self._default_name()
        if not recent:
            answers.insert(0, Choice(1, default, self._take(default)))
        soft = SoftKey(default, self._take(default))
        title = say("Who is player {seat}?", seat=seat)
        view = self.question(station, title, answers, soft)
        return replace(view, soft=(*view.soft[:2], self._robot_key() or view.soft[2]))

    def _robot_key(self) -> SoftKey | None:
        """Return the key for a robot, which replaces the menu, or None.

        The first player can't be a robot: a game needs a person.
        """
        if not self.new_game.names or not robot_levels(self.table, self.new_game):
            return None
        return SoftKey(say("Robot"), self._ask_for_robot)

    def _ask_for_robot(self) -> None:
        name = free_robot_name(self.table.language, self._is_taken)
        self.table.ask_next(replace(self.new_game, robot=name))

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

    def _default_name(self) -> str:
        """Return the first unused default name ("Player 1", "Player 2", …)."""
        numbers = range(len(self.new_game.names) + 1, 2 * SEATS)
        names = [default_name(number, self.table.language) for number in numbers]
        return next(name for name in names if name not in self.new_game.names)

    def _take(self, name: str) -> Action:
        return partial(self.answer, name)


class RobotScene(SetupScene):
    """A question for the level of a robot, which already has a name."""

    HELP = say("A robot is playing this seat. It knows only what a person there would know.")

    def ask(self, station: Station) -> StationView:
        name = self.new_game.robot or ""
        answers = [
            Choice(number, self._level(level), self.go(self.new_game.with_robot(name, level)))
            for number, level in enumerate(robot_levels(self.table, self.new_game), start=1)
        ]
        return self.question(station, say("Which level for {name}?", name=name), answers)

    def _level(self, level: str) -> Text:
        """Return the level's name, with the games that have it if the first game has not."""
        games = _games_for(self.table, self.new_game)
        having = [game for game in games if level in self.table.games[game].robot_levels]
        name = level_name(level)
        if games[0] in having:
            return name
        if len(having) > 2:  # no more names fit on the line
            return say_n("{level} ({n} game)", "{level} ({n} games)", len(having), level=name)
        one, *others = map(self._label, having)
        labels = say("{one}, {others}", one=one, others=others[0]) if others else one
        return say("{level} ({games})", level=name, games=labels)

    def _label(self, game_id: str) -> Text:
        editions = self.table.games.editions
        return next(edition.label for edition in editions if edition.game_id == game_id)


def robot_levels(table: Table, new_game: NewGame) -> tuple[str, ...]:
    """Return the robot levels of all games that can still be chosen, at most one per petal."""
    games = _games_for(table, new_game)
    levels = dict.fromkeys(level for game in games for level in table.games[game].robot_levels)
    return tuple(levels)[:PETALS]


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
        return self.question(station, say("Which game?"), answers, self.coach_key())

    def _choose(self, edition: GameEdition) -> Action:
        return partial(choose_edition, self.table, self.new_game, edition)


class SeatScene(SetupScene):
    """The question that the chosen game asks before the deal. The answer is a player."""

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
            Choice(seat + 1, name, partial(seal, self.table, replace(self.new_game, seat=seat)))
            for seat, name in enumerate(self.new_game.names)
        ]
        return self.question(station, self._question.title, answers, self.coach_key())


def editions_for(table: Table, players: int, robots: Mapping[int, str]) -> list[GameEdition]:
    """Return the editions for a number of players whose games have robots of these levels.

    `robots` maps each seat that a robot plays to its level.
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
    return set(robots.values()) <= set(table.games[game].robot_levels)


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
    """Continue with the game's own question, or with the sealed shuffle if it has none."""
    chosen = replace(new_game, game=edition.game_id, edition=edition.name)
    if table.games[edition.game_id].seat_question is None:
        seal(table, chosen)
    else:
        table.ask_next(chosen)


def seal(table: Table, new_game: NewGame) -> None:
    """Seal the shuffle, now that all questions are answered.

    After that there is no way back, except from a tutorial, which has no secret.
    """
    secret = b"" if new_game.tutorial else table.services.new_secret()
    table.ask_next(replace(new_game, secret=secret))


def in_each_language(text: Text, languages: Sequence[Language]) -> str:
    """Return a text in as many of the languages as fit in a title."""
    line, *others = dict.fromkeys(said(text, language) for language in languages)
    for other in others:
        if art.text_width(f"{line} · {other}") > _WIDEST_TITLE:
            break
        line = f"{line} · {other}"
    return line


def _names_in_a_line(names: tuple[str, ...]) -> str:
    """Return as many names as fit in a line, followed by the number of the others ("+2")."""
    for shown in range(len(names), 0, -1):
        more = f" +{len(names) - shown}" if shown < len(names) else ""
        line = ", ".join(names[:shown]) + more
        if art.text_width(line) <= 115:
            break
    return line
