"""What the rules of all games share: errors, documents, the fair shuffle and its proof."""
