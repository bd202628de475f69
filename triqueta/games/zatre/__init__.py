"""Zatre, a game in which lines of number tiles score when they sum to 10, 11 or 12."""
