"""The game API: everything that a game derives from, or is handed, in one place.

A game is a `GameSpec` in the entry-point group `triqueta.games`. The spec says where its
`GameModel` and its `GameUI` are: docs/adding-a-game.md goes through all of it with an example.
"""

from __future__ import annotations

from triqueta.records.codes import Codec
from triqueta.records.document import all_of
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RecordError, SetupError
from triqueta.records.game import CHANCE, Deal, Decks, Game, MostPoints, Outcome, Setup
from triqueta.records.record import Record
from triqueta.records.shuffle import Proof, Stream
from triqueta.screens.board import LargeBoard
from triqueta.screens.canvas import Canvas
from triqueta.screens.lists import Ranked, RankingScreen, points_ranking
from triqueta.screens.phrases import Text, plural_speaker, speaker
from triqueta.screens.screen import Answer, Question, Screen, TextScreen, numbered
from triqueta.table.coach import Advice, Coach, Decision, Outlook
from triqueta.table.game_scene import EndScene, GameScene
from triqueta.table.private_pages import Hands, WhoPage
from triqueta.table.robots import Clock, RandomRobot, RankingRobot, Robot
from triqueta.table.scene import Choice, MenuPage, PetalKey, Scene, SoftKey, Station, StationView
from triqueta.table.session import UNDO, Hint, Session
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
from triqueta.table.spectator_view import OpenPlayer, OpenRow, Piece, ScoreTable, SpectatorView
from triqueta.table.table import Table

__all__ = [
    "CHANCE",
    "UNDO",
    "Advice",
    "Answer",
    "Bars",
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
    "LargeBoard",
    "MenuPage",
    "MostPoints",
    "OpenPlayer",
    "OpenRow",
    "Outcome",
    "Outlook",
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
    "Text",
    "TextScreen",
    "Tutorial",
    "WhoPage",
    "all_of",
    "numbered",
    "plural_speaker",
    "points_ranking",
    "speaker",
]
