"""Tests that the charts on pages agree with the statistics."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.journal.saved_evening import connection_of, make_history
from triqueta.games import installed_games
from triqueta.journal.journal import Journal
from triqueta.journal.statistics import statistics_of
from triqueta.journal.summaries import read_summaries
from triqueta.screens.phrases import Language, said


def test_they_agree_with_the_statistics(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 6)
    with closing(Journal(file)) as journal:
        wins, points, *pictures = journal.charts("triqueta")
    with closing(sqlite3.connect(file)) as connection:
        summaries = [summary for _, summary in read_summaries(connection)]
    players = statistics_of("triqueta", summaries).players
    assert players
    assert list(wins.names) == [player.name for player in players]
    assert [list(series.values) for series in wins.series] == [
        [player.games for player in players],
        [player.wins for player in players],
    ]
    assert list(points.series[0].values) == [player.average for player in players]
    shown = installed_games().model("triqueta").statistics.pictures
    assert [picture.title for picture in pictures] == [picture.title for picture in shown]
    made = [player.counts["triquetas"] / player.games for player in players]
    assert list(pictures[0].series[0].values) == made
    assert said(pictures[0].title, Language.GERMAN) != said(pictures[0].title, Language.ENGLISH)


def test_a_single_game_has_none(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 1)
    with closing(Journal(file)) as journal:
        assert journal.charts("triqueta") == ()


def test_without_finished_games_there_are_none(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 2)
    with closing(Journal(file)) as journal:
        assert journal.charts("chess") == ()
    with closing(Journal(tmp_path / "new.db")) as journal:
        assert journal.charts("triqueta") == ()


def test_a_history_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 2)
    with closing(Journal(file)) as journal:
        connection_of(journal).execute("DROP TABLE summary")
        assert journal.charts("triqueta") == ()
