"""Whether the table is being played as a service: then displays and keys are in its hands."""

from __future__ import annotations

import subprocess

from triqueta.doctor.findings import Finding, good, odd, wrong

NAME = "triqueta"
STOP = f"sudo systemctl stop {NAME}"
START = f"sudo systemctl start {NAME}"
_SECONDS = 10
NO_ANSWER = "no answer"


def state() -> str:
    """Return systemd's word for the state of the service, or NO_ANSWER if systemd hangs.

    It is empty where there is no systemd, or no service.
    """
    try:
        done = subprocess.run(  # noqa: S603 - no word of it comes from outside
            ["systemctl", "is-active", NAME],  # noqa: S607 - wherever the system has it
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return NO_ANSWER
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def is_running(state: str) -> bool:
    """Return whether the service may be running: also while it starts, stops or restarts.

    If systemd does not answer, it may be running, so displays and keys are left alone.
    """
    return state in ("active", "activating", "deactivating", "reloading", NO_ANSWER)


def check_service(state: str) -> Finding:
    if state == "active":
        return good("the table runs as a service")
    if state == "failed":
        return wrong("the service has failed", f"journalctl -u {NAME} -b tells why")
    if state == "activating":
        return wrong("the service does not get going", f"journalctl -u {NAME} -b tells why")
    if state == NO_ANSWER:
        text = f"systemd did not say within {_SECONDS} seconds whether the service runs"
        return wrong(text, "sudo reboot, then try again")
    return odd("the table does not run as a service", f"{START}, once all is well here")
