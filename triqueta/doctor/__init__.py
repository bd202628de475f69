"""`triqueta doctor`: check the device, and say what is wrong and how to fix it."""
