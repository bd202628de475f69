"""High card, a game that is no bigger than it has to be: docs/adding-a-game.md explains it."""
