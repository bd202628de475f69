"""What a screen is: contents that can be drawn, and said in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from triqueta.screens.canvas import Canvas
from triqueta.screens.phrases import Text

SoftKeys: TypeAlias = tuple[Text | None, Text | None, Text | None]
Petals: TypeAlias = tuple[Text | None, ...]
NO_PETALS: Petals = (None,) * 5


@dataclass(frozen=True, kw_only=True)
class Screen(ABC):
    """One screen's contents; `soft` is what the three soft keys do, `petals` what the five do.

    There is no room to draw what petals do: pages say it beside them, and screen readers.

    Its fields say all that is drawn, and none of them can change or be without a hash: screens
    that are equal are drawn once.
    """

    soft: SoftKeys = (None, None, None)
    petals: Petals = field(default=NO_PETALS, hash=False)  # five texts: they seldom differ alone

    def labelled(self, soft: SoftKeys, petals: Petals) -> Self:
        """Return the same screen with these labels.

        `dataclasses.replace` would hand every field to `__init__` again, for each station.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, soft=soft, petals=petals)
        return other

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything above the line of soft keys."""

    @abstractmethod
    def words(self) -> Iterator[Text]:
        """Say the same line by line, for terminals, screen readers and tests."""
