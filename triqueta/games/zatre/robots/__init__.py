"""Robots that play Zatre, and its coach."""
