"""What has to survive a pulled plug."""

from __future__ import annotations

from dataclasses import dataclass, field

from triqueta.table.any_game import Play
from triqueta.table.draft import Draft
from triqueta.table.memory import Memory


@dataclass(frozen=True, slots=True)
class TableState:
    """All of a table that is to be the same again after a restart.

    Its parts are replaced, never changed, but for the play, whose entries only grow: so it is
    quickly seen what is new.
    """

    memory: Memory = field(default_factory=Memory)
    draft: Draft = field(default_factory=Draft)
    play: Play | None = None
    seat_key: bytes = field(default=b"", repr=False)  # the seats' codes are derived from it
