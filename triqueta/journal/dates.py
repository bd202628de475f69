"""The dates of games: parse them, format them, and reject dates that can't be right.

A Raspberry Pi has no battery-backed clock. Until it gets the time from a network, it starts in
1970 or at the time when it was switched off. No date is better than a date known to be wrong.
"""

from __future__ import annotations

from datetime import UTC, datetime

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)  # the program did not exist before
END = datetime(9000, 1, 1, tzinfo=UTC)  # in every time zone still a date that Python supports
_DAY = len("2026-01-01")


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_of(date: object) -> int | None:
    """Return a date in seconds since the epoch (UTC), or None if it can't be right."""
    found = _read(date)
    return None if found is None else int(found.timestamp())


def shown_date(date: object) -> str:
    """Return the day and time in the time zone of the date, or "" if the date can't be right.

    A date in UTC is converted to local time. A date without a time is returned as a day.
    """
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
