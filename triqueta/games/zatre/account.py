"""A game told in sentences, turn by turn, for a person who wants to follow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.zatre.block_table import block_tables, verdict
from triqueta.games.zatre.rules import Game, Setup, TurnPlayed
from triqueta.records.lines import one_line


def account_of(game: Game) -> Iterator[str]:
    """The lines of the account, ending with the blocks or with who is to act."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Zatre."
    yield from _opening(game.setup, names)
    yield ""
    for played in game.history:
        yield f"  {names[played.seat]} {_deed(game, played)}."
    yield ""
    if game.to_act is None:
        yield from score_lines(game, names)
    else:
        hand = _tiles(game.hands[game.to_act])
        yield f"The game stops here. {names[game.to_act]} is to act with {hand}."


def score_lines(game: Game, names: Sequence[str]) -> Iterator[str]:
    if game.outcome is not None:
        yield from block_tables(game.outcome, names)
        yield verdict(game.outcome, names)


def _opening(setup: Setup, names: Sequence[str]) -> Iterator[str]:
    for drawing in setup.drawings:
        drawn = zip(drawing.seats, drawing.tiles, strict=True)
        yield f"Drawn: {', '.join(f'{names[seat]} {tile}' for seat, tile in drawn)}."
    yield f"{names[setup.starter]} starts."


def _deed(game: Game, played: TurnPlayed) -> str:
    if played.ends_game:
        return "ends the game, as no tile fits any more"
    placed = " ".join(f"{field}={game.tiles[field]}" for field in played.placed) or "nothing"
    return f"({_tiles(played.hand)}) places {placed}{_scored(played)}"


def _scored(played: TurnPlayed) -> str:
    lines = [f"{line.sum} ({line})" for line in played.scored.lines]
    crosses = [f"a cross on {field}" for field in played.scored.crosses]
    return "".join(f", {part}" for part in (*lines, *crosses))


def _tiles(hand: Sequence[int]) -> str:
    return " ".join(map(str, hand))
