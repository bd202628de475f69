"""The games of this table."""
