"""What web pages show of Triqueta: everything public, each seat's own page, and the rules."""
