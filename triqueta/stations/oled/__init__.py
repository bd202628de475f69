"""OLED displays wired to the Raspberry Pi. Only changes of a picture are sent over the bus."""
