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
from triqueta.screens.tile import DecisionScreen, TileFacts, TileScreen, TwoTilesScreen
from triqueta.screens.turn import TurnScreen
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

    def help(self) -> Text:
        if self.play.unseen:
            return say("Take the device, hold Look, and let nobody else see it.")
        return _HELP[self.play.game.phase]

    def offer(self, station: Station) -> Offer:
        if station.seat is not None and station.seat >= len(self.play.names):
            text = say("This seat is not in the game.")
            return Offer(Page(title=say("Welcome"), text=text))
        if self.play.unseen:
            return self._unseen(station)
        match self.play.game.phase:
            case Phase.TURN | Phase.SECOND_DRAW:
                return self._turn(station)
            case Phase.CHOICE:
                return self._choice(station)
            case Phase.NEXT_PILE:
                return self._next_pile(station)
            case _:
                return self._reveal(station)

    def tick(self) -> None:
        outcome = self.play.game.outcome
        if outcome is not None:
            self.table.enter(EndRoom(self.table, self.play, outcome))

    def stations_changed(self) -> None:
        """A draw not looked at yet appears at once when its drawer's own station comes."""
        if self.play.unseen and self.table.has_station(self.play.drawer):
            self._show_at_own_station()

    def make(self, move: str) -> None:
        """Play a move, and show a drawn tile to its drawer's own station."""
        self.play.play(move)
        self.table.game_went_on()
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
        second = self.play.game.phase is Phase.SECOND_DRAW
        title = (
            say("{name}: second tile", name=self._name(seat))
            if second
            else say("{name}'s turn", name=self._name(seat))
        )
        take = SoftKey(say("Take row"), partial(station.open, TakePage(self)))
        return Offer(
            TurnScreen(title=title, view=self.play.table_view()),
            petals=draws,
            soft=(None if second else take, *self._pages_and_menu(station)),
            why_not=partial(self._why_not_turn, second),
        )

    def _why_not_turn(self, second: bool, key: Key) -> Text:
        if key is Key.SOFT1 and second:
            return say("Draw the second tile first")
        return self.reason(f"d{key.number}")

    def _watch(self, station: Station, title: Text) -> Offer:
        """What those see who have nothing to do now."""
        open_kept = partial(open_kept_tiles, self.table, self.play, station)
        kept = SoftKey(say("Kept"), open_kept)
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
        back = SoftKey(say("Undo"), self._take_back)
        soft = (back, SoftKey(say("Look"), hold=True), self._pages_and_menu(station)[1])
        if station.looking:
            screen = self._tiles_screen(seat)
            return Offer(
                screen, soft=(None, soft[1], None), released=partial(self._looked, station)
            )
        text = say("Hold Look to see what you drew. Nobody else may look.")
        title = say("{name}, take the device", name=name)
        return Offer(Page(title=title, text=text), soft=soft)

    def _looked(self, station: Station) -> None:
        if not self.play.game.drawn:
            name = self._name(self.play.drawer)
            self.table.tell(station, say("{name} keeps the shadow tile", name=name))
        self.play.look()

    def _take_back(self) -> None:
        self.play.take_back()
        self.table.game_went_on()

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
        name = self._name(seat)
        if not self._sees_for(station, seat):
            return self._watch(station, say("{name} decides", name=name))
        legal = self.play.game.legal_moves
        own = station.seat is not None
        petals = {int(move[1]): partial(self.make, move) for move in legal if move[0] == "r"}
        if BOX in legal:
            petals[BOX_PETAL] = partial(self.make, BOX)
        left = SoftKey(say("Pages"), partial(station.open, PagesPage(self.table, self.play)))
        look = SoftKey(say("Look"), hold=True)
        return Offer(
            self._choice_screen(station, self.play.choice_facts(), name),
            petals=petals,
            soft=(left if own else look, self._keep_key(seat), self._pages_and_menu(station)[1]),
            why_not=self._why_not_choice,
        )

    def _choice_screen(self, station: Station, facts: TileFacts, name: str) -> Screen:
        options = "".join(sorted({move[0] for move in self.play.game.legal_moves}))
        if station.seat is not None or station.looking:
            return TileScreen(title=_OPTIONS[options], facts=facts)
        title = say("{name}: which row?", name=name)
        if "r" not in options:
            title = say("{name}: not a row", name=name)
        hint = say("box") if BOX in options else None
        return TurnScreen(title=title, view=self.play.table_view(), box_hint=hint)

    def _keep_key(self, seat: int) -> SoftKey | None:
        if KEEP not in self.play.game.legal_moves:
            return None
        left = 2 - len(self.play.game.kept_light[seat])
        return SoftKey(say("Keep ({left})", left=left), partial(self.make, KEEP))

    def _why_not_choice(self, key: Key) -> Text:
        if key is Key.SOFT2:
            return self.reason(KEEP)
        if key.number == BOX_PETAL and self.play.game.tiles_per_draw == 2:
            return self.reason(BOX)
        return self.reason(f"r{key.number}")

    # The next pile.

    def _next_pile(self, station: Station) -> Offer:
        seat, legal = self.play.game.order[0], self.play.game.legal_moves
        name = self._name(seat)
        if not self._acts_for(station, seat):
            return self._watch(station, say("{name} chooses a pile", name=name))
        return Offer(
            ChoosePileScreen(
                title=say("{name} has the Rock", name=name),
                remark=say("Round {round} is over. Which pile?", round=self.play.game.round),
                unopened=self.play.table_view().unopened,
            ),
            petals={int(move[1]): partial(self.make, move) for move in legal},
            soft=(None, *self._pages_and_menu(station)),
            why_not=lambda _: _REASONS["R11"],
        )

    # The reveal.

    def _reveal(self, station: Station) -> Offer:
        seat = self.play.game.order[0]
        name = self._name(seat)
        if not self._sees_for(station, seat):
            return self._watch(station, say("{name} decides", name=name))
        look = SoftKey(say("Look"), hold=True) if station.seat is None else None
        petals: dict[int, Action] = {1: partial(self.make, ADD), 2: partial(self.make, RETURN)}
        secret = station.looking or station.seat is not None
        return Offer(
            self._decision_screen(seat) if secret else self._decision_question(seat, name),
            petals=petals,
            soft=(look, *self._pages_and_menu(station)),
        )

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

    def _pages_and_menu(self, station: Station) -> tuple[SoftKey, SoftKey]:
        pages = PagesPage(self.table, self.play)
        menu = Menu(self.table, self, pages)
        return (
            SoftKey(say("Pages"), partial(station.open, pages)),
            SoftKey(say("Menu"), partial(station.open, menu)),
        )


_HELP: dict[Phase, Text] = {
    Phase.TURN: say("Press a petal to draw its top tile, or take a row with the left key."),
    Phase.SECOND_DRAW: say("Draw the second tile. Then you look at both."),
    Phase.CHOICE: say("Press the petal of the row for your tile, or keep it."),
    Phase.NEXT_PILE: say("Who took the last row opens the next pile and gets its Tree."),
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
        why_not: Callable[[Key], Text] = lambda key: self._room.reason(f"t{key.number}")  # noqa: E731
        return Offer(
            TurnScreen(title=say("{name} takes row ...", name=name), view=play.table_view()),
            petals={int(move[1]): partial(make, move) for move in play.game.takes},
            soft=(SoftKey(say("Back"), station.close), None, None),
            why_not=why_not,
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
