"""The state of a table, which survives a restart, and the services that a table needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from triqueta.screens.phrases import Language, Text, said, say
from triqueta.screens.station import DIM_AFTER, EVENT_SECONDS, OFF_AFTER, ROBOT_PAUSE, SEATS
from triqueta.table.charts import Chart
from triqueta.table.past_games import PastGames
from triqueta.table.registry import Registry
from triqueta.table.session import AnySession

RECENT_NAMES = 12


def default_name(number: int, language: Language) -> str:
    """Return the default name of a player, such as "Player 2"."""
    return said(say("Player {seat}", seat=number), language)


_DEFAULT_NAMES = {
    default_name(number, language) for number in range(1, SEATS + 1) for language in Language
}


class Volume(StrEnum):
    """The loudness of the buzzer."""

    OFF = "off"
    SOFT = "soft"
    LOUD = "loud"

    @property
    def next(self) -> Volume:
        """The volume that the key in the settings selects next."""
        levels = tuple(Volume)
        return levels[(levels.index(self) + 1) % len(levels)]


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings that the table remembers between games.

    `soft_light` selects the softer light. `volume` is that of the buzzer, if there is one. With
    `cut_shuffle`, the players cut before every deal. With `joining`, one code leads phones to all
    free seats before a game. `recent_names` are the names that people used recently.

    The fields `last_...` describe the last game: its players, the levels of its robots by seat,
    and whether the coach was on. `next_starter` is the name of the player who starts when the same
    players play again, or "" if that is not known.
    """

    language: Language | None = None
    soft_light: bool = False
    recent_names: tuple[str, ...] = ()
    last_players: tuple[str, ...] = ()
    last_robots: Mapping[int, str] = field(default_factory=dict)
    last_coach: bool = False
    next_starter: str = ""
    cut_shuffle: bool = False
    volume: Volume = Volume.SOFT
    joining: bool = True

    def after(
        self,
        players: tuple[str, ...],
        robots: Mapping[int, str],
        *,
        coach: bool = False,
        starter: int | None = None,
    ) -> Preferences:
        """Return the preferences after these players have started a game.

        `robots` maps each seat that a robot plays to its level. `starter` is the answer to the
        game's own question, or None if it asks none. Then the same players keep the next starter.
        """
        people = [name for seat, name in enumerate(players) if seat not in robots]
        names = [name for name in people if name not in _DEFAULT_NAMES]
        others = [name for name in self.recent_names if name not in names]
        return replace(
            self,
            recent_names=(*names, *others)[:RECENT_NAMES],
            last_players=players,
            last_robots=dict(robots),
            last_coach=coach,
            next_starter=self._next_starter(players, starter),
        )

    def after_leaving(self, session: AnySession) -> Preferences:
        """Return the preferences after a session has left the table, finished or not."""
        seat = session.next_starter()
        if seat is None or session.names != self.last_players:
            return self
        return replace(self, next_starter=session.names[seat])

    def _next_starter(self, players: tuple[str, ...], starter: int | None) -> str:
        if starter is not None:
            return players[starter]
        return self.next_starter if players == self.last_players else ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The answers so far in the set-up of a new game. They determine the next question."""

    other_players: bool = False  # whether the players of the last game were declined
    same_players: bool = False
    tutorial: bool = False  # whether it is a tutorial, which has a fixed edition and deal
    coach: bool = False
    players: int = 0
    names: tuple[str, ...] = ()
    robots: Mapping[int, str] = field(default_factory=dict)  # the robots' levels, "" if not chosen
    one_by_one: bool = False  # whether each robot gets its own level
    spelled: str | None = None  # the letters spelled so far, while a name is being spelled
    game: str = ""  # the id of the game
    edition: str | None = None
    seat: int | None = None  # the answer to the game's own question
    secret: bytes = b""  # once it is set, the shuffle is sealed
    checking: bool = False  # whether the players want to see the commitment and cut
    cutting: bool = False
    cutter: int = 0  # the seat that cuts at the table station now
    cuts: tuple[str, ...] = ()

    @classmethod
    def again(cls, session: AnySession) -> NewGame:
        """Return the set-up of another game like a session, for the same players."""
        return cls(
            same_players=True,
            coach=session.has_coach,
            players=len(session.names),
            names=session.names,
            robots=dict(session.robots),
            game=session.game_id,
            edition=session.edition,
        )

    @classmethod
    def of(cls, session: AnySession) -> NewGame:
        """Return the set-up of a session that is dealt again after a cut."""
        cuts = session.proof.cuts
        return replace(
            cls.again(session),
            same_players=False,
            seat=session.seat_answer,
            secret=session.proof.secret,
            checking=True,
            cuts=tuple(cuts.split(",")) if cuts else (),
        )

    def before(self) -> NewGame | None:
        """Return the answers without the last one, or None if there is no way back.

        They have no secret: the next deal gets a new one.
        """
        if self.secret:
            return replace(self, secret=b"", checking=False, cuts=()).before()
        if self.one_by_one:
            return self._without_levels()
        if self.same_players:
            return NewGame()
        if self.seat is not None and len(self.people) == 1:  # that question was not asked
            return replace(self, seat=None).before()
        has_levels = any(self.robots.values())
        answered = (
            (self.seat is not None, replace(self, seat=None)),
            (self.edition is not None and has_levels, self._without_levels()),
            (self.edition is not None and not self.tutorial, replace(self, game="", edition=None)),
            (bool(self.names), self._without_last()),
            (self.players > 0, replace(self, players=0)),
            (self.other_players or self.tutorial, NewGame()),
        )
        return next((before for is_answered, before in answered if is_answered), None)

    def _without_levels(self) -> NewGame:
        return replace(self, robots=dict.fromkeys(self.robots, ""), one_by_one=False)

    def _without_last(self) -> NewGame:
        names = self.names[:-1]
        robots = {seat: level for seat, level in self.robots.items() if seat < len(names)}
        return replace(self, names=names, robots=robots)

    def with_person(self, name: str) -> NewGame:
        """Return the answers with a person in the next seat."""
        return replace(self, names=(*self.names, name), spelled=None)

    def with_robot(self, name: str) -> NewGame:
        """Return the answers with a robot in the next seat. Its level is chosen later."""
        robots = {**self.robots, len(self.names): ""}
        return replace(self, names=(*self.names, name), robots=robots)

    def with_levels(self, level: str, seats: Iterable[int]) -> NewGame:
        """Return the answers with a level for the robots in these seats."""
        return replace(self, robots={**self.robots, **dict.fromkeys(seats, level)})

    @property
    def robots_without_level(self) -> tuple[int, ...]:
        """The seats of the robots whose level is not chosen yet."""
        return tuple(seat for seat, level in sorted(self.robots.items()) if not level)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play, as far as they have names."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.robots)

    def cuts_of(self, seat: int) -> int:
        """Return the number of cuts that a seat has made."""
        return sum(cut.startswith(f"{seat + 1}:") for cut in self.cuts)


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """The language and brightness of a seat's own station. None means the table's setting.

    The settings belong to the seat, so a phone that reconnects gets its language back. They are
    not saved: after the table was switched off, each seat starts with the table's settings.
    """

    language: Language | None = None
    soft_light: bool | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table that survives a restart.

    All parts are immutable, except for the session, whose entries only grow. That makes it quick
    to find what has changed since the last save.
    """

    preferences: Preferences = field(default_factory=Preferences)
    new_game: NewGame = field(default_factory=NewGame)
    session: AnySession | None = None
    seat_key: bytes = field(default=b"", repr=False)  # the key for the codes in phones' links

    def deals_again(self, session: AnySession) -> bool:
        """Return whether a session, in which nothing happened yet, is dealt again after a cut.

        Its secret is the one of the set-up or of another session.
        """
        secrets = [self.new_game.secret]
        if self.session is not None and self.session is not session:
            secrets.append(self.session.proof.secret)
        return session.is_untouched and session.proof.secret in secrets


