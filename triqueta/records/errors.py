"""Everything the rules refuse, and why. Each error derives from the builtin it refines."""

from __future__ import annotations


class RulesError(ValueError):
    """The common root: catch this to catch every refusal of the library."""


class SetupError(RulesError):
    """A set-up that no game can start from."""


class InvalidMoveError(RulesError):
    """A text that is no move at all, in any position."""


class IllegalMoveError(RulesError):
    """A move that the present position does not allow; `clause` is the rule that forbids it."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.clause = clause
        self.reason = reason


class RecordError(RulesError):
    """A game record that breaks its format or the rules; the message starts with the place."""


class UnknownGameError(RecordError):
    """A record of a game that is not played at this table."""


class UnknownDeckError(RecordError):
    """A record of a game that was played with a deck that is not here."""


class NoGamesError(Exception):
    """No game is installed: the package is not installed, or was before it had entry points."""


class ShuffleError(RulesError):
    """A secret or a list of cuts that the fair shuffle cannot be run with."""


class ProofError(RulesError):
    """A shuffle proof that is missing, malformed, or does not lead to what was dealt."""
