"""OLED displays on the Pi's own wires: pictures in, only what changed goes over the bus."""
