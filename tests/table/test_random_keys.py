"""Random keys on random stations: nothing breaks or gets stuck, and every game ends."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.games.every_game import AT_HOME, QUICK_ETTANA, only_games
from tests.profiles import examples
from tests.table.autopilot import finish, labels_of, step
from tests.table.evening import Evening, in_game, random_play
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.frame import clipped, picture, words
from triqueta.screens.phrases import Language, said
from triqueta.screens.station import Key
from triqueta.table.events import Event, FieldTapped, Join, KeyDown, KeyUp, Leave, Tick
from triqueta.table.scene import StationView
from triqueta.table.session import COACH

STATIONS = st.sampled_from(["table", "table", "seat1", "seat2", "seat3", "seat4", "seat5"])
KEYS = st.sampled_from(Key)
STEPS = st.sampled_from([0.0, 0.1, 1.0, 4.0, 130.0, 1000.0])
HAPPENINGS = st.one_of(
    st.tuples(st.just("tap"), STATIONS, KEYS, st.sampled_from([0.1, 0.1, 4.0])),
    st.tuples(st.just("tap"), st.just("table"), KEYS, st.just(0.1)),
    st.tuples(st.just("down"), STATIONS, KEYS, STEPS),
    st.tuples(st.just("up"), STATIONS, KEYS, STEPS),
    st.tuples(st.sampled_from(["join", "join without keys"]), STATIONS, st.none(), STEPS),
    st.tuples(st.sampled_from(["point at H8", "point at A1"]), STATIONS, st.none(), STEPS),
    st.tuples(st.just("leave"), STATIONS, st.none(), STEPS),
    st.tuples(st.just("wait"), STATIONS, st.none(), STEPS),
)


def events(kind: str, station: str, key: Key | None, time: float) -> list[Event]:
    match kind, key:
        case "tap", Key():
            return [KeyDown(station, key, time), KeyUp(station, key, time)]
        case (("down" | "up"), Key()):
            return [(KeyDown if kind == "down" else KeyUp)(station, key, time)]
        case (("join" | "join without keys"), _):
            return [Join(station, time, keyless=kind != "join" and station != "table")]
        case (("point at H8" | "point at A1"), _):
            return [FieldTapped(station, kind.removeprefix("point at "), time)]
        case "leave", _:
            return [Leave(station, time)]
        case _:
            return [Tick(time)]


PLACES = {"Back": 0, "OK": 1, "Next": 2}
"""The soft key that each of these labels has everywhere: left, middle or right."""


def check_keys(view: StationView) -> None:
    """Check that labels are on their keys, and that every other key says why it does nothing."""
    for place, label in enumerate(labels_of(view)):
        assert PLACES.get(label, place) == place, f"{label} is on soft key {place + 1}"
    for key in Key:
        if view.action(key) is None and not view.is_look_key(key):
            assert said(view.reason_against(key), Language.ENGLISH)


def check(evening: Evening) -> None:
    """Check that every station has a complete screen, and that the game follows the rules."""
    table = evening.table
    for station in table.stations.values():
        check_keys(table.view_for(station))
    for frame in table.frames().values():
        assert clipped(frame) == []
        words(frame)
        picture(frame)
    if table.session is not None:
        record = installed_games().read(table.session.document())
        assert record.document() == table.session.document()
        if record.game_id != "zatre":  # which can have very many
            waits = table.session.current_player is None or not table.session.moves(
                table.session.current_player
            )
            moves, legal = table.session.moves(record.game.to_act or 0), record.game.legal_moves
            # Entries that are not moves, such as a roll of the dice, come before the legal moves.
            assert waits or moves[len(moves) - len(legal) :] == legal


def stir(
    evening: Evening, happenings: list[tuple[str, str, Key | None, float]], rng: Random
) -> None:
    """Play a game to the score screen, with random events in between."""
    for kind, station, key, seconds in happenings:
        evening.time += seconds
        for event in events(kind, station, key, evening.time):
            evening.table.handle(event)
        check(evening)
        for _ in range(rng.randrange(10)):
            if not evening.table.powered_off:
                step(evening, rng)
    finish(evening, rng)


@examples(150)
@given(
    st.sampled_from(Edition),
    st.integers(2, 5),
    st.integers(0, 150),
    st.integers(0, 2**16),
    st.booleans(),
    st.lists(HAPPENINGS, max_size=60),
)
def test_random_keys_never_break_or_block_a_game(
    edition: Edition,
    players: int,
    length: int,
    seed: int,
    coach: bool,
    happenings: list[tuple[str, str, Key | None, float]],
) -> None:
    def far_enough(session: TriquetaSession) -> bool:
        return len(session._game.moves) >= length

    session = random_play(edition, players, seed, far_enough)
    if coach:
        session.apply(COACH)
    evening = in_game(session)
    stir(evening, happenings, Random(seed))


@examples(40)
@given(st.lists(HAPPENINGS, max_size=80), st.integers(0, 2**16))
def test_random_keys_from_power_on(
    happenings: list[tuple[str, str, Key | None, float]], seed: int
) -> None:
    with only_games(
        AT_HOME["triqueta"], AT_HOME["zatre"], QUICK_ETTANA
    ):  # otherwise it would take hours
        stir(Evening(), happenings, Random(seed))
