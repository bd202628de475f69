"""What is said about phones that can't be seats now: how they could."""

from __future__ import annotations

from triqueta.screens.phrases import say

NOT_OPEN = say("Phones can join a table that was started by: triqueta play --lan")
SWITCHED_OFF = say("Phones are switched off. In table.toml, [web] enabled = true lets them join.")
NO_SERVER = say("Phones can't join: the pages could not be served. The log says why.")
NO_NETWORK = say("This table is in no network yet. Phones can join as soon as it is.")
