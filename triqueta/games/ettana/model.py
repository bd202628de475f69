"""The parts of Ettana that need no screen: rules, session, robots, deck reader and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from operator import itemgetter

from triqueta.games.ettana.robots import LEVELS
from triqueta.games.ettana.rules import Game, Pattern, PatternDeck, SeatView, TableView
from triqueta.games.ettana.rules.board import OCTAGONS_IN_A_ROW
from triqueta.games.ettana.rules.patterns import WORTH, problems_in
from triqueta.games.ettana.session import EttanaSession
from triqueta.games.ettana.spec import SPEC
from triqueta.games.ettana.text import Codec, account_of
from triqueta.games.ettana.words import say
from triqueta.records.text import one_line
from triqueta.screens.art import text_width
from triqueta.table.robots import without_clock
from triqueta.table.spec import Bars, GameEdition, GameModel, GameStatistics

# Pattern decks in owners' files.


_CARD = 2 * OCTAGONS_IN_A_ROW + 4  # characters per card, with the gap to the next one
WIDEST_NAME = 48  # pixels for a deck's name on the table's screen


class PatternDeckReader:
    """A reader that checks, draws and names the pattern decks in owners' files."""

    def problems(self, content: bytes) -> Iterator[str]:
        return problems_in(content)

    def pictures(self, content: bytes, width: int) -> Iterator[str]:
        """Yield lines that draw the cards side by side, then their counts and the deck's hash.

        `width` is the number of characters for the cards. Asterisks after a card's number are its
        annas.
        """
        deck = PatternDeck.loads(content)
        drawn = [_drawn(card, pattern) for card, pattern in enumerate(deck.patterns, start=1)]
        across = max(1, width // _CARD)
        for first in range(0, len(drawn), across):
            for line in zip_longest(*drawn[first : first + across], fillvalue=""):
                yield "".join(part.ljust(_CARD) for part in line).rstrip()
            yield ""
        worth = [pattern.annas for pattern in deck.patterns]
        counts = ", ".join(f"{worth.count(annas)} worth {annas}" for annas in WORTH)
        yield f"{len(worth)} cards: {counts}"
        yield f"SHA-256: {deck.name}"

    def read(self, content: bytes) -> PatternDeck:
        return PatternDeck.loads(content)

    def edition(self, name: str) -> GameEdition:
        """Return the edition with the deck called `name`, shortened to fit the screen."""
        usual, short = SPEC.editions[0], one_line(name)
        while text_width(short) > WIDEST_NAME:
            short = short[:-1]
        return replace(
            usual,
            name=f"{usual.name} {name}",
            label=say("Ettana: {deck}", deck=short),
            detail=say("with your own deck"),
        )


def _drawn(card: int, pattern: Pattern) -> list[str]:
    return [f"{card:2} {'*' * pattern.annas}", *(f" {' '.join(row)}" for row in pattern.rows)]


STATISTICS = GameStatistics(
    columns={
        "patterns": itemgetter("patterns"),
        "points": itemgetter("victories"),
        "swaps": itemgetter("swaps"),
    },
    legend=(
        "patterns: cards claimed; points: victory points laid open",
        "swaps: swaps of two threads (free, bought or by card)",
    ),
    pictures=(
        Bars(
            say("Per game: patterns, victory points and swaps"),
            (
                (say("patterns"), "#2e7d32", "patterns"),
                (say("victory points"), "#c9a227", "victories"),
                (say("swaps"), "#1565c0", "swaps"),
            ),
        ),
    ),
)

MODEL = GameModel[Game, TableView, SeatView](
    game=Game,
    session=EttanaSession,
    robots=without_clock(LEVELS),
    account=account_of,
    statistics=STATISTICS,
    codec=Codec(),
    deck_reader=PatternDeckReader(),
)
