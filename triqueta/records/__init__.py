"""What the rules of all games share: base classes, errors, records and the fair shuffle."""
