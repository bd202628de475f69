"""What a table lives by: the host gives it time and its stations frames; systemd, the machine."""
