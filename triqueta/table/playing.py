"""The game at the table: turns, drawn tiles, choices, the next pile, and the reveal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from triqueta.rules import IllegalMoveError, Phase
from triqueta.rules.moves import ADD, BOX, KEEP, RETURN
from triqueta.rules.refusals import refusal
from triqueta.screens.phrases import Text, say
from triqueta.screens.piles import ChoosePileScreen
from triqueta.screens.question import Answer, Page, Question
from triqueta.screens.screen import Screen
from triqueta.screens.tile import DecisionScreen, TileScreen, TwoTilesScreen
from triqueta.screens.turn import RowsScreen, TurnScreen
from triqueta.table.ending import EndRoom
from triqueta.table.events import Key, seat_station
from triqueta.table.menu import Menu
from triqueta.table.pages import PagesPage, open_kept_tiles
from triqueta.table.play import Play, totals_of_decision
from triqueta.table.rooms import Action, Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table

BOX_PETAL = 5

# Why a key does nothing, by the clause that forbids its move.
_REASONS: dict[str, Text] = {
    "R1": say("There is no such row"),
    "R4": say("This petal is empty"),
    "R5": say("This row has been taken"),
    "R6": say("You have kept two tiles already"),
    "R7": say("This row has been taken"),
    "R9": say("The pile is empty: take a row"),
    "R11": say("This pile has been played"),
    "D3": say("Only two players with wolves use the box"),
    "D4": say("Use another option for the second tile"),
    "D5": say("Fewer than two tiles are left: take a row"),
}


# What is asked for a drawn tile, by the kinds of moves that are legal.
_OPTIONS: dict[str, Text] = {
    "r": say("Which row?"),
    "kr": say("Which row, or keep?"),
    "krx": say("Row, keep, or 5: box?"),
    "rx": say("Which row, or 5: box?"),
    "kx": say("Keep, or 5: box?"),
    "k": say("Keep it"),
    "x": say("5: into the box"),
}


class GameRoom(Room):
    """Makes each station an offer for the present state of the game.

    A seat's own station shows its secrets; a seat without one uses the shared station, where
    they are shown only while Look is held.
    """

    def __init__(self, table: Table, play: Play) -> None:
        self.table = table
        self.play = play
        self._round_ended = False  # and nobody has gone on yet
        self._decision_seen = -1  # the last one of the reveal whose tile was looked at

    def help(self) -> Text:
        if self.play.unseen:
            return say("Take the device, hold Look, and let nobody else see it.")
        return _HELP[self.play.game.phase]

    def offer(self, station: Station) -> Offer:
        if station.seat is not None and station.seat >= len(self.play.names):
            text = say("This seat is not in the game.")
            return Offer(Page(title=say("Welcome"), text=text))
        return self._present()(station)

    def _present(self) -> Callable[[Station], Offer]:
        if self._round_ended:
            return self._end_of_round
        if self.play.unseen:
            return self._unseen
        return {
            Phase.TURN: self._turn,
            Phase.SECOND_DRAW: self._turn,
            Phase.CHOICE: self._choice,
            Phase.NEXT_PILE: self._next_pile,
            Phase.REVEAL: self._reveal,
        }[self.play.game.phase]

    def tick(self) -> None:
        outcome = self.play.game.outcome
        if outcome is not None and not self._round_ended:
            self.table.enter(EndRoom(self.table, self.play, outcome))

    def stations_changed(self) -> None:
        """A draw not looked at yet appears at once when its drawer's own station comes."""
        if self.play.unseen and self.table.has_station(self.play.drawer):
            self._show_at_own_station()

    def make(self, move: str) -> None:
        """Play a move, say so, and show a drawn tile to its drawer's own station."""
        game, seat = self.play.game, self.play.game.order[0]
        self.play.play(move)
        self.table.game_went_on()
        self._round_ended = move[0] == "t" and not game.takes
        deed = _deed(move, self._name(seat))
        for station in self.table.stations.values():
            if station.pages and station.seat is not None and station.seat == game.to_act:
                self.table.tell(station, say("Your turn!"))
            elif deed is not None and not self._round_ended:
                self.table.tell(station, deed)
        self.stations_changed()

    def _show_at_own_station(self) -> None:
        """One light tile is shown with its choices; others on a page of their own before that."""
        seat = self.play.drawer
        screen = self._tiles_screen(seat)
        if not self.play.game.drawn:
            self.table.stations[seat_station(seat)].open(DrawnPage(screen, bound_to_turn=False))
        elif isinstance(screen, TwoTilesScreen):
            self.table.stations[seat_station(seat)].open(DrawnPage(screen, bound_to_turn=True))
        self.play.look()

    # Who may do and see what at which station.

    def _acts_for(self, station: Station, seat: int | None) -> bool:
        return station.seat is None or station.seat == seat

    def _sees_for(self, station: Station, seat: int) -> bool:
        """Whether a seat's secrets are shown at this station: at one's own, else at the table."""
        if self.table.has_station(seat):
            return station.seat == seat
        return station.seat is None

    # A turn.

    def _turn(self, station: Station) -> Offer:
        seat = self.play.game.order[0]
        if not self._acts_for(station, seat):
            return self._watch(station, say("{name}'s turn", name=self._name(seat)))
        draws = {int(move[1]): partial(self.make, move) for move in self.play.game.draws}
        left = SoftKey(say("Take row"), partial(station.open, TakePage(self)))
        if self.play.game.phase is Phase.SECOND_DRAW:
            left = SoftKey(say("Undo"), self._take_back)
        return Offer(
            TurnScreen(title=self._turn_title(self._name(seat)), view=self.play.table_view()),
            petals=draws,
            soft=(left, *self._pages_and_menu(station)),
            why_not=lambda key: self.reason(f"d{key.number}"),
        )

    def _turn_title(self, name: str) -> Text:
        if self.play.game.phase is Phase.SECOND_DRAW:
            return say("{name}: second tile", name=name)
        if not self.play.game.draws:
            return say("{name}: take a row", name=name)
        return say("{name}'s turn", name=name)

    def _watch(self, station: Station, title: Text) -> Offer:
        """What those see who have nothing to do now."""
        open_kept = partial(open_kept_tiles, self.table, self.play, station)
        kept = SoftKey(say("My tiles"), open_kept)
        actor = self.play.actor
        waits = say("The table waits for {name}", name=self._name(actor or 0))
        return Offer(
            TurnScreen(title=title, view=self.play.table_view()),
            soft=(kept, *self._pages_and_menu(station)),
            why_not=lambda _: waits,
        )

    # A drawn tile, not looked at yet.

    def _unseen(self, station: Station) -> Offer:
        seat = self.play.drawer
        name = self._name(seat)
        if not self._sees_for(station, seat):
            return self._watch(station, say("{name} looks", name=name))
        undo = SoftKey(say("Undo"), self._take_back) if self.play.may_take_back(None) else None
        look = SoftKey(say("Look"), self.play.glimpse, hold=True)
        if station.looking:
            screen = self._tiles_screen(seat)
            return Offer(screen, soft=(None, look, None), released=partial(self._looked, station))
        text = say("Hold Look to see what you drew. Nobody else may look.")
        return Offer(
            Page(title=say("{name}, take the device", name=name), text=text),
            soft=(undo, look, self._pages_and_menu(station)[1]),
            why_not=lambda _: say("Look at your tile first"),
        )

    def _looked(self, station: Station) -> None:
        self.play.look()
        if not self.play.game.drawn:
            name = self._name(self.play.drawer)
            deed = say("{name} keeps the shadow tile", name=name)
            if len(self.play.fresh_shadow) == 2:
                deed = say("{name} keeps both shadow tiles", name=name)
            self.table.tell(station, deed)

    def _take_back(self) -> None:
        self.table.take_back()

    def taken_back(self) -> None:
        self._round_ended = False

    def _tiles_screen(self, seat: int) -> Screen:
        facts = self.play.drawn_facts()
        title = say("Only for {name}", name=self._name(seat))
        if len(facts) == 2:
            return TwoTilesScreen(title=title, facts=(facts[0], facts[1]))
        advice = say("You keep it until the end.") if facts[0].is_shadow else None
        return TileScreen(title=title, facts=facts[0], advice=advice)

    # A choice for a drawn light tile.

    def _choice(self, station: Station) -> Offer:
        seat = self.play.game.order[0]
        if not self._sees_for(station, seat):
            return self._watch(station, say("{name} decides", name=self._name(seat)))
        legal = self.play.game.legal_moves
        petals = {int(move[1]): partial(self.make, move) for move in legal if move[0] == "r"}
        if BOX in legal:
            petals[BOX_PETAL] = partial(self.make, BOX)
        info, menu = self._pages_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        if station.looking:
            return Offer(self._choice_tile(), soft=(None, look, None))
        own = station.seat is not None
        return Offer(
            self._choice_tile() if own else self._choice_table(self._name(seat)),
            petals=petals,
            soft=(self._keep_key(seat), info if own else look, menu),
            why_not=self._why_not_choice,
        )

    def _choice_tile(self) -> Screen:
        options = "".join(sorted({move[0] for move in self.play.game.legal_moves}))
        return TileScreen(title=_OPTIONS[options], facts=self.play.choice_facts())

    def _choice_table(self, name: str) -> Screen:
        """The choice at the shared station, without the tile: everybody may see this."""
        game = self.play.game
        title = say("{name}: which row?", name=name)
        if KEEP in game.legal_moves:
            title = say("{name}: row or keep?", name=name)
        if len(game.drawn) == 2 or game.moves[-1][0] != "d":
            number = 1 if len(game.drawn) == 2 else 2
            title = say("{name}: tile {number} of 2", name=name, number=number)
        rows = tuple(int(move[1]) for move in game.legal_moves if move[0] == "r")
        hint = say("box") if BOX in game.legal_moves else None
        return RowsScreen(title=title, view=self.play.table_view(), offered=rows, box_hint=hint)

    def _keep_key(self, seat: int) -> SoftKey | None:
        if KEEP not in self.play.game.legal_moves:
            return None
        left = 2 - len(self.play.game.kept_light[seat])
        return SoftKey(say("Keep ({left})", left=left), partial(self.make, KEEP))

    def _why_not_choice(self, key: Key) -> Text:
        if key is Key.SOFT1:
            return self.reason(KEEP)
        if key.number == BOX_PETAL and self.play.game.tiles_per_draw == 2:
            return self.reason(BOX)
        return self.reason(f"r{key.number}")

    # The end of a round, and the next pile.

    def _end_of_round(self, station: Station) -> Offer:
        game = self.play.game
        text = say("{name} took the last row, and with it the Rock.", name=self._name(game.rock))
        return Offer(
            Page(title=say("Round {round} is over", round=game.round), text=text),
            soft=(*self._pages_and_menu(station), SoftKey(say("Next"), self._go_on)),
        )

    def _go_on(self) -> None:
        self._round_ended = False

    def _next_pile(self, station: Station) -> Offer:
        seat, legal = self.play.game.order[0], self.play.game.legal_moves
        name = self._name(seat)
        if not self._acts_for(station, seat):
            return self._watch(station, say("{name} chooses", name=name))
        return Offer(
            ChoosePileScreen(
                title=say("{name} opens a pile", name=name),
                remark=say("Which? Its Tree is a point."),
                unopened=self.play.table_view().unopened,
            ),
            petals={int(move[1]): partial(self.make, move) for move in legal},
            soft=(None, *self._pages_and_menu(station)),
            why_not=_why_not_pile,
        )

    # The reveal.

    def _reveal(self, station: Station) -> Offer:
        seat = self.play.game.order[0]
        name = self._name(seat)
        if not self._sees_for(station, seat):
            return self._watch(station, say("{name} decides", name=name))
        info, menu = self._pages_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        decide: dict[int, Action] = {1: partial(self.make, ADD), 2: partial(self.make, RETURN)}
        if station.seat is not None:
            return Offer(self._decision_screen(seat), petals=decide, soft=(None, info, menu))
        if station.looking:
            screen = self._decision_screen(seat)
            return Offer(screen, soft=(None, look, None), released=self._decision_looked)
        if self._decision_seen < len(self.play.game.decisions):
            text = say("Take the device. Hold Look to see your kept tile, then decide.")
            return Offer(
                Page(title=self._kept_tile(seat, name), text=text),
                soft=(info, look, menu),
                why_not=lambda _: say("Look at your tile first"),
            )
        screen = self._decision_question(seat, name)
        return Offer(screen, petals=decide, soft=(info, look, menu))

    def _decision_looked(self) -> None:
        """Only who has looked may decide: so no stray key does."""
        self._decision_seen = len(self.play.game.decisions)

    def _decision_question(self, seat: int, name: str) -> Screen:
        answers = (Answer(1, say("Add it")), Answer(2, say("Return it")))
        return Question(title=self._kept_tile(seat, name), answers=answers)

    def _decision_screen(self, seat: int) -> Screen:
        view = self.play.seat_view(seat)
        added, returned, add_is_better = totals_of_decision(view)
        return DecisionScreen(
            title=self._kept_tile(seat, self._name(seat)),
            tile=view.kept_light[len(view.decisions)],
            total_added=added,
            total_returned=returned,
            add_is_better=add_is_better,
        )

    def _kept_tile(self, seat: int, name: str) -> Text:
        view = self.play.seat_view(seat)
        number, of = len(view.decisions) + 1, len(view.kept_light)
        return say("{name}: kept tile {number}/{of}", name=name, number=number, of=of)

    # Small things.

    def reason(self, move: str) -> Text:
        error = refusal(self.play.game, move)
        clause = error.clause if isinstance(error, IllegalMoveError) else "R1"
        return _REASONS.get(clause, say("This key does nothing now"))

    def _name(self, seat: int) -> str:
        return self.play.names[seat]

    def menu_key(self, station: Station, room: Room) -> SoftKey:
        menu = Menu(self.table, room, PagesPage(self.table, self.play))
        return SoftKey(say("Menu"), partial(station.open, menu))

    def _pages_and_menu(self, station: Station) -> tuple[SoftKey, SoftKey]:
        pages = PagesPage(self.table, self.play)
        info = SoftKey(say("Info"), partial(station.open, pages))
        return info, self.menu_key(station, self)


