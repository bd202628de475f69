"""The spectator view of Ettana, made from the public view; and moves described in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from triqueta.games.ettana.names import ANNA, CARD_NAMES, FACE_NAMES, art_of
from triqueta.games.ettana.rules import Action, Outcome, Phase, PlayerView, SeatView, TableView
from triqueta.games.ettana.rules.board import BLACK
from triqueta.games.ettana.rules.position import EXCHANGED, SHUFFLED, STOLEN
from triqueta.games.ettana.words import say, say_n
from triqueta.records.game import CHANCE
from triqueta.screens.phrases import Text
from triqueta.table.spectator_view import OpenPlayer, OpenRow, Piece, ScoreTable, SpectatorView


@dataclass(frozen=True, slots=True)
class _SeenMove:
    """The public part of a move, split at its colon, with the views before and after it."""

    before: TableView
    now: TableView
    seat: int
    word: str
    what: str

    @property
    def name(self) -> str:
        return self.now.players[self.seat].name

    @property
    def tokens_got(self) -> int:
        return self.now.players[self.seat].tokens - self.before.players[self.seat].tokens

    @property
    def got_anna(self) -> bool:
        """Whether the seat drew a victory point. The cards dealt at the start do not count."""
        earlier, player = self.before.players[self.seat], self.now.players[self.seat]
        return player.anna_cards > earlier.anna_cards and self.before.starter is not None


def describe_move(before: TableView, now: TableView) -> Text | None:
    """Return a public description of the last move.

    Return None if the screens show the move anyway, or if a chance move completes it.
    """
    seat, move = now.history[-1]
    word, _, what = move.partition(":")
    seen = _SeenMove(before, now, seat, word, what)
    if seen.got_anna:
        return say("{name} gets a victory point!", name=seen.name)
    if move.startswith(CHANCE):
        return _by_chance(seen, move)
    describe = _DESCRIBE.get(word)
    return None if describe is None else describe(seen)


def _by_chance(seen: _SeenMove, move: str) -> Text | None:
    if move == STOLEN:
        other = seen.now.players[seen.before.pending].name
        return say("{name} takes a card from {other}", name=seen.name, other=other)
    if move == SHUFFLED:
        return say("The discard pile is shuffled")
    if seen.before.phase is not Phase.GAMBLE:
        return None  # every screen shows the dice
    number, tokens = move.removeprefix(CHANCE), seen.tokens_got
    return say("{name} rolls {number}: +{tokens}", name=seen.name, number=number, tokens=tokens)


def _collected(seen: _SeenMove) -> Text:
    """Return how many tokens each player got; on black, that the player drew a card."""
    if seen.before.turn.colour == BLACK:
        if not seen.before.action_deck and not seen.before.discard:
            return say("There are no more cards")
        return say("{name} draws an action card", name=seen.name)
    gains: list[Text] = [
        say("{name} +{tokens}", name=player.name, tokens=player.tokens - earlier.tokens)
        for earlier, player in zip(seen.before.players, seen.now.players, strict=True)
        if player.tokens > earlier.tokens
    ]
    what = reduce(_listed, gains) if gains else say("No tokens for anyone")
    turn = seen.before.turn
    colour = FACE_NAMES[turn.colour]
    return say("{colour} {number}: {what}", colour=colour, number=turn.number, what=what)


def _listed(one: Text, others: Text) -> Text:
    return say("{one}, {others}", one=one, others=others)


def _moved(seen: _SeenMove) -> Text:
    return say("{name} moves to {space}", name=seen.name, space=seen.what.split("-")[-1])


def _swapped(seen: _SeenMove) -> Text:
    one, other = seen.what.split("-")
    return say("{name} swaps {one} and {other}", name=seen.name, one=one, other=other)


def _bought(seen: _SeenMove) -> Text:
    if seen.what == "action":
        return say("{name} buys an action card", name=seen.name)
    if seen.what == "pattern":
        return say("{name} buys a pattern card", name=seen.name)
    return _swapped(seen)


def _exchanged(seen: _SeenMove) -> Text:
    return say("{name} exchanges a pattern card", name=seen.name)


def _claimed(seen: _SeenMove) -> Text:
    annas = seen.now.deck[int(seen.what)].annas
    return say("{name} claims a pattern: +{annas}", name=seen.name, annas=annas)


def _replaced(seen: _SeenMove) -> Text:
    field, _, new = seen.what.partition("=")
    return say("{name}: {place} is now {new}", name=seen.name, place=field, new=_named(new))


def _named(new: str) -> Text:
    return FACE_NAMES.get(new, new)


def _fixed(seen: _SeenMove) -> Text:
    return say("{name} fixes {colour}", name=seen.name, colour=FACE_NAMES[seen.what])


def _gambled(seen: _SeenMove) -> Text:
    return say("{name} gambles for {number}", name=seen.name, number=seen.what)


def _played(seen: _SeenMove) -> Text:
    return say("{name} plays {card}", name=seen.name, card=CARD_NAMES[Action(seen.word)])


def _played_against(seen: _SeenMove) -> Text:
    card, other = CARD_NAMES[Action(seen.word)], seen.now.players[int(seen.what) - 1].name
    return say("{name} plays {card} against {other}", name=seen.name, card=card, other=other)


_DESCRIBE: dict[str, Callable[[_SeenMove], Text]] = {
    "collect": _collected,
    "step": _moved,
    "jump": _moved,
    "card": _moved,
    "free": _swapped,
    "swap": _swapped,
    "buy": _bought,
    EXCHANGED: _exchanged,
    "claim": _claimed,
    "thread": _replaced,
    "number": _replaced,
    Action.FIX: _fixed,
    Action.GAMBLE: _gambled,
    Action.STEAL: _played_against,
    Action.ROB: _played_against,
    Action.AGAIN: _played,
    Action.PATTERN: _played,
    Action.THREE: _played,
    Action.TAX: _played,
}
"""The descriptions by a move's first word. A first needle and the end of a turn have none."""


