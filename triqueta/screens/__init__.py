"""Screens: a view and a prompt in, a picture and the same in words out."""
