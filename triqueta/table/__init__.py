"""The table: handles key events and says what each station shows. It is synchronous, without I/O.

The table reads no clock, either: the time is a field of every event.
"""
