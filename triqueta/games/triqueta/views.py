"""The views of a session for a seat and for the public, and the points of tiles and rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple

from triqueta.games.triqueta.animals import counted, tile_in_words
from triqueta.games.triqueta.reveal import TurnedUp
from triqueta.games.triqueta.rules import (
    Edition,
    Layer,
    Outcome,
    ScoreSheet,
    SeatView,
    TableView,
    animal_of,
    layer_of,
    points_for,
)
from triqueta.games.triqueta.rules.game import Revealed
from triqueta.games.triqueta.rules.moves import ADD, DECISIONS, KEEP, PLACE, Phase, number_of
from triqueta.games.triqueta.rules.tiles import animals_of
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

Changes = tuple[int | None, ...]
"""How the points would change with each row; None for a row that has been taken."""

WITH_ROW = say("your points with row:")


@dataclass(frozen=True, slots=True)
class TileFacts:
    """A tile, and how it would change its drawer's points.

    `kept` is the change if the tile is kept, as shadow tiles always are, or None if it can't be
    kept. `rows` is the change with each row after the tile is placed there, None for a row that
    has been taken. If the tile can't be placed, `rows` is empty. `owned` is how many tiles of its
    animal the drawer had before.
    """

    tile: str
    kept: int | None = None
    rows: tuple[int | None, ...] = ()
    owned: int = 0

    @property
    def name(self) -> Text:
        return tile_in_words(self.tile)

    @property
    def is_shadow(self) -> bool:
        return layer_of(self.tile) is Layer.SHADOW

    @property
    def keeping(self) -> Text | None:
        """The points for keeping the tile, in words, or None if it can't be kept."""
        if self.kept is None:
            return None
        points = signed(self.kept)
        if self.is_shadow:
            return say("points for you: {points}", points=points)
        return say("{key}: {answer}", key=say("keep"), answer=points)

    def words(self) -> Iterator[Text]:
        yield self.name
        animals = counted(animal_of(self.tile), self.owned + 1)
        yield say("{before} → {animals}", before=self.owned, animals=animals)
        if self.keeping is not None:
            yield self.keeping
        if self.rows:
            yield WITH_ROW
        for number, change in enumerate(self.rows, start=1):
            if change is not None:
                yield say("{key}: {answer}", key=number, answer=signed(change))


def signed(points: int) -> str:
    """Return points with their sign, as a change; no change has none."""
    return f"{points:+}".replace("-", "−") if points else "0"


@dataclass(frozen=True, slots=True)
class Draw:
    """The tiles drawn in a turn, and how the points change with all of them together."""

    tiles: tuple[TileFacts, ...]
    together: int


@dataclass(frozen=True, slots=True)
class Belongings:
    """Everything that scores for a player. `kept` tiles can be returned at the end (R12)."""

    edition: Edition
    tiles: str
    kept: str
    rock: bool
    trees: int

    @classmethod
    def public(cls, table: TableView, seat: int) -> Belongings:
        player = table.players[seat]
        return cls(table.edition, player.face_up, "", table.rock == seat, player.trees)

    @classmethod
    def of(cls, view: SeatView) -> Belongings:
        """Return the belongings of a seat, including those that only their owner may know."""
        lying_open = cls.public(view.table, view.seat)
        return replace(lying_open, tiles=lying_open.tiles + view.kept_shadow, kept=view.kept_light)

    @property
    def points(self) -> int:
        """The points with the best choice for each kept tile: added if it helps, else returned."""
        return _best_animal_points(self.edition, self.tiles, self.kept) + self.rock + self.trees

    def points_with(self, tiles: str, *, rock: bool) -> int:
        """Return the points with these tiles added, and with the Rock if `rock` is true."""
        animals = _best_animal_points(self.edition, self.tiles + tiles, self.kept)
        return animals + (self.rock or rock) + self.trees

    def change_with(self, tiles: str) -> int:
        """Return how the points change when these tiles are added."""
        return self.points_with(tiles, rock=False) - self.points

    def change_with_kept(self, tile: str) -> int:
        return replace(self, kept=self.kept + tile).points - self.points

    def number_of(self, tile: str) -> int:
        """Return how many tiles of the same animal there are, kept ones included."""
        return (self.tiles + self.kept).upper().count(tile.upper())

    def without(self, tiles: str) -> Belongings:
        """Return the belongings without these tiles."""
        left = self.tiles
        for tile in tiles:
            left = left.replace(tile, "", 1)
        return replace(self, tiles=left)


def changes_by_taking(mine: Belongings, table: TableView, tile: str = "") -> Changes:
    """Return how the points change with each row, after `tile` is placed there.

    If only one row is left, it comes with the Rock.
    """
    rows = table.rows
    last = len(rows) - rows.count(None) == 1  # R10
    now = mine.points
    return tuple(
        None if row is None else mine.points_with(row + tile, rock=last) - now for row in rows
    )


