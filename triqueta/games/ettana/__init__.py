"""Ettana, a guest: looms, dice, and cards in secret hands."""
