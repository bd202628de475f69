"""The state of a round as a robot sees it, in numbers, for fast simulation."""

from __future__ import annotations

from dataclasses import replace

from triqueta.games.triqueta.robots.model import LIGHT, NUMBERS, ROUNDS, Model, Stage
from triqueta.games.triqueta.rules.moves import Phase
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, SHADOW_TILES, Edition
from triqueta.games.triqueta.rules.views import PetalView, SeatView, TableView


class Position:
    """The state of a round: each seat's tiles, the rows and the petals, with their values.

    `front` and `kept` count the face-up and kept tiles of each seat by animal. `base` is the value
    of each seat if the round ended now without a row for it; `gains` is what each row that is left
    would add. `pool` and `dark_pool` count the light and shadow tiles of each animal that the
    robot has not seen; `light` and `dark` count the tiles in each petal.

    `shown_front`, `shown_base` and `shown_gains` are the same from the other seats' point of view,
    without the tiles a seat has kept. If nothing is hidden, they are the same list objects.
    """

    __slots__ = (
        "base",
        "dark",
        "dark_pool",
        "front",
        "gains",
        "keeps",
        "kept",
        "light",
        "numbers",
        "order",
        "per_draw",
        "pool",
        "rows",
        "shown_base",
        "shown_front",
        "shown_gains",
        "stage",
    )

    stage: Stage
    order: list[int]
    base: list[float]
    keeps: list[int]
    front: list[list[int]]
    kept: list[list[int]]
    gains: list[list[float]]
    shown_front: list[list[int]]
    shown_base: list[float]
    shown_gains: list[list[float]]
    rows: list[list[int]]
    numbers: list[int]  # the number of each row that is left, from 0
    light: list[int]
    dark: list[int]
    pool: list[int]
    dark_pool: list[int]
    per_draw: int

    def copy(self) -> Position:
        twin = Position.__new__(Position)
        twin.stage = self.stage
        twin.order = self.order[:]
        twin.base = self.base[:]
        twin.keeps = self.keeps[:]
        twin.front = [tiles[:] for tiles in self.front]
        twin.kept = [tiles[:] for tiles in self.kept]
        twin.gains = [gains[:] for gains in self.gains]
        twin.rows = [row[:] for row in self.rows]
        twin.numbers = self.numbers[:]
        twin.light = self.light[:]
        twin.dark = self.dark[:]
        twin.pool = self.pool[:]
        twin.dark_pool = self.dark_pool[:]
        twin.per_draw = self.per_draw
        twin.hide_nothing()
        if self.has_secrets:
            twin.hide(self)
        return twin

    @property
    def has_secrets(self) -> bool:
        return self.shown_gains is not self.gains

    def hide_nothing(self) -> None:
        self.shown_front, self.shown_base, self.shown_gains = self.front, self.base, self.gains

    def hide(self, other: Position) -> None:
        """Copy what the other seats know from another position, and hide the rest from them."""
        self.shown_front = [tiles[:] for tiles in other.shown_front]
        self.shown_base = other.shown_base[:]
        self.shown_gains = [gains[:] for gains in other.shown_gains]

    @property
    def tiles(self) -> int:
        """The number of tiles that can still be drawn in this round."""
        return sum(self.light) + sum(self.dark)

    def recompute(self) -> None:
        """Compute `base` and `gains` from the tiles."""
        stage = self.stage
        self.base = []
        self.gains = []
        for front, kept, keeps in zip(self.front, self.kept, self.keeps, strict=True):
            worth = stage.keeps[keeps] + (KEEPS_PER_GAME - keeps - sum(kept)) * stage.hidden
            for by_tiles, tiles, hidden in zip(stage.worth, front, kept, strict=True):
                worth += by_tiles[tiles][hidden]
            self.base.append(worth)
            self.gains.append([self._gain(front, kept, row) for row in self.rows])
        self.hide_nothing()

    def _gain(self, front: list[int], kept: list[int], row: list[int]) -> float:
        gains = self.stage.gains
        return sum(
            gains[animal][front[animal]][kept[animal]][tiles]
            for animal, tiles in enumerate(row)
            if tiles
        )

    def open_petal(self) -> int:
        """Return a petal that has a shadow tile on top."""
        pairs = zip(self.light, self.dark, strict=True)
        return next(number for number, (above, below) in enumerate(pairs) if below > above)

    def open_dark(self) -> int:
        """Return the number of petals with a shadow tile on top."""
        return sum(below > above for above, below in zip(self.light, self.dark, strict=True))

    def draws(self) -> list[tuple[int, int]]:
        """Return the possible draws, each as its numbers of light and shadow tiles."""
        light, dark = sum(self.light), sum(self.dark)
        if light + dark < self.per_draw:
            return []
        open_dark = self.open_dark()
        if self.per_draw == 1:
            return [(1, 0)] * (light > 0) + [(0, 1)] * (open_dark > 0)
        uncovers = open_dark or any(
            below and above == 1 for above, below in zip(self.light, self.dark, strict=True)
        )
        return (
            [(2, 0)] * (light > 1)
            + [(1, 1)] * (light > 0 and bool(uncovers))
            + [(0, 2)] * (open_dark > 1)
        )

    # Moves. The seat to act is the first in `order`.

    def place(self, animal: int, row: int) -> None:
        """Place a tile; `row` is an index into the rows that are left."""
        counts = self.rows[row]
        before = counts[animal]
        counts[animal] = before + 1
        by_tiles = self.stage.gains[animal]
        front, kept, gains = self.front, self.kept, self.gains
        for seat in self.order:
            gain = by_tiles[front[seat][animal]][kept[seat][animal]]
            gains[seat][row] += gain[before + 1] - gain[before]
        if self.has_secrets:
            for seat in self.order:
                gain = by_tiles[self.shown_front[seat][animal]][0]
                self.shown_gains[seat][row] += gain[before + 1] - gain[before]

    def keep(self, animal: int) -> None:
        seat, stage = self.order[0], self.stage
        self.base[seat] += self.worth_of_keep(seat, animal)
        before, left = self.kept[seat][animal], self.keeps[seat] - 1
        if self.has_secrets:
            self.shown_base[seat] += stage.hidden + stage.keeps[left] - stage.keeps[left + 1]
        self.keeps[seat] = left
        self._change(seat, animal, self.front[seat][animal], before + 1)

    def keep_dark(self, animal: int) -> None:
        """Keep a shadow tile, which counts like a face-up tile of its owner (W3, W4)."""
        seat = self.order[0]
        tiles, kept = self.front[seat][animal], self.kept[seat][animal]
        self.base[seat] += self.stage.gains[animal][tiles][kept][1]
        self._change(seat, animal, tiles + 1, kept)

    def worth_of_keep(self, seat: int, animal: int) -> float:
        worth = self.stage.worth[animal][self.front[seat][animal]]
        kept, keeps = self.kept[seat][animal], self.keeps[seat]
        return (
            worth[kept + 1] - worth[kept] + self.stage.keeps[keeps - 1] - self.stage.keeps[keeps]
        )

    def _change(self, seat: int, animal: int, tiles: int, kept: int) -> None:
        """Set a seat's tiles of an animal, and update what each row would add to its value."""
        by_tiles, front = self.stage.gains[animal], self.front[seat]
        before = by_tiles[front[animal]][self.kept[seat][animal]]
        after = by_tiles[tiles][kept]
        front[animal] = tiles
        self.kept[seat][animal] = kept
        gains = self.gains[seat]
        for number, row in enumerate(self.rows):
            if row[animal]:
                gains[number] += after[row[animal]] - before[row[animal]]

    def end_turn(self) -> None:
        self.order.append(self.order.pop(0))

    def take(self, row: int) -> None:
        """Take a row, an index into the rows that are left; the last one comes with the Rock."""
        seat = self.order.pop(0)
        self._give(seat, row, self.front, self.base, self.gains)
        if self.has_secrets:
            self._give(seat, row, self.shown_front, self.shown_base, self.shown_gains)
        del self.rows[row], self.numbers[row]

    def _give(
        self,
        seat: int,
        row: int,
        front: list[list[int]],
        base: list[float],
        gains: list[list[float]],
    ) -> None:
        """Give a row to a seat, in the true lists or in those that the other seats see."""
        base[seat] += gains[seat][row]
        own = front[seat]
        for animal, tiles in enumerate(self.rows[row]):
            own[animal] += tiles
        for other in self.order:
            del gains[other][row]
        if not self.order:
            base[seat] += self.stage.rock