def _deed(move: str, name: str) -> Text | None:
    """What just happened, where the next screen would not show it."""
    match move[0]:
        case "t":
            return say("{name} takes row {row}", name=name, row=move[1])
        case "k":
            return say("{name} keeps a tile", name=name)
        case "x":
            return say("{name} puts a tile into the box", name=name)
    return None


def _why_not_pile(key: Key) -> Text:
    if key.is_petal and key.number < BOX_PETAL:
        return _REASONS["R11"]
    return say("There is no such pile")


_HELP: dict[Phase, Text] = {
    Phase.TURN: say("Press a petal to draw its top tile, or take a row with the left key."),
    Phase.SECOND_DRAW: say("Draw the second tile. Then you look at both."),
    Phase.CHOICE: say("Press the petal of the row for your tile, or keep it."),
    Phase.NEXT_PILE: say("Whoever took the last row opens the next pile and gets its Tree."),
    Phase.REVEAL: say("Add a kept tile to yours, or return it unseen. The better one has a mark."),
    Phase.OVER: say("The game is over."),
}


class TakePage(Room):
    """Which row? Its petal key takes it."""

    bound_to_turn = True
    HELP = say("Press the petal of the row you take. Then you are out of the round.")

    def __init__(self, room: GameRoom) -> None:
        self._room = room

    def offer(self, station: Station) -> Offer:
        play, make = self._room.play, self._room.make
        name = play.names[play.game.order[0]]
        takes = {int(move[1]): partial(make, move) for move in play.game.takes}
        screen = RowsScreen(
            title=say("{name} takes row ...", name=name),
            view=play.table_view(),
            offered=tuple(takes),
        )
        return Offer(
            screen,
            petals=takes,
            soft=(SoftKey(say("Back"), station.close), None, self._room.menu_key(station, self)),
            why_not=lambda key: self._room.reason(f"t{key.number}"),
        )


class DrawnPage(Room):
    """Tiles just drawn, at their drawer's own station, until they are put aside.

    Shadow tiles leave no choice, so that the game goes on meanwhile and the page stays.
    """

    def __init__(self, screen: Screen, *, bound_to_turn: bool) -> None:
        self._screen = screen
        self.bound_to_turn = bound_to_turn

    def offer(self, station: Station) -> Offer:
        return Offer(self._screen, soft=(None, SoftKey(say("OK"), station.close), None))
