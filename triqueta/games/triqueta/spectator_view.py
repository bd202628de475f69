"""The spectator view of Triqueta, made from the public view alone, in translatable texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import NamedTuple

from triqueta.games.triqueta.animals import A_TILE, ANIMALS, count_animals, listed
from triqueta.games.triqueta.rules import (
    Animal,
    AnimalScore,
    DecidedBy,
    Edition,
    Outcome,
    Phase,
    ScoreSheet,
    animal_of,
    score_sheet,
)
from triqueta.games.triqueta.rules.moves import BOX, KEEP, OPEN, is_draw, is_take, number_of
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.views import PublicMove, PublicView
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import (
    LOG_LINES,
    OpenPlayer,
    OpenRow,
    Piece,
    ScoreTable,
    SpectatorView,
)

_DESCRIPTIONS = 64  # cached lines of the log: a move changes few of them


def describe_public_move(public: PublicMove, name: str) -> Text | None:
    """Return the log line of a move, or None for a draw without a result yet."""
    if not is_draw(public.move):
        return describe_move(public.move, name, public.tiles)
    if not public.shadow:
        return None
    both = public.shadow == 2  # shadow tiles are kept automatically
    return (
        say("{name} keeps both shadow tiles", name=name)
        if both
        else say("{name} keeps the shadow tile", name=name)
    )


@lru_cache(maxsize=_DESCRIPTIONS)
def describe_move(move: str, name: str, tiles: str = "") -> Text:
    """Return the public description of a move; `tiles` are the ones that it put face up."""
    if move == KEEP:
        return say("{name} keeps a tile", name=name)
    if move == BOX:
        return say("{name} puts a tile into the box", name=name)
    number = number_of(move)
    if is_draw(move):
        return say("{name} draws from petal {petal}", name=name, petal=number)
    if move in OPEN:
        return say("{name} opens pile {pile} and gets its Tree", name=name, pile=number)
    if is_take(move):
        return _taken(name, number, tiles)
    animal = A_TILE[animal_of(tiles)]
    return say("{name} places {animal} in row {row}", name=name, animal=animal, row=number)


def _taken(name: str, row: int, tiles: str) -> Text:
    if not tiles:
        return say("{name} takes the empty row {row}", name=name, row=row)
    return say("{name} takes row {row}: {animals}", name=name, row=row, animals=listed(tiles))


_CACHED_PARTS = 64  # cached parts of the view: a move changes few of them


def spectator_view_of(view: PublicView) -> SpectatorView:
    ended = view.table.phase in (Phase.REVEAL, Phase.OVER) and not view.round_ended
    return SpectatorView(
        title=_title(view),
        note=_note(view),
        rows_title="" if ended else say("Rows"),
        rows=() if ended else tuple(_rows(view)),
        players=tuple(_player(view, seat) for seat in range(len(view.table.players))),
        log=_log(view),
        score=_score(view),
    )


# Title and note.


def _title(view: PublicView) -> Text:
    table = view.table
    if view.round_ended:
        return say("Round {round} is over", round=table.round)
    if view.result is not None:
        if view.current_tile is not None:
            return say("{name} reveals", name=table.players[view.current_tile.seat].name)
        return say("The game is over.")
    seat = view.drawer if view.unseen else table.to_act
    name = "" if seat is None else table.players[seat].name
    if view.unseen:
        return say("{name} looks", name=name)
    return _title_of_turn(table.phase, name)


def _title_of_turn(phase: Phase, name: str) -> Text:
    match phase:
        case Phase.SECOND_DRAW:
            return say("{name}: second tile", name=name)
        case Phase.CHOICE | Phase.REVEAL:
            return say("{name} decides", name=name)
        case Phase.NEXT_PILE:
            return say("{name} opens a pile", name=name)
    return say("{name}'s turn", name=name)


def _note(view: PublicView) -> Text:
    table = view.table
    if view.round_ended:
        name = table.players[table.rock].name
        return say("{name} took the last row, and with it the Rock.", name=name)
    if table.phase is Phase.REVEAL:
        return say("Everyone adds or returns the tiles they kept.")
    if view.result is not None:
        return "" if view.current_tile is None else say("The kept tiles are revealed.")
    if table.phase is Phase.NEXT_PILE:
        return say("Round {round} is over", round=table.round)
    tiles = sum(petal.tiles for petal in table.petals)
    left: Text = say("the pile is empty")
    if tiles:
        left = say_n("{n} tile left in the pile", "{n} tiles left in the pile", tiles)
    return say("{round} · {pile}", round=say("Round {round} of 4", round=table.round), pile=left)


# Rows and players.


def _rows(view: PublicView) -> Iterator[OpenRow]:
    for number, (tiles, taker) in enumerate(zip(view.table.rows, view.takers, strict=True)):
        note = None if tiles else say("empty")
        if taker is not None:
            note = say("taken by {name}", name=view.table.players[taker].name)
        yield OpenRow(say("Row {row}", row=number + 1), _one_by_one(tiles or ""), note)


@lru_cache(maxsize=_CACHED_PARTS)
def _one_by_one(tiles: str) -> tuple[Piece, ...]:
    return tuple(_piece(animal_of(tile)) for tile in tiles)


@lru_cache(maxsize=_CACHED_PARTS)
def _by_animal(tiles: str) -> tuple[Piece, ...]:
    return tuple(_piece(animal, count) for animal, count in count_animals(tiles).items())


def _piece(animal: Animal, count: int = 1) -> Piece:
    return Piece(animal.name.lower(), ANIMALS[animal], count)


class _Standing(NamedTuple):
    """The public state of a player.

    `kept` is None once the kept tiles are turned up. `returned` is the number of tiles that went
    back to the box unseen.
    """

    edition: Edition
    name: str
    tiles: str
    trees: int
    has_rock: bool
    kept: int | None
    kept_shadow: int
    returned: int
    is_out: bool
    is_to_act: bool


def _player(view: PublicView, seat: int) -> OpenPlayer:
    table, player = view.table, view.table.players[seat]
    kept, shadow = view.kept_tiles(seat)
    has_revealed = view.has_revealed(seat)
    to_act = view.drawer if view.unseen else table.to_act
    return _open_player(
        _Standing(
            edition=table.edition,
            name=player.name,
            tiles=view.open_tiles(seat),
            trees=player.trees,
            has_rock=table.rock == seat,
            kept=None if has_revealed else kept,
            kept_shadow=shadow,
            returned=view.revealed[seat].returned if has_revealed else 0,
            is_out=not player.in_round and any(other.in_round for other in table.players),
            is_to_act=seat == to_act and not view.round_ended,
        )
    )


@lru_cache(maxsize=_CACHED_PARTS)
def _open_player(of: _Standing) -> OpenPlayer:
    sheet = score_sheet(of.edition, of.tiles, rock=of.has_rock, trees=of.trees)
    return OpenPlayer(
        name=of.name,
        points=say("{points} p.", points=sheet.total),
        pieces=_by_animal(of.tiles),
        notes=tuple(_notes(of)),
        to_act=of.is_to_act,
    )


def _notes(of: _Standing) -> Iterator[Text]:
    if of.has_rock:
        yield say("has the Rock")
    if of.trees:
        yield say_n("{n} Tree", "{n} Trees", of.trees)
    if of.returned:
        yield say("returned face down: {tiles}", tiles=of.returned)
    if of.kept is None:
        return
    yield say("kept: {kept} of {most}", kept=of.kept, most=KEEPS_PER_GAME)
    if of.kept_shadow:
        yield say("shadow tiles: {tiles}", tiles=of.kept_shadow)
    if of.is_out:
        yield say("out of this round")


# Log.


def _log(view: PublicView) -> tuple[Text, ...]:
    """Return the last lines of the log, oldest first."""
    newest_first = chain(_reveals(view), _moves(view))
    return tuple(islice(newest_first, LOG_LINES))[::-1]


def _moves(view: PublicView) -> Iterator[Text]:
    """Yield the descriptions of the moves, newest first."""
    newest = len(view.public_moves) - 1
    for number in range(newest, -1, -1):
        public = view.public_moves[number]
        name = view.table.players[public.seat].name
        came_of_it = describe_public_move(public, name)
        if came_of_it is not None:
            yield came_of_it
        elif number == newest:  # a draw is listed until its result replaces it
            yield describe_move(public.move, name)


def _reveals(view: PublicView) -> Iterator[Text]:
    """Yield the kept tiles that each player has turned up, the last player's first."""
    by_seat = groupby(view.shown, key=lambda step: step.seat)
    tiles = [(seat, "".join(step.tile for step in steps)) for seat, steps in by_seat]
    for seat, shown in reversed(tiles):
        name = view.table.players[seat].name
        yield say("{name} reveals: {animals}", name=name, animals=listed(shown))


