"""Random keys during games of Zatre: nothing breaks or gets stuck, and every game ends."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.every_game import TESTED
from tests.games.zatre.scenes import PROOF, entered
from tests.games.zatre.tables import games
from tests.profiles import examples
from tests.table.autopilot import finish, step
from tests.table.evening import in_game
from tests.table.test_random_keys import HAPPENINGS, check, stir
from triqueta.games import installed_games
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.session import DRAW, LIFT, PUT, ZatreSession
from triqueta.records.record import verify
from triqueta.screens.station import Key

NOT_STOPPED = [key for key in Key if key is not Key.PETAL5]  # petal 5 of the menu stops the game


@pytest.mark.full
def test_a_game_of_five_by_random_keys() -> None:
    evening = in_game(TESTED["zatre"].play(5, seed=1), seats=(0, 2, 3))
    session, rng = evening.table.session, Random(1)
    assert isinstance(session, ZatreSession)
    stations = list(evening.table.stations)
    while not session.over:
        for _ in range(rng.randrange(4)):
            evening.press(rng.choice(NOT_STOPPED), rng.choice(stations))
        check(evening)
        step(evening, rng)
    finish(evening, rng)
    done = {entry.split(" ")[0] for entry in session.entries}
    assert {DRAW, PUT, LIFT} <= done
    record = installed_games().read(session.document())
    assert verify(record) == session.proof
    assert record.result is not None
    for place, seat in enumerate(record.result.ranking, start=1):
        evening.press(f"petal{place}")
        assert evening.says().split("\n")[0] == session.names[seat]
        assert f"{record.result.scores[seat]} p." in evening.says()
        evening.press("soft1")


@examples(15)
@given(games(), st.lists(HAPPENINGS, max_size=40), st.integers(0, 2**16))
def test_random_keys_never_break_or_block_a_game(
    begun: Game, happenings: list[tuple[str, str, Key | None, float]], seed: int
) -> None:
    session = ZatreSession(Game(begun.setup), PROOF)
    entered(session, [entry for move in begun.moves for entry in (DRAW, move)])
    stir(in_game(session), happenings, Random(seed))