@lru_cache(maxsize=2048)  # a move changes few rows and tiles, so most calls repeat
def _best_animal_points(edition: Edition, tiles: str, kept: str) -> int:
    """Return the points for animals with the best choice among the kept tiles."""
    numbers = range(len(kept) + 1)
    added = chain.from_iterable(combinations(kept, number) for number in numbers)
    return max(_animal_points(edition, tiles + "".join(some)) for some in added)


def _animal_points(edition: Edition, tiles: str) -> int:
    letters = tiles.upper()
    return sum(points_for(animal, letters.count(animal.letter)) for animal in animals_of(edition))


def totals_of_decision(view: SeatView) -> tuple[int, int, bool]:
    """Return the best totals if the next kept tile is added or returned, and whether to add it.

    The kept tiles after it count with their best decisions. With equal points, more tiles are
    better: they break a tie.
    """
    added, returned = (_best(view, view.decisions + decision) for decision in DECISIONS)
    return added[0], returned[0], added >= returned


def _best(view: SeatView, decisions: str) -> tuple[int, int]:
    left = len(view.kept_light) - len(decisions)
    return max(_total(view, decisions + "".join(rest)) for rest in product(DECISIONS, repeat=left))


def _total(view: SeatView, decisions: str) -> tuple[int, int]:
    kept = zip(view.kept_light, decisions, strict=True)
    added = "".join(tile for tile, decision in kept if decision == ADD)
    face_up = view.table.players[view.seat].face_up
    sheet = view.table.sheet_with(view.seat, face_up + added + view.kept_shadow)
    return sheet.total, sheet.tiles


def kept_tile_to_decide(view: SeatView) -> TileFacts:
    """Return the kept tile that a seat decides about next, without what it would change.

    The tiles it owns include its shadow tiles, and the kept tiles that it has added.
    """
    tile = view.kept_light[len(view.decisions)]
    added = (
        kept for kept, move in zip(view.kept_light, view.decisions, strict=False) if move == ADD
    )
    tiles = view.table.players[view.seat].face_up + view.kept_shadow + "".join(added)
    return TileFacts(tile, owned=tiles.upper().count(tile))


def tile_facts(view: SeatView, tile: str) -> TileFacts:
    """Return how a drawn light tile would change the seat's points, for each legal choice."""
    mine, legal = Belongings.of(view), view.table.legal_moves
    kept = mine.change_with_kept(tile) if KEEP in legal else None
    placed = any(move in PLACE for move in legal)  # not always the second one of two (D4)
    rows = changes_by_taking(mine, view.table, tile) if placed else ()
    return TileFacts(tile, kept, rows, mine.number_of(tile))


def draw_of(view: SeatView, shadow: str) -> Draw:
    """Return the seat's draw: light tiles to decide about, and shadow tiles, kept already."""
    before = Belongings.of(view).without(shadow)
    light = tuple(tile_facts(view, tile) for tile in view.drawn)
    dark = tuple(
        TileFacts(tile, before.change_with(tile), owned=before.number_of(tile)) for tile in shadow
    )
    return Draw(light + dark, before.change_with(view.drawn + shadow))


@dataclass(frozen=True, slots=True)
class PublicMove:
    """The public part of a move: the seat that made it, and the tiles that it put face up.

    `shadow` is the number of shadow tiles in a draw; they are kept automatically. A decision
    about a kept tile is not a public move: the others learn of it only at the end.
    """

    seat: int
    move: str
    tiles: str = ""
    shadow: int = 0


