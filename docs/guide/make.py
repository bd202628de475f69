"""Make the player's guide in each language (guide-en.pdf, …), with an A4 page for each game.

.venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m docs.guide.make
"""

from __future__ import annotations

from docs.guide.page import make, path_of
from triqueta.screens.phrases import Language

if __name__ == "__main__":
    for language in Language:
        path_of(language).write_bytes(make(language))
