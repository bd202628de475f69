"""The marks of past games, and choosing among more games than there are petal keys."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from highcard import SPEC

from tests.games.every_game import TESTED
from tests.games.sessions import change_spec
from tests.table.evening import NAMES, Evening
from triqueta.games import installed_games
from triqueta.journal.database import open_for_writing, transaction
from triqueta.journal.games import add_game
from triqueta.journal.statistics import past_games
from triqueta.records.errors import RecordError
from triqueta.screens.frame import clipped
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE
from triqueta.table.state import Preferences


def test_past_games_are_marked_by_their_edition(tmp_path: Path) -> None:
    session = TESTED["triqueta"].play(2, seed=1)
    with closing(open_for_writing(tmp_path / "j.db")) as connection:
        with transaction(connection):
            for edition in ("base", "shadow"):
                record = installed_games().random_game(
                    "triqueta", edition, session.names, session.proof, Random(1)
                )
                add_game(connection, record, at_table=False)
        marks = [str(past.mark) for past in past_games(connection, installed_games()).last]
    assert len(set(marks)) == 2
    assert installed_games().edition("triqueta", "no such edition") is None


@pytest.mark.usefixtures("high_card")
def test_no_result_before_the_end() -> None:
    document = TESTED["highcard"].play(2, seed=1).document()
    with pytest.raises(RecordError, match="not over"):
        installed_games().load(json.dumps({**document, "result": [1, 2]}))


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize("more", [2, 3, 4])
@pytest.mark.parametrize("last_players", [(), NAMES[:2]])
def test_no_answer_is_beyond_the_keys(
    more: int, last_players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = SPEC.editions
    names = [f"#{number}" for number in range(more)]
    editions = [replace(first, name=name, label=name) for name in names]
    change_spec(monkeypatch, "highcard", editions=(first, *editions))
    evening = Evening(Preferences(Language.ENGLISH, last_players=last_players))
    if not last_players:
        evening.press("petal2 soft2")
    seen = set()
    for _ in range(4):
        station_view = evening.table.view_for(evening.table.stations[TABLE])
        assert max(station_view.petals) <= 5
        assert clipped(evening.frame()) == []
        seen |= {line for line in evening.says().split("\n") if "igh card" in line or "#" in line}
        turns = [line[0] for line in evening.says().split("\n") if line.endswith(": More")]
        if turns:
            evening.press(f"petal{turns[0]}")
    assert {*names} <= {line.split(": ")[-1] for line in seen}
