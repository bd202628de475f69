"""`triqueta stats`: show the statistics of finished games, player by player."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from triqueta.cli import CommandError
from triqueta.cli.arguments import (
    add_journal_argument,
    add_plot_argument,
    check_plot,
    history_path,
    write_plot,
)
from triqueta.cli.games import add_game_argument, chosen_game
from triqueta.cli.journals import is_nothing_saved, open_journal
from triqueta.games import installed_games
from triqueta.journal.statistics import (
    PlayerStatistics,
    Statistics,
    detailed_plots,
    name_of,
    statistics_of,
)
from triqueta.journal.summaries import read_summaries
from triqueta.records.text import one_line
from triqueta.table.charts import draw_sheet
from triqueta.table.spec import GameSpec, GameStatistics

_COLUMNS = ("games", "wins", "average", "best")


def add_arguments(parser: ArgumentParser) -> None:
    add_game_argument(parser)
    parser.add_argument(
        "--robots", action="store_true", help="count games with robots instead of games without"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the statistics as one JSON object"
    )
    add_plot_argument(parser, "the statistics")
    add_journal_argument(parser)


def run(args: Namespace) -> int:
    check_plot(args.plot)
    spec = chosen_game(args)
    found = _added_up(history_path(args), spec.id, with_robots=args.robots)
    if args.plot is not None:
        _plot(args.plot, spec, found)
    if args.json:
        print(json.dumps(found.document(), ensure_ascii=False))
    elif args.plot is None:
        _print_table(installed_games().model(spec.id).statistics, found)
    return 0


def _added_up(path: Path, game: str, *, with_robots: bool) -> Statistics:
    if is_nothing_saved(path):
        return statistics_of(game, [])
    with open_journal(path) as connection:
        summaries = (summary for _, summary in read_summaries(connection))
        return statistics_of(game, summaries, with_robots=with_robots)


def _print_table(shown: GameStatistics, found: Statistics) -> None:
    games, players = found.games, found.players
    if not players:
        print("No finished games yet.")
        return
    print("1 finished game" if games == 1 else f"{games} finished games")
    width = max(6, *(len(name_of(player)) for player in players))
    print(f"{'':{width}}" + "".join(f"{column:>11}" for column in (*_COLUMNS, *shown.columns)))
    for player in players:
        cells = "".join(f"{cell:>11}" for cell in _cells(shown, player))
        print(f"{name_of(player):{width}}{cells}")
    for line in shown.legend:
        print(line)


def _cells(shown: GameStatistics, player: PlayerStatistics) -> tuple[object, ...]:
    return (
        player.games,
        player.wins,
        f"{player.average:.1f}",
        player.best,
        *(cell(player.counts) for cell in shown.columns.values()),
    )


def _plot(file: Path, spec: GameSpec, found: Statistics) -> None:
    if not found.games:
        raise CommandError("triqueta stats: there are no finished games to draw")
    if not found.can_be_drawn:
        raise CommandError("triqueta stats: there is only one finished game, nothing to compare")
    plots = detailed_plots(found.players, installed_games().model(spec.id).statistics.pictures)
    write_plot(file, draw_sheet(spec.title, plots))
    print(f"Charts written to {one_line(str(file))}")
