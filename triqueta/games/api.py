"""The game API: every class and function of the core that a game uses, in one place.

A game registers a `GameSpec` in the entry-point group `triqueta.games`. The spec names its
`GameModel` and its `GameUI`. docs/adding-a-game.md explains all of them with an example.
"""

from __future__ import annotations

from triqueta.records.codes import Codec
from triqueta.records.document import all_of
from triqueta.records.errors import (
    IllegalMoveError,
    InvalidMoveError,
    RecordError,
    RulesError,
    SetupError,
    UnknownDeckError,
)
from triqueta.records.game import CHANCE, Deal, Decks, Game, MostPoints, Outcome, Setup
from triqueta.records.record import Record
from triqueta.records.shuffle import Proof, Stream
from triqueta.screens.board import BoardField, BoardLabel, BoardMark, LargeBoard, LegendLine, Paint
from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.lists import Ranked, RankingScreen, points_ranking
from triqueta.screens.phrases import Text, plural_speaker, speaker
from triqueta.screens.screen import Answer, Question, Screen, TextScreen, numbered
from triqueta.screens.station import Key
from triqueta.table import drawn_rules
from triqueta.table.coach import Advice, Coach, Decision, Outlook
from triqueta.table.game_scene import EndScene, GameScene
from triqueta.table.private_pages import Hands, WhoPage
from triqueta.table.proof_pages import SHUFFLE, open_shuffle
from triqueta.table.robots import Clock, RandomRobot, RankingRobot, Robot
from triqueta.table.scene import (
    Choice,
    MenuPage,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
    Taps,
)
from triqueta.table.session import UNDO, Hint, OpenSets, Session
from triqueta.table.spec import (
    Bars,
    Counts,
    DeckReader,
    GameEdition,
    GameModel,
    GameSpec,
    GameStatistics,
    GameUI,
    SeatQuestion,
    Tutorial,
)
from triqueta.table.spectator_view import (
    LOG_LINES,
    OpenPlayer,
    OpenRow,
    Piece,
    ScoreTable,
    SpectatorView,
)
from triqueta.table.table import Table

__all__ = [
    "CHANCE",
    "CONTENT_BOTTOM",
    "LOG_LINES",
    "SHUFFLE",
    "UNDO",
    "WIDTH",
    "Advice",
    "Answer",
    "Bars",
    "BoardField",
    "BoardLabel",
    "BoardMark",
    "Canvas",
    "Choice",
    "Clock",
    "Coach",
    "Codec",
    "Counts",
    "Deal",
    "Decision",
    "DeckReader",
    "Decks",
    "EndScene",
    "Game",
    "GameEdition",
    "GameModel",
    "GameScene",
    "GameSpec",
    "GameStatistics",
    "GameUI",
    "Hands",
    "Hint",
    "IllegalMoveError",
    "InvalidMoveError",
    "Key",
    "LargeBoard",
    "LegendLine",
    "MenuPage",
    "MostPoints",
    "OpenPlayer",
    "OpenRow",
    "OpenSets",
    "Outcome",
    "Outlook",
    "Paint",
    "PetalKey",
    "Piece",
    "Proof",
    "Question",
    "RandomRobot",
    "Ranked",
    "RankingRobot",
    "RankingScreen",
    "Record",
    "RecordError",
    "Robot",
    "RulesError",
    "Scene",
    "ScoreTable",
    "Screen",
    "SeatQuestion",
    "Session",
    "Setup",
    "SetupError",
    "SoftKey",
    "SpectatorView",
    "Station",
    "StationView",
    "Stream",
    "Table",
    "Taps",
    "Text",
    "TextScreen",
    "Tutorial",
    "UnknownDeckError",
    "WhoPage",
    "all_of",
    "drawn_rules",
    "numbered",
    "open_shuffle",
    "plural_speaker",
    "points_ranking",
    "speaker",
]
