"""Tests of robots in the journal: saved with the game, and counted separately from people."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.journal.saved_evening import SavedEvening, connection_of, make_history
from tests.table.autopilot import step
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Game, Record
from triqueta.journal.database import open_for_reading
from triqueta.journal.games import delete_game, read_games
from triqueta.journal.statistics import PlayerStatistics, statistics_of
from triqueta.journal.summaries import read_summaries, summary_of
from triqueta.journal.writer import (
    new_game_from_text,
    new_game_to_text,
    preferences_from_text,
    preferences_to_text,
)
from triqueta.records.record import verify
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language, said
from triqueta.table.state import NewGame, Preferences

SET_UP = "petal1 petal3 petal1 soft3 soft3 petal1 soft2 petal3 petal1 petal5"
"""The keys that set up a game of Player 1, Moss (a hard robot) and Twig (an easy one)."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "triqueta.db"


def play_with_robots(file: Path) -> SavedEvening:
    return SavedEvening(file).press(SET_UP).finish()


def test_everything_is_restored_after_every_key(file: Path) -> None:
    rng, evening = Random(1), SavedEvening(file).press(SET_UP)
    steps = 0
    while not isinstance(evening.frame().screen, RankingScreen):
        step(evening, rng)
        steps += 1
        if steps % 5 == 0:
            entries, request = list(evening.session.entries), evening.table.robots.request()
            evening.close()
            evening = SavedEvening(file)
            assert evening.session.entries == entries
            assert evening.session.robots == {1: "hard", 2: "easy"}
            evening.go_on()
            assert evening.table.robots.request() == request
    assert evening.status is None
    evening.close()


def test_every_question_is_restored(file: Path) -> None:
    keys = SET_UP.split()
    for number in range(len(keys)):
        evening = SavedEvening(file.with_name(f"{number}.db")).press(" ".join(keys[:number]))
        shown, new_game = evening.says(), evening.table.new_game
        evening.close()
        again = SavedEvening(file.with_name(f"{number}.db"))
        assert (again.says(), again.table.new_game) == (shown, new_game)
        again.close()


def test_the_same_players_are_offered_again(file: Path) -> None:
    evening = play_with_robots(file).press("soft1 soft1")
    evening.close()
    again = SavedEvening(file)
    assert again.table.preferences.last_robots == {1: "hard", 2: "easy"}
    again.press("petal1 petal5").play_on(3)
    assert again.session.robots == {1: "hard", 2: "easy"}
    again.close()


class TestTexts:
    def test_of_a_set_up_and_of_preferences(self) -> None:
        new_game = NewGame(players=3, names=("Ana", "Moss"), robots={1: "hard", 2: ""})
        assert new_game_from_text(new_game_to_text(new_game)) == new_game
        preferences = Preferences(
            Language.FRENCH, last_players=("Ana", "Moss"), last_robots={1: "hard"}
        )
        assert preferences_from_text(preferences_to_text(preferences)) == preferences

    def test_a_draft_of_an_older_version_that_asks_for_a_level(self) -> None:
        values = json.loads(new_game_to_text(NewGame(players=3, names=("Ana",))))
        found = new_game_from_text(json.dumps({**values, "robot": "Moss"}))
        assert found == NewGame(players=3, names=("Ana", "Moss"), robots={1: ""})

    def test_who_starts_next_and_whether_to_cut(self) -> None:
        preferences = Preferences(Language.FRENCH, next_starter="Ana", cut_shuffle=True)
        assert preferences_from_text(preferences_to_text(preferences)) == preferences
        usual = preferences_to_text(Preferences(Language.FRENCH))
        assert "starter" not in usual  # so older versions can read it
        assert "cut" not in usual

    def test_without_robots_they_do_not_mention_them(self) -> None:
        assert "robot" not in new_game_to_text(NewGame(players=3, names=("Ana",)))
        assert "robot" not in preferences_to_text(Preferences(last_players=("Ana", "Ben")))
        old = '{"language": "en", "soft_light": false, "recent_names": [], "last_players": ["A"]}'
        assert preferences_from_text(old).last_robots == {}


