"""Test promise 1 on drawn pages: what a page's elements tell depends only on what may be seen.

Others may look at a phone, and browsers and screen readers read all of a page. So a drawn tile that
lies face down is in none of its elements, and loading a page asks for the same files whatever was
drawn. `test_web_secrecy.py` tests the messages. These tests need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.stations.live_table import LiveTable
from tests.stations.page_states import settle, turn_up
from tests.stations.test_pages import browser, new_page, set_hidden
from tests.table.evening import NAMES, new_play
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Setup
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser"]
