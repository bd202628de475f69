"""`triqueta replay`: check game records against the rules, and print each game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from triqueta.cli.games import add_deck_argument, deck_of, judge_each
from triqueta.games import installed_games
from triqueta.records.record import AnyRecord
from triqueta.records.text import one_line


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="record of a game")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per file, each on one line"
    )
    add_deck_argument(parser)


def run(args: Namespace) -> int:
    judge = _print_json if args.json else _print_account
    return judge_each(args.files, judge, deck_of(args))


def _print_json(path: str, record: AnyRecord) -> None:
    judgement = {"file": path, **record.game.judgement()}
    print(json.dumps(judgement), flush=True)


def _print_account(path: str, record: AnyRecord) -> None:
    print(one_line(path))
    for line in installed_games().model(record.game_id).account(record.game):
        print(line)
    print(flush=True)
