"""Golden pictures of High Card, the minimal example game (docs/adding-a-game.md)."""
