"""`table.toml`: how the device is wired, and how it behaves. Every value has a default."""
