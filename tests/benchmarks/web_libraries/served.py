"""What every one of these servers has to serve: the same files with the same headers."""

from __future__ import annotations

from pathlib import Path

from triqueta.stations.web import routes

FILES = {
    f"/{name}": (name, routes._TEXTS[Path(name).suffix])
    for name in routes.SERVED
    if Path(name).suffix in routes._TEXTS
}
SECURITY = {**routes._SECURITY, "Cache-Control": "no-store"}


def file(name: str) -> str:
    return routes._FILES.joinpath(name).read_text("utf-8")
