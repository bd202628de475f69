"""How thoroughly a test run checks: three profiles, chosen by `pytest --profile NAME`.

- `default` is what `pytest` runs: short, with at least one case of every promise for every game.
- `full` is what `.ci/run` runs: every case, with every budget as its test states it.
- `deep` is for nights: every budget times 20, with new random examples each time.

A test states the budget of the full run (`budget(200)`, `@examples(40)`), which the profile
scales. A test that only the full run needs is marked `@pytest.mark.full`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from hypothesis import HealthCheck, settings

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Profile:
    """A test profile: `scale` multiplies the budgets of the full run."""

    name: str
    scale: Fraction

    @property
    def is_short(self) -> bool:
        return self.scale < 1


DEFAULT = Profile("default", Fraction(1, 10))
FULL = Profile("full", Fraction(1))
DEEP = Profile("deep", Fraction(20))
PROFILES = {profile.name: profile for profile in (DEFAULT, FULL, DEEP)}
EXAMPLES = 100  # of a hypothesis test that states no budget, in the full run

_chosen = DEFAULT


def choose(name: str) -> None:
    """Use a profile from now on; called before any test module is imported."""
    global _chosen  # noqa: PLW0603 - decorators of test modules read it while they are imported
    _chosen = PROFILES[name]
    settings.register_profile(
        _chosen.name,
        # Timings say nothing: the machines that run the tests are noisy.
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=_chosen is not DEEP,
        max_examples=budget(EXAMPLES),
    )
    settings.load_profile(_chosen.name)


def chosen() -> Profile:
    return _chosen


def budget(full: int, least: int = 1) -> int:
    """Return how often to repeat something that the full run does `full` times.

    `least` is the smallest number for which the test is meaningful.
    """
    return max(least, round(full * _chosen.scale))


def examples(full: int) -> settings:
    """Return the hypothesis settings for a test with `full` examples in the full run."""
    return settings(max_examples=budget(full))


def sampled(number: int) -> bool:
    """Return whether to check case `number` of a long series: the default run checks every tenth.

    The series itself, a game for example, is played to its end in every profile.
    """
    return not _chosen.is_short or number % 10 == 0


def first(cases: Sequence[_T], few: int = 1) -> Sequence[_T]:
    """Return all cases of a parametrised test, or only the first `few` in the default run."""
    return cases[:few] if _chosen.is_short else cases
