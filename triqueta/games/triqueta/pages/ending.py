"""The end of a game as all pages show it: kept tiles being turned up, and the final scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.triqueta.animals import ANIMALS, counted
from triqueta.games.triqueta.pages.pieces import COMPLETE, art_of, back, set_of
from triqueta.games.triqueta.rules import AnimalScore, DecidedBy, Layer, Outcome, Phase, ScoreSheet
from triqueta.games.triqueta.rules.tiles import layer_of
from triqueta.games.triqueta.views import PublicView, signed
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import (
    Mark,
    PieceSet,
    RevealStep,
    ScoreColumn,
    ScoreLine,
    ScoreTable,
)


def reveal_step(view: PublicView) -> RevealStep | None:
    """Return the kept tile that a player decides about or turns up, or None.

    Until its face can be seen, the step says nothing that depends on it.
    """
    if view.table.phase is Phase.REVEAL and not view.round_ended:
        return _decision(view)
    tile = view.current_tile
    if tile is None:
        return None
    number, of = view.turned_up + 1, len(view.reveal)
    layer = layer_of(tile.tile)  # its back shows that
    hidden = RevealStep(
        seat=tile.seat,
        name=view.table.players[tile.seat].name,
        side="back",
        title=say("The kept tiles are revealed."),
        note=say("turns up a kept tile"),
        number=number,
        of=of,
        corner=say("{number} of {of}", number=number, of=of),
        shadow=layer is Layer.SHADOW,
        art=back(layer).art,
    )
    if not view.shows_face:
        return hidden
    return hidden._replace(
        side="face",
        art=art_of(tile.animal),
        copies=tile.count,
        headline=say("{animals}!", animals=counted(tile.animal, tile.count)),
        change=signed(tile.change),
        tone=tone_of(tile.change),
        before=tile.total - tile.change,
        total=tile.total,
        points=say_n("{n} point", "{n} points", tile.total),
    )


def _decision(view: PublicView) -> RevealStep | None:
    """Return the step in which a player decides about a kept tile, which no one else sees."""
    seat = view.table.to_act
    if seat is None:
        return None
    player = view.table.players[seat]
    number, of = view.decided + 1, player.kept_light
    return RevealStep(
        seat=seat,
        name=player.name,
        side="back",
        title=say("Everyone adds or returns the tiles they kept."),
        note=say("decides in secret"),
        number=number,
        of=of,
        corner=say("{number} of {of}", number=number, of=of),
        shadow=False,
        art=back(Layer.LIGHT).art,
        copies=of,
    )


def tone_of(change: int) -> str:
    """Return whether a change of points is good or bad for the player."""
    if not change:
        return ""
    return "good" if change > 0 else "bad"


def score_of(view: PublicView) -> ScoreTable | None:
    """Return the final scores, or None until nothing is hidden any more."""
    outcome = view.result
    if outcome is None or view.current_tile is not None:
        return None
    names = tuple(player.name for player in view.table.players)
    points = max(outcome.scores)
    return ScoreTable(
        head=(say("tiles → points"), *names),
        lines=tuple(_lines(outcome.sheets)),
        verdict=_verdict(outcome, names),
        winners=outcome.winners,
        headline=_together([names[seat] for seat in outcome.winners]),
        wins=_wins(outcome, points),
        detail=_detail(outcome.sheets[outcome.winners[0]]),
        columns=tuple(_columns(outcome, names)),
        table=tuple(_table(outcome)),
    )


def _columns(outcome: Outcome, names: Sequence[str]) -> Iterator[ScoreColumn]:
    """Yield the players, best first. Players with equal points and tiles share a place."""
    standing = list(zip(outcome.scores, outcome.tiles, strict=True))
    for seat in outcome.ranking:
        place = 1 + sum(other > standing[seat] for other in standing)
        total = outcome.scores[seat]
        yield ScoreColumn(seat, names[seat], place, total, won=seat in outcome.winners)


def _table(outcome: Outcome) -> Iterator[ScoreLine]:
    sheets = [outcome.sheets[seat] for seat in outcome.ranking]
    for lines in zip(*(sheet.animals for sheet in sheets), strict=True):
        animal = lines[0].animal
        yield ScoreLine(art_of(animal), ANIMALS[animal], tuple(map(set_of, lines)))
    yield _counted("rock", say("Rock"), [sheet.rock for sheet in sheets])
    yield _counted("tree", say("Trees"), [sheet.trees for sheet in sheets])
    yield _counted(None, say("Points"), [sheet.total for sheet in sheets])


def _counted(art: str | None, name: Text, points: Sequence[int]) -> ScoreLine:
    cells = tuple(PieceSet(art or "", name, None, number, Mark.NONE) for number in points)
    return ScoreLine(art, name, cells)


def _detail(sheet: ScoreSheet) -> Text:
    """Return what the winner's points are made of: complete animals and Trees."""
    complete = sum(line.tiles == COMPLETE for line in sheet.animals)
    animals = say_n("{n} animal complete", "{n} animals complete", complete)
    if not sheet.trees:
        return animals
    trees = say_n("{n} Tree", "{n} Trees", sheet.trees)
    return say("{animals}, {trees}", animals=animals, trees=trees)


def _wins(outcome: Outcome, points: int) -> Text:
    """Return the rest of the sentence that the winners' names begin."""
    if outcome.decided_by is DecidedBy.SHARED:
        return say_n("win together with {n} point", "win together with {n} points", points)
    if outcome.decided_by is DecidedBy.TILES:
        tiles = outcome.tiles[outcome.winners[0]]
        return say(
            "{tie}: {win}",
            tie=say_n("Tied on {n} point", "Tied on {n} points", points),
            win=say_n("wins with {n} animal tile", "wins with {n} animal tiles", tiles),
        )
    return say_n("wins with {n} point", "wins with {n} points", points)


def _together(names: Sequence[str]) -> Text:
    winners: Text = names[0]
    for other in names[1:]:
        winners = say("{names} and {name}", names=winners, name=other)
    return winners


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
    best = names[outcome.winners[0]]
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
    return say(
        "{names} win together: {points} and {tiles} each.",
        names=_together([names[seat] for seat in outcome.winners]),
        points=say_n("{n} point", "{n} points", points),
        tiles=say_n("{n} animal tile", "{n} animal tiles", tiles),
    )
