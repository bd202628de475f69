"""Models of the chips and buses in the device: the real driver libraries run on top of them."""
