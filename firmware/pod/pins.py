"""The pod's wiring. For another board, screen or set of keys, change only this file."""

# The screen's driver chip: "SSD1306" (0.96 inch modules) or "SH1106" (1.3 inch modules).
SCREEN = "SH1106"
BUS = 0
SDA = 4
SCL = 5

# Each key connects its pin to ground: the five petals in their order, then the three soft keys.
KEYS = (6, 7, 8, 9, 10, 11, 12, 13)

# The index in KEYS of the key that stops the pod at MicroPython's prompt if it is held while the
# pod is plugged in: the first soft key.
PROMPT_KEY = 5
