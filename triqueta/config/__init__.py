"""Read, check and print `table.toml`, the wiring and behaviour of the device.

Every setting has a default. docs/by-hand-or-library.md explains why no library reads the file.
"""
