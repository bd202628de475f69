"""`triqueta stats`: what the finished games say about their players."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from triqueta.cli.failures import CommandError, file_error, one_line, os_reason
from triqueta.cli.journal_argument import add_journal_argument, history_path
from triqueta.cli.journals import is_nothing_saved, opened

if TYPE_CHECKING:
    from triqueta.journal.statistics import PlayerStatistics, Statistics

HELP = "per player: games, wins, scores, triquetas, penalties, and what kept tiles brought"
_COLUMNS = ("games", "wins", "average", "best", "triquetas", "penalties", "kept", "shadow")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--plot", metavar="FILE.png", type=Path, help="draw it")
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    if args.plot is not None and args.plot.suffix != ".png":
        raise file_error(args.plot, "--plot draws PNG pictures: FILE.png")
    found = _added_up(history_path(args))
    if args.plot is not None:
        _plot(args.plot, found.players)
    if args.json:
        print(json.dumps(found.document(), ensure_ascii=False))
    elif args.plot is None:
        _print_table(found)
    return 0


def _added_up(path: Path) -> Statistics:
    from triqueta.journal.statistics import statistics_of  # noqa: PLC0415
    from triqueta.journal.summaries import read_summaries  # noqa: PLC0415

    if is_nothing_saved(path):
        return statistics_of([])
    with opened(path) as connection:
        return statistics_of(game for _, game in read_summaries(connection))


def _print_table(found: Statistics) -> None:
    games, players = found.games, found.players
    if not players:
        print("No finished games yet.")
        return
    print("1 finished game" if games == 1 else f"{games} finished games")
    width = max(6, *(len(one_line(player.name)) for player in players))
    print(f"{'':{width}}" + "".join(f"{column:>11}" for column in _COLUMNS))
    for player in players:
        print(f"{one_line(player.name):{width}}" + "".join(f"{c:>11}" for c in _cells(player)))
    print("penalties: animals with more than three tiles (points lost by them)")
    print("kept, shadow: tiles kept (points they brought)")


def _cells(player: PlayerStatistics) -> tuple[object, ...]:
    counts = player.counts
    return (
        player.games,
        player.wins,
        f"{player.average:.1f}",
        player.best,
        counts["triquetas"],
        f"{counts['penalties']} ({counts['penalty_points']})",
        f"{counts['kept']} ({counts['kept_points']:+})",
        f"{counts['shadow']} ({counts['shadow_points']:+})",
    )


def _plot(file: Path, players: Sequence[PlayerStatistics]) -> None:
    if not players:
        raise CommandError("triqueta stats: there are no finished games to draw")
    try:
        from triqueta.cli.plot import draw  # noqa: PLC0415 - heavy, and an extra
    except ImportError:
        remedy = "pip install matplotlib"
        raise CommandError(f"triqueta stats: --plot needs matplotlib: {remedy}") from None
    try:
        draw(players, file)
    except OSError as error:
        raise file_error(file, os_reason(error)) from None
    print(f"{one_line(str(file))} is drawn")
