"""The main scene of Ettana: the keys and screens of each phase."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from triqueta.games.ettana.rules import Action, Phase, TableView
from triqueta.games.ettana.scenes.acts import ActsPage
from triqueta.games.ettana.scenes.cards import FREE, CardsPage, SwapPage
from triqueta.games.ettana.scenes.info import HandPage, InfoPage, PlayerPage
from triqueta.games.ettana.scenes.turn import MovePage, NeedlePlacing, TurnPage
from triqueta.games.ettana.screens.board import NOWHERE, Counts, Dice, Loom, Pointed, TurnScreen
from triqueta.games.ettana.screens.cards import HandScreen, held_patterns
from triqueta.games.ettana.screens.page_board import drawn_board
from triqueta.games.ettana.screens.sheets import ranking_screen
from triqueta.games.ettana.session import ROLL, TRIED, EttanaSession
from triqueta.games.ettana.spectator_view import news_of_cards
from triqueta.games.ettana.words import say
from triqueta.screens.board import LargeBoard
from triqueta.screens.phrases import Text
from triqueta.table.game_scene import EndScene, GameScene
from triqueta.table.scene import Scene, SoftKey, Station, StationView
from triqueta.table.table import Table

# The label of the key that triggers a phase's chance move.
CHANCE_KEYS: dict[Phase, Text] = {
    Phase.FIRST_ROLL: say("Roll"),
    Phase.TIE_ROLL: say("Roll"),
    Phase.FIXED_ROLL: say("Roll"),
    Phase.ROLL_AGAIN: say("Roll"),
    Phase.GAMBLE: say("Roll"),
    Phase.STEAL: say("Take"),
    Phase.SHUFFLE: say("Shuffle"),
}

BEFORE_THE_START = (Phase.FIRST_ROLL, Phase.TIE_ROLL)
"""The phases in which the last number rolled is still another player's."""

_START = say("Roll to place your needle. The highest roll starts.")
_DICE = say("Roll the dice.")

HELP_TEXTS: dict[Phase, Text] = {
    Phase.FIRST_ROLL: _START,
    Phase.NEEDLE: say("Use the petals to choose a free space with the number you rolled."),
    Phase.TIE_ROLL: say("It's a tie: roll again. The highest roll starts."),
    Phase.ROLL: say("Roll. To fix the colour, play that card first."),
    Phase.FIXED_ROLL: _DICE,
    Phase.ROLL_AGAIN: _DICE,
    Phase.ROLLED: say("“Collect”: a token for each thread of that colour at a needle."),
    Phase.ACTS: say("Move once. “Actions”: buy, swap, play cards, claim patterns. Then “End”."),
    Phase.GAMBLE: say("Roll the number you named or higher."),
    Phase.STEAL: say("Take one of the cards without looking."),
    Phase.SHUFFLE: say("The deck is empty: shuffle the discard pile."),
    Phase.OVER: say("The game is over."),
}


END_HELP = say("Petals show what each player has claimed.")


def prompt_of(view: TableView) -> Text:
    """Return what to do now, in one word, because the space beside the dice is narrow."""
    if view.phase is Phase.NEEDLE:
        return say("Needle")
    if view.phase is Phase.GAMBLE:
        return f"{view.pending}+ ?"
    if view.phase in CHANCE_KEYS:
        return CHANCE_KEYS[view.phase]
    if view.phase is Phase.ROLL:
        return say("Roll")
    if view.phase is Phase.ROLLED:
        return say("Collect")
    return say("Moved") if view.turn.moved else say("Move")


