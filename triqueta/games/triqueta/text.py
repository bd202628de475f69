"""A game as text: an account of every turn, the score, and a compact form for QR codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from triqueta.games.triqueta.rules import (
    DecidedBy,
    Edition,
    Game,
    Layer,
    Outcome,
    Phase,
    animal_of,
    layer_of,
)
from triqueta.games.triqueta.rules.moves import (
    ADD,
    BOX,
    DECISIONS,
    DRAW,
    KEEP,
    OPEN,
    TAKE,
    is_draw,
    is_take,
    number_of,
)
from triqueta.games.triqueta.rules.setup import Setup, deal
from triqueta.records import codes
from triqueta.records.game import Decks
from triqueta.records.shuffle import Proof
from triqueta.records.text import counted, one_line

_LABEL = 12
_COLUMN = 13


def score_table(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table with a column per player: tiles and points of each animal."""
    yield _line("", [_cut(name) for name in names])
    yield _line("", ["tiles points"] * len(names))
    for lines in zip(*(sheet.animals for sheet in outcome.sheets), strict=True):
        animal = lines[0].animal
        cells = [f"{line.tiles:5} {line.points:6}" for line in lines]
        yield _line(f"{animal.name.lower():6} ({animal.triqueta})", cells)
    yield _line("Rock", [str(sheet.rock) for sheet in outcome.sheets])
    yield _line("Trees", [str(sheet.trees) for sheet in outcome.sheets])
    totals = [f"{sheet.tiles:5} {sheet.total:6}" for sheet in outcome.sheets]
    yield _line("total", totals)


def verdict(outcome: Outcome, names: Sequence[str]) -> str:
    """Return a sentence that says who has won, and how a tie was broken (R14)."""
    winners = [names[seat] for seat in outcome.winners]
    points = counted(max(outcome.scores), "point")
    tiles = counted(outcome.tiles[outcome.winners[0]], "animal tile")
    if outcome.decided_by is DecidedBy.POINTS:
        return f"{winners[0]} wins with {points}."
    if outcome.decided_by is DecidedBy.TILES:
        return f"{winners[0]} wins the tie on {points} with {tiles}."
    everyone = " and ".join(winners)
    return f"{everyone} win together: {points} and {tiles} each."


def _line(label: str, cells: Sequence[str]) -> str:
    return (label.ljust(_LABEL) + "".join(cell.rjust(_COLUMN) for cell in cells)).rstrip()


def _cut(name: str) -> str:
    return name if len(name) < _COLUMN else name[: _COLUMN - 4] + "..."


_ORDINALS = ("first", "second")


def account_of(game: Game) -> Iterator[str]:
    """Yield the lines of the account; it ends with the score, or with whose turn it is."""
    names = [one_line(name) for name in game.setup.players]
    wolves = " with the wolves in the shadow" if game.setup.edition is Edition.SHADOW else ""
    yield f"{_listed(names)} play Triqueta{wolves}. {names[game.setup.rock]} has the Rock."
    yield from _Account(game, names).lines()
    yield ""
    if game.outcome is None:
        legal = " ".join(game.legal_moves)
        yield f"The game stops here. It is {names[game.order[0]]}'s turn: {legal}"
    else:
        yield from score_lines(game)


def score_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the score table of a finished game, and the winner."""
    names = [one_line(name) for name in game.setup.players]
    if game.outcome is not None:
        yield from score_table(game.outcome, names)
        yield verdict(game.outcome, names)


class _Account:
    """A replay of a game that describes each turn in one sentence."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self._moves = game.moves
        self._game = Game(game.setup)
        self._names = names

    def lines(self) -> Iterator[str]:
        yield from ("", "Round 1, pile 1")
        done: list[str] = []
        for move in self._moves:
            seat, opened = self._game.order[0], move in OPEN
            if opened:
                yield from ("", f"Round {self._game.round + 1}, pile {number_of(move)}")
            done.append(self._play(move))
            if opened or self._game.phase not in (Phase.SECOND_DRAW, Phase.CHOICE):
                yield f"  {self._names[seat]} {_listed(done)}."
                done.clear()
            if self._is_reveal_next(move):
                yield from ("", "The kept tiles")
        if done:
            yield f"  {self._names[self._game.order[0]]} {_listed(done)} ..."
        yield from self._shadow_tiles()

    def _is_reveal_next(self, move: str) -> bool:
        return is_take(move) and not self._game.takes and not self._game.unopened

    def _play(self, move: str) -> str:
        """Play the move and return a description of it."""
        game, seat = self._game, self._game.order[0]
        if is_draw(move):
            tile = game.petals[DRAW.index(move)][0]
            game.play(move)
            return f"draws {_a_tile(tile)} from petal {number_of(move)}"
        if is_take(move):
            row = game.rows[TAKE.index(move)]
            game.play(move)
            rock = "" if game.takes else " and the Rock"
            return f"takes row {number_of(move)} ({_animals(row) or 'empty'}){rock}"
        if move in OPEN:
            game.play(move)
            return f"opens pile {number_of(move)} and takes its Tree"
        if move in DECISIONS:
            tile = "".join(game.kept_light)[len(game.decisions)]
            game.play(move)
            return f"{'adds' if move == ADD else 'returns'} the {_animals(tile)}"
        return self._choice(move, seat)

    def _choice(self, move: str, seat: int) -> str:
        animal = _animals(self._game.drawn[0])
        self._game.play(move)
        if move == KEEP:
            nth = _ORDINALS[len(self._game.kept_light[seat]) - 1]
            return f"keeps the {animal} ({nth} of two)"
        if move == BOX:
            return f"puts the {animal} into the box"
        return f"places the {animal} in row {number_of(move)}"

    def _shadow_tiles(self) -> Iterator[str]:
        if self._game.legal_moves:
            return
        for name, tiles in zip(self._names, self._game.face_up, strict=True):
            shadow = "".join(tile for tile in tiles if layer_of(tile) is Layer.SHADOW)
            if shadow:
                yield f"  {name} adds from the shadow: {_animals(shadow)}."


def _listed(parts: list[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _animals(tiles: str) -> str:
    return ", ".join(animal_of(tile).name.lower() for tile in tiles)


def _a_tile(tile: str) -> str:
    noun = _animals(tile)
    if layer_of(tile) is Layer.SHADOW:
        return f"a shadow {noun}"
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


# QR codes.


_EDITIONS = {"B": Edition.BASE, "S": Edition.SHADOW}
_LETTERS = {edition: letter for letter, edition in _EDITIONS.items()}


class Codec(codes.Codec[Game]):
    """The codec for QR codes: edition, number of players, seat of the Rock, and the moves."""

    PREFIX = "TQ1/"
    HEAD = "(?P<edition>[BS])(?P<players>[2-5])(?P<rock>[0-4])"
    MOVES = "[^.]*"

    def head(self, game: Game) -> str:
        setup = game.setup
        return f"{_LETTERS[setup.edition]}{len(setup.players)}{setup.rock}"

    def moves(self, game: Game) -> str:
        return "".join(game.moves).upper()

    def game(
        self, content: re.Match[str], names: tuple[str, ...], proof: Proof, decks: Decks
    ) -> Game:
        edition = _EDITIONS[content["edition"]]
        piles = deal(proof.secret, edition, len(names), proof.cuts)
        setup = Setup(edition, names, int(content["rock"]), piles)
        return Game(setup, re.findall(r"[drtp]\d|.", content["moves"].lower()))
