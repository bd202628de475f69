"""What a table asks of the world around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from triqueta.screens.phrases import Language, Text
from triqueta.screens.station import DIM_AFTER, OFF_AFTER, ROBOT_PAUSE
from triqueta.table.charts import Chart
from triqueta.table.past_games import PastGames
from triqueta.table.phone_phrases import NOT_OPEN
from triqueta.table.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The games that can be played, and all that a table can't know by itself.

    `new_secret` gives 32 random bytes for a shuffle, `new_seat_key` as many for the codes of the
    seats. `seat_link` is the address where a phone
    becomes a seat's own station, if there is one; `why_no_link` says how there could be.
    `has_played` says whether a person of some name stands in the history.
    `past_games` tells what was played before, and `charts` what the finished games of one kind
    say about their players.
    `languages` are those that the device can be set to.
    After so many seconds without a key the displays are dimmed, and switched off.
    `robot_pause` is how many seconds a robot's move can be read, and a person's be taken back
    before a robot answers.
    """

    games: Registry
    new_secret: Callable[[], bytes]
    new_seat_key: Callable[[], bytes]
    seat_link: Callable[[int], str | None] = lambda _: None
    why_no_link: Callable[[], Text] = lambda: NOT_OPEN
    has_played: Callable[[str], bool] = lambda _: False
    past_games: Callable[[], PastGames] = PastGames
    charts: Callable[[str, bool], tuple[Chart, ...]] = lambda *_: ()
    languages: Sequence[Language] = tuple(Language)
    dim_after: float = DIM_AFTER
    off_after: float = OFF_AFTER
    robot_pause: float = ROBOT_PAUSE
