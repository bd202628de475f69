"""The benchmarks still run; how fast they are is for them to say."""

from __future__ import annotations

from tests.benchmarks import rules_speed


def test_the_rules_benchmark_plays_whole_games() -> None:
    assert rules_speed.triqueta_games() > 50 * 4 * 3
    assert rules_speed.copies() == 5000
    memory, file = rules_speed.bytes_per_game()
    assert memory > file > 500
