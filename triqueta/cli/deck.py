"""`triqueta deck`: check a deck file of your own, and print its cards as pictures."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace

from triqueta.cli import file_error
from triqueta.cli.games import deck_readers, read_content
from triqueta.records.text import one_line


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="TOML file with a deck of pattern cards")


def run(args: Namespace) -> int:
    content = read_content(args.file, "deck")
    width = shutil.get_terminal_size().columns
    code = 0
    for reader in deck_readers():
        for problem in reader.problems(content):
            print(one_line(str(file_error(args.file, problem))), file=sys.stderr)
            code = 2
        if not code:
            print(*reader.pictures(content, width), sep="\n")
    return code
