"""The benchmarks still run; how fast they are is for them to say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path

import pytest

from tests.benchmarks import (
    costs,
    drawing_speed,
    ettana_patterns,
    journal_growth,
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
from tests.benchmarks.config_libraries import __main__ as config_libraries
from tests.benchmarks.web_libraries import __main__ as web_libraries
from triqueta.config.reading import read_config


def test_the_rules_benchmark_plays_whole_games() -> None:
    assert rules_speed.triqueta_games() > 50 * 4 * 3
    assert rules_speed.copies() == 5000
    memory, file = rules_speed.bytes_per_game()
    assert memory > file > 500


def test_the_rules_benchmark_compares_neighbouring_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that gets slower and slower changes no ratio; whoever begins changes."""
    now, played = 0.0, ""

    def work(name: str, done: int) -> Callable[[], int]:
        def play() -> int:
            nonlocal now, played
            now += rules_speed.SLICE * 1.2 ** (len(played) // 2)
            played += name
            return done

        return play

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


def test_the_ettana_benchmark_finds_patterns_on_boards_as_dealt() -> None:
    found = [ettana_patterns.searched(threads) for threads in ettana_patterns.boards(20)]
    assert sum(places for places, _ in found) > 40
    assert min(seconds for _, seconds in found) > 0


@pytest.mark.parametrize(("game", "level"), [("triqueta", "hard"), ("zatre", "good")])
def test_the_robots_benchmark_times_every_move(
    game: str, level: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(islice(robot_times.thoughts(game, level, 2), 60))
    assert len(found) == 60
    assert min(each.moves for each in found) > 0
    robot_times.report(game, level, [*found, robot_times.Thought(9_999, 0.1)])
    assert "most 9,999" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("level", "usual", "longest", "reached"),
    [
        ("hard", 0.0005, 0.02, True),
        ("hard", 0.002, 0.002, False),
        ("expert", 0.05, 0.29, True),
        ("expert", 0.05, 0.31, False),
        ("expert", 0.11, 0.11, False),
    ],
)
def test_the_robots_benchmark_knows_its_goals(
    level: str, usual: float, longest: float, reached: bool
) -> None:
    found = [robot_times.Thought(5, usual)] * 300 + [robot_times.Thought(5, longest)]
    assert robot_times.report("triqueta", level, found) is reached


def test_the_match_benchmark_splits_what_a_game_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(match_cost, "process_time", lambda: next(looks))
    cost = match_cost.measure("hard", games=2)
    assert cost.games == cost.whole == cost.rules == 2
    assert cost.views == cost.thinking > 2 * 4 * 3
    shares = match_cost.Cost(games=1, whole=10, rules=1, views=2, thinking=3).shares()
    assert shares == {"rules": 0.1, "views": 0.2, "thinking": 0.3, "rest": 0.4}


def test_the_drawing_benchmark_plays_by_keys() -> None:
    shown = {played.says() for played in islice(drawing_speed.after_each_key(1), 50)}
    assert len(shown) > 20


def test_the_load_benchmark_has_keys_for_every_seat() -> None:
    stations = {event.station for event in web_load.keys_of_a_game(1)}
    assert stations == {"seat1", "seat2", "seat3", "seat4", "seat5"}


def test_the_load_benchmark_times_keys_echoes_and_drawings() -> None:
    keys, echoes = asyncio.run(asyncio.wait_for(web_load.play_games(1), 120))
    assert len(keys) == len(echoes) > 100
    assert min(min(taken) for taken in keys + echoes) > 0
    shared, alone = web_load.draw_for_displays(1)
    assert len(shared) == len(alone) > 100


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
def test_the_wire_benchmark_gives_both_drivers_the_same_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = wire.CountingBus()
    bus.install(monkeypatch)
    held = wire.Contest(bus, wire.TABLES["hub alone"])
    for frames in islice(wire.frames_after_each_key(1, 0), 40):
        held.show(frames)
    assert len(held.every.pictures) == len(held.every.keys) == len(held.changed.keys) == 39
    assert 0 < len(held.changed.pictures) < 39
    for tally in (held.every, held.changed):
        assert {luma.bytes for _, luma in tally.pictures} == {1034}
        assert 0 < sum(ours.bytes for ours, _ in tally.pictures) < len(tally.pictures) * 1034
    sent = [sum(ours.bytes for ours, _ in it.pictures) for it in (held.every, held.changed)]
    assert sent[0] == sent[1]  # what did not change costs us nothing


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


def test_the_benchmark_of_rescues_brings_back_every_game(tmp_path: Path) -> None:
    found = rescue_growth.measure(tmp_path, 3, rescue_growth.wipe_checksums)
    assert found.seconds > 0
    assert 5 < found.megabytes < 80


def test_costs_are_those_of_a_process_and_of_its_code(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text('"""Says\n\nnothing."""\n\n# nor this\nx = """a\nb"""\n\nf(\nx)\n', "utf-8")
    assert costs.code_lines([file]) == 4
    found = costs.starts({"bare": "", "more": "more = bytes(range(250)) * 80_000"}, runs=1)
    (more,), (bare,) = found["more"], found["bare"]
    assert more.megabytes > bare.megabytes + 15
    assert bare.milliseconds > 0
    assert costs.beyond([costs.Start(3, 5)], [costs.Start(1, 1)]) == "   2 ms   4.0 MB"


def test_the_settings_benchmark_knows_whether_a_mistake_is_told_well() -> None:
    known = config_libraries.mistakes()
    assert len(known) > 30
    for text, right in known:
        told = config_libraries.told(read_config, text)
        assert config_libraries.says_what_is_right(told, right)
    assert not config_libraries.says_what_is_right(["should be at most 9"], "10 instead of 0 to 9")


def test_the_web_benchmark_asks_the_real_server() -> None:
    async def asked() -> list[str]:
        running = await web_libraries.by_hand()
        lines = ("GET /page.js", "HEAD /", "POST /")
        answers = [await running.get(line) for line in lines]
        await running.stop()
        return answers

    answers = asyncio.run(asyncio.wait_for(asked(), 60))
    assert answers == ["200, policy, a body", "200, policy", "405, Allow"]
