"""The rooms of Ettana: what each station is offered, from the first needle to the last anna."""

from __future__ import annotations
