"""The scenes of Ettana, from the first needle to the last anna."""

from __future__ import annotations
