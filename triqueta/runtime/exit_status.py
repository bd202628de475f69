"""The exit status of the table's process, for the programs that run after it."""

from __future__ import annotations

POWER_OFF_STATUS = 150
"""The exit status of "switch off": the unit powers the machine off after this one only.
150 to 199 are free for applications; Python and signals end a process with others."""