# Score.


def _score(view: PublicView) -> ScoreTable | None:
    outcome = view.result
    if outcome is None or view.current_tile is not None:
        return None
    names = tuple(player.name for player in view.table.players)
    return ScoreTable(
        head=(say("tiles → points"), *names),
        lines=tuple(_lines(outcome.sheets)),
        verdict=_verdict(outcome, names),
    )


def _lines(sheets: Sequence[ScoreSheet]) -> Iterator[tuple[Text, ...]]:
    for lines in zip(*(sheet.animals for sheet in sheets), strict=True):
        yield ANIMALS[lines[0].animal], *map(_animal_cell, lines)
    yield say("Rock"), *(sheet.rock for sheet in sheets)
    yield say("Trees"), *(sheet.trees for sheet in sheets)
    yield say("Animal tiles"), *(sheet.tiles for sheet in sheets)
    yield say("Points"), *(sheet.total for sheet in sheets)


def _animal_cell(line: AnimalScore) -> Text:
    if not line.tiles:
        return 0
    return say("{tiles} → {points}", tiles=line.tiles, points=line.points)


def _verdict(outcome: Outcome, names: tuple[str, ...]) -> Text:
    """Return a sentence that says who has won, and how a tie was broken (R14)."""
    best, *others = [names[seat] for seat in outcome.winners]
    points, tiles = max(outcome.scores), outcome.tiles[outcome.winners[0]]
    if outcome.decided_by is DecidedBy.POINTS:
        return say_n(
            "{name} wins with {n} point.", "{name} wins with {n} points.", points, name=best
        )
    if outcome.decided_by is DecidedBy.TILES:
        return say(
            "{tie}: {win}",
            tie=say_n("Tied on {n} point", "Tied on {n} points", points),
            win=say_n(
                "{name} wins with {n} animal tile.",
                "{name} wins with {n} animal tiles.",
                tiles,
                name=best,
            ),
        )
    winners: Text = best
    for other in others:
        winners = say("{names} and {name}", names=winners, name=other)
    return say(
        "{names} win together: {points} and {tiles} each.",
        names=winners,
        points=say_n("{n} point", "{n} points", points),
        tiles=say_n("{n} animal tile", "{n} animal tiles", tiles),
    )
