"""Zatre, a guest at the table: its rules, and what the table needs of them."""
