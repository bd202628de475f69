"""A seat's own page: what the player can do, what it would bring, and what only they know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from triqueta.games.triqueta.animals import A_TILE, ANIMALS
from triqueta.games.triqueta.pages.ending import score_of, tone_of
from triqueta.games.triqueta.pages.pieces import art_of, mark_of, piece_of
from triqueta.games.triqueta.pages.players import players_of
from triqueta.games.triqueta.pages.spectators import pile_of, piles_of, spectator_ask
from triqueta.games.triqueta.rules import Animal, Layer, Phase, animal_of, points_for
from triqueta.games.triqueta.rules.moves import (
    ADD,
    BOX,
    DRAW,
    KEEP,
    OPEN,
    PLACE,
    TAKE,
    by_number,
    is_draw,
)
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import animals_of
from triqueta.games.triqueta.views import (
    Belongings,
    Changes,
    Draw,
    OtherTile,
    OwnView,
    PublicView,
    TileFacts,
    changes_by_taking,
    own_other_tile,
    signed,
    totals_of_decision,
)
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.seat_page import (
    Act,
    KeptPieces,
    PageAdvice,
    PageDecision,
    PageKey,
    PageMode,
    PageNews,
    PagePetal,
    PagePiece,
    PagePile,
    PageRow,
    PageSet,
    PageTile,
    PageVerdict,
    SeatPage,
    pressing,
    tapping,
)
from triqueta.screens.station import Key
from triqueta.table.scene import StationView

_COMPLETE = 3  # tiles of an animal that score most
_BOX_PETAL = 5
_PETAL_KEYS = tuple(key for key in Key if key.is_petal)
UNDO_TAP = "undo"
AGAIN_TAP = "again"


def take_tap(row: int) -> str:
    """Return the name of the tap that takes a row in one step."""
    return f"take {row}"


def page_for(view: OwnView, station: StationView) -> SeatPage:
    """Return the page of a seat during a game. `station` is what its keys and taps do."""
    return _PAGES[mode_of(view)](_Seat(view, station))


def mode_of(view: OwnView) -> PageMode:
    """Return what the player of a seat does now."""
    public = view.public
    if public.round_ended:
        return PageMode.ROUND
    if public.unseen or public.table.to_act != view.seat.seat:
        return PageMode.WAIT
    return {
        Phase.TURN: PageMode.TURN,
        Phase.SECOND_DRAW: PageMode.TURN,
        Phase.CHOICE: PageMode.TILE,
        Phase.NEXT_PILE: PageMode.PILE,
        Phase.REVEAL: PageMode.REVEAL,
    }.get(public.table.phase, PageMode.WAIT)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat's view, and what the keys and taps of its station do."""

    view: OwnView
    station: StationView

    @property
    def public(self) -> PublicView:
        return self.view.public

    @property
    def seat(self) -> int:
        return self.view.seat.seat

    @property
    def name(self) -> str:
        return self.public.table.players[self.seat].name

    @property
    def mine(self) -> Belongings:
        return Belongings.of(self.view.seat)

    def key(self, key: Key) -> Act | None:
        """Return the act of pressing a key, or None if the key does nothing now."""
        return None if self.station.action(key) is None else pressing(key)

    def petal(self, number: int) -> Act | None:
        return self.key(_PETAL_KEYS[number - 1]) if number in self.station.petals else None

    def tap(self, field: str) -> Act | None:
        taps = self.station.taps
        return tapping(field) if taps is not None and field in taps.fields else None


def _page(at: _Seat, mode: PageMode, title: Text) -> SeatPage:
    """Return a page with the parts that all modes share: the player's own things, and keys."""
    mine, public = at.mine, at.public
    points = mine.points
    hidden = points - public.open_sheet(at.seat).total
    player = players_of(public)[at.seat]
    undo = at.tap(UNDO_TAP)
    return SeatPage(
        mode=mode,
        title=title,
        seat=at.seat,
        name=at.name,
        points=points,
        hidden=hidden,
        points_text=say("points, {hidden} hidden", hidden=hidden) if hidden else say("points"),
        sets_title=say("Your tiles"),
        sets=tuple(_sets(mine)),
        kept=_kept(at),
        shadow=_shadow(at),
        tokens=tuple(PagePiece(token.art, token.name) for token in player.tokens),
        left=pile_of(public).text,
        undo=None if undo is None else PageKey("undo", say("Undo"), act=undo),
        info=_labelled(at, say("Info")),
        hint=_labelled(at, say("Hint")),
        menu=_labelled(at, say("Menu")),
    )


