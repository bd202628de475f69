"""Triqueta, the game this table was made for: the base game and the expansion."""
