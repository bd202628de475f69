"""Who has seen which card, worked out from the moves alone and apart from the views.

A pattern card is told by its id. An action card is told by its place in the deck it came from: the
one that was dealt, or a later one, shuffled of the discard.
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
    """One that names action cards: how it begins, and which they are."""

    begins: str
    cards: tuple[int, ...]


class Witness:
    """Watches a game, card by card, and notes who sees what."""

    def __init__(self, setup: Setup, moves: Sequence[str]) -> None:
        seats = range(len(setup.players))
        self.setup = setup
        self.kinds: list[Action] = []  # of each card
        self.decks: list[list[int]] = []  # the dealt one, and those shuffled later
        self.drawn: set[int] = set()
        self.alike: set[int] = set()  # held beside a card of the same kind that was played
        self.moves: list[str | SecretMove] = []
        self._game = Game(setup)
        self._seen: dict[int | None, set[int]] = {seat: set() for seat in (None, *seats)}
        self._patterns: dict[int | None, set[int]] = {seat: set() for seat in (None, *seats)}
        self._hands: list[list[int]] = [[] for _ in seats]
        self._deck = self._new_deck(setup.actions)
        for move in moves:
            self._play(move)

    def known_to(self, seat: int | None) -> set[int]:
        """The action cards that a seat has seen; with None, those that everybody has."""
        return self._seen[seat]

    def patterns_known_to(self, seat: int | None) -> set[int]:
        return self._patterns[seat] | self._patterns[None]

    @property
    def patterns_drawn(self) -> list[int]:
        """Those that somebody has seen."""
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
        """Of two of a kind the first got leaves a hand first."""
        card = next(card for card in self._hands[seat] if self.kinds[card] == kind)
        self._hands[seat].remove(card)
        return card

    def _stolen(self, move: str, victim: int, thief: int) -> int:
        card = self._taken_from(victim, move.removeprefix(CHANCE))
        self._hands[thief].append(card)
        self._seen[thief].add(card)
        return card

    def _draw(self, seat: int, *, dealt: bool) -> None:
        """What has left the deck: into a hand, or open as a victory point."""
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
    """The same game with all cards exchanged that a seat, or everybody, does not know.

    Some of those in hands may be kept: 1 leaves all of them, and exchanges those in decks. For
    `keys`, those that somebody may have pointed at stay as well: of two of a kind the first one
    is played, whichever it was.
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
    """Victory points stay in the deck, as those drawn lie open; else any card may be any."""
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
