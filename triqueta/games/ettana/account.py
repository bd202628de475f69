"""A game as text: an account of it, with what the players have after each turn."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.ettana.rules import Game
from triqueta.records.text import one_line
from triqueta.table.spec import scores_account


def account_of(game: Game) -> Iterator[str]:
    """The lines of the account, ending with the annas or with who is to act."""
    names = [one_line(name) for name in game.setup.players]
    yield f"{', '.join(names[:-1])} and {names[-1]} play Ettana."
    yield ""
    told = Game(game.setup)
    for seat, moves in _turns(game):
        for move in moves:
            told.play(move)
        hand = told.position.hands[seat]
        has = f"{hand.tokens} tokens, {told.position.annas(seat)} annas"
        yield f"  {names[seat]}: {', '.join(moves)} ({has})"
    yield ""
    if game.to_act is not None:
        waits = "the dice or cards" if not game.legal_moves else "a move"
        yield f"The game stops here. It is {names[game.to_act]}'s turn, and {waits} came next."
    yield from scores_account(game)


def _turns(game: Game) -> Iterator[tuple[int, list[str]]]:
    """The moves of a player, until it is somebody else's turn."""
    turn: list[str] = []
    for at, deed in enumerate(game.history):
        seat, _ = deed.public
        turn.append(game.moves[at])
        following = game.history[at + 1].public[0] if at + 1 < len(game.history) else None
        if seat != following:
            yield seat, turn
            turn = []
