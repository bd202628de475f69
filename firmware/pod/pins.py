"""How this pod is wired: the one file to change for another board, screen or set of keys."""

# The screen's driver chip: "SSD1306" (0.96 inch modules) or "SH1106" (1.3 inch modules).
SCREEN = "SH1106"
BUS = 0
SDA = 4
SCL = 5

# Each key connects its pin to ground: the five petals in their order, then the three soft keys.
KEYS = (6, 7, 8, 9, 10, 11, 12, 13)

# Held while the pod is plugged in, this one of the keys (the first soft key) leaves the pod at
# MicroPython's prompt.
PROMPT_KEY = 5
