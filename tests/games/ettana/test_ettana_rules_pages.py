"""The rules in short: each fits its screen in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.screens.test_touching import touching
from triqueta.games.ettana.kind import KIND
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.phrases import Language, say


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("number", range(len(KIND.rules())))
def test_a_rule_fits_its_screen(number: int, language: Language) -> None:
    screen = replace(KIND.rules()[number], soft=(say("Back"), None, say("Next")))
    assert clipped(Frame(screen, language)) == []
    assert touching(screen, language) == []
