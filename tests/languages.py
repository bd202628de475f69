"""Sets of languages for tests, including languages that the device lacks."""

from __future__ import annotations

from triqueta.screens.phrases import Language

THREE_LANGUAGES = (Language.ENGLISH, Language.FRENCH, Language.GERMAN)


def new_language(code: str, own_name: str) -> Language:
    """Return a new member-like language that is not in the enum and has no catalogue."""
    language = str.__new__(Language, code)
    language._name_ = own_name.upper()
    language._value_ = code
    language.own_name = own_name
    return language


MORE_LANGUAGES = (
    *THREE_LANGUAGES,
    new_language("es", "Español"),
    new_language("nl", "Nederlands"),
    new_language("pt", "Português"),
    new_language("da", "Dansk"),
)
"""More languages than there are petals."""
