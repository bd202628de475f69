"""What web pages show of Triqueta: everything public, and each seat's own page."""
