"""Run each benchmark on a small scale, to check that it works; its results are not checked."""

from __future__ import annotations

import asyncio
from itertools import count, islice
from pathlib import Path

import pytest

from tests.benchmarks import all as all_goals
from tests.benchmarks import (
    commit_cost,
    drawing_speed,
    ettana_patterns,
    event_cost,
    journal_growth,
    log_modes,
    match_cost,
    pod_line,
    rescue_growth,
    robot_times,
    rules_speed,
    start_up,
    thinking_keys,
    web_flood,
    web_load,
    wire,
    zatre_turns,
)
from tests.benchmarks.goals import Goal, report
from tests.parts import need_package
from tests.table.services import services
from triqueta.screens.station import Key
from triqueta.stations.web.server import WebServer
from triqueta.table.events import KeyDown, KeyUp
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def test_a_goal_is_printed_with_the_measured_value(capsys: pytest.CaptureFixture[str]) -> None:
    met = Goal("a", 1.51, 1.5, at_least=True)
    missed = Goal("b", 20.3, 20, "ms")
    assert (report(met), report(met, missed)) == (0, 1)
    assert capsys.readouterr().out.splitlines() == [
        "goal: a: 1.51, at least 1.5: met",
        "goal: a: 1.51, at least 1.5: met",
        "goal: b: 20.3 ms, at most 20 ms: MISSED",
    ]


@pytest.mark.parametrize(
    "prepare",
    [rules_speed.triqueta_dealt, rules_speed.triqueta_dealing, rules_speed.triqueta_as_before],
)
def test_the_rules_benchmark_plays_whole_games(prepare: rules_speed.Prepare) -> None:
    assert prepare()() > 50 * 4 * 3


def test_the_rules_benchmark_deals_each_game_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[object] = []
    monkeypatch.setattr(
        rules_speed, "play_evenly", lambda games: dealt.extend(game.setup.piles for game in games)
    )
    rules_speed.triqueta_dealing()()
    assert len(set(dealt)) == rules_speed.GAMES


def test_the_rules_benchmark_copies_games_and_weighs_them() -> None:
    assert rules_speed.triqueta_copies()() == rules_speed.COPIES
    memory, file = rules_speed.bytes_per_game()
    assert memory > file > 500


def test_the_rules_benchmark_plays_hearts_dealt_and_dealing() -> None:
    need_package("pyspiel")
    hearts = rules_speed.Hearts()
    games, deal = rules_speed.GAMES, 1 + 52  # the direction of passing is dealt first
    decisions = range(52 * games, (52 + 12) * games)  # three cards are passed, but not always
    assert hearts.dealt()() in decisions
    assert hearts.dealing()() - deal * games in decisions
    assert hearts.dealing_cheaply()() - deal * games in decisions
    assert hearts.clones()() == rules_speed.COPIES


