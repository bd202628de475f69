"""The registry of the games that can be played at a table, imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
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
    from triqueta.table.drawn_rules import DrawnRules
    from triqueta.table.scene import Scene
    from triqueta.table.table import Table


class Loader:
    """A cache of imported models and UIs, shared by all registries derived from the same one.

    `locks` has a lock for each game if several threads load games.
    """

    def __init__(self) -> None:
        self.locks: dict[str, AbstractContextManager[object]] = {}
        self._loaded: dict[str, Any] = {}

    def load(self, spec: GameSpec, path: str) -> Any:
        """Return the object at a path ("package.module:NAME"), importing it on first use.

        If the game has a lock, import its model and its UI together.
        """
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
    """The games of a table by id. The first one is the table's main game.

    Iterating yields the specs. The model and the UI of a game are imported on first use.
    """

    def __init__(self, specs: Iterable[GameSpec], loader: Loader | None = None) -> None:
        self.specs: Mapping[str, GameSpec] = {spec.id: spec for spec in specs}
        self._loader = loader or Loader()

    def __reduce__(self) -> tuple[type[Registry], tuple[list[GameSpec]]]:
        """Pickle only the specs: a robot's process imports the models that it needs."""
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
        """The table's main game."""
        return next(iter(self))

    @cached_property
    def editions(self) -> tuple[GameEdition, ...]:
        """All editions of all games, those of the main game first."""
        return tuple(edition for spec in self for edition in spec.editions)

    def edition(self, id_: str, name: str) -> GameEdition | None:
        """Return the edition of a game by its name in records, or None if it is not installed."""
        editions = self[id_].editions if id_ in self else ()
        return next((edition for edition in editions if edition.name == name), None)

    def suffix(self, id_: str) -> str:
        """Return the suffix of a game's record files. The game need not be installed."""
        return (id_ in self and self[id_].suffix) or f".{id_}.json"

    def tutorial(self) -> Tutorial | None:
        """Return the tutorial of the first game that has one, or None."""
        return next((spec.tutorial for spec in self if spec.tutorial), None)

    def with_decks(self, files: Mapping[str, bytes]) -> Registry:
        """Return a registry in which each custom deck is an additional edition of its game.

        `files` maps the name of each deck to the content of its file.
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
        """Return a registry in which a custom deck replaces the usual deck of one game.

        `content` is the content of the deck's file. Raise RecordError if the game does not
        support custom decks.
        """
        spec, reader = self[id_], self.model(id_).deck_reader
        if reader is None:
            raise RecordError(f"{spec.title} does not support custom decks")
        changed = replace(spec, decks={spec.editions[0].name: reader.read(content)})
        return Registry([changed if each is spec else each for each in self], self._loader)

    # Loading.

    def model(self, id_: str) -> AnyModel:
        """Return the model of a game, or raise KeyError if there is no game with this id."""
        model: AnyModel = self._loader.load(self[id_], self[id_].model)
        return model

    def ui(self, id_: str) -> AnyUI:
        """Return the UI of a game, or raise KeyError if there is no game with this id."""
        ui: AnyUI = self._loader.load(self[id_], self[id_].ui)
        return ui

    def load_whole_games(self, new_lock: Callable[[], AbstractContextManager[object]]) -> None:
        """Make loading safe for threads. `new_lock` must return a new reentrant lock.

        From now on the first thread that needs a game loads both its model and its UI, and other
        threads wait. Without this, two threads that import modules of the same package can
        deadlock, for which Python raises an error.
        """
        self._loader.locks = {id_: new_lock() for id_ in self.specs}

    # Sessions.

    def deal(
        self, id_: str, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> AnySession:
        """Return a new session, dealt from the sealed shuffle.

        `seat` is the answer to the game's `seat_question`, or None if it has none.
        """
        model, source = self.model(id_), Deal(edition, names, seat, proof, self[id_].decks)
        return model.session(model.game(model.game.SETUP.deal(source)), proof)

    def resume(self, record: AnyRecord, proof: Proof | None = None) -> AnySession:
        """Return a session with the deal of a record and no entries yet.

        `proof` is by default the one in the record. If the record has none, a placeholder that
        proves nothing takes its place.
        """
        proof = proof or _proof_of(record)
        return self.model(record.game_id).session(record.as_dealt(), proof)

    def scene(self, table: Table, session: AnySession) -> Scene:
        """Return the scene for the current state of a session, new or resumed."""
        return self.ui(session.game_id).scene(table, session)

    def dealing(self, id_: str, moment: float, remark: Text) -> Screen:
        """Return the picture of a game's deal at a moment between 0.0 and 1.0.

        `remark` is a line about who starts.
        """
        return self.ui(id_).dealing(moment, remark)

    def interrupted(self, session: AnySession) -> Text:
        """Return a title that says where a session was interrupted."""
        return session.interrupted() or self[session.game_id].title

    def rules(self, id_: str) -> tuple[Screen, ...]:
        """Return the summary of a game's rules as a sequence of screens."""
        return self.ui(id_).rules()

    def art(self, id_: str, piece: str) -> Image | None:
        """Return the drawing of a piece for spectators, or None if there is none.

        `piece` is the name of the drawing, `Piece.art`.
        """
        return self.ui(id_).art(piece) if id_ in self else None

    def sheet(self, id_: str) -> bytes | None:
        """Return the SVG file with all drawings of a game, or None if there is none."""
        file = self.ui(id_).sheet if id_ in self else None
        return None if file is None else _content(file)

    def drawn_rules(self, id_: str) -> DrawnRules | None:
        """Return the rules of a game with drawings, or None if it has only its screens."""
        draw = self.ui(id_).drawn_rules
        return None if draw is None else draw()

    # Records.

    def load(self, text: str | bytes) -> AnyRecord:
        """Parse a record, replay it and return it.

        Raise RecordError, which says what is wrong with the record, and where.
        """
        return self.read(parse(text))

    def read(self, document: dict[str, object]) -> AnyRecord:
        """Replay a record that is already parsed, and return it. See `load`."""
        spec = self.spec_of(document)
        for seat, name in enumerate(read(document, "players", list), start=1):
            checked(name, str, f"player {seat}")
        try:
            return Record.read(document, self.model(spec.id).game, spec.decks)
        except RulesError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A bug in a game must not stop a command or a rescue that reads many records.
            raise RecordError(f"{spec.title} can't read the record: {error}") from None

    def spec_of(self, document: dict[str, object]) -> GameSpec:
        """Return the spec that matches a record's format, or raise UnknownGameError."""
        found = read(document, "format", str)
        for spec in self:
            if spec.record_format == found:
                return spec
        *most, last = (f'"{spec.record_format}"' for spec in self)
        known = f"{', '.join(most)} or {last}" if most else last
        raise UnknownGameError(f'format: "{found}" instead of {known}')

    def of_codes(self, text: str) -> GameSpec | None:
        """Return the spec of the game whose QR codes a text contains, or None."""
        for spec in self:
            if spec.code_prefix and text.startswith(spec.code_prefix):
                return spec
        return None

    def load_codes(self, id_: str, text: str) -> AnyRecord:
        """Return the record in the lines of a game's scanned QR codes, or raise RecordError."""
        codec = self.model(id_).codec
        if codec is None:
            raise RecordError(f"{self[id_].title} does not support QR codes")
        return codec.read(text, self[id_].decks)

    def codes(self, session: AnySession) -> list[str]:
        """Return the lines of the QR codes that prove a session's deal.

        The list is empty if the game has no codec.
        """
        codec = self.model(session.game_id).codec
        return [] if codec is None else codec.write(session.record())

    def random_game(
        self, id_: str, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> AnyRecord:
        """Return the record of a finished game with random moves.

        It uses the rules without a session, which is fast enough for thousands of games.
        """
        model, spec = self.model(id_), self[id_]
        seat = rng.randrange(len(names)) if spec.seat_question else None
        game = model.game(model.game.SETUP.deal(Deal(edition, names, seat, proof, spec.decks)))
        play_at_random(game, proof, rng)
        return Record(game, {"proof": proof.document()})

    # Robots and the coach.

    def robot(self, id_: str, level: str, clock: Clock) -> Robot[Any]:
        """Return the robot of a level or a yardstick, or raise KeyError if there is none."""
        if level == RANDOM:
            return RandomRobot()
        return self.model(id_).robots[level](clock)

    def load_robots(self, id_: str) -> None:
        """Import everything that the robots of a game need, so that the first move is not slow."""
        for level in self[id_].robot_levels:
            self.robot(id_, level, float)  # as a clock, float() always returns 0

    def think(self, request: MoveRequest, clock: Clock) -> str:
        """Return the move that the requested robot chooses.

        The robot can take its time. It reads `clock` to find out when to stop.
        """
        robot = self.robot(request.game_id, request.level, clock)
        return robot.choose(request.view, request.moves, Random(request.seed))

    def fallback(self, request: MoveRequest) -> MoveRequest:
        """Return the same request for a robot that answers immediately.

        This is the game's `quick_level`, or the requested level if that is weaker.
        """
        spec = self[request.game_id]
        levels = spec.robot_levels or (RANDOM,)
        quick = spec.quick_level or levels[0]
        if request.level in levels:  # a saved game can name a level that no longer exists
            quick = min(request.level, quick, key=levels.index)
        return replace(request, level=quick)

    def coach(self, id_: str) -> AnyCoach | None:
        """Return the coach of a game, or None if it has none."""
        make = self.model(id_).coach
        return make and make()

    def review(self, record: AnyRecord, coach: AnyCoach) -> Review:
        """Return a review of a recorded game, which the coach computes as you iterate over it."""
        return Review(coach, self.resume(record), record.moves, record.result)

    def decisions(self, session: AnySession) -> Iterator[Decision]:
        """Yield the decisions of a finished game, each judged by the coach when you ask for it."""
        coach = self.coach(session.game_id)
        if coach is not None:
            yield from self.review(session.record(), coach).decisions()


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()


def _proof_of(record: AnyRecord) -> Proof:
    try:
        return proof_in(record.extra)
    except ProofError:
        return Proof.of(bytes(SECRET_BYTES), "")
