"""Tests that a robot's seat has no station: no phone or pod can take it or is asked to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.stations.live_table import LiveTable
from tests.stations.pod_table import PodTable, plugged_in, question, run
from tests.stations.test_web_server import news, socket
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.screens.phrases import Language, said
from triqueta.screens.screen import Question
from triqueta.screens.station import TABLE, Key
from triqueta.stations.pods.pod import free_seats, who_sits_here
from triqueta.stations.script import ScriptRunner, read_script
from triqueta.table.phones import CodesPage
from triqueta.table.session import ROBOT
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def at_a_robots_table(time: float = 0.0) -> Table:
    """Return a table with a game of Ana, a robot called Ben, and Chloé."""
    around = replace(services(), seat_link=lambda seat: f"http://table/S/{seat}")
    table = Table(around, TableState(Preferences(Language.ENGLISH)), time=time)
    session = new_play()
    session.apply(f"{ROBOT} 1 hard")
    table.go_on(session)
    return table


def test_the_strip_of_seats_says_who_is_a_robot() -> None:
    with LiveTable(at_a_robots_table, beat=0.01) as live:

        async def test() -> None:
            async with socket(live, "table") as table:
                seats = (await news(table, "beat"))["seats"]
                assert isinstance(seats, list)
                assert [seat["robot"] for seat in seats] == [False, True, False]
                assert [bool(seat["path"]) for seat in seats] == [True, False, True]
                assert seats[1]["name"] == "Ben"

        live.run(test())


def test_a_phone_that_has_its_code_gets_no_seat() -> None:
    with LiveTable(at_a_robots_table, beat=0.01) as live:

        async def test() -> None:
            async with socket(live, live.server.access.tokens[1]) as phone:
                frame = await news(phone, "picture")
                assert "A robot is playing this seat." in str(frame["words"])
                assert not live.host.table.has_station(1)

        live.run(test())


def test_the_spectator_view_says_so() -> None:
    players = at_a_robots_table().spectator_view().players
    notes = [[said(note, Language.ENGLISH) for note in player.notes] for player in players]
    assert notes[1][0] == "Robot: hard"
    assert not any("Robot" in note for note in notes[0] + notes[2])


def test_no_code_is_shown_for_it() -> None:
    table = at_a_robots_table()
    station = table.stations[TABLE]
    station.open(CodesPage(table))
    shown = []
    for _ in range(2):
        shown.append(said(table.frame(TABLE).screen.title, Language.ENGLISH))  # type: ignore[attr-defined]
        table.view_for(station).action(Key.SOFT3)()  # type: ignore[misc]
    assert shown == ["Ana", "Chloé"]


def test_no_pod_is_asked_about_it() -> None:
    table = at_a_robots_table()
    assert list(free_seats(table)) == [0, 2]
    screen = who_sits_here(free_seats(table))
    assert isinstance(screen, Question)
    assert [answer.petal for answer in screen.answers] == [1, 3]

    async def test() -> None:
        async with PodTable(table) as at:
            pod = await plugged_in(at)
            assert pod.display.picture == question(table)
            pod.link.key(1, True)
            await at.settled()
            assert not table.has_station(1)
            assert at.memory.seats == {}

    run(test())


@pytest.mark.parametrize(("level", "move"), [(1, "Moss places a deer"), (3, "Moss keeps a tile")])
def test_a_script_plays_with_robots(tmp_path: Path, level: int, move: str) -> None:
    """In a script, robots move at once, and the script waits for their moves."""
    script = tmp_path / "alone.txt"
    script.write_text(
        f"""stations table
        table petal1
        table petal2
        table petal1
        table soft3
        table petal1
        table petal{level}
        table petal5
        expect "Player 1's turn"
        table petal1
        wait 1
        table petal1
        wait 2
        expect "Moss plays"
        wait 2.5
        expect "{move}"
        shot deed.png
        table petal5
        expect "Player 1's turn"
        """,
        "utf-8",
    )
    runner = ScriptRunner(lambda time: Table(services(), time=time), tmp_path, frames=False)
    runner.run(read_script(script))
    assert (tmp_path / "deed.png").is_file()
