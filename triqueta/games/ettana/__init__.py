"""Ettana, a game with a loom, dice and hidden cards."""