def news_of_cards(before: SeatView, now: SeatView, last_player: int) -> Text | None:
    """Return a text for this seat alone: which card it received, or lost to a thief."""
    if before.table.starter is None:
        return None  # players look at the cards they are dealt
    held, holds = Counter(before.actions), Counter(now.actions)
    for action in holds - held:
        return say("You get: {card}", card=CARD_NAMES[action])
    if set(now.patterns) - set(before.patterns):
        return say("You get a new pattern")
    for action in held - holds if now.seat != last_player else ():
        return say("You lose: {card}", card=CARD_NAMES[action])
    return None


def spectator_view_of(view: TableView, log: Sequence[Text]) -> SpectatorView:
    """Return the spectator view: everything but the board, which is drawn separately.

    `log` has the descriptions of the last moves.
    """
    over = view.outcome is not None  # the bank, reserve and decks no longer matter
    return SpectatorView(
        title=_title(view),
        note="" if over else say("Tokens in the bank: {tokens}", tokens=view.bank),
        rows_title="" if over else say("Beside the board"),
        rows=() if over else tuple(_rows(view)),
        players=tuple(_player(view, seat) for seat in range(len(view.players))),
        log=tuple(log),
        score=_score(view),
    )


def _title(view: TableView) -> Text:
    if view.to_act is None:
        return say("The game is over.")
    name = view.players[view.to_act].name
    return {
        Phase.NEEDLE: say("{name} places a needle", name=name),
        Phase.ROLLED: say("{name} collects", name=name),
        Phase.ACTS: say("{name}'s turn", name=name),
    }.get(view.phase, say("{name} rolls", name=name))


# The things around the board.


def _rows(view: TableView) -> Iterator[OpenRow]:
    turn = view.turn
    if turn.number:
        yield OpenRow(say("Dice"), (*map(_thread, turn.colour), _number(turn.number)))
    spare = (*map(_thread, view.spare_threads), *map(_number, view.spare_numbers))
    yield OpenRow(say("Reserve"), spare)
    patterns = say_n("{n} pattern", "{n} patterns", view.pattern_deck)
    yield OpenRow(say("Decks"), note=_listed(_actions(view.action_deck), patterns))
    yield OpenRow(say("Discard"), note=_actions(len(view.discard)))


def _actions(cards: int) -> Text:
    return say_n("{n} action", "{n} actions", cards)


def _thread(thread: str) -> Piece:
    return Piece(thread, FACE_NAMES[thread])


def _number(number: int) -> Piece:
    return Piece(str(number), number)


def _player(view: TableView, seat: int) -> OpenPlayer:
    player = view.players[seat]
    return OpenPlayer(
        name=player.name,
        points=_annas(player.annas),
        pieces=tuple(_open_cards(view, player)),
        notes=tuple(_notes(player)),
        to_act=seat == view.to_act,
    )


def _annas(annas: int) -> Text:
    return say_n("{n} anna", "{n} annas", annas)


def _open_cards(view: TableView, player: PlayerView) -> Iterator[Piece]:
    for card in player.claimed:
        pattern = view.deck[card]
        rows = " / ".join(pattern.rows)
        yield Piece(art_of(pattern), say("{annas}: {rows}", annas=pattern.annas, rows=rows))
    if player.anna_cards:
        yield Piece(ANNA, say("victory point"), player.anna_cards)


def _notes(player: PlayerView) -> Iterator[Text]:
    """Yield texts with the number of tokens and cards that a player has."""
    yield say("tokens: {count}", count=player.tokens)
    yield say("actions: {cards}", cards=player.actions)
    yield say("patterns: {cards}", cards=player.patterns)


# The score at the end.


def _score(view: TableView) -> ScoreTable | None:
    if view.outcome is None:
        return None
    names = tuple(player.name for player in view.players)
    return ScoreTable(
        ("", *names), tuple(_lines(view, view.outcome)), _verdict(view.outcome, names)
    )


def _lines(view: TableView, outcome: Outcome) -> Iterator[tuple[Text, ...]]:
    """Yield the lines of the score table; the last line is the sum of the others."""
    players = view.players
    yield say("patterns"), *(player.annas - player.anna_cards for player in players)
    yield say("victory points"), *(player.anna_cards for player in players)
    yield say("Annas"), *outcome.annas


def _verdict(outcome: Outcome, names: tuple[str, ...]) -> Text:
    """Return a text that names the winner (E15)."""
    name, annas = names[outcome.winner], outcome.annas[outcome.winner]
    return say_n("{name} wins with {n} anna.", "{name} wins with {n} annas.", annas, name=name)
