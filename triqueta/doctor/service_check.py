"""Whether the table is being played as a service: then displays and keys are in its hands."""

from __future__ import annotations

import subprocess

from triqueta.doctor.findings import Finding, good, odd, wrong

NAME = "triqueta"
STOP = f"sudo systemctl stop {NAME}"
START = f"sudo systemctl start {NAME}"
_SECONDS = 10


def state() -> str:
    """What systemd says of the service; nothing where there is no systemd, or no service."""
    try:
        done = subprocess.run(  # noqa: S603 - no word of it comes from outside
            ["systemctl", "is-active", NAME],  # noqa: S607 - wherever the system has it
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def is_running(state: str) -> bool:
    """Also when it is just being started or stopped, or starts again and again."""
    return state in ("active", "activating", "deactivating", "reloading")


def check_service(state: str) -> Finding:
    if state == "active":
        return good("the table runs as a service")
    if state == "failed":
        return wrong("the service has failed", f"journalctl -u {NAME} -b tells why")
    if state == "activating":
        return wrong("the service does not get going", f"journalctl -u {NAME} -b tells why")
    return odd("the table does not run as a service", f"{START}, once all is well here")
