"""The exceptions that rules, records and the fair shuffle raise.

All but `NoGamesError` derive from `RulesError`, which is a `ValueError`.
"""

from __future__ import annotations


class RulesError(ValueError):
    """The base class of all errors about rules, records and shuffles."""


class SetupError(RulesError):
    """Raised for a set-up that no game can start from."""


class InvalidMoveError(RulesError):
    """Raised for a text that is not a move in any position."""


class IllegalMoveError(RulesError):
    """Raised for a move that the current position does not allow.

    `clause` names the rule that forbids the move, and `reason` explains it.
    """

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.clause = clause
        self.reason = reason


class RecordError(RulesError):
    """Raised for a record that violates its format or the rules.

    The message starts with the place of the error, for example `move 3` or `players`.
    """


class UnknownGameError(RecordError):
    """Raised for a record of a game that is not installed."""


class UnknownDeckError(RecordError):
    """Raised for a record of a game whose custom deck is not configured on this table."""


class NoGamesError(Exception):
    """Raised when no game is found.

    Either the package is not installed, or it was installed before it had entry points.
    """


class ShuffleError(RulesError):
    """Raised for a secret or a list of cuts that the fair shuffle can't use."""


class ProofError(RulesError):
    """Raised for a proof that is missing or malformed, or that does not match the deal."""
