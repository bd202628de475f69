"""Screens: the content of a display, rendered as a picture and as plain text."""
