"""Languages for tests that depend on how many there are, also such as the device lacks."""

from __future__ import annotations

from triqueta.screens.phrases import Language

THREE_LANGUAGES = (Language.ENGLISH, Language.FRENCH, Language.GERMAN)


def new_language(code: str, own_name: str) -> Language:
    """Return a language beside those of the enum, without any catalogue."""
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
"""More than there are petals."""
