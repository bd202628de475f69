"""Where the pod's own program is: beside this package in a checkout, inside it once installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_INSTALLED, _CHECKOUT = _PACKAGE / "firmware", _PACKAGE.parent / "firmware"


def firmware_folder() -> Path:
    """The folder with `pod`, the program, and `simulator`, the board for a pod without one."""
    for folder in (_INSTALLED, _CHECKOUT):
        if (folder / "pod" / "main.py").is_file():
            return folder
    raise FileNotFoundError(f"the pod's program is missing: no main.py in {_INSTALLED / 'pod'}")


def firmware_files() -> list[Path]:
    """What belongs on a pod, the two files that start by themselves last."""
    files = (firmware_folder() / "pod").glob("*.py")
    return sorted(files, key=lambda file: (file.name in ("boot.py", "main.py"), file.name))