class TestRecord:
    def test_it_names_the_robots_and_verifies(self, file: Path) -> None:
        evening = play_with_robots(file)
        evening.press("soft1 soft1").close()
        with closing(open_for_reading(file)) as connection:
            (saved,) = read_games(connection)
        record = saved.record(installed_games())
        assert record.extra["robots"] == [None, "hard", "easy"]
        assert list(record.extra) == ["robots", "date", "proof"]
        assert record.robots == {1: "hard", 2: "easy"}
        assert installed_games().load(record.encode()).document() == record.document()
        verify(record)

    def test_invalid_levels_in_a_record_are_ignored(self, file: Path) -> None:
        (record,) = make_history(file, 1)
        for wrong in (None, 7, "hard", [], ["hard"], {"1": "hard"}, [None, 7]):
            odd = replace(record, extra={**record.extra, "robots": wrong})
            assert installed_games().load(odd.encode()).robots == {}
            assert Record.loads(odd.encode(), Game).extra["robots"] == wrong


def played_by(name: str, file: Path) -> PlayerStatistics:
    with closing(open_for_reading(file)) as connection:
        summaries = [summary for _, summary in read_summaries(connection)]
    people, with_robots = (
        statistics_of("triqueta", summaries, with_robots=which) for which in (False, True)
    )
    (found,) = [who for who in [*people.players, *with_robots.players] if who.name == name]
    return found


class TestStatistics:
    def test_games_of_people_and_those_with_robots_are_counted_separately(
        self, file: Path
    ) -> None:
        make_history(file, 2)
        before = SavedEvening(file)
        wins = before.journal.past_games().wins
        before.press("petal3").press(SET_UP.removeprefix("petal1 ")).finish().press("soft1 soft1")
        past = before.journal.past_games()
        assert past.wins == wins
        (with_robots,) = past.with_robots
        who = {said(one.name, Language.ENGLISH): one.games for one in with_robots.standings}
        assert who == {"Player 1": 1, "Robot: hard": 1, "Robot: easy": 1}
        assert sum(one.wins for one in with_robots.standings) >= 1
        names = {said(score.name, Language.ENGLISH) for score in past.last[0].scores}
        assert names == set(who)
        before.close()
        assert played_by("hard", file).is_robot
        assert played_by("hard", file).games == 1

    def test_robots_of_a_level_are_one_player_under_any_name(self, file: Path) -> None:
        record = installed_games().read(make_history(file, 1)[0].document())
        both = replace(record, extra={**record.extra, "robots": ["hard", "hard"]})
        statistics = statistics_of("triqueta", [summary_of(both)], with_robots=True)
        (hard,) = statistics.players
        assert (hard.name, hard.games, hard.is_robot) == ("hard", 2, True)
        assert hard.document()["robot"] is True
        assert statistics_of("triqueta", [summary_of(both)]).players == []

    def test_a_person_called_like_a_level_is_a_person(self, file: Path) -> None:
        record = installed_games().read(
            {**make_history(file, 1)[0].document(), "players": ["hard", "Ben"]}
        )
        mixed = replace(record, extra={**record.extra, "robots": [None, "hard"]})
        statistics = statistics_of("triqueta", [summary_of(mixed)], with_robots=True)
        assert {(who.name, who.is_robot) for who in statistics.players} == {
            ("hard", False),
            ("hard", True),
        }

    def test_a_deleted_game_is_removed_from_the_statistics(self, file: Path) -> None:
        evening = play_with_robots(file).press("soft1 soft1")
        delete_game(connection_of(evening.journal), 1)
        assert evening.journal.past_games().with_robots == ()
        evening.close()


class TestNames:
    def test_a_person_in_a_running_game_has_played(self, file: Path) -> None:
        evening = SavedEvening(file).press("petal1 petal2").press("petal5")  # spell a name
        for letter in ("petal3 petal3", "petal3 petal5", "petal4 petal4", "petal4 petal4"):
            evening.press(letter)
        evening.press("soft3 soft2 petal1 petal1 petal5")
        assert evening.session.names[0] == "Moss"
        evening.play_on(3).close()
        again = SavedEvening(file)
        assert again.journal.has_played("moss")  # though that game is not over
        assert not again.journal.has_played("Twig")
        again.close()

    def test_a_robot_in_a_running_game_has_not_played(self, file: Path) -> None:
        evening = SavedEvening(file).press(SET_UP)
        assert evening.session.robots
        assert not any(map(evening.journal.has_played, ("Moss", "Twig")))
        evening.close()

    def test_a_robot_in_a_finished_game_has_not_played(self, file: Path) -> None:
        evening = play_with_robots(file).press("soft1 soft1")
        assert not evening.journal.has_played("Moss")
        assert evening.journal.has_played("Player 1")
        evening.close()