def _labelled(at: _Seat, label: Text) -> Act | None:
    """Return the act of the soft key with this label, or None."""
    for number, soft in enumerate(at.station.soft, start=1):
        if soft is not None and soft.label == label:
            return pressing(Key(f"soft{number}"))
    return None


def _sets(mine: Belongings) -> Iterator[PageSet]:
    """Yield the places of the player's own card: what lies open, and shadow tiles.

    Kept light tiles are not among them, since they can be returned: they lie beside the card.
    """
    letters = mine.tiles.upper()
    for animal in animals_of(mine.edition):
        number = letters.count(animal.letter)
        points = points_for(animal, number)
        yield PageSet(art_of(animal), ANIMALS[animal], number, points, mark_of(number))


def _kept(at: _Seat) -> KeptPieces:
    tiles = at.view.seat.kept_light
    return KeptPieces(
        tuple(_own_piece(tile) for tile in tiles),
        say("Kept {kept} of {most}", kept=len(tiles), most=KEEPS_PER_GAME),
        KEEPS_PER_GAME,
        say("hold to look") if tiles else "",
    )


def _shadow(at: _Seat) -> KeptPieces | None:
    tiles = at.view.seat.kept_shadow
    if not tiles:
        return None
    text = say_n("{n} shadow tile", "{n} shadow tiles", len(tiles))
    return KeptPieces(tuple(_own_piece(tile) for tile in tiles), text)


def _own_piece(tile: str) -> PagePiece:
    piece = piece_of(tile)
    return PagePiece(piece.art, piece.name, piece.shadow)


# A turn, and waiting for it.


def _turn(at: _Seat) -> SeatPage:
    table = at.public.table
    title = say("Your turn, {name}", name=at.name)
    if table.phase is Phase.SECOND_DRAW:
        title = say("One more tile, {name}", name=at.name)
    return replace(
        _page(at, PageMode.TURN, title),
        acts=True,
        rows=tuple(_rows(at, changes_by_taking(at.mine, table), _take)),
        petals=tuple(_petals(at)),
        advice=_advice(at),
    )


def _rows(
    at: _Seat, changes: Changes, row: Callable[[_Seat, int, int], PageRow]
) -> Iterator[PageRow | None]:
    for number, change in enumerate(changes, start=1):
        yield None if change is None else row(at, number, change)


def _take(at: _Seat, number: int, change: int) -> PageRow:
    points = _change_in_words(change)
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


def _change_in_words(change: int) -> Text:
    points = say_n("{n} point", "{n} points", abs(change))
    if not change:
        return points
    return say("+{points}", points=points) if change > 0 else say("−{points}", points=points)


def change_text(change: int) -> str:
    """Return a change of points for a chip, where no change is written as well."""
    return signed(change) if change else "±0"


def _reason(at: _Seat, number: int, change: int) -> Text:
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
        return "" if best is None else ordinal(best, _COMPLETE)
    spoilt = [it for it in in_row if before[it] <= _COMPLETE < after[it]]
    if change == 0 or not spoilt:
        return ""
    worst = max(spoilt, key=lambda it: (before[it] == _COMPLETE, it.triqueta))
    return ordinal(worst, after[worst])


def _completes(mine: Belongings, animal: Animal, before: int, after: int) -> bool:
    """Return whether a row completes an animal, with kept tiles if they are needed."""
    kept = mine.kept.count(animal.letter)
    return before + kept < _COMPLETE and after <= _COMPLETE <= after + kept


def ordinal(animal: Animal, number: int) -> Text:
    """Return which tile of an animal it is, as in "3rd owl"."""
    name = ANIMALS[animal]
    if number == 3:
        return say("3rd {animal}", animal=name)
    return say("{n}th {animal}", n=number, animal=name)


