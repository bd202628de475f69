"""Stations: keys, wires and sockets in, key events out; frames in, pictures out."""
