"""Robots that play Ettana."""
