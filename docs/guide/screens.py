"""The device's own pictures for the guide, from moments of one game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from triqueta.games import GamesOfThisTable
from triqueta.games.triqueta.play import LOOK, NEXT, TriquetaPlay
from triqueta.games.triqueta.rules import Proof, Record
from triqueta.screens.frame import picture
from triqueta.screens.phrases import Language
from triqueta.stations.script import magnified
from triqueta.table.events import TABLE, Key, KeyDown, KeyUp, Tick
from triqueta.table.kept import Kept
from triqueta.table.memory import Memory
from triqueta.table.table import Table
from triqueta.table.world import World

GAME = Path(__file__).with_name("game.tqr.json")
MAGNIFIED = 8  # so that no viewer smooths the pixels away
NOTICES_ARE_GONE = 10.0
_SECRET = bytes(32)


@dataclass(frozen=True)
class Moment:
    """So many moves of the game, then entries that are no moves, then keys; one may stay held."""

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
    "end": Moment(107, (NEXT,) * 3),
}


def pictures(language: Language) -> dict[str, Image.Image]:
    game = Record.loads(GAME.read_bytes()).game

    def play(moment: Moment) -> TriquetaPlay:
        entries = (*game.moves[: moment.moves], *moment.entries)
        return TriquetaPlay(game.setup, Proof.of(_SECRET, ""), entries)

    return {name: _shown(moment, play, language) for name, moment in MOMENTS.items()}


def _shown(
    moment: Moment, play: Callable[[Moment], TriquetaPlay], language: Language
) -> Image.Image:
    world = World(games=GamesOfThisTable(), new_secret=lambda: _SECRET)
    table = Table(world, Kept(Memory(language=language)))
    table.go_on(play(moment))
    table.handle(Tick(NOTICES_ARE_GONE))
    for key in moment.press:
        table.handle(KeyDown(TABLE, key, NOTICES_ARE_GONE))
        table.handle(KeyUp(TABLE, key, NOTICES_ARE_GONE))
    if moment.hold is not None:
        table.handle(KeyDown(TABLE, moment.hold, NOTICES_ARE_GONE))
    return magnified(picture(table.frames()[TABLE]), MAGNIFIED)
