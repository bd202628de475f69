"""The spectator view of Triqueta, made from the public view alone, in translatable texts."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.triqueta.pages.ending import reveal_step, score_of
from triqueta.games.triqueta.pages.moves import last_move, log_of
from triqueta.games.triqueta.pages.pieces import sorted_pieces
from triqueta.games.triqueta.pages.players import players_of
from triqueta.games.triqueta.rules import Edition, Layer, Phase, TableView
from triqueta.games.triqueta.rules.moves import DRAW, by_number
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES_PER_PETAL, PETALS, PILES
from triqueta.games.triqueta.views import Belongings, Changes, PublicView, changes_by_taking
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import (
    OpenPhase,
    OpenPile,
    OpenRow,
    PilePetal,
    PileState,
    Round,
    SpectatorView,
    Standing,
)


def spectator_view_of(view: PublicView) -> SpectatorView:
    phase = _phase(view)
    ended = phase in (OpenPhase.REVEAL, OpenPhase.OVER)
    return SpectatorView(
        title=_title(view),
        note=_note(view),
        rows_title="" if ended else say("Rows"),
        rows=() if ended else tuple(_rows(view)),
        players=players_of(view),
        log=log_of(view),
        score=score_of(view),
        phase=phase,
        ask=spectator_ask(view),
        round=_round(view),
        pile=None if ended else pile_of(view),
        piles=() if ended else piles_of(view),
        last=last_move(view),
        standing=_standing(view),
        reveal=reveal_step(view),
    )


def _phase(view: PublicView) -> OpenPhase:
    if view.round_ended:
        return OpenPhase.ROUND
    if view.result is not None:
        return OpenPhase.OVER if view.current_tile is None else OpenPhase.REVEAL
    return OpenPhase.REVEAL if view.table.phase is Phase.REVEAL else OpenPhase.PLAY


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


def spectator_ask(view: PublicView) -> Text:
    """Return what the table waits for, in a sentence for those who watch."""
    seat = view.drawer if view.unseen else view.table.to_act
    if view.round_ended or view.result is not None or seat is None:
        return _title(view)
    name = view.table.players[seat].name
    if view.unseen:
        return say("{name} is looking at the tile ...", name=name)
    return _asked_in_turn(view.table, name)


def _asked_in_turn(table: TableView, name: str) -> Text:
    match table.phase:
        case Phase.TURN if by_number(table.legal_moves, DRAW):
            return say("{name}'s turn: draw, or take a row", name=name)
        case Phase.TURN:
            return say("{name} has to take a row", name=name)
        case Phase.SECOND_DRAW:
            return say("{name} draws a second tile ...", name=name)
        case Phase.NEXT_PILE:
            return say("{name} chooses the next pile ...", name=name)
    return say("{name} is deciding ...", name=name)


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
    left: Text = say("the pile is empty")
    if tiles_left(view):
        left = say_n("{n} tile left in the pile", "{n} tiles left in the pile", tiles_left(view))
    return say("{round} · {pile}", round=say("Round {round} of 4", round=table.round), pile=left)


def _round(view: PublicView) -> Round:
    number = view.table.round
    return Round(
        number, PILES, say("Round {round}", round=number), say("Round {round} of 4", round=number)
    )


def _standing(view: PublicView) -> Standing | None:
    """Return the texts at the end of a round, or None."""
    if not view.round_ended:
        return None
    table = view.table
    name = table.players[table.rock].name
    over = say("Round {round} is over", round=table.round)
    note = say("Hidden tiles don't count yet.")
    if not table.unopened:
        return Standing(over, note, say("Now the kept tiles are revealed"))
    if len(table.unopened) == 1:
        opens = say("{name} opens the last pile", name=name)
    else:
        opens = say("{name} opens the next pile", name=name)
    return Standing(over, note, opens, tuple(_about_pile(view, table.unopened[0])))


def _about_pile(view: PublicView, number: int) -> Iterator[Text]:
    tiles, shadow = pile_size(view.table.edition, number)
    if shadow:
        yield say("{tiles} tiles, {shadow} of them dark.", tiles=tiles, shadow=shadow)
    else:
        yield say_n("{n} tile.", "{n} tiles.", tiles)
    yield say("Its Tree is worth a point.")


# Rows.


def _rows(view: PublicView) -> Iterator[OpenRow]:
    table = view.table
    seat = None if view.round_ended else table.to_act
    changes: Changes = ()
    if seat is not None and table.players[seat].in_round:
        changes = changes_by_taking(Belongings.public(table, seat), table)
    in_rows = zip(table.rows, view.takers, view.taken, strict=True)
    for number, (tiles, taker, taken) in enumerate(in_rows):
        note = None if tiles else say("empty")
        if taker is not None:
            note = say("taken by {name}", name=table.players[taker].name)
        yield OpenRow(
            label=say("Row {row}", row=number + 1),
            pieces=sorted_pieces(taken if tiles is None else tiles),
            note=note,
            number=number + 1,
            taker=taker,
            change=changes[number] if changes else None,
            for_="" if seat is None else say("to {name}", name=table.players[seat].name),
        )


# The pile.


def tiles_left(view: PublicView) -> int:
    return sum(petal.tiles for petal in view.table.petals)


def pile_of(view: PublicView) -> OpenPile:
    left = tiles_left(view)
    return OpenPile(
        petals=tuple(
            PilePetal(petal.tiles, petal.top is Layer.SHADOW) for petal in view.table.petals
        ),
        left=left,
        text=say_n("{n} tile left", "{n} tiles left", left) if left else say("The pile is empty"),
    )


def piles_of(view: PublicView) -> tuple[PileState, ...]:
    """Return all piles, those that were played in the order of their rounds."""
    closed = [number for number in view.table.unopened if number not in view.opened]
    return tuple(_pile(view, number) for number in (*view.opened, *closed))


def _pile(view: PublicView, number: int) -> PileState:
    tiles, shadow = pile_size(view.table.edition, number)
    if number not in view.opened:
        later = view.table.round + 1
        is_last = later == PILES
        text = say("round {round}", round=later) if is_last else say("later")
        return PileState(number, "closed", text, tree=True, tiles=tiles, shadow=shadow)
    played_in = view.opened.index(number) + 1
    is_over = view.round_ended or view.table.phase is Phase.NEXT_PILE
    if played_in == view.table.round and not is_over:
        return PileState(number, "now", say("now"), tree=False, tiles=tiles, shadow=shadow)
    text = say("round {round}", round=played_in)
    return PileState(number, "used", text, tree=False, tiles=tiles, shadow=shadow)


def pile_size(edition: Edition, number: int) -> tuple[int, int]:
    """Return the tiles that a pile begins with, and how many of them are shadow tiles (W2)."""
    light = PETALS * LIGHT_TILES_PER_PETAL
    shadow = PETALS if edition is Edition.SHADOW and number > 1 else 0
    return light + shadow, shadow
