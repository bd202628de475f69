"""Robots that play Triqueta: what they know is a seat's view, never the running game."""
