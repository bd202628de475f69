"""Make the guide's pictures of screens, from moments of a recorded game of each of the games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tests.games.sessions import resumed
from triqueta.games import installed_games
from triqueta.games.ettana.rules import is_chance
from triqueta.games.ettana.session import ROLL
from triqueta.games.triqueta.rules import Game, Proof, Record
from triqueta.games.triqueta.session import LOOK, NEXT, TriquetaSession
from triqueta.games.zatre.rules import Game as ZatreGame
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.records.shuffle import proof_in
from triqueta.screens.frame import picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.stations.script import magnified
from triqueta.table.events import KeyDown, KeyUp, Tick
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, Services, TableState
from triqueta.table.table import Table

GAME = Path(__file__).with_name("game.tqr.json")
GAME_OF_ZATRE = Path(__file__).with_name("game.zatre.json")
GAME_OF_ETTANA = Path(__file__).with_name("game.ettana.json")
MAGNIFIED = 8  # so that PDF viewers don't blur the pixels
NOTICES_ARE_GONE = 10.0
_SECRET = bytes(32)


@dataclass(frozen=True)
class Moment:
    """A moment of the recorded game: after some moves, more entries, and keys pressed or held."""

    moves: int
    entries: tuple[str, ...] = ()
    press: tuple[Key, ...] = ()
    hold: Key | None = None


MOMENTS = {
    "turn": Moment(16),
    "hand_over": Moment(17),
    "look": Moment(17, hold=Key.SOFT2),
    "choice": Moment(17, (LOOK,)),
    "row": Moment(18, press=(Key.SOFT1,)),
    "round": Moment(33, (NEXT,)),
    "wolves": Moment(50, hold=Key.SOFT2),
    "end": Moment(107, (NEXT,) * 7),
}

_PUT = (DRAW, "put H8=6", "put H9=6")
_INFO = (Key.SOFT3, Key.PETAL2)
MOMENTS_OF_ZATRE = {
    "cursor": Moment(20, (DRAW,), (Key.SOFT2, Key.SOFT1, Key.SOFT2)),
    "opening": Moment(0),
    "next_place": Moment(21, (DRAW,), (Key.SOFT2,)),
    "too_much": Moment(0, (*_PUT, "put H10=4")),
    "legal": Moment(0, (*_PUT, "put I8=4")),
    "light": Moment(4, (DRAW, "put F10=4")),
    "block": Moment(40, press=(*_INFO, Key.PETAL1)),
    "board": Moment(40, press=(*_INFO, Key.PETAL3)),
    "end": Moment(64),
}

_ACTS = Key.SOFT2
MOMENTS_OF_ETTANA = {
    "turn": Moment(38),
    "roll": Moment(37),
    "move": Moment(39, press=(Key.SOFT1, Key.SOFT2, Key.SOFT2)),
    "swap": Moment(45, press=(Key.SOFT1, Key.SOFT3, Key.PETAL3)),
    "acts": Moment(38, press=(_ACTS,)),
    "hand": Moment(10, press=(_ACTS, Key.PETAL4), hold=Key.SOFT2),
    "pattern": Moment(17, press=(_ACTS, Key.PETAL5), hold=Key.SOFT2),
    "exchange": Moment(29, press=(_ACTS, Key.SOFT3)),
    "end": Moment(113),
}


def pictures(language: Language) -> dict[str, Image.Image]:
    game = Record.loads(GAME.read_bytes(), Game).game

    def play(moment: Moment) -> AnySession:
        entries = (*game.moves[: moment.moves], *moment.entries)
        return TriquetaSession(Game(game.setup), Proof.of(_SECRET, ""), entries)

    return {name: _shown(moment, play, language) for name, moment in MOMENTS.items()}


def pictures_of_zatre(language: Language) -> dict[str, Image.Image]:
    game = Record.loads(GAME_OF_ZATRE.read_bytes(), ZatreGame).game

    def play(moment: Moment) -> AnySession:
        begun = ZatreSession(ZatreGame(game.setup), Proof.of(_SECRET, ""))
        turns = (entry for move in game.moves[: moment.moves] for entry in (DRAW, move))
        for entry in (*turns, *moment.entries):
            begun.apply(entry)
        return begun

    return {name: _shown(moment, play, language) for name, moment in MOMENTS_OF_ZATRE.items()}


def pictures_of_ettana(language: Language) -> dict[str, Image.Image]:
    record = installed_games().load(GAME_OF_ETTANA.read_bytes())

    def play(moment: Moment) -> AnySession:
        begun = resumed(record.document(), proof_in(record.extra))
        for move in record.moves[: moment.moves]:
            if is_chance(move) and begun.chance() is None:
                begun.apply(ROLL)
            begun.apply(move)
        return begun

    return {name: _shown(moment, play, language) for name, moment in MOMENTS_OF_ETTANA.items()}


def _shown(
    moment: Moment, play: Callable[[Moment], AnySession], language: Language
) -> Image.Image:
    services = Services(
        games=installed_games(), new_secret=lambda: _SECRET, new_seat_key=lambda: _SECRET
    )
    table = Table(services, TableState(Preferences(language=language)))
    table.go_on(play(moment))
    table.handle(Tick(NOTICES_ARE_GONE))
    for key in moment.press:
        table.handle(KeyDown(TABLE, key, NOTICES_ARE_GONE))
        table.handle(KeyUp(TABLE, key, NOTICES_ARE_GONE))
    if moment.hold is not None:
        table.handle(KeyDown(TABLE, moment.hold, NOTICES_ARE_GONE))
    return magnified(picture(table.frames()[TABLE]), MAGNIFIED)
