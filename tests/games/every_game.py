"""The games that the tests for every game run with, each with what the tests need to know."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random

import pytest

from tests.games.ettana import knowledge as ettana_knowledge
from tests.games.ettana.quick_spec import DECK as QUICK_DECK
from tests.games.sessions import resumed
from tests.games.triqueta.rules.knowledge import exchange_unknown
from tests.table.evening import Evening
from tests.table.test_secrecy import witness_of
from triqueta.games import GROUP, installed_games
from triqueta.games.ettana.rules import Action, SeatView
from triqueta.games.ettana.rules import Setup as EttanaSetup
from triqueta.games.ettana.rules.position import EXCHANGED
from triqueta.games.ettana.session import TRIED
from triqueta.games.triqueta.rules import Setup
from triqueta.games.triqueta.scenes.game import TakePage
from triqueta.games.triqueta.session import GLIMPSE, LOOK, SHOW
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.document import all_of
from triqueta.records.errors import RulesError
from triqueta.records.record import read_setup
from triqueta.records.shuffle import Proof, proof_in, random_cuts
from triqueta.table.scene import Scene
from triqueta.table.session import COACH, ROBOT, TUTORIAL, UNDO, AnySession

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "highcard")
if EXAMPLE not in sys.path:  # worker processes set up their own path
    sys.path.append(EXAMPLE)

HIGH_CARD = EntryPoint("highcard", "highcard:SPEC", GROUP)
AT_HOME = {point.name: point for point in entry_points(group=GROUP)}
QUICK_ETTANA = EntryPoint("ettana", "tests.games.ettana.quick_spec:SPEC", GROUP)
WITH_GUESTS = ("highcard", "ettana")  # games that these tests install specially
MOST_PLAY_ETTANA = 4
KEPT = (0, 0, 0.3, 0.3, 0.6, 0.6, 0.9, 1)  # share of drawn cards that stay the same, per try
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")


@contextmanager
def guests() -> Iterator[None]:
    """Install High Card, and Ettana with quick patterns, while the context is active."""
    with only_games(*{**AT_HOME, "ettana": QUICK_ETTANA}.values(), HIGH_CARD):
        yield


@contextmanager
def only_games(*points: EntryPoint) -> Iterator[None]:
    """Install these games and no others while the context is active."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.metadata.entry_points", lambda group: points)
        installed_games.cache_clear()
        try:
            yield
        finally:
            installed_games.cache_clear()


class Tested(ABC):
    """A game under test, with what the tests need to know about it."""

    game: str
    edition: str
    taken_back = 0.2  # share of moves that are undone, if possible
    has_look = True  # whether secrets are shown at the table while Look is held
    may_be_missing: tuple[str, ...] = ("result",)  # keys that a record can lack
    keys_to_a_move = 1  # approximate number of keys per move, relative to Triqueta
    revealing: tuple[str, ...] = ("",)  # prefixes of entries that show a player something new

    def play(self, players: int, seed: int) -> AnySession:
        proof = self.proof(players, seed)
        return self.begin(
            installed_games().deal(self.game, self.edition, NAMES[:players], 0, proof)
        )

    def proof(self, players: int, seed: int) -> Proof:
        rng = Random(seed)
        return Proof.of(rng.randbytes(32), random_cuts(players, rng))

    def begin(self, session: AnySession) -> AnySession:
        """Apply the entries with which a dealt game begins, for example to seat robots."""
        return session

    def exchanged(
        self, session: AnySession, entries: Sequence[str], viewer: int | None
    ) -> AnySession:
        """Return the game as dealt, but with other secrets where `viewer` does not know them.

        `entries` are the entries that the viewer has seen.
        """
        document = self.exchange(session.document(with_moves=False), entries, viewer, Random(1))
        return self.begin(resumed(document, session.proof))

    def forget(self, evening: Evening) -> None:  # noqa: B027 - most games have none
        """Discard the state that a restart does not restore, for example a cursor."""

    def enter_in_both(self, begun: AnySession, other: AnySession, entry: str) -> None:
        """Apply the same entry to a game and to its copy with other secrets.

        The entry can have another name in the copy.
        """
        begun.apply(entry)
        other.apply(entry)

    def same_move(self, move: str, session: AnySession, other: AnySession) -> str:
        """Return the name that a move has in a game with other secrets."""
        return move

    def notes(self, session: AnySession) -> tuple[str, ...]:
        """Return the entries that are not moves and that players can cause now."""
        return ()

    def is_lost(self, page: Scene) -> bool:
        """Return whether a restart closes a page, because no decision was made on it yet."""
        return isinstance(page, TakePage)

    @abstractmethod
    def exchange(
        self, document: dict[str, object], entries: Sequence[str], viewer: int | None, rng: Random
    ) -> dict[str, object]:
        """Return the document with other secrets where `viewer` can't know them after `entries`.

        With None as the viewer, change what is not known to all players.
        """


