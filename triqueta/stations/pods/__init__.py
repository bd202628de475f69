"""Pods: private displays with eight keys, each connected to the table by a serial line."""
