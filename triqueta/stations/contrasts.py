"""How bright a screen is at each light."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.config.settings import TableConfig
from triqueta.screens.light import Light


@dataclass(frozen=True, slots=True)
class Contrasts:
    """From 0 to 255, as the chips count. A softer light is never brighter than the full one."""

    full: int = 255
    soft: int = 64
    dim: int = 8

    def of(self, light: Light) -> int:
        levels = {Light.FULL: self.full, Light.SOFT: self.soft, Light.DIM: self.dim}
        return min(self.full, levels.get(light, 0))


def contrasts_of(config: TableConfig) -> Contrasts:
    display = config.display
    return Contrasts(display.contrast_full, display.contrast_soft, display.contrast_dim)
