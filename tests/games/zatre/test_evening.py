"""An evening with games of Triqueta and Zatre, played by keys and saved in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from tests.cli.command import Command
from tests.games.every_game import AT_HOME, only_games
from tests.journal.saved_evening import SavedEvening
from tests.table.autopilot import finish
from tests.table.evening import Evening
from tests.table.set_up import CHECK, SKIP, START
from tests.table.test_resume import restarted
from triqueta.games import installed_games
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.records.record import verify
from triqueta.screens.phrases import Language, said
from triqueta.table.shuffle_scenes import DealScene
from triqueta.table.state import Preferences

LAST_TIME = Preferences(Language.ENGLISH, last_players=("Ana", "Ben"))
PLAYED = (("petal1 petal1", "triqueta"), ("petal4", "zatre"), ("petal2", "triqueta"))


def test_another_game_moves_no_key_of_triqueta() -> None:
    assert Evening(LAST_TIME).says().split("\n")[1:6] == [
        "1: Triqueta",
        "2: Triqueta with wolves",
        "3: Other players",
        "4: Zatre",
        "5: Ettana",
    ]


def first_drawn(preferences: Preferences, keys: str) -> TriquetaSession:
    session = Evening(preferences).press(keys).table.session
    assert isinstance(session, TriquetaSession)
    assert {"d1", "d2"} & set(session.entries), "no tile was drawn"
    return session


@pytest.mark.parametrize(
    ("preferences", "keys"),
    [
        (Preferences(), "petal1 petal2 soft2 petal1 petal1 petal5 petal1"),
        (Preferences(), "petal1 petal3 soft2 petal2 petal3 petal5 petal1"),
        (Preferences(), "petal1 petal2 petal1 soft3 petal1 petal3 petal5 petal1"),
        (Preferences(), "petal1 soft1 petal2 soft2 petal1 soft2 petal5 soft2 petal1"),
        (LAST_TIME, "petal1 petal1 petal5 petal1"),
        (LAST_TIME, "petal2 petal2 petal5 petal2"),
    ],
    ids=["first evening", "wolves", "robot", "tutorial", "again", "again with wolves"],
)
def test_from_power_on_to_the_first_tile_the_keys_are_those_without_other_games(
    preferences: Preferences, keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_guests = first_drawn(preferences, keys)
    with only_games(AT_HOME["triqueta"]):
        alone = first_drawn(preferences, keys)
    assert alone.entries == with_guests.entries
    assert alone.document() == with_guests.document()


def test_for_the_same_again_zatre_asks_nothing() -> None:
    evening = Evening(LAST_TIME).press("petal4")
    assert isinstance(evening.table.scene, DealScene)
    evening.press(f"{CHECK} petal2 {START} {SKIP} petal1")
    session = evening.table.session
    assert session is not None
    assert (session.game_id, session.names, session.proof.cuts) == ("zatre", ("Ana", "Ben"), "1:2")
    assert restarted(evening).says() == evening.says()


def begin(evening: Evening, keys: str) -> None:
    evening.press(keys)
    assert isinstance(evening.table.scene, DealScene)
    evening.press(SKIP)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "triqueta.db"


@pytest.fixture
def evening(played: Path, file: Path) -> Iterator[SavedEvening]:
    """Return an evening after three games, at which another game of Zatre can begin."""
    copy(played, file)
    evening = SavedEvening(file)
    assert evening.says().startswith("Again:")
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "triqueta.db"
    evening, rng = SavedEvening(file), Random(1)
    evening.table.preferences = LAST_TIME
    evening.table.start_over()
    for keys, name in PLAYED:
        begin(evening, keys)
        finish(evening, rng)
        session = evening.table.session
        assert session is not None
        assert (session.game_id, session.over) == (name, True)
        assert verify(installed_games().read(session.document())) == session.proof
        evening.press("soft1 soft1")
        assert evening.says().startswith("Again:")
    evening.close()
    return file


def test_both_games_in_turn_are_in_the_list_of_past_games(evening: SavedEvening) -> None:
    evening.press("soft3 petal2 petal1")
    titles = []
    for _ in PLAYED:
        titles.append(evening.says().split("\n")[0])
        evening.press("soft3")
    assert titles == [f"2026-11-14{mark}" for mark in (", wolves", ", Zatre", "")]


def wins_shown(evening: Evening) -> dict[str, set[str]]:
    """Return the pages of past wins: for each title, the numbers of games played."""
    found: dict[str, set[str]] = {}
    while (lines := evening.says().split("\n"))[0] not in found:
        found[lines[0]] = {line.split(" of ")[1] for line in lines if " of " in line}
        evening.press("soft3")
    return found


def test_wins_are_counted_game_by_game(evening: SavedEvening) -> None:
    evening.press("soft3 petal2 petal2")
    assert wins_shown(evening) == {"Wins": {"2"}, "Wins, Zatre": {"1"}}


def test_after_a_game_only_its_own_wins_are_shown(evening: SavedEvening) -> None:
    begin(evening, "petal4")
    finish(evening, Random(2))
    evening.press("soft3 petal2 petal2")
    assert wins_shown(evening) == {"Wins, Zatre": {"2"}}


def test_wins_with_robots_are_counted_game_by_game_as_well(evening: SavedEvening) -> None:
    begin(evening, "petal3 petal2 petal1 soft3 petal3 petal2")
    finish(evening, Random(3))
    evening.press("soft1 soft1 soft3 petal2 petal3")
    assert list(wins_shown(evening)) == ["Zatre (with robots)"]
    evening.press("soft1 petal2")
    assert list(wins_shown(evening)) == ["Wins", "Wins, Zatre"]


def test_an_interrupted_game_of_zatre_resumes_between_the_others(
    evening: SavedEvening, file: Path
) -> None:
    begin(evening, "petal4")
    evening.press("soft1 soft2 soft1")
    shown = evening.says()
    assert "this turn: H8" in shown
    evening.close()
    again = SavedEvening(file)
    assert again.says().startswith("Interrupted in turn 1")
    assert again.go_on().says() == shown
    again.close()


def test_history_and_statistics_keep_the_games_apart(
    evening: SavedEvening, file: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    evening.close()
    triqueta = Command(capsysbinary)
    listed = triqueta("history", "--journal", file).out.splitlines()[1:]
    assert [line.split()[3] for line in listed] == ["base", "zatre", "shadow"]
    assert "2 finished games\n" in triqueta("stats", "--journal", file).out
    of_zatre = triqueta("stats", "--journal", file, "--game", "zatre").out
    assert of_zatre.startswith("1 finished game\n")
    assert of_zatre.split("\n")[1].split()[-4:] == ["12s", "crosses", "bonuses", "minus"]


def test_the_pictures_of_the_statistics_are_zatres_own_in_every_language(
    evening: SavedEvening,
) -> None:
    assert evening.journal.charts("zatre") == ()  # a single game: there is nothing to compare
    begin(evening, "petal4")
    finish(evening, Random(2))
    wins, points, picture = evening.journal.charts("zatre")
    assert len(wins.series[0].values) == 2
    assert len(points.names) == 2
    words = [picture.title, *(series.label for series in picture.series)]
    assert [said(word, Language.ENGLISH) for word in words] == [
        "Per game: lines of 12, crosses and bonuses",
        "lines of 12",
        "crosses",
        "bonuses",
    ]
    for word in words:
        assert len({said(word, language) for language in Language}) == len(Language)
