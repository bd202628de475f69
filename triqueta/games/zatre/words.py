"""The functions that translate Zatre's texts.

The spec imports this module, so it imports nothing else of the game.
"""

from __future__ import annotations

from pathlib import Path

from triqueta.screens.phrases import plural_speaker, speaker

_LOCALE = Path(__file__).parent / "locale"

say = speaker(_LOCALE)
say_n = plural_speaker(_LOCALE)
