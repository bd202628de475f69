"""The scenes of Triqueta: what each station shows, from the first turn to the score."""

from __future__ import annotations
