"""`triqueta review`: rate each decision of a game, and chart the expected points."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tqdm import tqdm

from triqueta.cli import CommandError, file_error
from triqueta.cli.arguments import add_plot_argument, check_plot, write_plot
from triqueta.cli.games import read_record
from triqueta.games import installed_games
from triqueta.records.errors import RulesError
from triqueta.records.record import AnyRecord
from triqueta.records.text import counted, one_line
from triqueta.screens.phrases import Language, Text, said
from triqueta.table.charts import Line, LineChart, draw_sheet
from triqueta.table.coach import LEAST_LOSS, Advice, Decision, Outlook, costliest, more_or_less

_NAME = "triqueta review"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record of a game")
    parser.add_argument("--json", action="store_true", help="print the review as one JSON object")
    add_plot_argument(parser, "the expected points after each move")


@dataclass(frozen=True)
class Reviewed:
    """All decisions of a game, and what each player could expect at first and after each move."""

    record: AnyRecord
    decisions: list[Decision]
    race: list[Outlook]

    @property
    def names(self) -> list[str]:
        return [one_line(name) for name in self.record.names]

    def of(self, seat: int) -> list[Decision]:
        return [one for one in self.decisions if one.seat == seat]

    def loss(self, seat: int) -> float:
        return sum(one.loss for one in self.of(seat))


def run(args: Namespace) -> int:
    check_plot(args.plot)
    record = read_record(args.file)
    try:
        found = _reviewed(record)
    except RulesError as error:
        raise file_error(args.file, error) from None
    if args.plot is not None:
        write_plot(args.plot, draw_sheet(_title_of(record), list(_race(found))))
    if args.json:
        print(json.dumps({"file": args.file, **_document(found)}, ensure_ascii=False))
    else:
        print(*_lines(found), sep="\n")
    if args.plot is not None and not args.json:
        print(f"\nChart written to {one_line(str(args.plot))}")
    return 0


def _reviewed(record: AnyRecord) -> Reviewed:
    games = installed_games()
    coach = games.coach(record.game_id)
    if coach is None:
        raise CommandError(f"{_NAME}: there is no coach for {games[record.game_id].title}")
    review = games.review(record, coach)
    race, decisions = [review.outlook()], []
    moves = len(record.moves)
    for step in tqdm(review.steps(), total=moves, unit=" moves", leave=False, disable=None):
        race.append(review.outlook())
        if step.decision is not None:
            decisions.append(step.decision)
    return Reviewed(record, decisions, race)


# Output as text.


def _lines(found: Reviewed) -> Iterator[str]:
    who = max(6, *map(len, found.names))
    when = max((len(_english(one.moment)) for one in found.decisions), default=0)
    what = max((len(_english(a.label)) for one in found.decisions for a in _both(one)), default=8)
    titles = f"{'player':{who}}  {'':{when}} {'decision':{what}} points  {'better':{what}} points"
    yield f"move  {titles}  lost"
    for one in found.decisions:
        moment = f"{one.number:4}  {found.names[one.seat]:{who}}  {_english(one.moment):{when}}"
        chosen, better = (_with_points(advice, what) for advice in _both(one))
        dear = one.loss >= LEAST_LOSS
        yield f"{moment} {chosen}  {better} {one.loss:5.1f}" if dear else f"{moment} {chosen}"
    for seat, name in enumerate(found.names):
        yield ""
        decisions = counted(len(found.of(seat)), "decision")
        yield f"{name} lost {found.loss(seat):.1f} points in {decisions}"
        for one in costliest(found.decisions, seat):
            yield f"  {_english(one.moment)} (move {one.number}), {one.loss:.1f} points lost"
            yield f"    chosen: {_explained(one.chosen)}"
            yield f"    better: {_explained(one.best)}"


def _both(one: Decision) -> tuple[Advice, Advice]:
    return one.chosen, one.best


def _with_points(advice: Advice, width: int) -> str:
    return f"{_english(advice.label):{width}} {_english(more_or_less(advice.points)):>6}"


def _explained(advice: Advice) -> str:
    points = _english(more_or_less(advice.points))
    return f"{_english(advice.label)} {points} ({_english(advice.reason)})"


def _english(text: Text) -> str:
    return one_line(said(text, Language.ENGLISH))


# Output as JSON.


def _document(found: Reviewed) -> dict[str, object]:
    return {
        "game": found.record.game_id,
        "edition": found.record.edition,
        "players": [
            {
                "name": name,
                "lost": round(found.loss(seat), 3),
                "costliest": [one.number for one in costliest(found.decisions, seat)],
            }
            for seat, name in enumerate(found.record.names)
        ],
        "decisions": [
            {
                "number": one.number,
                "seat": one.seat,
                "moment": _english(one.moment),
                "move": one.move,
                "lost": round(one.loss, 3),
                "options": [_option(advice) for advice in one.advice],
            }
            for one in found.decisions
        ],
        "race": [
            {
                "points": [round(points, 2) for points in outlook.points],
                "chances": outlook.chances and [round(each, 4) for each in outlook.chances],
            }
            for outlook in found.race
        ],
    }


def _option(advice: Advice) -> dict[str, object]:
    return {
        "moves": advice.moves,
        "label": _english(advice.label),
        "points": round(advice.points, 3),
        "reason": _english(advice.reason),
    }


# Output as a picture.


def _title_of(record: AnyRecord) -> str:
    return installed_games()[record.game_id].title


def _race(found: Reviewed) -> Iterator[LineChart]:
    """Yield a chart of the expected points and, if they are always known, of the win chances."""
    points = [outlook.points for outlook in found.race]
    title = "Expected points at the end (dots: the costliest decisions)"
    yield LineChart(title, _lines_of(found, points))
    chances = [outlook.chances for outlook in found.race if outlook.chances is not None]
    if len(chances) == len(found.race):
        per_cent = [[100 * chance for chance in each] for each in chances]
        yield LineChart("Chance of winning, in %", _lines_of(found, per_cent), axis=(0, 100))


def _lines_of(found: Reviewed, race: Sequence[Sequence[float]]) -> tuple[Line, ...]:
    return tuple(
        Line(
            name,
            tuple(values[seat] for values in race),
            tuple(one.number for one in costliest(found.decisions, seat)),
        )
        for seat, name in enumerate(found.names)
    )
