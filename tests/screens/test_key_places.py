"""Tests that a label is on the same soft key of every screen of every game."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.ettana import scenes as of_ettana
from tests.games.zatre import scenes as of_zatre
from tests.screens import scenes as of_triqueta
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language, said

PLACES = {"Back": 0, "OK": 1, "Next": 2}
"""The labels that have a fixed place, and the number of their soft key from the left."""


EXCEPTIONS = {
    "Menu": "it is in the middle where Next is right, and moves aside for Robot and Hint",
    "Info": "in the reveal at the shared station, Look is in the middle",
    "Hint": "it replaces Info or Menu, whichever the screen has room for",
    "Done": "in Zatre, the right key is Menu",
    "More": "the cards of Ettana have it in the place of Next, spelling has Done there",
    "Undo": "in Zatre, the left key is Draw",
    "End": "on the page with the actions, the left key is Back",
    "Swap": "on the page with the threads, the left key is Back",
    "End game": "a second tap on the same key must not confirm the end, which is final",
}
"""The labels that are on several soft keys, and why."""


def every_frame() -> Iterator[tuple[str, Frame]]:
    """Yield the name and the frame of every golden screen."""
    for game, scenes in (
        ("triqueta", of_triqueta),
        ("zatre", of_zatre),
        ("ettana", of_ettana),
    ):
        for name in scenes.SCENES:
            yield f"{game} {name}", scenes.frame_of(name, Language.ENGLISH)


def misplaced(frame: Frame) -> list[str]:
    """Return the labels of a frame that are on another soft key than their own."""
    labels = [said(label, frame.language) if label else "" for label in frame.screen.soft]
    return [label for at, label in enumerate(labels) if PLACES.get(label, at) != at]


def test_back_ok_and_next_are_always_on_the_same_key() -> None:
    wrong = {name: labels for name, frame in every_frame() if (labels := misplaced(frame))}
    assert wrong == {}


def test_every_other_label_has_one_place_but_for_the_named_exceptions() -> None:
    places: dict[str, set[int]] = {}
    for _, frame in every_frame():
        for at, label in enumerate(frame.screen.soft):
            if label:
                places.setdefault(said(label, frame.language), set()).add(at)
    assert {label for label, found in places.items() if len(found) > 1} == set(EXCEPTIONS)


def test_each_of_the_three_labels_is_on_some_screen() -> None:
    shown = {
        said(label, frame.language)
        for _, frame in every_frame()
        for label in frame.screen.soft
        if label
    }
    assert set(PLACES) <= shown