def _petals(at: _Seat) -> Iterator[PagePetal]:
    draws = by_number(at.public.table.legal_moves, DRAW)
    for number, petal in enumerate(at.public.table.petals, start=1):
        act = at.petal(number) if number in draws else None
        yield PagePetal(number, _petal_label(number, petal.tiles, petal.top), act)


def _petal_label(number: int, tiles: int, top: Layer | None) -> Text:
    if top is None:
        return say("Petal {petal}: empty", petal=number)
    count = say_n("{n} tile", "{n} tiles", tiles)
    if top is Layer.SHADOW:
        return say(
            "Draw from petal {petal}: {tiles}, a shadow tile on top", petal=number, tiles=count
        )
    return say("Draw from petal {petal}: {tiles}", petal=number, tiles=count)


def _advice(at: _Seat) -> PageAdvice:
    table = at.public.table
    pile = pile_of(at.public)
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


def _wait(at: _Seat) -> SeatPage:
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
    return replace(
        _page(at, PageMode.WAIT, title),
        rows=tuple(_rows(at, changes, _row_to_watch)),
        next=spectator_ask(public),
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


def _row_to_watch(at: _Seat, number: int, change: int) -> PageRow:
    label = say("Row {row}: {points} for you", row=number, points=_change_in_words(change))
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


# A drawn tile.


def _tile(at: _Seat) -> SeatPage:
    facts, other = at.view.to_decide, own_other_tile(at.view)
    if facts is None:
        return _wait(at)
    tiles = [_tile_to_decide(facts, other)]
    if other is not None:
        tiles.append(_other_tile(other))
    if at.public.tile_of_two == 2 or (other is not None and other.layer is Layer.SHADOW):
        tiles.reverse()
    title: Text = say("Your tile")
    if other is not None:
        is_second = at.public.tile_of_two == 2
        title = say("The second tile") if is_second else say("Your two tiles")
    return replace(
        _page(at, PageMode.TILE, title),
        acts=True,
        tile_id=_tile_id(at.public),
        tiles=tuple(tiles),
        rows=tuple(_places(at, facts)),
        rows_title=say("Place it in a row ...") if facts.rows else "",
        rows_note=say("your points if you take it") if facts.rows else "",
        keys=tuple(_tile_keys(at, facts)),
    )


def _tile_id(public: PublicView) -> str:
    """Return a name for the draw, the same for all its tiles and after an undo."""
    moves = public.public_moves
    after = next((n for n, move in enumerate(reversed(moves)) if is_draw(move.move)), 0)
    return str(public.moves_made - after)


def _tile_to_decide(facts: TileFacts, other: OtherTile | None) -> PageTile:
    animal = animal_of(facts.tile)
    tag: Text = "" if other is None else say("now: {animal}", animal=ANIMALS[animal])
    return _drawn(facts, secret=say("Only you see this."))._replace(tag=tag)


def _drawn(facts: TileFacts, secret: Text) -> PageTile:
    animal = animal_of(facts.tile)
    number = facts.owned + 1
    if number > _COMPLETE:
        text: Text = say("From the fourth on, each one costs a point.")
    else:
        text = say("{points} points for exactly three.", points=animal.triqueta)
    return PageTile(
        art=art_of(animal),
        name=facts.name,
        shadow=facts.is_shadow,
        value=animal.triqueta,
        title=_heading(animal, number),
        text=text,
        secret=secret,
    )


def _heading(animal: Animal, number: int) -> Text:
    if number == 1:
        return say("You drew {animal}", animal=A_TILE[animal])
    headings: Mapping[int, Text] = {
        2: say("Your second {animal}", animal=ANIMALS[animal]),
        3: say("Your third {animal}!", animal=ANIMALS[animal]),
        4: say("A fourth {animal}", animal=ANIMALS[animal]),
    }
    return headings.get(number) or say("{n}th {animal}", n=number, animal=ANIMALS[animal])


def _other_tile(other: OtherTile) -> PageTile:
    """Return the one of two tiles that the player is not deciding about now."""
    is_dark = other.layer is Layer.SHADOW
    animal = animal_of(other.tile) if other.tile else None
    note: Text
    if is_dark:
        state, note = "stays", say("It stays with you.")
    elif other.waits:
        state, note = "waits", say("not the same way as the first")
    else:
        state, note = "done", other.state
    tag: Text = ""
    if animal is not None:
        name = ANIMALS[animal]
        tag = name
        if other.waits:
            tag = say("then: {animal}", animal=name)
    return PageTile(
        art=None if animal is None else art_of(animal),
        name=say("tile") if animal is None else ANIMALS[animal],
        shadow=is_dark,
        value=None if animal is None else animal.triqueta,
        title="" if animal is None else ANIMALS[animal],
        text="",
        tag=tag,
        now=False,
        state=state,
        note=note,
    )


def _places(at: _Seat, facts: TileFacts) -> Iterator[PageRow | None]:
    """Yield what the player's points would be with each row, after the tile is placed there."""
    rows = at.public.table.rows
    changes = facts.rows or (None,) * len(rows)
    for number, change in enumerate(changes, start=1):
        petal = at.station.petals.get(number)
        if change is None or petal is None:
            yield None
            continue
        yield PageRow(
            number=number,
            change=change,
            text=change_text(change),
            tone=tone_of(change),
            reason="",
            label=petal.label,
            act=at.petal(number),
        )


def _tile_keys(at: _Seat, facts: TileFacts) -> Iterator[PageKey]:
    table = at.public.table
    legal = table.legal_moves
    left = KEEPS_PER_GAME - table.players[at.seat].kept_light
    can_keep = KEEP in legal
    detail: Text = say("{left} of {most} left in this game", left=left, most=KEEPS_PER_GAME)
    if not can_keep:
        detail = say("You have kept two tiles already") if not left else say("done with the first")
    yield PageKey(
        kind="keep",
        label=say("Keep it secretly"),
        detail=detail,
        text="" if facts.kept is None else change_text(facts.kept),
        tone="" if facts.kept is None else tone_of(facts.kept),
        act=at.key(Key.SOFT1) if can_keep else None,
        used=not can_keep,
        main=True,
    )
    if table.tiles_per_draw == 2:
        can_box = BOX in legal
        yield PageKey(
            kind="box",
            label=say("Into the box"),
            detail=say("gone for this game") if can_box else say("done with the first"),
            text=change_text(0),
            act=at.petal(_BOX_PETAL) if can_box else None,
            used=not can_box,
        )


def drawn_page(view: OwnView, draw: Draw, station: StationView) -> SeatPage:
    """Return the page with shadow tiles just drawn, which the player puts away."""
    at = _Seat(view, station)
    tiles = tuple(_shadow_tile(facts) for facts in draw.tiles)
    title = say("A shadow tile") if len(tiles) == 1 else say("Two shadow tiles")
    away = PageKey("ok", say("Put it away"), act=at.key(Key.SOFT2), main=True)
    if len(tiles) > 1:
        away = away._replace(label=say("Put them away"))
    return replace(
        _page(at, PageMode.TILE, title),
        acts=True,
        tile_id=_tile_id(view.public),
        tiles=tiles,
        keys=(away,),
    )


def _shadow_tile(facts: TileFacts) -> PageTile:
    tile = _drawn(facts, secret=say("Only you know which animal it is."))
    note = say("It stays with you: {points}", points=change_text(facts.kept or 0))
    return tile._replace(state="stays", note=note)


# Between rounds.


def _pile(at: _Seat) -> SeatPage:
    rock = PageNews(
        say("You took the last row"), say("So the Rock is yours, and you open a pile."), "rock"
    )
    return replace(
        _page(at, PageMode.PILE, say("The next pile")),
        acts=True,
        news=rock,
        advice=PageAdvice("", say("Tap a pile: its Tree is yours"), ()),
        piles=tuple(_piles(at)),
    )


def _piles(at: _Seat) -> Iterator[PagePile]:
    opens = by_number(at.public.table.legal_moves, OPEN)
    for pile in sorted(piles_of(at.public), key=lambda pile: pile.number):
        is_closed = pile.number in opens
        yield PagePile(
            number=pile.number,
            label=say("Pile {pile}", pile=pile.number),
            text="+1" if is_closed else "",
            state="closed" if is_closed else "used",
            note="" if is_closed else pile.text,
            tiles=pile.tiles,
            shadow=pile.shadow,
            act=at.petal(pile.number) if is_closed else None,
        )


def _round(at: _Seat) -> SeatPage:
    table = at.public.table
    taker = table.players[table.rock].name
    title: Text = say("{name} took the last row and the Rock", name=taker)
    if table.rock == at.seat:
        title = say("You took the last row and the Rock")
    go = PageKey("go", say("Next"), act=at.key(Key.SOFT3), main=True)
    return replace(
        _page(at, PageMode.ROUND, say("Round {round} is over", round=table.round)),
        news=PageNews(title, say("Hidden tiles don't count yet."), "rock"),
        keys=(go,),
    )


# The end.


def _reveal(at: _Seat) -> SeatPage:
    seat = at.view.seat
    tile = seat.kept_light[len(seat.decisions)]
    added, returned, is_better = totals_of_decision(seat)
    animal = animal_of(tile)
    letters = seat.table.players[at.seat].face_up + seat.kept_shadow
    letters += "".join(
        kept for kept, move in zip(seat.kept_light, seat.decisions, strict=False) if move == ADD
    )
    number = letters.upper().count(animal.letter) + 1
    facts = TileFacts(tile, owned=number - 1)
    add = PageKey(
        "add",
        say("Add"),
        say_n("{n} point", "{n} points", added),
        change_text(added - returned),
        tone_of(added - returned),
        at.petal(1),
        main=is_better,
    )
    back = PageKey(
        "return",
        say("Return"),
        say_n("{n} point", "{n} points", returned),
        change_text(0),
        "",
        at.petal(2),
        main=not is_better,
    )
    decision = PageDecision(
        title=say("Add it, or return it?"),
        text=say("Returning costs nothing. Only you see this yet."),
        number=len(seat.decisions) + 1,
        of=len(seat.kept_light),
        tile=_drawn(facts, secret=""),
        add=add,
        return_=back,
    )
    page = _page(at, PageMode.REVEAL, say("Your kept tiles"))
    return replace(page, acts=True, decide=decision, tile_id=f"kept {decision.number}")


def turned_page(view: OwnView, station: StationView) -> SeatPage:
    """Return the page while kept tiles are turned up: it follows the public reveal."""
    at = _Seat(view, station)
    go = PageKey("go", say("Next"), act=pressing(Key.SOFT3), main=True)
    return replace(_page(at, PageMode.TURNED, say("The kept tiles are revealed.")), keys=(go,))


def end_page(view: OwnView, station: StationView) -> SeatPage:
    """Return the page with the result of a game."""
    at = _Seat(view, station)
    score = score_of(view.public)
    page = _page(at, PageMode.END, say("The game is over."))
    if score is None:
        return page
    own = next(column for column in score.columns if column.seat == at.seat)
    points = say_n("{n} point", "{n} points", own.total)
    if not own.won:
        title = say("{name} wins", name=score.headline)
        if len(score.winners) > 1:
            title = say("{names} win together", names=score.headline)
        text = say("You are number {place} with {points}.", place=own.place, points=points)
    elif len(score.winners) > 1:
        title = say("You win together, {name}!", name=at.name)
        text = say("{points}, {detail}", points=points, detail=score.detail)
    else:
        title = say("You win, {name}!", name=at.name)
        text = say("{points}, {detail}", points=points, detail=score.detail)
    again = at.tap(AGAIN_TAP)
    return replace(
        page,
        verdict=PageVerdict(title, text),
        again=None if again is None else PageKey("again", say("Play again"), act=again, main=True),
    )


_PAGES: Mapping[PageMode, Callable[[_Seat], SeatPage]] = {
    PageMode.TURN: _turn,
    PageMode.WAIT: _wait,
    PageMode.TILE: _tile,
    PageMode.PILE: _pile,
    PageMode.ROUND: _round,
    PageMode.REVEAL: _reveal,
}
