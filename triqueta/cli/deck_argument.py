"""Which deck records were played with, where it is not the shipped one: `--deck`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from triqueta.cli.failures import file_error
from triqueta.cli.record_files import read_content
from triqueta.games import all_games
from triqueta.games.seam import Decks


def add_deck_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--deck", metavar="FILE", help="the deck it was played with, if not the shipped one"
    )


def deck_of(args: Namespace) -> bytes | None:
    """The deck that was named, if there is one."""
    return None if args.deck is None else sound_deck(args.deck)


def sound_deck(path: str) -> bytes:
    """A deck that some game can be played with, or a CommandError with the card and the reason."""
    content = read_content(path, "deck")
    for decks in all_decks():
        for problem in decks.problems(content):
            raise file_error(path, problem)
    return content


def all_decks() -> Iterator[Decks]:
    """Of each game that has decks."""
    for kind in all_games():
        decks = kind.decks()
        if decks is not None:
            yield decks
