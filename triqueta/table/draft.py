"""A game that is being set up: the answers given so far."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been answered; which question comes next follows from it."""

    other_players: bool = False  # than those of last time
    same_players: bool = False
    players: int = 0
    names: tuple[str, ...] = ()
    spelled: str | None = None  # as much of the next name as has been spelled
    game: str = ""
    edition: str | None = None
    seat: int | None = None  # the answer to the question that the game asks
    secret: bytes = b""  # with all answers given, the shuffle is sealed: from here on no way back
    cutting: bool = False
    cutter: int = 0  # whose turn it is to cut at the table
    cuts: tuple[str, ...] = ()

    def before(self) -> Draft | None:
        """One question back, where there is a way."""
        if self.secret:
            return None
        if self.same_players:
            return Draft()
        if self.edition is not None:
            return replace(self, game="", edition=None)
        if self.names:
            return replace(self, names=self.names[:-1])
        if self.players:
            return replace(self, players=0)
        return Draft() if self.other_players else None

    def cuts_of(self, seat: int) -> int:
        return sum(cut.startswith(f"{seat + 1}:") for cut in self.cuts)
