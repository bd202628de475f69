"""The fair layout: secret, players and cuts decide all that lies there, and all later chance."""

from __future__ import annotations

from triqueta.games.ettana.rules.action_cards import ALL_ACTIONS
from triqueta.games.ettana.rules.pattern_deck import PATTERNS
from triqueta.games.ettana.rules.setup import Layout, check_players
from triqueta.games.ettana.rules.spaces import ALL_TILES
from triqueta.games.ettana.rules.spaces import SIDE as SPACES_IN_A_ROW
from triqueta.games.ettana.rules.threads import COLOURS, ON_THE_BOARD
from triqueta.games.ettana.rules.threads import SIDE as OCTAGONS_IN_A_ROW
from triqueta.records.shuffle import Stream


def deal(secret: bytes, players: int, cuts: str) -> tuple[Layout, Stream]:
    """What is laid out, and the stream that rolls and shuffles as the game goes on."""
    check_players(players)
    stream = Stream(secret, "ettana-deal/1", players, cuts)
    in_order = sorted(ON_THE_BOARD, key=COLOURS.index)
    threads = _rows("".join(stream.shuffled(in_order)), OCTAGONS_IN_A_ROW)
    tiles = list(map(str, stream.shuffled(ALL_TILES)))
    first = tiles.pop(0)
    second = next(tile for tile in tiles if tile != first)
    tiles.remove(second)
    layout = Layout(
        threads=threads,
        numbers=_rows("".join(tiles), SPACES_IN_A_ROW),
        reserve=first + second,
        patterns=tuple(stream.shuffled(PATTERNS)),
        actions=tuple(map(str, stream.shuffled(ALL_ACTIONS))),
    )
    return layout, stream


def _rows(signs: str, side: int) -> tuple[str, ...]:
    return tuple(signs[start : start + side] for start in range(0, len(signs), side))
