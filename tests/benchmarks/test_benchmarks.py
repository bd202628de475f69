"""The benchmarks still run; how fast they are is for them to say."""

from __future__ import annotations

from itertools import islice

from tests.benchmarks import drawing_speed, rules_speed


def test_the_rules_benchmark_plays_whole_games() -> None:
    assert rules_speed.triqueta_games() > 50 * 4 * 3
    assert rules_speed.copies() == 5000
    memory, file = rules_speed.bytes_per_game()
    assert memory > file > 500


def test_the_drawing_benchmark_plays_by_keys() -> None:
    shown = {played.says() for played in islice(drawing_speed.after_each_key(1), 50)}
    assert len(shown) > 20
