"""The child process of a test: runs the table of `triqueta play` and presses keys.

    python -m tests.cli.played_by_keys JOURNAL

It prints each module that a key imports and that the program had not loaded before the first key.
Modules that only the tests have loaded count too.
"""

from __future__ import annotations

import asyncio
import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.table.evening import Evening
    from triqueta.runtime.host import Host
    from triqueta.table.session import AnySession

SETUPS = {
    "triqueta": "petal3 petal1 soft3 petal1 soft2 petal1 petal3 petal1 soft3 soft3 soft1 petal1",
    "zatre": "petal2 petal1 soft3 soft2 petal3 petal2 soft3 soft3 soft1 petal1",
    "ettana": "petal2 petal1 soft3 petal4 petal1 soft3 soft3 soft1 petal1",
}
"""The keys that set up each game, with a robot, and with a coach where there is one."""
KEYS = 40  # pressed in each game before robots play it to its end


def main(journal: str) -> None:
    asyncio.run(play(Path(journal)))


async def play(path: Path) -> None:
    from triqueta.cli import play_table
    from triqueta.cli.play_table import SeatLinks, load_meanwhile
    from triqueta.config.settings import TableConfig
    from triqueta.games import installed_games
    from triqueta.journal.journal import Journal

    journal = Journal(path)
    host = play_table._host(TableConfig(), installed_games(), journal, SeatLinks(closed=""))
    load_meanwhile(installed_games()).join()
    before = set(sys.modules)
    evening = evening_at(host)
    imported: set[str] = set()
    with noted_imports(before, imported):
        for game, keys in SETUPS.items():
            play_one(evening, game, keys)
    host.close()
    journal.close()
    print("imported by keys:", *sorted(imported))


def play_one(evening: Evening, game: str, keys: str) -> None:
    """Set up a game, play it to the score, and open every page."""
    from tests.table.autopilot import step
    from triqueta.screens.phrases import Language
    from triqueta.table.state import Preferences

    rng = Random(game)
    evening.table.preferences = Preferences(Language.ENGLISH)  # those of a first start
    evening.table.start_over()
    evening.press(keys)
    play = evening.table.session
    if play is None or play.game_id != game or not play.robots:
        raise SystemExit(f"this is not the set-up of {game}: {evening.says()}")
    for number in range(KEYS):
        step(evening, rng)
        if number % 20 == 0:
            wander(evening, rng)
    let_robots_finish(play, rng)
    evening.table.go_on(play)
    for _ in range(3):
        evening.wait(30)  # for the tiles that are turned up, and for the review
        wander(evening, rng)
    evening.table.start_over()
    wander(evening, rng)


def let_robots_finish(play: AnySession, rng: Random) -> None:
    """Let robots play the game to its end: by keys, a game of Ettana would take minutes."""
    from triqueta.games import installed_games
    from triqueta.table.robots import let_play

    games, seats = installed_games(), len(play.names)
    robot = games.robot(play.game_id, games[play.game_id].quick_level, float)
    let_play(play, [robot] * seats, [rng] * seats)


def wander(evening: Evening, rng: Random) -> None:
    """Open pages of all kinds, and return to the game."""
    from tests.table.autopilot import let_go

    for way in ("soft2", "soft3"):
        for petal in range(1, 6):
            evening.press(f"{way} petal{petal}")
            evening.press(" ".join(f"petal{rng.randint(1, 5)}" for _ in range(3)))
            evening.press("soft2")
            let_go(evening)
            for station in evening.table.stations.values():
                station.close_all()


def evening_at(host: Host) -> Evening:
    from concurrent.futures import Executor, Future

    from tests.table.evening import Evening
    from triqueta.screens.frame import picture, words

    class NoThinking(Executor):
        def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    class AtTheHost(Evening):
        def take(self, event: Any) -> None:
            host.handle(event)
            for frame in host.table.frames().values():
                picture(frame)
                words(frame)
            host.table.spectator_view()

    evening = AtTheHost()
    host.table.services = replace(host.table.services, new_secret=lambda: bytes(32))
    evening.table = host.table
    evening.time = host.table.now
    host._turns._clock = lambda: evening.time
    host._robots._new_executor = NoThinking
    return evening


@contextmanager
def noted_imports(known: set[str], imported: set[str]) -> Iterator[None]:
    """Add to `imported` each module that is imported and is not in `known`."""
    really = builtins.__import__

    def noted(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if level == 0 and name not in known and not name.startswith("tests."):
            imported.add(name)
        return really(name, globals, locals, fromlist, level)

    builtins.__import__ = noted
    try:
        yield
    finally:
        builtins.__import__ = really


if __name__ == "__main__":
    main(sys.argv[1])
