"""The decks that `table.toml` names: the table offers them beside those that come with games."""

from __future__ import annotations

from pathlib import PurePath

from triqueta.cli.deck_argument import sound_deck
from triqueta.cli.failures import file_error
from triqueta.config.settings import TableConfig
from triqueta.games import use_decks


def use_owners_decks(config: TableConfig) -> None:
    use_decks(owners_decks(config))


def owners_decks(config: TableConfig) -> dict[str, bytes]:
    """Each by the name of its file; CommandError tells what is wrong with the first bad one."""
    found: dict[str, bytes] = {}
    for path in config.table.decks:
        name = PurePath(path).stem
        if name in found:
            raise file_error(path, f"two decks are called {name}; rename one")
        found[name] = sound_deck(path)
    return found
