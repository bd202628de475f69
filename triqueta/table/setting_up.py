"""The questions from power-on to the shuffle: language, players, names, edition, Rock."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.rules import Edition
from triqueta.rules.setup import MAX_PLAYERS
from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, say
from triqueta.table.dealing import CommitmentRoom, go_on
from triqueta.table.memory import default_name
from triqueta.table.play import Play
from triqueta.table.rooms import Action, Choice, Offer, Room, SoftKey, Station
from triqueta.table.set_up_room import Draft, SetUpRoom
from triqueta.table.spelling import SpellingRoom

if TYPE_CHECKING:
    from triqueta.table.table import Table


def first_room(table: Table, interrupted: Play | None) -> Room:
    """Where a table starts when it is switched on."""
    if interrupted is not None:
        return InterruptedRoom(table, interrupted)
    if table.memory.language is None:
        return LanguageRoom(table)
    return new_game_room(table)


def new_game_room(table: Table) -> Room:
    return AgainRoom(table) if table.memory.last_setup else PlayersRoom(table, None)


class InterruptedRoom(SetUpRoom):
    """The game that was interrupted: go on, or begin anew after a second question."""

    HELP = say("A game was interrupted. Nothing of it is lost: you can go on.")

    def __init__(self, table: Table, play: Play) -> None:
        super().__init__(table)
        self._play = play

    def ask(self, station: Station) -> Offer:
        names = _names_in_a_line(self._play.names)
        title = say("Interrupted in round {round}", round=self._play.game.round)
        return self.question(
            station,
            title,
            [
                Choice(1, say("Go on"), self.go(lambda: go_on(self.table, self._play)), names),
                Choice(2, say("New game"), partial(self.table.enter, self._sure())),
            ],
        )

    def _sure(self) -> Room:
        return SureRoom(
            self.table,
            say("Give this game up?"),
            yes=self.go(lambda: new_game_room(self.table)),
            back=self,
        )


class SureRoom(SetUpRoom):
    """The second question before something is lost."""

    HELP = say("What is given up here cannot be brought back.")

    def __init__(self, table: Table, title: Text, yes: Action, back: Room) -> None:
        super().__init__(table, back)
        self._title = title
        self._yes = yes
        self._no = partial(table.enter, back)

    def ask(self, station: Station) -> Offer:
        answers = [Choice(1, say("No, go back"), self._no), Choice(5, say("Yes"), self._yes)]
        return self.question(station, self._title, answers)


class LanguageRoom(SetUpRoom):
    HELP = say("Choose the language of this device.")

    def ask(self, station: Station) -> Offer:
        answers = [
            Choice(number, language.own_name, partial(self._choose, language))
            for number, language in enumerate(Language, start=1)
        ]
        return self.question(station, "Language · Langue · Sprache", answers)

    def _choose(self, language: Language) -> None:
        self.table.memory.language = language
        self.table.enter(new_game_room(self.table))


class AgainRoom(SetUpRoom):
    """A new game with the players of last time, in one press."""

    HELP = say("Play again with the same players, or choose others.")

    def ask(self, station: Station) -> Offer:
        names = self.table.memory.last_players
        draft, line = Draft(len(names), names), _names_in_a_line(names)
        return self.question(
            station,
            say("New game"),
            [
                Choice(1, say("Same, base game"), self._rock(draft, Edition.BASE), line),
                Choice(2, say("Same, with wolves"), self._rock(draft, Edition.SHADOW)),
                Choice(3, say("Other players"), self.go(lambda: PlayersRoom(self.table, self))),
            ],
            self.phones_key(station),
        )

    def _rock(self, draft: Draft, edition: Edition) -> Action:
        chosen = replace(draft, edition=edition)
        return self.go(lambda: RockRoom(self.table, self, chosen))


class PlayersRoom(SetUpRoom):
    HELP = say("Press the petal key of your number of players.")

    def ask(self, station: Station) -> Offer:
        answers = [
            Choice(number, say("{number} players", number=number), self._choose(number))
            for number in range(2, 6)
        ]
        return self.question(station, say("How many players?"), answers, self.phones_key(station))

    def _choose(self, number: int) -> Action:
        return self.go(lambda: NameRoom(self.table, self, Draft(number)))


class NameRoom(SetUpRoom):
    """One player's name: a recent one, one spelled with the keys, or simply a number."""

    HELP = say("Pick a name you used before, spell one, or take the one offered below.")

    def __init__(self, table: Table, back: Room, draft: Draft, offset: int = 0) -> None:
        super().__init__(table, back)
        self._before = back
        self._draft = draft
        self._offset = offset

    def ask(self, station: Station) -> Offer:
        seat = len(self._draft.names) + 1
        taken = self._draft.names
        typed = self.table.typed_names.get(len(taken))  # at this seat's own station
        known = [typed] if typed else []
        known += [name for name in self.table.memory.recent_names if name != typed]
        recent = [name for name in known if name not in taken]
        page = recent[self._offset : self._offset + 3]
        answers = [
            Choice(number, name, partial(self._take, name))
            for number, name in enumerate(page, start=1)
        ]
        if len(recent) > 3:
            later = self._offset + 3 if self._offset + 3 < len(recent) else 0
            more = self.go(lambda: NameRoom(self.table, self._before, self._draft, later))
            answers.append(Choice(4, say("More names"), more))
        answers.append(Choice(5, say("Spell a name"), partial(self._spell, station)))
        default = self._default_name()
        if not recent:
            answers.insert(0, Choice(1, default, partial(self._take, default)))
        soft = SoftKey(default, partial(self._take, default))
        return self.question(station, say("Who is player {seat}?", seat=seat), answers, soft)

    def _spell(self, station: Station) -> None:
        self.table.enter(SpellingRoom(self))
        self.table.tell(station, SpellingRoom.HELP)

    def _default_name(self) -> str:
        """Player 1, 2 ..., but for those whom somebody is called already."""
        numbers = range(len(self._draft.names) + 1, 2 * MAX_PLAYERS)
        names = [default_name(number, self.table.language) for number in numbers]
        return next(name for name in names if name not in self._draft.names)

    def choose(self, name: str) -> bool:
        """Take a name, unless another player has it: then false."""
        if name in self._draft.names:
            return False
        self._take(name)
        return True

    def _take(self, name: str) -> None:
        draft = replace(self._draft, names=(*self._draft.names, name))
        if len(draft.names) < draft.players:
            self.table.enter(NameRoom(self.table, self, draft))
        else:
            self.table.enter(EditionRoom(self.table, self, draft))


