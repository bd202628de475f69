"""Stations: they turn key presses into events for the table, and frames into pictures."""
