"""How long it takes from the start of a process to its first picture.

The clock is one that all processes of a machine share: here it is noted when the other process
starts, and that one, `started_table`, says when its picture is there.
"""

from __future__ import annotations

import subprocess
import sys
import time

from triqueta.doctor.findings import Finding, good, odd, reason, wrong

SLOW_START = 5.0
LONGEST_START = 60
_CHILD = "triqueta.doctor.started_table"


def check_first_picture(file: str | None, *, send: bool) -> Finding:
    """Time the start of a table in its own process. Call this only while no table is running."""
    words = [sys.executable, "-m", _CHILD, "send" if send else "draw", file or ""]
    started = time.monotonic()
    try:
        child = subprocess.run(  # noqa: S603 - ourselves
            words, capture_output=True, text=True, timeout=LONGEST_START, check=True
        )
        seconds = float(child.stdout) - started
    except subprocess.TimeoutExpired:
        text = f"no first picture came within {LONGEST_START} seconds: the table does not start"
        remedy = "see what keeps the machine busy: top, dmesg; then sudo reboot and try again"
        return wrong(text, remedy)
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        remedy = "put right what else is wrong here, then try again"
        return wrong(f"no first picture came: {_why(error)}", remedy)
    text = f"the first picture is {'shown' if send else 'drawn'} after {1000 * seconds:.0f} ms"
    if seconds > SLOW_START:
        return odd(text, "use a faster card (class A1 or A2); see systemd-analyze blame")
    return good(text)


def _why(error: Exception) -> str:
    """Return the last line that the other process printed, or how it ended."""
    if isinstance(error, ValueError):
        return "the table was started, but did not say when it had drawn"
    if not isinstance(error, subprocess.CalledProcessError):
        return reason(error)
    if error.returncode < 0:
        return f"the system has ended the table (signal {-error.returncode}): is memory short?"
    lines = error.stderr.strip().splitlines()
    return lines[-1] if lines else f"the table ended by itself with status {error.returncode}"
