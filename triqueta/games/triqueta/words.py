"""`say` and `say_n`, which make Triqueta's translatable texts.

The spec imports this module, so it must not load the rest of the game.
"""

from __future__ import annotations

from pathlib import Path

from triqueta.screens.phrases import plural_speaker, speaker

_LOCALE = Path(__file__).parent / "locale"

say = speaker(_LOCALE)
say_n = plural_speaker(_LOCALE)
