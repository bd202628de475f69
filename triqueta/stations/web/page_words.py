"""What the pages say themselves, beside the pictures and words they are sent.

The phrases stand in the files of the pages, in English; here they are for the catalogues.
"""

from __future__ import annotations

from triqueta.screens.phrases import Language, Phrase, catalogue, say

WORDS: tuple[Phrase, ...] = (
    say("Cancel"),
    say("Close"),
    say("Connecting ..."),
    say("Full screen"),
    say("Guide"),
    say("Help"),
    say("Key {number}"),
    say("More"),
    say("Name"),
    say("No decision has cost any points. Well played!"),
    say("OK"),
    say("Petal {number}"),
    say("Petals"),
    say("Players"),
    say("Pod {number}"),
    say("Points"),
    say("Review"),
    say("Rules"),
    say("Save the record of this game"),
    say("Seat {number}"),
    say("Seats"),
    say("Simulated pods"),
    say("Soft keys"),
    say("Somebody sits here already."),
    say("TV page"),
    say("Take it back"),
    say("Take over"),
    say(
        "The table does not answer. Is it switched on, and is this device in its network? "
        "This page goes on by itself."
    ),
    say("The screen of the pod"),
    say("The table"),
    say("This seat is now on another phone."),
    say(
        "This seat's code is no longer valid. "
        "Scan the new one: at the table, Menu, Settings, Phones."
    ),
    say("Too many pages are open. Close one: then this page goes on by itself."),
    say("What everybody scored so far at this table, as a picture"),
    say("What happened"),
    say("Your name"),
    say("your turn"),
    say("{key}, no use now"),
    say("{name}: here"),
    say("{name}: own display"),
    say("{name}: robot"),
    say("{name}: sit here"),
    say("{name}: your turn!"),
)


def words_in(language: Language) -> dict[str, str]:
    """Each phrase by its English; places in it are filled by the page."""
    found = catalogue(WORDS[0].locale, language)
    return {phrase.english: found.gettext(phrase.english) for phrase in WORDS}
