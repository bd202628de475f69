"""Spelling a name: a petal for a group of letters, then a petal for the letter."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.phrases import say
from triqueta.screens.spelling import SpellingScreen, shown
from triqueta.table.draft_room import NamingRoom
from triqueta.table.naming import is_too_long, plays_already
from triqueta.table.rooms import Offer, PetalKey, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.draft import Draft
    from triqueta.table.table import Table

_PLAIN = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY")
_OTHER = ("Z -'.", "ÄÖÜßÀ", "ÂÇÉÈÊ", "ËÎÏÔŒ", "ÙÛÑÅŁ")


class SpellingRoom(NamingRoom):
    HELP = say("Press a group of letters, then the letter. Two presses for each.")

    def __init__(self, table: Table, draft: Draft) -> None:
        super().__init__(table, draft)
        self._groups = _PLAIN
        self._letters: str | None = None

    @property
    def _name(self) -> str:
        return self.draft.spelled or ""

    def _spell(self, name: str) -> None:
        self.table.draft = self.draft = replace(self.draft, spelled=name)

    def ask(self, station: Station) -> Offer:
        choices = tuple(self._letters or self._groups)
        screen = SpellingScreen(title=say("Spell the name"), name=self._name, choices=choices)
        action = partial(self._add, station) if self._letters else self._open
        return Offer(
            screen,
            petals={
                number: PetalKey(shown(choice), partial(action, choice))
                for number, choice in enumerate(choices, start=1)
            },
            soft=(
                SoftKey(say("Back") if self._letters else say("More"), self._turn_over),
                None if self._letters else self._delete_or_leave(),
                SoftKey(say("Done"), partial(self._done, station)),
            ),
        )

    def _open(self, group: str) -> None:
        self._letters = self._in_case(group)

    def _in_case(self, letters: str) -> str:
        """Capitals at the beginning of a word, small letters inside it."""
        starts_word = not self._name or self._name[-1] in " -'."
        return letters if starts_word else letters.lower()

    def _add(self, station: Station, letter: str) -> None:
        if is_too_long(self._name + letter):
            self.table.tell(station, say("The name is long enough"))
        else:
            self._spell((self._name + letter).lstrip())
        self._letters = None
        self._groups = _PLAIN

    def _turn_over(self) -> None:
        """Back to the groups, or on to the other ones."""
        if self._letters is None:
            self._groups = _OTHER if self._groups is _PLAIN else _PLAIN
        self._letters = None

    def _delete_or_leave(self) -> SoftKey:
        if self._name:
            return SoftKey(say("Delete"), partial(self._spell, self._name[:-1]))
        return SoftKey(say("Back"), self._leave)

    def _leave(self) -> None:
        self.table.ask_next(replace(self.draft, spelled=None))

    def _done(self, station: Station) -> None:
        name = self._name.strip()
        if not name:
            self.table.tell(station, say("Spell a name first"))
        elif name in self.draft.names:
            self.table.tell(station, plays_already(name))
        else:
            self.answer(name)
