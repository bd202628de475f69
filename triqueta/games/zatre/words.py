"""The words of Zatre. The spec needs them, so nothing else of the game is loaded here."""

from __future__ import annotations

from pathlib import Path

from triqueta.screens.phrases import plural_speaker, speaker

_LOCALE = Path(__file__).parent / "locale"

say = speaker(_LOCALE)
say_n = plural_speaker(_LOCALE)
