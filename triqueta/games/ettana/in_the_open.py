"""Ettana in the open: made of the public view alone, in the words of the screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.ettana.rules import Outcome, Phase, PlayerView, TableView
from triqueta.games.ettana.screens.colours import ANNA, art_of
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.open_table import (
    OpenPlayer,
    OpenRow,
    OpenTable,
    Piece,
    ScoreTable,
)


def open_table_of(view: TableView, log: Sequence[Text]) -> OpenTable:
    """The board stands beside it: here is what lies around it, and what was done last."""
    over = view.outcome is not None  # then nobody draws or pays any more
    return OpenTable(
        title=_title(view),
        note="" if over else say("Tokens in the bank: {tokens}", tokens=view.bank),
        rows_title="" if over else say("Beside the board"),
        rows=() if over else tuple(_rows(view)),
        players=tuple(_player(view, seat) for seat in range(len(view.players))),
        log=tuple(log),
        score=_score(view),
    )


def _title(view: TableView) -> Text:
    if view.to_act is None:
        return say("The game is over.")
    name = view.players[view.to_act].name
    return {
        Phase.NEEDLE: say("{name} puts the needle", name=name),
        Phase.ROLLED: say("{name} collects", name=name),
        Phase.ACTS: say("{name}'s turn", name=name),
    }.get(view.phase, say("{name} rolls", name=name))


# What lies there.


def _rows(view: TableView) -> Iterator[OpenRow]:
    turn = view.turn
    if turn.number:
        yield OpenRow(say("Dice"), (*map(_thread, turn.colour), _number(turn.number)))
    spare = (*map(_thread, view.spare_threads), *map(_number, view.spare_numbers))
    yield OpenRow(say("Reserve"), spare)
    decks = say(
        "{actions} actions, {patterns} patterns",
        actions=view.action_deck,
        patterns=view.pattern_deck,
    )
    yield OpenRow(say("Decks"), note=decks)
    yield OpenRow(say("Discard"), note=say("{actions} actions", actions=len(view.discard)))


def _thread(thread: str) -> Piece:
    return Piece(thread, FACE_NAMES[thread])


def _number(number: int) -> Piece:
    return Piece(str(number), number)


def _player(view: TableView, seat: int) -> OpenPlayer:
    player = view.players[seat]
    return OpenPlayer(
        name=player.name,
        points=_annas(player.annas),
        pieces=tuple(_open_cards(view, player)),
        notes=tuple(_notes(player)),
        to_act=seat == view.to_act,
    )


def _annas(annas: int) -> Text:
    return say("1 anna") if annas == 1 else say("{annas} annas", annas=annas)


def _open_cards(view: TableView, player: PlayerView) -> Iterator[Piece]:
    for card in player.claimed:
        pattern = view.deck[card]
        rows = " / ".join(pattern.rows)
        yield Piece(art_of(pattern), say("{annas}: {rows}", annas=pattern.annas, rows=rows))
    if player.anna_cards:
        yield Piece(ANNA, say("victory point"), player.anna_cards)


def _notes(player: PlayerView) -> Iterator[Text]:
    """Of cards in the hand, how many."""
    yield say("tokens: {count}", count=player.tokens)
    yield say("actions: {cards}", cards=player.actions)
    yield say("patterns: {cards}", cards=player.patterns)


# The end.


def _score(view: TableView) -> ScoreTable | None:
    if view.outcome is None:
        return None
    names = tuple(player.name for player in view.players)
    return ScoreTable(
        ("", *names), tuple(_lines(view, view.outcome)), _verdict(view.outcome, names)
    )


def _lines(view: TableView, outcome: Outcome) -> Iterator[tuple[Text, ...]]:
    """All together they are the annas."""
    players = view.players
    yield say("patterns"), *(player.annas - player.anna_cards for player in players)
    yield say("victory points"), *(player.anna_cards for player in players)
    yield say("Annas"), *outcome.annas


def _verdict(outcome: Outcome, names: tuple[str, ...]) -> Text:
    """Who has won (E15)."""
    winner = outcome.winner
    return say("{name} wins with {annas} annas.", name=names[winner], annas=outcome.annas[winner])
