"""The table: the board, the dice, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.ettana.rules.views import PlayerView
from triqueta.games.ettana.screens.art import MARK, badge, sign, thread_mark
from triqueta.games.ettana.screens.loom import (
    PANEL,
    PANEL_WIDTH,
    Loom,
    draw_loom,
    loom_in_words,
)
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens import art
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.initials import initials_of
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_DIE_TOP = 11
_COUNTS = (PANEL + 24, PANEL + 39, PANEL + 54)  # tokens, annas, cards
_SIGNS = ("token", "anna", "card")
# By the number of players: how wide a die is, where the first of them stands, and the next.
_LINES = {2: (11, 29, 12), 3: (11, 25, 9), 4: (9, 21, 8)}


@dataclass(frozen=True, slots=True)
class Counts:
    """What everybody may count of a player's things."""

    name: str
    tokens: int
    annas: int
    actions: int
    patterns: int

    @classmethod
    def of(cls, player: PlayerView) -> Counts:
        return cls(player.name, player.tokens, player.annas, player.actions, player.patterns)


@dataclass(frozen=True, slots=True)
class Dice:
    """What they show; before a roll nothing."""

    colour: str = ""
    number: int = 0


@dataclass(frozen=True, kw_only=True)
class TurnScreen(Screen):
    """Whose turn it is stands above the dice, and beside them what is done now."""

    name: str
    prompt: Text
    dice: Dice
    players: tuple[Counts, ...]
    loom: Loom

    def draw(self, canvas: Canvas) -> None:
        draw_loom(canvas, self.loom)
        draw_panel_title(canvas, self.name)
        size, top, pitch = _LINES[len(self.players)]
        _draw_dice(canvas, self.dice, size)
        x, y = PANEL + 2 * size + 5, _DIE_TOP + (size - art.CAPITAL_HEIGHT) // 2
        canvas.text(x, y, self.prompt)
        initials = initials_of(tuple(player.name for player in self.players))
        for seat, player in enumerate(self.players):
            y = top + pitch * seat
            canvas.stamp(PANEL, y, badge(seat))
            canvas.capitals(PANEL + 10, y, initials[seat])
            _draw_counts(canvas, y, player)

    def words(self) -> Iterator[Text]:
        yield self.name
        yield self.prompt
        if self.dice.colour:
            yield say("colour die: {colour}", colour=FACE_NAMES[self.dice.colour])
        if self.dice.number:
            yield say("number die: {number}", number=self.dice.number)
        yield from map(counts_in_words, self.players)
        yield from loom_in_words(self.loom, tuple(player.name for player in self.players))


def draw_panel_title(canvas: Canvas, title: Text) -> None:
    """Dark on lit, beside the board."""
    canvas.box(PANEL - 1, 0, WIDTH, art.CELL_HEIGHT)
    canvas.text(PANEL + 1, 1, title, width=PANEL_WIDTH - 2, lit=False)
    if canvas.unsaved:  # a rare sign may hide the end of a long title
        canvas.box(WIDTH - 10, 0, WIDTH, art.CELL_HEIGHT, lit=False)
        canvas.stamp(WIDTH - 9, 0, art.sign("unsaved"))


def _draw_dice(canvas: Canvas, dice: Dice, size: int) -> None:
    for x in (PANEL, PANEL + size + 2):
        canvas.frame(x, _DIE_TOP, x + size, _DIE_TOP + size)
    inner = (size - MARK) // 2
    if dice.colour:
        canvas.stamp(PANEL + inner, _DIE_TOP + inner, thread_mark(dice.colour))
    if dice.number:
        canvas.digits(PANEL + size + 2 + inner + 1, _DIE_TOP + inner, dice.number)


def _draw_counts(canvas: Canvas, y: int, player: Counts) -> None:
    counts = (player.tokens, player.annas, player.actions + player.patterns)
    for x, name, count in zip(_COUNTS, _SIGNS, counts, strict=True):
        image = sign(name)
        canvas.stamp(x, y + 1, image)
        canvas.digits(x + image.width + 1, y + 1, count)


def counts_in_words(player: Counts) -> Text:
    return say(
        "{name}: tokens {tokens}, annas {annas}, action cards {actions}, patterns {patterns}",
        name=player.name,
        tokens=player.tokens,
        annas=player.annas,
        actions=player.actions,
        patterns=player.patterns,
    )
