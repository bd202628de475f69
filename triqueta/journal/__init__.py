"""The journal: everything that must not be lost, in one SQLite file."""
