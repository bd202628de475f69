"""The rooms of Triqueta: what each station is offered, from the first turn to the score."""

from __future__ import annotations
