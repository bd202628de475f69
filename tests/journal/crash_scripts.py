"""Play the scripts of all evenings once, for all processes that are forked from here."""

from __future__ import annotations

from tests.journal.crash_player import EVENINGS, script_of

for evening in EVENINGS:
    script_of(evening)