def test_the_rules_benchmark_compares_neighbouring_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratio stays the same on a machine that slows down: the sides swap after each pair."""
    now, played = 0.0, ""

    def work(name: str, done: int) -> rules_speed.Prepare:
        def play() -> int:
            nonlocal now, played
            now += rules_speed.SLICE * 1.2 ** (len(played) // 2)
            played += name
            return done

        return lambda: play

    monkeypatch.setattr(rules_speed, "process_time", lambda: now)
    found = rules_speed.contest(work("a", 30), work("b", 20), pairs=3)
    assert found.ratio == pytest.approx(1.5)
    assert found.ours == pytest.approx(30 / rules_speed.SLICE / 1.2)
    assert played == "abbaab"


def test_the_zatre_benchmark_lists_turns_in_mid_game() -> None:
    found = [zatre_turns.listed(game) for game in islice(zatre_turns.positions(1), 20)]
    assert len(found) == 20
    assert min(each.turns for each in found) > 0
    assert min(each.seconds for each in found) > 0


def test_the_zatre_and_ettana_benchmarks_know_their_goals() -> None:
    def missed(goals: list[Goal]) -> list[bool]:
        return [not goal.is_met for goal in goals]

    usual = [0.0005] * 300
    assert missed(zatre_turns.goals([*usual, 0.015])) == [False, False, False]
    assert missed(zatre_turns.goals([*usual, 0.025])) == [False, False, True]
    assert missed(ettana_patterns.goals([*usual, 0.0009])) == [False, False]
    assert missed(ettana_patterns.goals([*usual, 0.0015])) == [False, True]


def test_the_ettana_benchmark_finds_patterns_on_boards_as_dealt() -> None:
    found = [ettana_patterns.searched(threads) for threads in ettana_patterns.boards(20)]
    assert sum(places for places, _ in found) > 40
    assert min(seconds for _, seconds in found) > 0


@pytest.mark.parametrize(("game", "level"), [("triqueta", "hard"), ("zatre", "good")])
def test_the_robots_benchmark_times_every_move(
    game: str, level: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(islice(robot_times.requests(game, level, 2), 60))
    assert len(found) == 60
    assert min(each.moves for each in found) > 0
    robot_times.describe(game, level, [*found, robot_times.MoveRequest(9_999, 0.1)])
    assert "most 9,999" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("level", "usual", "longest", "reached"),
    [
        ("hard", 0.0005, 0.02, True),
        ("hard", 0.0005, 0.2, False),
        ("hard", 0.002, 0.002, False),
        ("expert", 0.05, 0.29, True),
        ("expert", 0.05, 0.31, False),
        ("expert", 0.11, 0.11, False),
    ],
)
def test_the_robots_benchmark_knows_its_goals(
    level: str, usual: float, longest: float, reached: bool
) -> None:
    found = [robot_times.MoveRequest(5, usual)] * 300 + [robot_times.MoveRequest(5, longest)]
    assert all(goal.is_met for goal in robot_times.goals("triqueta", level, found)) is reached


def test_the_match_benchmark_splits_the_cost_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(match_cost, "process_time", lambda: next(looks))
    cost = match_cost.measure("hard", games=2)
    assert cost.games == cost.whole == cost.rules == 2
    assert cost.views == cost.thinking > 2 * 4 * 3
    shares = match_cost.Cost(games=1, whole=10, rules=1, views=2, thinking=3).shares()
    assert shares == {"rules": 0.1, "views": 0.2, "thinking": 0.3, "rest": 0.4}


@pytest.mark.parametrize(("whole", "met"), [(1.0, True), (3.0, False)])
def test_the_match_benchmark_knows_its_goals(whole: float, met: bool) -> None:
    assert match_cost.goal("hard", match_cost.Cost(games=30, whole=whole)).is_met is met


def test_the_drawing_benchmark_plays_by_keys() -> None:
    shown = {played.says() for played in islice(drawing_speed.after_each_key(1), 50)}
    assert len(shown) > 20


def test_the_load_benchmark_has_keys_for_every_seat() -> None:
    stations = {event.station for event in web_load.keys_of_a_game(1)}
    assert stations == {"seat1", "seat2", "seat3", "seat4", "seat5"}


def test_the_load_benchmark_times_keys_echoes_and_drawings() -> None:
    keys, echoes = asyncio.run(asyncio.wait_for(web_load.play_games(1), 120))
    assert len(keys) == len(echoes) > 100
    # Single times can be 0: a kernel may count processor time in steps longer than an echo.
    assert sum(taken.processor for taken in keys) > sum(taken.processor for taken in echoes) > 0
    assert web_load.ratio(keys, echoes, by="clock") > 1
    assert web_load.shortest([keys, keys]) == keys
    shared, alone = web_load.draw_for_displays(1)
    assert len(shared) == len(alone) > 100


def test_the_load_benchmark_waits_for_the_last_page() -> None:
    """If a key changes several pages, wait for all of them; if none, only for the table."""

    async def pressed() -> list[set[str]]:
        table = Table(services(), TableState(Preferences()))
        host = web_load.TellingHost(table)
        server = WebServer(host, beat=web_load.NO_BEAT)
        found = []
        async with await server.start("127.0.0.1"):
            clients = await web_load.connect_all(server)
            for kind in (KeyDown, KeyUp):
                frames = {name: client.frames for name, client in clients.items()}
                await web_load.time_key(host, clients, kind("table", Key.PETAL1, 0.0))
                changed = {name for name in clients if clients[name].frames > frames[name]}
                found.append(changed)
            for client in clients.values():
                await client.close()
        host.close()
        return found

    down, up = asyncio.run(asyncio.wait_for(pressed(), 60))
    assert len(down) > 1
    assert not up


@pytest.mark.parametrize("game", event_cost.GAMES)
def test_the_benchmark_of_events_plays_by_keys_on_seven_pages(game: str) -> None:
    messages = asyncio.run(asyncio.wait_for(event_cost.play(game, start=10, end=40), 60))
    assert len(messages) == 7
    assert min(messages.values()) > 1


def test_the_flood_benchmark_times_keys_in_peace_and_under_attack() -> None:
    here = "127.0.0.1"
    measuring = web_flood.measure(["refused sockets"], [here], rounds=1, keys=3)
    times = asyncio.run(asyncio.wait_for(measuring, 120))
    assert {name: len(taken) for name, taken in times.items()} == {
        ("peace", ""): 3,
        ("refused sockets", here): 3,
    }


def test_the_benchmark_of_thinking_times_keys_with_and_without_it() -> None:
    measuring = thinking_keys.measure(rounds=1, keys=15)
    in_peace, meanwhile, decided = asyncio.run(asyncio.wait_for(measuring, 120))
    assert len(in_peace) == len(meanwhile) == 15
    assert min(in_peace + meanwhile) > 0
    assert decided >= 1


@pytest.mark.filterwarnings("ignore:.*getdata is deprecated")
@pytest.mark.parametrize(("table", "seats"), [("hub alone", 0), ("hub and five seats", 5)])
def test_the_wire_benchmark_gives_both_drivers_the_same_pictures(
    table: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bus = wire.CountingBus()
    bus.install(monkeypatch)
    held = wire.Contest(bus, wire.TABLES[table])
    for frames in islice(wire.frames_after_each_key(1, seats), 40):
        held.show(frames)
    assert len(held.keys) == 39
    assert {key.luma.bytes for key in held.keys} == {1034 * (1 + seats)}
    for key in held.keys:
        assert key.luma_changed.bytes == 1034 * key.changed
        assert key.ours.bytes <= key.luma_changed.bytes  # unchanged pictures cost nothing
        assert bool(key.ours.bytes) == bool(key.changed)
        assert key.afterwards.bytes > 0  # the driver asks the displays whether they are on
    found = {goal.name: goal for goal in wire.report(table, held.keys)}
    assert found[f"{table}: bus for the worst key"].is_met
    assert found[f"{table}: bytes of a key beyond whole pictures"].is_met
    assert "share of luma's bytes" in capsys.readouterr().out


def test_the_start_benchmark_sees_a_first_picture_and_a_played_game(tmp_path: Path) -> None:
    assert 0 < start_up.start_up(tmp_path) < 60
    assert 10 < start_up.memory(games=1) < 1000


def test_the_pods_benchmark_counts_keys_and_echoes() -> None:
    costs = pod_line.played(most_keys=6)
    assert len(costs.up) == len(costs.down) == len(costs.seconds) == 6
    assert 0 < max(costs.down) < 3 * 1100
    assert min(pod_line.echoes(20, 300, 3)) > 0


def test_the_journals_benchmark_imports_and_reads(tmp_path: Path) -> None:
    found = journal_growth.measure(tmp_path, 3, runs=1)
    assert min(found.opening.seconds, found.page.seconds, found.importing.seconds) > 0
    assert min(found.history.megabytes, found.stats.megabytes) > 5
    assert journal_growth.row(found).count("|") == 7
    assert all(goal.measured > 0 for goal in journal_growth.goals(found))


def test_the_benchmark_of_commits_times_each_beside_a_bare_insert(tmp_path: Path) -> None:
    found = commit_cost.measure(tmp_path, games=1)
    assert len(found.kept) == len(found.bare) > 50
    assert min(found.kept + found.bare) > 0


def test_the_benchmark_of_log_modes_times_all_and_loses_entries(tmp_path: Path) -> None:
    found = log_modes.measure_modes(tmp_path, 3)
    assert {len(mode.commits) for mode in found.values()} == {3}
    assert max(log_modes.silent_losses(tmp_path, 10)) > 1


def test_the_benchmark_of_rescues_brings_back_every_game(tmp_path: Path) -> None:
    sound = tmp_path / "sound.db"
    rescue_growth.make(sound, 3)
    for name, damage in rescue_growth.DAMAGES.items():
        found = rescue_growth.measure(sound, 3, damage)
        assert found.seconds > 0
        assert 5 < found.megabytes < 80
        assert len(rescue_growth.goals(name, found, 3)) == 2


def test_the_table_of_all_goals_has_every_goal_and_every_failure() -> None:
    goals = (Goal("a, b: c", 1.5, 2, "M pieces"), Goal("d", 1, 2, at_least=True))
    printed = "\n".join(map(str, goals))
    assert list(all_goals.rows_of("x", f"title\n{printed}\nend", 1)) == [
        all_goals.Row("x", "a, b: c", "1.5 M pieces", "at most 2 M pieces", "met"),
        all_goals.Row("x", "d", "1", "at least 2", "MISSED"),
    ]
    for output, status in (("", 0), (str(Goal("a", 1, 2)), 2)):
        assert list(all_goals.rows_of("x", output, status))[-1].verdict == "FAILED"


def test_every_benchmark_with_a_goal_is_among_all_of_them() -> None:
    folder = Path(all_goals.__file__).parent
    with_goals = {
        file.stem
        for file in folder.glob("*.py")
        if "import Goal" in file.read_text("utf-8") and not file.stem.startswith("test_")
    }
    assert with_goals == all_goals.BENCHMARKS.keys()