class OfTriqueta(Tested):
    game, edition = "triqueta", "shadow"
    revealing = (GLIMPSE, LOOK, SHOW)

    def notes(self, session: AnySession) -> tuple[str, ...]:
        """At the shared station a player who has drawn can glimpse the tile."""
        drawer = session.current_player
        return (GLIMPSE,) if drawer is not None and session.pending_ack(drawer) == LOOK else ()

    def exchange(
        self, document: dict[str, object], entries: Sequence[str], viewer: int | None, rng: Random
    ) -> dict[str, object]:
        setup = read_setup(document, Setup)
        other = exchange_unknown(setup, witness_of(setup, entries).known_to(viewer), rng)
        return {**document, "piles": [list(pile) for pile in other.piles]}


class OfBase(OfTriqueta):
    """The base game, without wolves."""

    edition = "base"


class OfTutorial(OfBase):
    """A tutorial, which shows hints during the game."""

    def begin(self, session: AnySession) -> AnySession:
        return with_hints(session)


class WithCoach(OfTriqueta):
    """A game with a coach, whom players can ask for hints."""

    def begin(self, session: AnySession) -> AnySession:
        return coached(session)


class BaseWithCoach(WithCoach):
    """The base game with a coach."""

    edition = "base"


def coached(session: AnySession) -> AnySession:
    session.apply(COACH)
    return session


def with_hints(session: AnySession) -> AnySession:
    session.apply(TUTORIAL)
    return session


def with_robots(session: AnySession) -> AnySession:
    """Seat robots at the first and the fourth seat."""
    for seat in range(0, len(session.names), 3):
        session.apply(f"{ROBOT} {seat} easy")
    return session


class OfRobots(OfTriqueta):
    """A game with robots."""

    def begin(self, session: AnySession) -> AnySession:
        return with_robots(session)


class OfBaseRobots(OfRobots):
    """The base game with robots."""

    edition = "base"


class OfHighCard(Tested):
    game, edition = "highcard", "highcard"

    def exchange(
        self, document: dict[str, object], entries: Sequence[str], viewer: int | None, rng: Random
    ) -> dict[str, object]:
        hands: list[list[int]] = document["hands"]  # type: ignore[assignment]
        seen = set(played(entries)) | set(hands[viewer] if viewer is not None else ())
        unknown = rng.sample(sorted({*range(1, 21)} - seen), 20 - len(seen))
        other = [[card if card in seen else unknown.pop() for card in hand] for hand in hands]
        return {**document, "hands": other}


class OfZatre(Tested):
    """Zatre, whose only secret is the order of the bag."""

    game, edition = "zatre", "zatre"
    has_look = False
    revealing = (DRAW,)

    def forget(self, evening: Evening) -> None:
        session = evening.table.session
        if session is not None and not session.over:
            evening.table.scene = evening.table.games.scene(evening.table, session)

    def exchange(
        self, document: dict[str, object], entries: Sequence[str], viewer: int | None, rng: Random
    ) -> dict[str, object]:
        bag = str(document["bag"])
        left = self._unseen_after(document, entries)
        unknown = bag[len(bag) - left :]
        return {**document, "bag": bag.removesuffix(unknown) + "".join(rng.sample(unknown, left))}

    def _unseen_after(self, document: dict[str, object], entries: Sequence[str]) -> int:
        """Return how many tiles no player has seen, counted without the views.

        The rules draw when a turn begins, but a turn's tiles are seen when its player draws.
        """
        session = resumed(document, Proof.of(bytes(32), ""))
        assert isinstance(session, ZatreSession)
        drawn = False
        for entry in entries:
            turns = len(session._game.moves)
            session.apply(entry)
            if entry == DRAW or len(session._game.moves) != turns:
                drawn = entry in (DRAW, UNDO)
        return session._game.left_in_bag + (0 if drawn else len(session._game.fresh))


class ZatreWithCoach(OfZatre):
    """Zatre with a coach."""

    def begin(self, session: AnySession) -> AnySession:
        return coached(session)