class DraftRoom(SetUpRoom):
    """A question that comes after the names."""

    def __init__(self, table: Table, back: Room, draft: Draft) -> None:
        super().__init__(table, back)
        self._draft = draft


class EditionRoom(DraftRoom):
    HELP = say("With the wolves, dark tiles lie under three of the piles.")

    def ask(self, station: Station) -> Offer:
        base, wolves = self._choose(Edition.BASE), self._choose(Edition.SHADOW)
        return self.question(
            station,
            say("Which game?"),
            [
                Choice(1, say("Base game"), base, say("60 tiles, six animals")),
                Choice(2, say("With wolves"), wolves, say("15 shadow tiles more")),
            ],
        )

    def _choose(self, edition: Edition) -> Action:
        draft = replace(self._draft, edition=edition)
        return self.go(lambda: RockRoom(self.table, self, draft))


class RockRoom(DraftRoom):
    HELP = say("The youngest player takes the Rock and starts.")

    def ask(self, station: Station) -> Offer:
        answers = [
            Choice(seat + 1, name, self._choose(seat))
            for seat, name in enumerate(self._draft.names)
        ]
        return self.question(station, say("Who is the youngest?"), answers)

    def _choose(self, seat: int) -> Action:
        draft = replace(self._draft, rock=seat)
        return self.go(lambda: CommitmentRoom(self.table, draft, self.table.new_secret()))


def _names_in_a_line(names: tuple[str, ...]) -> str:
    """As many names as fit in a line, and how many more there are."""
    for shown in range(len(names), 0, -1):
        more = f" +{len(names) - shown}" if shown < len(names) else ""
        line = ", ".join(names[:shown]) + more
        if art.text_width(line) <= 115:
            break
    return line
