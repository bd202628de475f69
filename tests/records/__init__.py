"""Tests of what the rules of all games share: documents, records and the fair shuffle."""
