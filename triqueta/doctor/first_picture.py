"""How long it takes from the start of a process to its first picture.

The clock is one that all processes of a machine share: here it is noted when the other process
starts, and that one, `started_table`, says when its picture is there.
"""

from __future__ import annotations

import subprocess
import sys
import time

from triqueta.doctor.findings import Finding, good, odd

SLOW_START = 5.0
LONGEST_START = 60
_CHILD = "triqueta.doctor.started_table"


def check_first_picture(file: str | None, *, send: bool) -> Finding:
    words = [sys.executable, "-m", _CHILD, "send" if send else "draw", file or ""]
    started = time.monotonic()
    try:
        child = subprocess.run(  # noqa: S603 - ourselves
            words, capture_output=True, text=True, timeout=LONGEST_START, check=True
        )
        seconds = float(child.stdout) - started
    except (subprocess.SubprocessError, ValueError) as error:
        return odd(f"no first picture came: {_reason(error)}", "see what else is wrong here")
    text = f"the first picture is {'shown' if send else 'drawn'} after {1000 * seconds:.0f} ms"
    if seconds > SLOW_START:
        return odd(text, "use a faster card (class A1 or A2); see systemd-analyze blame")
    return good(text)


def _reason(error: Exception) -> str:
    text = getattr(error, "stderr", None)
    lines = text.strip().splitlines() if isinstance(text, str) else []
    return lines[-1] if lines else type(error).__name__
