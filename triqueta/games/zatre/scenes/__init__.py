"""The scenes of Zatre, from the opening to the score."""

from __future__ import annotations