NOT_OPEN = say("To let phones join, start the table with: triqueta play --lan")
SWITCHED_OFF = say(
    "Phones are disabled. To let them join, set [web] enabled = true in table.toml."
)
NO_SERVER = say("Phones can't join: the web server didn't start. See the log.")
NO_NETWORK = say("This table isn't on a network yet. Phones can join once it is.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The installed games, and everything else that a table needs from outside.

    - `new_secret` returns 32 random bytes for a shuffle, and `new_seat_key` for the seats' links.
    - `seat_link` returns the address that makes a phone the station of a seat, or None.
      `join_link` returns the address of the page where a phone picks its seat, or None.
      `why_no_link` returns a text about why there is no address.
    - `has_played` says whether the history has a person of this name.
    - `past_games` returns the history that the players can look at. `charts` returns the
      statistics of a game by its id, for the games with robots if the second argument is True.
    - `languages` are the languages that the players can choose.
    - `has_buzzer` says whether the table can make sounds, so that its settings offer a volume.
    - `dim_after` and `off_after` are the seconds without a key until the displays are dimmed and
      switched off.
    - `robot_pause` is the number of seconds for which a robot's move is shown, and for which a
      person's move can be undone before a robot answers. `event_pause` is the number of seconds
      for which a person's move is shown, and at most a robot's while all people are out.
    """

    games: Registry
    new_secret: Callable[[], bytes]
    new_seat_key: Callable[[], bytes]
    seat_link: Callable[[int], str | None] = lambda _: None
    join_link: Callable[[], str | None] = lambda: None
    why_no_link: Callable[[], Text] = lambda: NOT_OPEN
    has_played: Callable[[str], bool] = lambda _: False
    past_games: Callable[[], PastGames] = PastGames
    charts: Callable[[str, bool], tuple[Chart, ...]] = lambda *_: ()
    languages: Sequence[Language] = tuple(Language)
    has_buzzer: bool = False
    dim_after: float = DIM_AFTER
    off_after: float = OFF_AFTER
    robot_pause: float = ROBOT_PAUSE
    event_pause: float = EVENT_SECONDS
