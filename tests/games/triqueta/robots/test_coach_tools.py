"""The tools that fit the coach and measure it can tell whether it is right."""

from __future__ import annotations

from random import Random

import pytest

from tools.check_coach import bins, both, losses
from tools.coach_games import NOISES, Compared, Played, compared, seeming
from tools.fit_coach import factors, line, look_at
from tools.fit_value_model import SPREADS, spread_of
from triqueta.games.triqueta.robots.value_model import shares

ROUNDS = 4


def games(factor: float, number: int = 400) -> list[Compared]:
    """Return games in which decisions cost `factor` times as much as the coach says."""
    rng, found = Random(1), []
    for deal in range(number):
        for noise in NOISES:
            seeming_losses = tuple(noise * rng.random() for _ in range(ROUNDS))
            luck = rng.gauss(0, 3)
            noisy = luck - factor * sum(seeming_losses) + rng.gauss(0, 1)
            found.append(Compared(deal, noise, seeming_losses, luck, noisy))
    return found


class TestLosses:
    def test_an_accurate_coach_passes(self) -> None:
        assert all(holds for _, holds in losses(games(1.0)))

    @pytest.mark.parametrize("factor", [0.7, 1.5])
    def test_an_inaccurate_coach_fails(self, factor: float) -> None:
        assert not any(holds for _, holds in losses(games(factor)))

    def test_the_factor_is_found(self) -> None:
        assert factors(games(0.7)) == pytest.approx([0.7] * ROUNDS, abs=0.05)


class TestChances:
    SPREAD = SPREADS[11]

    def seen(self, number: int = 3000) -> list[tuple[int, int, list[float], Played]]:
        rng, found = Random(1), []
        for _ in range(number):
            expected = [rng.gauss(20, 5) for _ in range(3)]
            winner = rng.choices(range(3), shares(expected, self.SPREAD))[0]
            scores = tuple(round(2 + 0.5 * points) for points in expected)
            found.append((0, 3, expected, Played(scores, (winner,))))
        return found

    def test_the_true_parameters_are_found(self) -> None:
        ended = [
            (expected, [float(seat in played.winners) for seat in range(3)])
            for _, _, expected, played in self.seen()
        ]
        assert spread_of(ended) == pytest.approx(self.SPREAD, rel=0.11)
        assert line(self.seen()) == pytest.approx((2, 0.5), abs=0.1)

    @pytest.mark.parametrize(("spread", "right"), [(SPREAD, True), (SPREAD / 3, False)])
    def test_overconfidence_is_detected(self, spread: float, right: bool) -> None:
        predicted = [
            (chance, float(seat in played.winners))
            for _, _, expected, played in self.seen()
            for seat, chance in enumerate(shares(expected, spread))
        ]
        assert all(holds for _, holds in bins(predicted)) is right


def test_the_same_deal_with_and_without_noise() -> None:
    found = compared("base-2", 1, 0, seeming)
    assert [one.noise for one in found] == [noise for noise in NOISES for _ in range(2)]
    assert sum(one.clean for one in found) == 0
    assert compared("base-2", 1, 0, seeming) == found
    assert all(sum(one.losses) > 0 for one in found)


def test_real_games_have_the_format_of_both_tools() -> None:
    compared_, predicted = both("shadow-3", 1, 0)
    assert len(compared_) == 3 * len(NOISES)
    assert all(0 <= chance <= 1 for chance, _ in predicted)
    assert all(len(expected) == 3 for _, _, expected, _ in look_at("shadow-3", 1, 0))
