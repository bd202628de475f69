"""The rooms of Zatre: what each station is offered, from the opening to the score."""

from __future__ import annotations
