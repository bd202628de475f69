"""What every one of these servers has to serve: the same files with the same headers."""

from __future__ import annotations

from pathlib import Path

from triqueta.stations.web import answers

FILES = {
    f"/{name}": (name, answers._TEXTS[Path(name).suffix])
    for name in answers.SERVED
    if Path(name).suffix in answers._TEXTS
}
SECURITY = {**answers._SECURITY, "Cache-Control": "no-store"}


def file(name: str) -> str:
    return answers._FILES.joinpath(name).read_text("utf-8")
