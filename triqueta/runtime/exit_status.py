"""How the table's process ends, for those who hear of it when it has."""

from __future__ import annotations

POWER_OFF_STATUS = 150
"""The exit status of "switch off": the unit powers the machine off after this one only.
150 to 199 are free for applications; Python and signals end a process with others."""