def counted(tiles: str) -> list[int]:
    """Return the number of tiles of each animal, in the order of `model.ANIMALS`."""
    counts = [0] * (LIGHT + 1)
    for tile in tiles:
        counts[NUMBERS[tile]] += 1
    return counts


def position_of(view: SeatView, model: Model) -> Position:
    """Return the round as a seat sees it: it knows only how many tiles the others have kept."""
    table = view.table
    position = Position.__new__(Position)
    position.stage = model[ROUNDS - table.round]
    position.order = _order(table)
    position.front = [counted(player.face_up) for player in table.players]
    position.front[view.seat] = counted(table.players[view.seat].face_up + view.kept_shadow)
    position.kept = [[0] * (LIGHT + 1) for _ in table.players]
    position.kept[view.seat] = counted(view.kept_light)
    position.keeps = [KEEPS_PER_GAME - player.kept_light for player in table.players]
    open_rows = [(number, row) for number, row in enumerate(table.rows) if row is not None]
    position.rows = [counted(row) for _, row in open_rows]
    position.numbers = [number for number, _ in open_rows]
    position.dark = [_dark(petal, table) for petal in table.petals]
    position.light = [
        petal.tiles - dark for petal, dark in zip(table.petals, position.dark, strict=True)
    ]
    position.pool, position.dark_pool = unseen(view)
    position.per_draw = table.tiles_per_draw
    position.recompute()
    for seat, player in enumerate(table.players):
        position.base[seat] += player.trees
    return position


