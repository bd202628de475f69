"""The pod's own files, imported into CPython as they are: those of them that know no hardware."""

from __future__ import annotations

import sys
from importlib import import_module

from triqueta.stations.pods.firmware import firmware_folder

FOLDER = firmware_folder() / "pod"
_NAMES = ("framing", "link", "keys")


def _imported():
    """Under the names they call each other by, which are not left behind."""
    sys.path.insert(0, str(FOLDER))
    try:
        return [import_module(name) for name in _NAMES]
    finally:
        sys.path.remove(str(FOLDER))
        for name in _NAMES:
            sys.modules.pop(name, None)


framing, link, keys = _imported()