class EttanaScene(GameScene[EttanaSession]):
    """The scene of a running game.

    A player's turn is played at the station that shows the player's cards. All stations show the
    board.
    """

    def __init__(self, table: Table, session: EttanaSession) -> None:
        super().__init__(table, session)
        self._placing = NeedlePlacing(self)
        self._drawn_of: TableView | None = None
        self._board: LargeBoard | None = None
        self._turn: TurnScreen | None = None
        self._hands: dict[int, HandScreen] = {}

    @property
    def view(self) -> TableView:
        """The public view of the game."""
        return self.session.view(None)

    # Views and keys.

    def present(self, station: Station) -> StationView:
        seat = self.to_act
        if station.keyless and station.seat is not None:
            secret = seat if station.seat == seat else None
            return StationView(self.hand_screen(station.seat), secret_of=secret)
        if not self.decides_for(station, seat):
            return self._watch(station)
        if self.view.phase is Phase.NEEDLE:
            return self._placing.view_for(station)
        info, menu = self.info_and_menu(station)
        left = self._left_key(station)
        middle = self._middle_key(station) or self._undo_key(station) or info
        return StationView(self.turn_screen(), soft=(left, middle, menu), secret_of=seat)

    def _watch(self, station: Station) -> StationView:
        """Return the view of a station that waits, with keys to undo and to look at the hand."""
        info, menu = self.info_and_menu(station)
        own = self.table.private_seat(station)
        if own is not None:
            info = SoftKey(say("Cards"), partial(station.open, HandPage(self, own)))
        soft, waits = (self._undo_key(station), info, menu), self.waits()
        return StationView(
            self.turn_screen(), soft=soft, why_not=lambda _: waits, why_no_tap=waits
        )

    def _undo_key(self, station: Station) -> SoftKey | None:
        if not self.session.may_undo(station.seat):
            return None
        return SoftKey(say("Undo"), self.table.take_back)

    def _left_key(self, station: Station) -> SoftKey:
        """Return the key that advances the turn."""
        phase, turn = self.view.phase, self.view.turn
        if phase is Phase.ROLL:
            return SoftKey(say("Roll"), self._roll_dice)
        if phase in CHANCE_KEYS:
            return SoftKey(CHANCE_KEYS[phase], self.roll)
        if phase is Phase.ROLLED:
            return SoftKey(say("Collect"), partial(self.make, "collect"))
        if turn.moved and turn.free_swap:
            return SoftKey(say("Swap"), partial(station.open, SwapPage(self, FREE)))
        if self.may_end:
            return SoftKey(say("End"), partial(self.make, "end"))
        return SoftKey(say("Move"), partial(station.open, MovePage(self)))

    def _middle_key(self, station: Station) -> SoftKey | None:
        """Return the key for everything else.

        It does not depend on the cards in the hand, because it must not reveal them.
        """
        if self.view.phase in (Phase.ROLL, Phase.ROLLED):
            return SoftKey(say("Cards"), partial(station.open, CardsPage(self)))
        if self.view.phase is Phase.ACTS:
            return SoftKey(say("Actions"), partial(station.open, ActsPage(self)))
        return None

    @property
    def may_end(self) -> bool:
        return "end" in self.session.moves(self.to_act)

    # Screens.

    def _follow(self) -> None:
        """Drop the screens, which all stations share, once the game has changed."""
        if self.view is not self._drawn_of:
            self._drawn_of = self.view
            self._board, self._turn, self._hands = None, None, {}

    def turn_screen(self) -> TurnScreen:
        self._follow()
        self._turn = self._turn or self._turn_screen()
        return self._turn

    def _turn_screen(self) -> TurnScreen:
        view, turn = self.view, self.view.turn
        return TurnScreen(
            name=self.name(self.to_act),
            prompt=prompt_of(view),
            dice=Dice() if view.phase in BEFORE_THE_START else Dice(turn.colour, turn.number),
            players=tuple(map(Counts.of, view.players)),
            loom=Loom.of(view),
        )

    def hand_screen(self, seat: int) -> HandScreen:
        """Return the screen with a seat's hand. Show it only to that seat."""
        self._follow()
        if seat not in self._hands:
            self._hands[seat] = self._hand_screen(seat)
        return self._hands[seat]

    def _hand_screen(self, seat: int) -> HandScreen:
        view = self.session.view(seat)
        return HandScreen(
            title=say("{name}'s cards", name=self.name(seat)),
            actions=view.actions,
            patterns=held_patterns(view),
        )

    # Moves.

    def _roll_dice(self) -> None:
        if self.session.chance() is None:
            self.session.apply(ROLL)
        self.roll()

    def play_card(self, station: Station, action: Action, move: str) -> None:
        """Play a card if the player holds it. At the shared station players can name any card."""
        if action in self.session.view(self.to_act).actions:
            self.make(move)
            return
        self._note_try(str(action))
        self.table.tell(station, say("You have no such card"))

    def claim(self, station: Station, index: int) -> None:
        """Claim the pattern card at an index of the hand, if the pattern is on the board."""
        patterns = self.hand_screen(self.to_act).patterns
        if patterns[index].lies:
            self.make(f"claim:{patterns[index].card}")
            return
        self._note_try(f"pattern {index + 1}")
        self.table.tell(station, say("It is not on the board"))

    def _note_try(self, what: str) -> None:
        """Record a failed attempt, which the whole table saw, unless it repeats the last one."""
        entry = f"{TRIED} {what}"
        if self.session.entries[-1:] != [entry]:
            self.session.apply(entry)
        self.table.game_went_on()

    def make(self, move: str) -> None:
        """Make a move, and tell players at their own stations which cards they got or lost."""
        last_player = self.to_act
        before = [self.session.view(seat) for seat in range(len(self.session.names))]
        super().make(move)
        for view in before:
            news = news_of_cards(view, self.session.view(view.seat), last_player)
            own = self.table.private_station(view.seat)
            if news is not None and own is not None:
                self.table.tell(own, news)

    def describe_move(self, move: str, name: str) -> Text | None:
        return self.session.description

    def stations_changed(self) -> None:
        """Close the pages of a turn at stations where the turn is no longer played.

        All other pages stay: a display that restarts must not close another player's page.
        """
        seat = self.session.current_player
        for station in self.table.stations.values():
            if seat is None or not self.decides_for(station, seat):
                station.pages = [page for page in station.pages if not isinstance(page, TurnPage)]

    def awaits(self, station: Station, seat: int) -> bool:
        return self.decides_for(station, seat)

    def what_to_do(self) -> Text:
        return HELP_TEXTS[self.view.phase]

    def board(self, station: Station | None) -> LargeBoard:
        """Return the large board, with the fields that are pointed at from this station."""
        self._follow()
        self._board = self._board or drawn_board(self.view)
        return replace(self._board, cursors=self._pointed_at(station).fields)

    def _pointed_at(self, station: Station | None) -> Pointed:
        if station is None or not self.decides_for(station, self.to_act):
            return NOWHERE
        if station.pages:
            page = station.pages[-1]
            return page.pointed if isinstance(page, TurnPage) else NOWHERE
        return self._placing.pointed if self.view.phase is Phase.NEEDLE else NOWHERE

    def overview(self) -> Scene:
        return InfoPage(self)

    def tick(self) -> None:
        outcome = self.view.outcome
        if outcome is not None:
            ranking = ranking_screen(self.session.names, outcome)
            pages = partial(PlayerPage, self)
            self.table.go_to(EndScene(self, ranking, outcome.ranking, pages, END_HELP))
