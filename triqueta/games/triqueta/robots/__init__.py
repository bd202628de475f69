"""Robots that play Triqueta. They decide from a seat's view and never see the running game."""