@dataclass(frozen=True, slots=True)
class PublicView:
    """The public view of a session.

    - `begun`: whether a move has been made
    - `drawer`, `unseen`: the seat that drew last, and whether it still has to look
    - `shadow_drawn`: the number of shadow tiles in that draw
    - `tile_of_two`: which of two drawn tiles the player decides about next, 1 or 2
    - `round_ended`: whether the end of a round waits for an acknowledgement
    - `decided`, `decision_seen`: in the reveal, how many kept tiles the player to act has decided
      about, and whether the player has looked at the next one
    - `revealed`, `reveal`, `turned_up`: after the game, the kept tiles of each player, the order
      in which they are turned up, and how many of them the players have seen
    - `shows_face`: whether the tile after those shows its face already
    - `public_moves`, `moves_made`: the last moves, and how many there were in all
    - `takers`, `taken`: the seat that took each row in this round, and the tiles that it took
    - `opened`: the numbers of the piles that were opened, in the order of their rounds
    - `at_round_start`: each player's open points at the start of this round
    """

    table: TableView
    begun: bool
    drawer: int | None
    unseen: bool
    shadow_drawn: int
    tile_of_two: int | None
    round_ended: bool
    decided: int
    decision_seen: bool
    revealed: tuple[Revealed, ...]
    reveal: tuple[TurnedUp, ...]
    turned_up: int
    shows_face: bool
    public_moves: tuple[PublicMove, ...] = ()
    takers: tuple[int | None, ...] = ()
    moves_made: int = 0
    taken: tuple[str, ...] = ()
    opened: tuple[int, ...] = (1,)
    at_round_start: tuple[int, ...] = ()

    @property
    def result(self) -> Outcome | None:
        """The outcome of the game, or None until the players have seen its last round end."""
        return None if self.round_ended else self.table.outcome

    @property
    def shown(self) -> tuple[TurnedUp, ...]:
        """The tiles whose faces can be seen so far, the newest last."""
        return () if self.result is None else self.reveal[: self.turned_up + self.shows_face]

    @property
    def current_tile(self) -> TurnedUp | None:
        """The tile that the stations show now, or None if no tile is being turned up."""
        if self.result is None or self.turned_up == len(self.reveal):
            return None
        return self.reveal[self.turned_up]

    def open_tiles(self, seat: int) -> str:
        """Return a player's face-up tiles.

        The rules turn up all kept tiles at once; stations and spectators see them one by one.
        """
        tiles = self.table.players[seat].face_up
        if not self.revealed:
            return tiles
        kept = self.revealed[seat]
        turned_up = "".join(step.tile for step in self.shown if step.seat == seat)
        return tiles.removesuffix(kept.added + kept.shadow) + turned_up

    def kept_tiles(self, seat: int) -> tuple[int, int]:
        """Return how many light and shadow tiles a player keeps face down.

        Tiles to return lie there until the player's last tile is turned up.
        """
        if not self.revealed:
            player = self.table.players[seat]
            return player.kept_light, player.kept_shadow
        if self.has_revealed(seat):
            return 0, 0
        kept = self.revealed[seat]
        shown = [layer_of(step.tile) for step in self.shown if step.seat == seat]
        light = len(kept.added) + kept.returned - shown.count(Layer.LIGHT)
        return light, len(kept.shadow) - shown.count(Layer.SHADOW)

    def has_revealed(self, seat: int) -> bool:
        """Return whether a player has nothing left to turn up after the game."""
        hidden = self.reveal[len(self.shown) :]
        return self.result is not None and all(step.seat != seat for step in hidden)

    def open_sheet(self, seat: int) -> ScoreSheet:
        """Return the score sheet of what lies face up in front of a player."""
        return self.table.sheet_with(seat, self.open_tiles(seat))


@dataclass(frozen=True)  # without slots: cached properties need a __dict__
class OwnView:
    """The public view, and what only this seat may know.

    `fresh_shadow` are the shadow tiles of its draw, until the next move. `put_before` is the
    draw of shadow tiles that its own station shows until the player closes the page. `boxed` is
    the first one of its two tiles if it went into the box, until the second one is decided.
    """

    public: PublicView
    seat: SeatView
    fresh_shadow: str
    put_before: Draw | None
    boxed: str = ""

    # Only screens need these, so they are computed on first use.

    @cached_property
    def just_drawn(self) -> Draw | None:
        """The seat's draw, including shadow tiles, or None."""
        anything = self.seat.drawn or self.fresh_shadow
        return draw_of(self.seat, self.fresh_shadow) if anything else None

    @cached_property
    def to_decide(self) -> TileFacts | None:
        """The drawn light tile to decide about next, or None."""
        return tile_facts(self.seat, self.seat.drawn[0]) if self.seat.drawn else None


class OtherTile(NamedTuple):
    """The one of two drawn tiles that the player is not deciding about right now.

    `tile` is its face if the viewer may know it, else "". `state` says what became of it, and
    `waits` is whether it is decided next.
    """

    layer: Layer
    state: Text
    tile: str = ""
    waits: bool = False

    def words(self) -> Iterator[Text]:
        if self.tile:
            yield tile_in_words(self.tile)
        yield say("the other tile: {state}", state=self.state)


def other_tile(view: PublicView) -> OtherTile | None:
    """Return the other one of two drawn tiles as all players see it, or None."""
    table = view.table
    if table.phase is not Phase.CHOICE or table.tiles_per_draw != 2 or not view.public_moves:
        return None
    if view.tile_of_two == 1:
        return OtherTile(Layer.LIGHT, say("waits"), waits=True)
    last = view.public_moves[-1]
    if view.tile_of_two is None:
        return OtherTile(Layer.SHADOW, say("kept"))
    if last.move in PLACE:
        return OtherTile(Layer.LIGHT, say("row {row}", row=number_of(last.move)), last.tiles)
    return OtherTile(Layer.LIGHT, say("kept") if last.move == KEEP else say("boxed"))


def own_other_tile(view: OwnView) -> OtherTile | None:
    """Return the other one of two drawn tiles as its drawer sees it, or None."""
    other = other_tile(view.public)
    if other is None or other.tile:
        return other
    if view.public.tile_of_two == 1:
        return other._replace(tile=view.seat.drawn[1])
    if view.public.tile_of_two is None:
        return other._replace(tile=view.seat.kept_shadow[-1])
    was_kept = view.public.public_moves[-1].move == KEEP
    return other._replace(tile=view.seat.kept_light[-1] if was_kept else view.boxed)


def seat_as_json(view: OwnView) -> dict[str, object]:
    """Return the seat's view as JSON data, for a robot that is a separate program."""
    return asdict(view.seat)
