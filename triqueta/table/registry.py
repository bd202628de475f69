"""The registry: the games that can be played at a table, loaded when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from pkgutil import resolve_name
from random import Random
from typing import TYPE_CHECKING, Any

from triqueta.records.document import checked, parse, read
from triqueta.records.errors import (
    ProofError,
    RecordError,
    RulesError,
    UnknownGameError,
)
from triqueta.records.game import Deal, play_at_random
from triqueta.records.record import AnyRecord, Record
from triqueta.records.shuffle import SECRET_BYTES, Proof, proof_in
from triqueta.screens.screen import Screen
from triqueta.table.coach import AnyCoach, Decision, Review
from triqueta.table.robots import RANDOM, Clock, RandomRobot, Robot
from triqueta.table.session import AnySession, MoveRequest
from triqueta.table.spec import (
    AnyModel,
    AnyUI,
    GameEdition,
    GameSpec,
    Tutorial,
    check_model,
)

if TYPE_CHECKING:
    from PIL.Image import Image

    from triqueta.screens.phrases import Text
    from triqueta.table.scene import Scene
    from triqueta.table.table import Table


class Loader:
    """Imports models and UIs once, for all registries that were derived from one."""

    def __init__(self) -> None:
        self.locks: dict[str, AbstractContextManager[object]] = {}
        self._loaded: dict[str, Any] = {}

    def load(self, spec: GameSpec, path: str) -> Any:
        """Return the object that a path names; with locks, load the whole game."""
        if path not in self._loaded:
            with self.locks.get(spec.id, nullcontext()):
                paths = (spec.model, spec.ui) if spec.id in self.locks else (path,)
                self._loaded |= {each: self._resolved(spec, each) for each in paths}
        return self._loaded[path]

    def _resolved(self, spec: GameSpec, path: str) -> Any:
        found = resolve_name(path)
        if path == spec.model:
            check_model(spec, found)
        return found


class Registry:
    """The games of a table by their ids; the first one is the table's own.

    A game's model and UI are imported when they are first asked for.
    """

    def __init__(self, specs: Iterable[GameSpec], loader: Loader | None = None) -> None:
        self.specs: Mapping[str, GameSpec] = {spec.id: spec for spec in specs}
        self._loader = loader or Loader()

    def __reduce__(self) -> tuple[type[Registry], tuple[list[GameSpec]]]:
        """Robots' processes get the specs alone, and load what they need themselves."""
        return Registry, (list(self),)

    # Specs.

    def __getitem__(self, id_: str) -> GameSpec:
        return self.specs[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.specs

    def __iter__(self) -> Iterator[GameSpec]:
        return iter(self.specs.values())

    @property
    def own(self) -> GameSpec:
        """The table's own game."""
        return next(iter(self))

    @cached_property
    def editions(self) -> tuple[GameEdition, ...]:
        """Everything that can be played, the table's own game first."""
        return tuple(edition for spec in self for edition in spec.editions)

    def edition(self, id_: str, name: str) -> GameEdition | None:
        """Return the edition that a record names, or None if it is not known here."""
        editions = self[id_].editions if id_ in self else ()
        return next((edition for edition in editions if edition.name == name), None)

    def suffix(self, id_: str) -> str:
        """Return the suffix of a game's record files, also of a game that is not known here."""
        return (id_ in self and self[id_].suffix) or f".{id_}.json"

    def tutorial(self) -> Tutorial | None:
        """Return a first game with hints, if one of the games has one."""
        return next((spec.tutorial for spec in self if spec.tutorial), None)

    def with_decks(self, files: Mapping[str, bytes]) -> Registry:
        """Return these games with owners' decks, whose file contents are given by name.

        Each deck is an edition of its own.
        """
        return Registry([self._with_decks(spec, files) for spec in self], self._loader)

    def _with_decks(self, spec: GameSpec, files: Mapping[str, bytes]) -> GameSpec:
        reader = self.model(spec.id).deck_reader if spec.has_decks and files else None
        if reader is None:
            return spec
        editions = {name: reader.edition(name) for name in files}
        decks = {editions[name].name: reader.read(content) for name, content in files.items()}
        return replace(spec, editions=(*spec.editions, *editions.values()), decks=decks)

    def with_only_deck(self, id_: str, content: bytes) -> Registry:
        """Return these games, one of which is played with an owner's deck in place of its own."""
        spec, reader = self[id_], self.model(id_).deck_reader
        if reader is None:
            raise RecordError(f"{spec.title} is played without a deck of the owner's")
        changed = replace(spec, decks={spec.editions[0].name: reader.read(content)})
        return Registry([changed if each is spec else each for each in self], self._loader)

    # Loading.

    def model(self, id_: str) -> AnyModel:
        """Return a game's model; KeyError if there is no game of this id."""
        model: AnyModel = self._loader.load(self[id_], self[id_].model)
        return model

    def ui(self, id_: str) -> AnyUI:
        """Return a game's UI; KeyError if there is no game of this id."""
        ui: AnyUI = self._loader.load(self[id_], self[id_].ui)
        return ui

    def load_whole_games(self, new_lock: Callable[[], AbstractContextManager[object]]) -> None:
        """From now on load model and UI of a game together, in the first thread that needs one.

        Other threads wait until both are loaded. Otherwise two threads that import modules of one
        package at the same time could each wait for the other, and Python raises an error then.
        `new_lock` returns a reentrant lock.
        """
        self._loader.locks = {id_: new_lock() for id_ in self.specs}

    # Sessions.

    def deal(
        self, id_: str, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> AnySession:
        """Return a new game, dealt from the sealed shuffle; `seat` answers the game's question."""
        model, source = self.model(id_), Deal(edition, names, seat, proof, self[id_].decks)
        return model.session(model.game(model.game.SETUP.deal(source)), proof)

    def resume(self, record: AnyRecord, proof: Proof | None = None) -> AnySession:
        """Return the game of a record as it was dealt, before any entry.

        A record without a proof gets one that proves nothing, unless `proof` is given.
        """
        proof = proof or _proof_of(record)
        return self.model(record.game_id).session(record.as_dealt(), proof)

    def scene(self, table: Table, session: AnySession) -> Scene:
        """Return the scene where a session stands, new or interrupted."""
        return self.ui(session.game_id).scene(table, session)

    def opening(self, table: Table, session: AnySession) -> Scene:
        """Return the scene that a new game begins with."""
        ui = self.ui(session.game_id)
        return (ui.opening or ui.scene)(table, session)

    def interrupted(self, session: AnySession) -> Text:
        """Return where a session was interrupted, as a title."""
        return session.interrupted() or self[session.game_id].title

    def rules(self, id_: str) -> tuple[Screen, ...]:
        """Return the rules of a game in short, a screen each."""
        return self.ui(id_).rules()

    def art(self, id_: str, piece: str) -> Image | None:
        """Return the drawing of a piece for spectators, or None if there is none."""
        return self.ui(id_).art(piece) if id_ in self else None

    # Records.

    def load(self, text: str | bytes) -> AnyRecord:
        """Read a record and replay it; RecordError says where it is wrong, and why."""
        return self.read(parse(text))

    def read(self, document: dict[str, object]) -> AnyRecord:
        """Replay a record that has been parsed already, like `load`."""
        spec = self.spec_of(document)
        for seat, name in enumerate(read(document, "players", list), start=1):
            checked(name, str, f"player {seat}")
        try:
            return Record.read(document, self.model(spec.id).game, spec.decks)
        except RulesError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A rescue or a command goes on, whatever is odd about one record.
            raise RecordError(f"{spec.title} can't read it: {error}") from None

    def spec_of(self, document: dict[str, object]) -> GameSpec:
        """Return the game of a record by its format; UnknownGameError if it is not known here."""
        found = read(document, "format", str)
        for spec in self:
            if spec.record_format == found:
                return spec
        known = " or ".join(f'"{spec.record_format}"' for spec in self)
        raise UnknownGameError(f'format: "{found}" instead of {known}')

    def of_codes(self, text: str) -> GameSpec | None:
        """Return the game whose lines for QR codes these are, or None."""
        for spec in self:
            if spec.code_prefix and text.startswith(spec.code_prefix):
                return spec
        return None

    def load_codes(self, id_: str, text: str) -> AnyRecord:
        """Return the record in lines that were scanned from QR codes of a game."""
        codec = self.model(id_).codec
        if codec is None:
            raise RecordError(f"there are no codes of {self[id_].title}")
        return codec.read(text, self[id_].decks)

    def codes(self, session: AnySession) -> list[str]:
        """Return all that proves a game's chance, in lines small enough for QR codes."""
        codec = self.model(session.game_id).codec
        return [] if codec is None else codec.write(session.record())

    def random_game(
        self, id_: str, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> AnyRecord:
        """Return a whole game of players who choose at random.

        It is played by the rules alone, without a session: thousands are played so.
        """
        model, spec = self.model(id_), self[id_]
        seat = rng.randrange(len(names)) if spec.seat_question else None
        game = model.game(model.game.SETUP.deal(Deal(edition, names, seat, proof, spec.decks)))
        play_at_random(game, proof, rng)
        return Record(game, {"proof": proof.document()})

    # Robots and the coach.

    def robot(self, id_: str, level: str, clock: Clock) -> Robot[Any]:
        """Return the robot of a level, or a yardstick; KeyError if there is none of that name."""
        if level == RANDOM:
            return RandomRobot()
        return self.model(id_).robots[level](clock)

    def load_robots(self, id_: str) -> None:
        """Load everything that the robots of a game need, so that no move waits for it."""
        for level in self[id_].robot_levels:
            self.robot(id_, level, float)  # a clock that stands still

    def think(self, request: MoveRequest, clock: Clock) -> str:
        """Return the move that a robot chooses; it may take its time, by the clock."""
        robot = self.robot(request.game_id, request.level, clock)
        return robot.choose(request.view, request.moves, Random(request.seed))

    def fallback(self, request: MoveRequest) -> MoveRequest:
        """Return the same request for the best robot that answers at once."""
        spec = self[request.game_id]
        levels = spec.robot_levels or (RANDOM,)
        quick = spec.quick_level or levels[0]
        if request.level in levels:  # a saved game may name one that is not there any more
            quick = min(request.level, quick, key=levels.index)
        return replace(request, level=quick)

    def coach(self, id_: str) -> AnyCoach | None:
        """Return the game's coach, for hints and reviews, if it has one."""
        make = self.model(id_).coach
        return make and make()

    def review(self, record: AnyRecord, coach: AnyCoach) -> Review:
        """Return the review of a game, which is computed step by step."""
        return Review(coach, self.resume(record), record.moves, record.result)

    def decisions(self, session: AnySession) -> Iterator[Decision]:
        """Return what was decided in a game that is over, computed while you iterate."""
        coach = self.coach(session.game_id)
        if coach is not None:
            yield from self.review(session.record(), coach).decisions()


def _proof_of(record: AnyRecord) -> Proof:
    try:
        return proof_in(record.extra)
    except ProofError:
        return Proof.of(bytes(SECRET_BYTES), "")
