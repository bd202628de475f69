"""What the statistics look like: bars for each player, for whoever draws them."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.screens.phrases import Text, say

MOST_PLAYERS = 10  # more would be no picture to look at

WINS_OF_GAMES, GAMES, WINS = say("Wins, of games played"), say("games"), say("wins")
POINTS, AVERAGE, BEST = say("Points in a game"), say("average"), say("best game")


@dataclass(frozen=True, slots=True)
class Series:
    """A bar for each player, all of one colour."""

    label: Text
    colour: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Some series side by side, over the names of the players."""

    title: Text
    names: tuple[Text, ...]
    series: tuple[Series, ...]
