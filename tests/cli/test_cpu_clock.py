"""A processor's time is asked for seldom, and is not far off."""

from __future__ import annotations

import pytest

from triqueta.cli.workers import STALE, CpuClock


def test_it_is_asked_again_when_it_is_stale() -> None:
    now, worked, asked = 100.0, 5.0, 0

    def processor() -> float:
        nonlocal asked
        asked += 1
        return worked

    clock = CpuClock(lambda: now, processor)
    now += STALE / 2
    assert clock() == pytest.approx(5.0 + STALE / 2)  # at most as much as has passed
    assert asked == 1
    now, worked = now + 60, 5.5  # the machine had other things to do
    assert clock() == 5.5
    assert asked == 2
    now += STALE / 4
    assert clock() == pytest.approx(5.5 + STALE / 4)
    assert asked == 2
