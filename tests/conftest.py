"""Flags and settings for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The machines that run the tests are noisy: how long an example takes says nothing.
settings.register_profile(
    "triqueta", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
# `pytest --hypothesis-profile=deep` looks for new trouble: more examples, others each time.
settings.register_profile(
    "deep", settings.get_profile("triqueta"), max_examples=2000, derandomize=False
)
settings.load_profile("triqueta")


@pytest.fixture(autouse=True)
def own_data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the games of whoever runs it: processes started here inherit this."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="write the playthrough files anew instead of comparing with them",
    )
    parser.addoption(
        "--update-pictures",
        action="store_true",
        help="write the golden pictures anew instead of comparing with them",
    )
