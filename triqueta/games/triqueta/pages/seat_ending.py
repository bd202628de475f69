"""A seat's page between rounds, in the reveal and at the end."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.triqueta.pages.ending import tone_of
from triqueta.games.triqueta.pages.seat_common import Seat, base_page, change_text
from triqueta.games.triqueta.pages.seat_tile import drawn_tile
from triqueta.games.triqueta.rules.moves import (
    OPEN,
    by_number,
)
from triqueta.games.triqueta.views import (
    OwnView,
    kept_tile_to_decide,
    totals_of_decision,
)
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.seat_page import (
    PageAdvice,
    PageDecision,
    PageKey,
    PageMode,
    PageNews,
    PagePile,
    PageVerdict,
    SeatPage,
    pressing,
)
from triqueta.screens.station import Key
from triqueta.table.rematch import AGAIN
from triqueta.table.scene import StationView
from triqueta.table.spectator_view import SpectatorView


def pile_page(at: Seat) -> SeatPage:
    rock = PageNews(
        say("You took the last row"), say("So the Rock is yours, and you open a pile."), "rock"
    )
    return base_page(at, PageMode.PILE, say("The next pile"))._replace(
        acts=True,
        news=rock,
        advice=PageAdvice("", say("Tap a pile: its Tree is yours"), ()),
        piles=tuple(_piles(at)),
    )


def _piles(at: Seat) -> Iterator[PagePile]:
    opens = by_number(at.public.table.legal_moves, OPEN)
    for pile in sorted(at.open.piles, key=lambda pile: pile.number):
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


def round_page(at: Seat) -> SeatPage:
    table = at.public.table
    taker = table.players[table.rock].name
    title: Text = say("{name} took the last row and the Rock", name=taker)
    if table.rock == at.seat:
        title = say("You took the last row and the Rock")
    go = PageKey("go", say("Next"), act=at.key(Key.SOFT3), main=True)
    return base_page(at, PageMode.ROUND, say("Round {round} is over", round=table.round))._replace(
        news=PageNews(title, say("Hidden tiles don't count yet."), "rock"),
        keys=(go,),
    )


# The end.


def reveal_page(at: Seat) -> SeatPage:
    seat = at.view.seat
    added, returned, is_better = totals_of_decision(seat)
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
        tile=drawn_tile(kept_tile_to_decide(seat), secret=""),
        add=add,
        return_=back,
    )
    page = base_page(at, PageMode.REVEAL, say("Your kept tiles"))
    return page._replace(acts=True, decide=decision, tile_id=f"kept {decision.number}")


def turned_page(view: OwnView, spectators: SpectatorView, station: StationView) -> SeatPage:
    """Return the page while kept tiles are turned up: it follows the public reveal."""
    at = Seat(view, spectators, station)
    go = PageKey("go", say("Next"), act=pressing(Key.SOFT3), main=True)
    return base_page(at, PageMode.TURNED, say("The kept tiles are revealed."))._replace(keys=(go,))


def end_page(view: OwnView, spectators: SpectatorView, station: StationView) -> SeatPage:
    """Return the page with the result of a game."""
    at = Seat(view, spectators, station)
    score = spectators.score
    page = base_page(at, PageMode.END, say("The game is over."))
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
    again = at.tap(AGAIN)
    return page._replace(
        verdict=PageVerdict(title, text),
        again=None if again is None else PageKey("again", say("Play again"), act=again, main=True),
    )
