"""`table.toml`: how the device is wired, and how it behaves. Every value has a default.

Why no library reads it: docs/by-hand-or-library.md.
"""
