"""Triqueta, base and expansion: the game this table was made for."""
