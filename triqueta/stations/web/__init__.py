"""The web station: the virtual table in a browser, and phones as private displays."""
