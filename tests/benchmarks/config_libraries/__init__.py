"""`table.toml` read and printed by libraries, beside what triqueta/config does by hand."""