def shown_of(view: SeatView, model: Model) -> Position:
    """Return the round as the others see it: like `position_of`, without the seat's kept tiles."""
    return position_of(replace(view, kept_light="", kept_shadow=""), model)


def unseen(view: SeatView) -> tuple[list[int], list[int]]:
    """Return the numbers of light and of shadow tiles of each animal that a seat has not seen."""
    table = view.table
    rows = "".join(row for row in table.rows if row)
    seen = rows + view.drawn + view.kept_light + "".join(p.face_up for p in table.players)
    light = [every - gone for every, gone in zip(_ALL_LIGHT, counted(seen), strict=True)]
    own = counted(view.kept_shadow)
    dark = [every - gone for every, gone in zip(_ALL_SHADOW, own, strict=True)]
    return light[:LIGHT], dark


def _order(table: TableView) -> list[int]:
    """Return the seats still in the round, the seat to act first."""
    if table.to_act is None:
        return []
    seats = len(table.players)
    turns = [(table.to_act + turn) % seats for turn in range(seats)]
    return [seat for seat in turns if table.players[seat].in_round]


def _dark(petal: PetalView, table: TableView) -> int:
    """Return the number of shadow tiles in a petal: one at the bottom, except in pile 1 (W2)."""
    return int(table.edition is Edition.SHADOW and table.round > 1 and petal.tiles > 0)


def is_of_a_round(view: SeatView) -> bool:
    """Return whether the pending decision is within a round; only these need a `Position`."""
    return view.table.phase in (Phase.TURN, Phase.SECOND_DRAW, Phase.CHOICE)


_ALL_LIGHT = counted(LIGHT_TILES)
_ALL_SHADOW = counted(SHADOW_TILES)
