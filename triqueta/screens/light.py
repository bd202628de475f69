"""How bright a display is, in words and as a contrast.

A separate module, because frames load Pillow and programs that only darken displays do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Light(StrEnum):
    """How bright a display is; `Contrasts` has the number for it."""

    FULL = "full"
    SOFT = "soft"
    DIM = "dim"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Contrasts:
    """The contrast of a display at each light, between 0 and 255, as the chips count.

    A softer light is never brighter than the full one.
    """

    full: int = 255
    soft: int = 64
    dim: int = 8

    def of(self, light: Light) -> int:
        """Return the contrast at a light; 0 where the display is off."""
        levels = {Light.FULL: self.full, Light.SOFT: self.soft, Light.DIM: self.dim}
        return min(self.full, levels.get(light, 0))
