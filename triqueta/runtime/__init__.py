"""Run a table in real time: events, saves, frames for the stations, robots, systemd."""
