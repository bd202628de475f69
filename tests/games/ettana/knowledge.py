"""A record of which player has seen which card, derived from the moves and not from the views.

A pattern card is identified by its id. An action card is identified by its position in the deck
that it came from: the dealt deck, or a later one reshuffled from the discard pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from triqueta.games.ettana.rules import Action, Game, Setup
from triqueta.games.ettana.rules.chance import SHUFFLED
from triqueta.games.ettana.rules.position import Phase
from triqueta.records.game import CHANCE


@dataclass(frozen=True)
class SecretMove:
    """A move that names action cards: its prefix and the cards."""

    begins: str
    cards: tuple[int, ...]


class Witness:
    """An observer of a game that notes who sees which card."""

    def __init__(self, setup: Setup, moves: Sequence[str]) -> None:
        seats = range(len(setup.players))
        self.setup = setup
        self.kinds: list[Action] = []  # the kind of each card
        self.decks: list[list[int]] = []  # the dealt deck, then the reshuffled ones
        self.drawn: set[int] = set()
        self.alike: set[int] = set()  # held when another card of the same kind was played
        self.moves: list[str | SecretMove] = []
        self._game = Game(setup)
        self._seen: dict[int | None, set[int]] = {seat: set() for seat in (None, *seats)}
        self._patterns: dict[int | None, set[int]] = {seat: set() for seat in (None, *seats)}
        self._hands: list[list[int]] = [[] for _ in seats]
        self._deck = self._new_deck(setup.actions)
        for move in moves:
            self._play(move)

    def known_to(self, seat: int | None) -> set[int]:
        """Return the action cards that a seat, or with None every player, has seen."""
        return self._seen[seat]

    def patterns_known_to(self, seat: int | None) -> set[int]:
        return self._patterns[seat] | self._patterns[None]

    @property
    def patterns_drawn(self) -> list[int]:
        """The pattern cards that at least one player has seen."""
        return sorted(set().union(*self._patterns.values()))

    def _new_deck(self, kinds: Sequence[Action]) -> list[int]:
        first = len(self.kinds)
        self.kinds.extend(kinds)
        self.decks.append(list(range(first, len(self.kinds))))
        return list(self.decks[-1])

    def _play(self, move: str) -> None:
        at = self._game.position
        seat, phase, victim = at.seat, at.phase, at.pending
        started, discard = at.starter is not None, at.discard
        self._game.play(move)
        self.moves.append(move)
        if phase is Phase.SHUFFLE:
            kinds = map(Action, move.removeprefix(SHUFFLED).split(","))
            self._deck = self._new_deck(tuple(kinds))
            self.moves[-1] = SecretMove(SHUFFLED, tuple(self.decks[-1]))
        elif phase is Phase.STEAL:
            self.moves[-1] = SecretMove(CHANCE, (self._stolen(move, victim, seat),))
        elif len(at.discard) > len(discard):
            self._show(self._taken_from(seat, at.discard[-1]))
            same = [card for card in self._hands[seat] if self.kinds[card] == at.discard[-1]]
            self.alike.update(same)
        self._draw(seat, dealt=not started and at.starter is not None)
        self._look_at_patterns()

    def _taken_from(self, seat: int, kind: str) -> int:
        """Remove the oldest card of this kind from a hand and return it."""
        card = next(card for card in self._hands[seat] if self.kinds[card] == kind)
        self._hands[seat].remove(card)
        return card

    def _stolen(self, move: str, victim: int, thief: int) -> int:
        card = self._taken_from(victim, move.removeprefix(CHANCE))
        self._hands[thief].append(card)
        self._seen[thief].add(card)
        return card

    def _draw(self, seat: int, *, dealt: bool) -> None:
        """Note the cards that have left the deck, into a hand or face up as a victory point."""
        at = self._game.position
        seats = [(at.seat + place) % len(at.hands) for place in range(len(at.hands))]
        for drawer in seats if dealt else [seat]:
            if len(self._deck) == len(at.action_deck):
                return
            card = self._deck.pop(0)
            self.drawn.add(card)
            if self.kinds[card] is Action.ANNA:
                self._show(card)
            else:
                self._hands[drawer].append(card)
                self._seen[drawer].add(card)

    def _show(self, card: int) -> None:
        for known in self._seen.values():
            known.add(card)

    def _look_at_patterns(self) -> None:
        for seat, hand in enumerate(self._game.position.hands):
            self._patterns[seat].update(hand.patterns)
            self._patterns[None].update(hand.claimed)


def exchange_unknown(
    witness: Witness, seat: int | None, rng: Random, *, kept: float = 0, keys: bool = False
) -> tuple[Setup, list[str]]:
    """Return the same game with other cards in place of those that a seat does not know.

    With None as the seat, cards change that are not known to all players.

    `kept` is the share of the drawn cards that stay the same: with 1, only cards in decks change.
    With `keys`, cards stay the same if the same kind was played from that hand, because pressing
    the same keys must choose the same card.
    """
    stay = {card for card in witness.drawn if rng.random() < kept}
    known = witness.known_to(seat) | stay | (witness.alike if keys else set())
    dealt = [card for card in witness.patterns_drawn if rng.random() < kept]
    kinds = _other_kinds(witness, known, rng)
    patterns = _other_patterns(witness, witness.patterns_known_to(seat) | {*dealt}, rng)
    layout = replace(
        witness.setup.layout,
        actions=tuple(str(kinds[card]) for card in witness.decks[0]),
        patterns=tuple(patterns[card] for card in witness.setup.layout.patterns),
    )
    moves = [_other_move(move, kinds, patterns) for move in witness.moves]
    return replace(witness.setup, layout=layout), moves


def _other_kinds(witness: Witness, known: set[int], rng: Random) -> list[Action]:
    """Return the kind of each card after shuffling those that are not known.

    Drawn victory points lie face up, so those in the deck change places only with cards in the
    deck.
    """
    kinds = list(witness.kinds)
    for deck in witness.decks:
        unknown = [card for card in deck if card not in known]
        _shuffle(kinds, [card for card in unknown if kinds[card] is not Action.ANNA], rng)
        _shuffle(kinds, [card for card in unknown if card not in witness.drawn], rng)
    return kinds


def _shuffle(kinds: list[Action], cards: list[int], rng: Random) -> None:
    others = [kinds[card] for card in cards]
    rng.shuffle(others)
    for card, kind in zip(cards, others, strict=True):
        kinds[card] = kind


def _other_patterns(witness: Witness, known: set[int], rng: Random) -> dict[int, int]:
    cards = witness.setup.layout.patterns
    unknown = sorted({*cards} - known)
    return {card: card for card in cards} | dict(
        zip(unknown, rng.sample(unknown, len(unknown)), strict=True)
    )


def _other_move(move: str | SecretMove, kinds: list[Action], patterns: dict[int, int]) -> str:
    if isinstance(move, SecretMove):
        return move.begins + ",".join(kinds[card] for card in move.cards)
    verb, _, card = move.partition(":")
    return f"{verb}:{patterns[int(card)]}" if verb == "exchange" else move
