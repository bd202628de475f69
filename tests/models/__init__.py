"""Models of the chips on the wires, so that the real libraries run on top of them."""
