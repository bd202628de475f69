"""What a seat, or everybody, may know of a running game, and what tiles and rows are worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations, product

from triqueta.games.triqueta.animals import tile_in_words
from triqueta.games.triqueta.rules import (
    Edition,
    Layer,
    SeatView,
    TableView,
    layer_of,
    points_for,
    score_sheet,
)
from triqueta.games.triqueta.rules.game import Revealed
from triqueta.games.triqueta.rules.moves import ADD, DECISIONS, KEEP, PLACE
from triqueta.games.triqueta.rules.tiles import animals_of
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

Changes = tuple[int | None, ...]
"""How the points would change with each row; None for one that has been taken."""

WITH_ROW = say("your points with row:")


@dataclass(frozen=True, slots=True)
class TileFacts:
    """A tile, and what it would make of its drawer's points.

    `kept` is how they would change if it were kept, as shadow tiles are; None where it may not
    be. `rows` is how they would change with each open row, this tile in it; None for one that has
    been taken. There are none where it can't be placed.
    """

    tile: str
    kept: int | None = None
    rows: tuple[int | None, ...] = ()

    @property
    def name(self) -> Text:
        return tile_in_words(self.tile)

    @property
    def is_shadow(self) -> bool:
        return layer_of(self.tile) is Layer.SHADOW

    @property
    def keeping(self) -> Text | None:
        """What it brings to keep it, which with a shadow tile is done already."""
        if self.kept is None:
            return None
        points = f"{self.kept:+}"
        if self.is_shadow:
            return say("points for you: {points}", points=points)
        return say("points if kept: {points}", points=points)

    def words(self) -> Iterator[Text]:
        yield self.name
        if self.keeping is not None:
            yield self.keeping
        if self.rows:
            yield WITH_ROW
        for number, change in enumerate(self.rows, start=1):
            if change is not None:
                yield say("{key}: {answer}", key=number, answer=f"{change:+}")


@dataclass(frozen=True, slots=True)
class Draw:
    """The tiles drawn in a turn, and how the points would change with all of them together."""

    tiles: tuple[TileFacts, ...]
    together: int


@dataclass(frozen=True, slots=True)
class Belongings:
    """What counts for a player. Tiles that were `kept` may be returned at the end (R12)."""

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
        """Those in the open, and what only their owner may know."""
        lying_open = cls.public(view.table, view.seat)
        return replace(lying_open, tiles=lying_open.tiles + view.kept_shadow, kept=view.kept_light)

    @property
    def points(self) -> int:
        """At their best: a kept tile counts where it helps, and is returned where it harms."""
        return _best_animal_points(self.edition, self.tiles, self.kept) + self.rock + self.trees

    def points_with(self, tiles: str, *, rock: bool) -> int:
        """Return the points with these tiles added, and the Rock or not."""
        animals = _best_animal_points(self.edition, self.tiles + tiles, self.kept)
        return animals + (self.rock or rock) + self.trees

    def change_with(self, tiles: str) -> int:
        """How the points change when these tiles come to it."""
        return self.points_with(tiles, rock=False) - self.points

    def change_with_kept(self, tile: str) -> int:
        return replace(self, kept=self.kept + tile).points - self.points

    def without(self, tiles: str) -> Belongings:
        """As it was before these tiles came to it."""
        left = self.tiles
        for tile in tiles:
            left = left.replace(tile, "", 1)
        return replace(self, tiles=left)


def changes_by_taking(mine: Belongings, table: TableView, tile: str = "") -> Changes:
    """What each row would bring its taker, once this tile lies in it; the last with the Rock."""
    rows = table.rows
    last = len(rows) - rows.count(None) == 1  # R10
    now = mine.points
    return tuple(
        None if row is None else mine.points_with(row + tile, rock=last) - now for row in rows
    )


@lru_cache(maxsize=256)  # every row is compared with the same tiles, and few change by a move
def _best_animal_points(edition: Edition, tiles: str, kept: str) -> int:
    """Return the points for animals with the best choice among the kept tiles."""
    numbers = range(len(kept) + 1)
    added = chain.from_iterable(combinations(kept, number) for number in numbers)
    return max(_animal_points(edition, tiles + "".join(some)) for some in added)


def _animal_points(edition: Edition, tiles: str) -> int:
    letters = tiles.upper()
    return sum(points_for(animal, letters.count(animal.letter)) for animal in animals_of(edition))


def totals_of_decision(view: SeatView) -> tuple[int, int, bool]:
    """The best total when the next kept tile is added, and returned; whether to add it.

    The tiles still to be decided after it are taken into account at their best. On equal
    points more tiles are better, since they break a tie.
    """
    added, returned = (_best(view, view.decisions + decision) for decision in DECISIONS)
    return added[0], returned[0], added >= returned


def _best(view: SeatView, decisions: str) -> tuple[int, int]:
    left = len(view.kept_light) - len(decisions)
    return max(_total(view, decisions + "".join(rest)) for rest in product(DECISIONS, repeat=left))


def _total(view: SeatView, decisions: str) -> tuple[int, int]:
    player = view.table.players[view.seat]
    kept = zip(view.kept_light, decisions, strict=True)
    added = "".join(tile for tile, decision in kept if decision == ADD)
    sheet = score_sheet(
        view.table.edition,
        player.face_up + added + view.kept_shadow,
        rock=view.table.rock == view.seat,
        trees=player.trees,
    )
    return sheet.total, sheet.tiles


def tile_facts(view: SeatView, tile: str) -> TileFacts:
    """What a light tile that the seat has drawn would make of its points, by what may be done."""
    mine, legal = Belongings.of(view), view.table.legal_moves
    kept = mine.change_with_kept(tile) if KEEP in legal else None
    placed = any(move in PLACE for move in legal)  # not always the second one of two (D4)
    return TileFacts(tile, kept, changes_by_taking(mine, view.table, tile) if placed else ())


def draw_of(view: SeatView, shadow: str) -> Draw:
    """The light tiles that the seat has drawn, and the shadow tiles, which it has kept already."""
    before = Belongings.of(view).without(shadow)
    light = tuple(tile_facts(view, tile) for tile in view.drawn)
    dark = tuple(TileFacts(tile, before.change_with(tile)) for tile in shadow)
    return Draw(light + dark, before.change_with(view.drawn + shadow))


@dataclass(frozen=True, slots=True)
class PublicMove:
    """What everybody has seen of a move: who made it, and the tiles that lie open by it.

    `shadow` is how many shadow tiles a draw brought, which are kept by themselves. A decision
    about a kept tile is none: nobody else learns of it before the end.
    """

    seat: int
    move: str
    tiles: str = ""
    shadow: int = 0


@dataclass(frozen=True, slots=True)
class PublicView:
    """What is public.

    `drawer` is whose draw came last; it is `unseen` until the drawer has looked. `shadow_drawn`
    is how many shadow tiles came with it. `tile_of_two` tells which one is being decided about,
    if two were drawn. `round_ended` until somebody goes on; `decided` is about how
    many kept tiles whoever is to act has decided already; `turned_up` is how many players have
    shown what they kept once all is over, and `revealed` what that was. `public_moves` are the
    last moves, and `takers` the seats that have taken each row in this round.
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
    turned_up: int
    revealed: tuple[Revealed, ...]
    public_moves: tuple[PublicMove, ...] = ()
    takers: tuple[int | None, ...] = ()


@dataclass(frozen=True)  # without slots, so that what is made of it can be kept with it
class OwnView:
    """What is public, and what this seat alone may know.

    `fresh_shadow` are the shadow tiles of its draw, until the next move; `put_before` is what
    lies before it at its own station until it is put aside.
    """

    public: PublicView
    seat: SeatView
    fresh_shadow: str
    put_before: Draw | None

    # What screens show, and robots don't ask for: made when it is first asked for.

    @cached_property
    def just_drawn(self) -> Draw | None:
        """Its draw, shadow tiles too."""
        anything = self.seat.drawn or self.fresh_shadow
        return draw_of(self.seat, self.fresh_shadow) if anything else None

    @cached_property
    def to_decide(self) -> TileFacts | None:
        """The tile that is to be placed or kept."""
        return tile_facts(self.seat, self.seat.drawn[0]) if self.seat.drawn else None


def seat_as_json(view: OwnView) -> dict[str, object]:
    """Return what a robot that is a separate program gets: the view of the rules."""
    return asdict(view.seat)
