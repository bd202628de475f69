"""When a game began: as it is written, as it is shown, and whether it can be believed.

A device without a clock of its own wakes up in 1970, or where it was switched off, until a network
tells it the time. A date that is known to be wrong is worse than none.
"""

from __future__ import annotations

from datetime import UTC, datetime

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)  # nobody can have played here before
END = datetime(9000, 1, 1, tzinfo=UTC)  # no zone leads beyond what Python can count
_DAY = len("2026-01-01")


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_of(date: object) -> int | None:
    """In seconds of UTC, whatever zone it was written in; None if it can't be right."""
    found = _read(date)
    return None if found is None else int(found.timestamp())


def shown_date(date: object) -> str:
    """Day and time where it was written, or here if that is not known; "" for no date."""
    found = _read(date)
    if found is None:
        return ""
    if len(str(date)) <= _DAY:
        return found.date().isoformat()
    local = found if found.utcoffset() else found.astimezone()
    return local.isoformat(" ", "minutes")[: len("2026-01-01 00:00")]


def shown_day(date: object) -> str:
    return shown_date(date)[:_DAY]


def _read(date: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(date))
    except ValueError:
        return None
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return found if BEGINNING <= found < END else None
