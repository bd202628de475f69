"""Pods: a private display and eight keys for a seat, each on a serial line."""
