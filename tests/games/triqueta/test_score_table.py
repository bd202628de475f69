"""The score sheet as text, the result of a tie, and the tally of many games."""

from __future__ import annotations

from tests.games.triqueta.rules.tables import play, table
from triqueta.cli.simulate import Tally
from triqueta.games.triqueta.rules import Edition, Outcome, ScoreSheet, score_sheet
from triqueta.games.triqueta.rules.score import outcome_of
from triqueta.games.triqueta.text import score_table, verdict
from triqueta.records.record import Record

NAMES = ("Ana", "Ben", "Bartholomew-Christopher")


def sheet(tiles: str, *, rock: bool = False, trees: int = 0) -> ScoreSheet:
    return score_sheet(Edition.BASE, tiles, rock=rock, trees=trees)


def outcome(*sheets: ScoreSheet) -> Outcome:
    return outcome_of(sheets)


def test_the_whole_table() -> None:
    ended = outcome(sheet("RROOODBBBUUUUU", rock=True, trees=2), sheet("MMM", trees=1), sheet(""))
    assert list(score_table(ended, NAMES)) == [
        "                      Ana          Ben Bartholom...",
        "             tiles points tiles points tiles points",
        "rabbit (5)       2      2     0      0     0      0",
        "owl    (6)       3      6     0      0     0      0",
        "deer   (7)       1      1     0      0     0      0",
        "boar   (8)       3      8     0      0     0      0",
        "ram    (9)       0      0     3      9     0      0",
        "bear   (10)      5     -2     0      0     0      0",
        "Rock                    1            0            0",
        "Trees                   2            1            0",
        "total           14     18     3     10     0      0",
    ]


def test_verdict_by_points() -> None:
    assert verdict(outcome(sheet("R"), sheet("RR")), NAMES) == "Ben wins with 2 points."


def test_verdict_by_tiles() -> None:
    ended = outcome(sheet("RRR", rock=True), sheet("RRRO"))
    assert verdict(ended, NAMES) == "Ben wins the tie on 6 points with 4 animal tiles."


def test_verdict_shared() -> None:
    ended = outcome(sheet("RRRO"), sheet("RRRD"))
    assert verdict(ended, NAMES) == "Ana and Ben win together: 6 points and 4 animal tiles each."


def test_a_shared_win_counts_half_for_each() -> None:
    tally = Tally("base", 2, seed=1, player="random")
    moves = "d1 r1 d1 r2 d1 r1 d2 r2 d2 r1 d2 r2 d3 k t2 t1 p2 t1 t2 p3 t1 t2 p4 t1 t2"
    for decision in "-+":  # three rabbits each are a tie, and a fourth spoils Ana's
        game = play(table(2, first=["RRR", "RRR", "ROO"]), f"{moves} {decision}")
        tally.add(Record(game, {}))
    tally.seconds = 2.0
    found = tally.document()
    assert found["wins"] == [0.25, 0.75]
    assert found["scores"] == [
        {"mean": 4.0, "least": 1, "most": 7},
        {"mean": 7.0, "least": 7, "most": 7},
    ]
    assert found["length"] == {"mean": 26.0, "least": 26, "most": 26}
    assert (found["games_per_second"], found["moves_per_second"]) == (1.0, 26)
