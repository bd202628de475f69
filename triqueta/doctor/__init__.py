"""`triqueta doctor`: what is found on the device, what is wrong with it, and what to do then."""