class OfEttana(Tested):
    """Ettana, with secret hands and decks. Its quick patterns make evenings short."""

    game, edition = "ettana", "ettana"
    revealing = ("*", "buy:action", "buy:pattern", EXCHANGED)
    may_be_missing = ("result", "deck")
    keys_to_a_move = 3

    def play(self, players: int, seed: int) -> AnySession:
        return super().play(min(players, MOST_PLAY_ETTANA), seed)

    def forget(self, evening: Evening) -> None:
        """Discard the place chosen for a needle."""
        session = evening.table.session
        pages = [page for station in evening.table.stations.values() for page in station.pages]
        if session is not None and not session.over and not pages:
            evening.table.scene = evening.table.games.scene(evening.table, session)

    def notes(self, session: AnySession) -> tuple[str, ...]:
        """The current player can name a card without holding it."""
        view = session.view(session.current_player)
        held = view.actions if isinstance(view, SeatView) else tuple(Action)
        return tuple(f"{TRIED} {kind}" for kind in Action if kind not in held)

    def is_lost(self, page: Scene) -> bool:
        return page.bound_to_turn

    def enter_in_both(self, begun: AnySession, other: AnySession, entry: str) -> None:
        by_chance = entry == begun.chance()
        theirs = other.chance() or "" if by_chance else self.same_move(entry, begun, other)
        begun.apply(entry)
        other.apply(theirs)

    def same_move(self, move: str, session: AnySession, other: AnySession) -> str:
        """Return the move with the card at the same position in the other game's pattern deck."""
        word, _, card = move.partition(":")
        if word != EXCHANGED:
            return move
        return f"{word}:{_patterns_of(other)[_patterns_of(session).index(int(card))]}"

    def exchange(
        self, document: dict[str, object], entries: Sequence[str], viewer: int | None, rng: Random
    ) -> dict[str, object]:
        """Exchange as many cards as possible without giving a seat a card it was refused."""
        begun = self._begun(document)
        for entry in entries:
            begun.apply(entry)
        moves = list(all_of(begun.document()["moves"], str, "moves"))
        witness = ettana_knowledge.Witness(
            read_setup(document, EttanaSetup, {"ettana": QUICK_DECK}), moves
        )
        seat = viewer if viewer in range(len(begun.names)) else None
        for kept in KEPT:
            exchanged, _ = ettana_knowledge.exchange_unknown(
                witness, seat, rng, kept=kept, keys=True
            )
            other = exchanged.layout
            cards = {"patterns": [*other.patterns], "actions": [*other.actions]}
            if self._is_possible({**document, **cards}, document, entries):
                return {**document, **cards}
        raise AssertionError("there are always other cards that no player has seen")

    def _is_possible(
        self, other: dict[str, object], document: dict[str, object], entries: Sequence[str]
    ) -> bool:
        begun, theirs = self._begun(document), self._begun(other)
        try:
            for entry in entries:
                self.enter_in_both(begun, theirs, entry)
        except RulesError:
            return False
        return True

    def _begun(self, document: dict[str, object]) -> AnySession:
        return resumed(document, proof_in(document))


def _patterns_of(session: AnySession) -> list[int]:
    """Return the pattern deck in the order in which it was dealt."""
    return list(all_of(session.document(with_moves=False)["patterns"], int, "patterns"))


class OfEttanaRobots(OfEttana):
    """Ettana with robots."""

    taken_back = 0.5  # people make few of the moves

    def begin(self, session: AnySession) -> AnySession:
        return with_robots(session)


class OfZatreRobots(OfZatre):
    """Zatre with robots."""

    taken_back = 0.5  # people make few of the moves

    def begin(self, session: AnySession) -> AnySession:
        return with_robots(session)


def played(entries: Iterable[str]) -> list[int]:
    """Return the cards that were played, including those whose move was undone."""
    return [int(entry[1:]) for entry in entries if entry.startswith("c")]


class OfHighCardRobots(OfHighCard):
    """High Card with robots: the core knows nothing about the game."""

    taken_back = 0.5  # people make few of the moves

    def begin(self, session: AnySession) -> AnySession:
        return with_robots(session)


TESTED = {tested.game: tested for tested in (OfTriqueta(), OfZatre(), OfEttana(), OfHighCard())}
EVERY_WAY = {
    **TESTED,
    "robots of zatre": OfZatreRobots(),
    "robots of ettana": OfEttanaRobots(),
    "tutorial": OfTutorial(),
    "with a coach": WithCoach(),
    "robots": OfRobots(),
    "robots of highcard": OfHighCardRobots(),
}
"""The games under test, also with robots, coach or tutorial."""
COACHED = {
    "with a coach": EVERY_WAY["with a coach"],
    "base with a coach": BaseWithCoach(),
    "zatre with a coach": ZatreWithCoach(),
}
"""The games that have a coach. Ettana has none."""
BY_PEOPLE = {**TESTED, "base": OfBase()}
WITH_ROBOTS = {
    name: EVERY_WAY[name]
    for name in ("robots", "robots of zatre", "robots of ettana", "robots of highcard")
} | {"robots of base": OfBaseRobots()}
