"""`triqueta script`: run a text file of key presses, and take pictures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError, file_error, os_reason
from triqueta.cli.record_files import read_record
from triqueta.records.errors import ProofError
from triqueta.records.proof import Proof, proof_in
from triqueta.records.record import GameRecord

if TYPE_CHECKING:
    from triqueta.table.table import Table

HELP = "run a script of key presses against a virtual table, and take pictures"
# A script is for pictures and tests: the same keys deal the same tiles.
_SECRET = bytes(32)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the script")
    parser.add_argument("--deal", metavar="RECORD", help="start at the first turn of this game")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path(), help="where pictures go"
    )
    parser.add_argument("--frames", action="store_true", help="save every picture there is")


def run(args: Namespace) -> int:
    from triqueta.stations.script import (  # noqa: PLC0415 - Pillow, for this command only
        ScriptError,
        ScriptRunner,
        read_script,
    )

    deal = args.deal
    try:
        runner = ScriptRunner(lambda time: _table(deal, time), args.out, frames=args.frames)
        runner.run(read_script(args.file))
    except ScriptError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise file_error(error.filename or args.out, os_reason(error)) from None
    return 0


def _table(deal: str | None, time: float) -> Table:
    from triqueta.games import GamesOfThisTable, game  # noqa: PLC0415
    from triqueta.screens.phrases import Language  # noqa: PLC0415
    from triqueta.table.kept import Kept  # noqa: PLC0415
    from triqueta.table.memory import Memory  # noqa: PLC0415
    from triqueta.table.table import Table  # noqa: PLC0415
    from triqueta.table.world import World  # noqa: PLC0415

    memory = Memory(language=Language.ENGLISH if deal else None)
    world = World(games=GamesOfThisTable(), new_secret=lambda: _SECRET)
    table = Table(world, Kept(memory), time=time)
    if deal is not None:
        record = read_record(deal)
        table.go_on(game(record.game).play(record.document(), _proof(record)))
    return table


def _proof(record: GameRecord) -> Proof:
    """Its own, or else one that can be shown, though it proves nothing."""
    try:
        return proof_in(record.extra)
    except ProofError:
        return Proof.of(_SECRET, "")
