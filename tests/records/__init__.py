"""Tests of what the rules of all games share: documents, records, the fair shuffle."""
