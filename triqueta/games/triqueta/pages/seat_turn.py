"""A seat's page during its turn, and while others play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.pages.ending import tone_of
from triqueta.games.triqueta.pages.pieces import COMPLETE
from triqueta.games.triqueta.pages.seat_common import (
    Seat,
    base_page,
    change_in_words,
    change_text,
)
from triqueta.games.triqueta.rules import Animal, Layer, Phase
from triqueta.games.triqueta.rules.moves import (
    DRAW,
    PLACE,
    TAKE,
    by_number,
)
from triqueta.games.triqueta.views import (
    Belongings,
    Changes,
    PublicView,
    changes_by_taking,
)
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.seat_page import (
    PageAdvice,
    PageMode,
    PagePetal,
    PageRow,
    SeatPage,
)

_CACHED = 256  # cached rows and labels: few of them change with a move


def take_tap(row: int) -> str:
    """Return the name of the tap that takes a row in one step."""
    return f"take {row}"


def turn_page(at: Seat) -> SeatPage:
    table = at.public.table
    title = say("Your turn, {name}", name=at.name)
    if table.phase is Phase.SECOND_DRAW:
        title = say("One more tile, {name}", name=at.name)
    return base_page(at, PageMode.TURN, title)._replace(
        acts=True,
        rows=tuple(_rows(at, changes_by_taking(at.mine, table), _take)),
        petals=tuple(_petals(at)),
        advice=_advice(at),
    )


def _rows(
    at: Seat, changes: Changes, row: Callable[[Seat, int, int], PageRow]
) -> Iterator[PageRow | None]:
    for number, change in enumerate(changes, start=1):
        yield None if change is None else row(at, number, change)


def _take(at: Seat, number: int, change: int) -> PageRow:
    points = change_in_words(change)
    return PageRow(
        number=number,
        change=change,
        text=change_text(change),
        tone=tone_of(change),
        reason=_reason(at, number, change),
        label=say("Take row {row} and leave the round: {points}", row=number, points=points),
        short=say("Take"),
        act=at.tap(take_tap(number)),
    )


def _reason(at: Seat, number: int, change: int) -> Text:
    """Return the animal that a row completes if it brings points, or spoils if it costs some."""
    row, mine = at.public.table.rows[number - 1] or "", at.mine
    own = mine.tiles.upper()
    after = {
        animal: own.count(animal.letter) + row.upper().count(animal.letter) for animal in Animal
    }
    before = {animal: own.count(animal.letter) for animal in Animal}
    in_row = [animal for animal in Animal if animal.letter in row.upper()]
    if change > 0:
        complete = [it for it in in_row if _completes(mine, it, before[it], after[it])]
        best = max(complete, key=lambda animal: animal.triqueta, default=None)
        return "" if best is None else ordinal(best, COMPLETE)
    spoilt = [it for it in in_row if before[it] <= COMPLETE < after[it]]
    if change == 0 or not spoilt:
        return ""
    worst = max(spoilt, key=lambda it: (before[it] == COMPLETE, it.triqueta))
    return ordinal(worst, after[worst])


def _completes(mine: Belongings, animal: Animal, before: int, after: int) -> bool:
    """Return whether a row completes an animal, with kept tiles if they are needed."""
    kept = mine.kept.count(animal.letter)
    return before + kept < COMPLETE and after <= COMPLETE <= after + kept


def ordinal(animal: Animal, number: int) -> Text:
    """Return which tile of an animal it is, as in "3rd owl"."""
    name = ANIMALS[animal]
    if number == 3:
        return say("3rd {animal}", animal=name)
    return say("{n}th {animal}", n=number, animal=name)


def _petals(at: Seat) -> Iterator[PagePetal]:
    draws = by_number(at.public.table.legal_moves, DRAW)
    for number, petal in enumerate(at.public.table.petals, start=1):
        act = at.petal(number) if number in draws else None
        yield PagePetal(number, _petal_label(number, petal.tiles, petal.top), act)


@lru_cache(maxsize=_CACHED)
def _petal_label(number: int, tiles: int, top: Layer | None) -> Text:
    if top is None:
        return say("Petal {petal}: empty", petal=number)
    count = say_n("{n} tile", "{n} tiles", tiles)
    if top is Layer.SHADOW:
        return say(
            "Draw from petal {petal}: {tiles}, a shadow tile on top", petal=number, tiles=count
        )
    return say("Draw from petal {petal}: {tiles}", petal=number, tiles=count)


def _advice(at: Seat) -> PageAdvice | None:
    table = at.public.table
    pile = at.open.pile
    if pile is None:
        return None
    if not by_number(table.legal_moves, DRAW):
        return PageAdvice("", say("Take a row"), (pile.text,))
    has_shadow = any(petal.shadow for petal in pile.petals)
    lines: list[Text] = [pile.text]
    if has_shadow:
        lines.append(say("A dark one stays with you."))
    if table.phase is Phase.SECOND_DRAW:
        title = say("Tap a petal for the second tile")
    elif table.tiles_per_draw == 2:
        title = say("Tap a petal to draw two tiles")
    else:
        title = say("Tap a petal to draw")
    over = say("or") if by_number(table.legal_moves, TAKE) else ""
    return PageAdvice(over, title, tuple(lines))


def wait_page(at: Seat) -> SeatPage:
    public = at.public
    player = public.table.players[at.seat]
    title: Text = at.name
    if _is_next(public, at.seat):
        title = say("{name} · you are next", name=at.name)
    elif not player.in_round and any(other.in_round for other in public.table.players):
        title = say("{name} · out of this round", name=at.name)
    changes: Changes = (None,) * len(public.table.rows)
    if player.in_round:
        changes = changes_by_taking(at.mine, public.table)
    return base_page(at, PageMode.WAIT, title)._replace(
        rows=tuple(_rows(at, changes, _row_to_watch)),
        next=at.open.ask,
        effect=_effect(public, changes),
    )


def _is_next(public: PublicView, seat: int) -> bool:
    """Return whether a seat plays after the current player."""
    table = public.table
    acting = public.drawer if public.unseen else table.to_act
    if acting is None or acting == seat:
        return False
    seats = [(acting + step) % len(table.players) for step in range(1, len(table.players))]
    return next((other for other in seats if table.players[other].in_round), None) == seat


def _row_to_watch(_: Seat, number: int, change: int) -> PageRow:
    return _watched(number, change)


@lru_cache(maxsize=_CACHED)
def _watched(number: int, change: int) -> PageRow:
    label = say("Row {row}: {points} for you", row=number, points=change_in_words(change))
    return PageRow(
        number=number,
        change=change,
        text=change_text(change),
        tone=tone_of(change),
        reason="",
        label=label,
        short=say("to you"),
    )


def _effect(public: PublicView, changes: Changes) -> Text:
    """Return what the row that grew last would bring the player, or ""."""
    last = public.public_moves[-1] if public.public_moves else None
    if last is None or last.move not in PLACE:
        return ""
    row = PLACE.index(last.move)
    change = changes[row]
    if change is None:
        return ""
    return say("Row {row} would now bring you {points}.", row=row + 1, points=change_text(change))
