"""The table: key events in, what every station shows out. Pure and synchronous."""
