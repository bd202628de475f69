"""Screens with public information: a player's cards, the reserve, and the final ranking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.ettana.names import CARD_NAMES
from triqueta.games.ettana.rules import Action, Outcome, TableView
from triqueta.games.ettana.screens.art import action_icon, sign, thread_mark
from triqueta.games.ettana.screens.board import Counts
from triqueta.games.ettana.screens.cards import counted, pattern_image
from triqueta.games.ettana.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.lists import Ranked, RankingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_PATTERN_TOP = 32
_PATTERN_PITCH = 16  # eight patterns fit, and eight of one anna each win


@dataclass(frozen=True, slots=True)
class ClaimedPattern:
    annas: int
    rows: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerScreen(Screen):
    """A player's counts of tokens and cards, and the claimed patterns."""

    counts: Counts
    claimed: tuple[ClaimedPattern, ...]
    anna_cards: int

    @classmethod
    def of(cls, view: TableView, seat: int) -> PlayerScreen:
        player, deck = view.players[seat], view.deck
        return cls(
            counts=Counts.of(player),
            claimed=tuple(
                ClaimedPattern(deck[card].annas, deck[card].rows) for card in player.claimed
            ),
            anna_cards=player.anna_cards,
        )

    @property
    def _annas(self) -> Text:
        return say("annas: {count}", count=self.counts.annas)

    @property
    def _tokens(self) -> Text:
        return say("tokens: {count}", count=self.counts.tokens)

    @property
    def _cards(self) -> Text:
        counts = self.counts
        return say(
            "cards: {actions} + {patterns}", actions=counts.actions, patterns=counts.patterns
        )

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.counts.name, self._annas)
        canvas.text(1, 12, self._tokens)
        canvas.text_right(WIDTH - 1, 12, self._cards)
        for number in range(self.anna_cards):
            canvas.stamp(1 + 7 * number, 23, sign("anna"))
        if self.anna_cards:
            canvas.text(3 + 7 * self.anna_cards, 22, say("by card"))
        for number, pattern in enumerate(self.claimed):
            x = 1 + _PATTERN_PITCH * number
            canvas.stamp(x, _PATTERN_TOP, pattern_image(pattern.rows, large=False))
            canvas.digits(x + 5, _PATTERN_TOP + 15, pattern.annas)

    def words(self) -> Iterator[Text]:
        yield self.counts.name
        yield self._annas
        yield self._tokens
        yield self._cards
        if self.anna_cards:
            yield say("annas: {count}", count=self.anna_cards)
            yield say("by card")
        for pattern in self.claimed:
            rows = " / ".join(pattern.rows)
            yield say("{annas}: {rows}", annas=pattern.annas, rows=rows)


@dataclass(frozen=True, kw_only=True)
class ReserveScreen(Screen):
    """The reserve at the top; below it the bank, both decks and the discard."""

    threads: tuple[str, ...]
    numbers: tuple[int, ...]
    bank: int
    patterns: int
    actions: int
    discard: tuple[Action, ...]

    @classmethod
    def of(cls, view: TableView) -> ReserveScreen:
        return cls(
            threads=view.spare_threads,
            numbers=view.spare_numbers,
            bank=view.bank,
            patterns=view.pattern_deck,
            actions=view.action_deck,
            discard=view.discard,
        )

    @property
    def _bank(self) -> Text:
        return say("Bank: {tokens}", tokens=self.bank)

    @property
    def _decks(self) -> Text:
        return say("Decks: {actions} + {patterns}", actions=self.actions, patterns=self.patterns)

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("Reserve and decks"))
        for number, thread in enumerate(self.threads):
            canvas.stamp(2 + 10 * number, 14, thread_mark(thread))
        for number, tile in enumerate(self.numbers):
            canvas.digits(62 + 10 * number, 14, tile)
        x = canvas.text(1, 24, self._bank)
        canvas.text_right(WIDTH - 1, 24, self._decks)
        if x > WIDTH - 3 - canvas.width_of(self._decks):
            canvas.overflow.append(canvas.said(self._decks))
        for number, (action, count) in enumerate(counted(self.discard).items()):
            canvas.stamp(1 + 11 * number, 35, action_icon(action))
            canvas.digits(4 + 11 * number, 46, count)

    def words(self) -> Iterator[Text]:
        yield say("Reserve and decks")
        yield say("threads: {threads}", threads=" ".join(self.threads))
        yield say("numbers: {numbers}", numbers=" ".join(map(str, self.numbers)))
        yield self._bank
        yield self._decks
        for action, count in counted(self.discard).items():
            yield say("discard: {card} x {count}", card=CARD_NAMES[action], count=count)


def ranking_screen(names: tuple[str, ...], outcome: Outcome) -> RankingScreen:
    lines = tuple(
        Ranked(
            name=names[seat],
            points=str(outcome.annas[seat]),
            in_words=say("{name}, annas: {count}", name=names[seat], count=outcome.annas[seat]),
            has_won=seat in outcome.winners,
        )
        for seat in outcome.ranking
    )
    return RankingScreen(title=say("{name} wins!", name=names[outcome.winner]), lines=lines)
