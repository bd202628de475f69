"""Triqueta: a device that lies on the table in place of the game's tile piles."""

__version__ = "0.1.0"
