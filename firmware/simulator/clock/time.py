"""A replacement for `time` whose clock moves only when the control line sets it."""

now = 0


def ticks_ms():
    return now
