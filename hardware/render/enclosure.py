"""Render the case with OpenSCAD: STL files of its parts, and pictures."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hardware.render import HARDWARE

ENCLOSURE = HARDWARE / "enclosure"
STL = ENCLOSURE / "stl"
PICTURES = ENCLOSURE / "pictures"
STAMP = ENCLOSURE / "rendered.sha256"
PIXELS = ENCLOSURE / "pixels.scad"
SCREEN = HARDWARE / "pictures" / "turn.png"

PARTS = tuple(re.findall(r'part == "([\w-]+)"', (ENCLOSURE / "print.scad").read_text("utf-8")))
SCENES = {  # name: the camera's target x, y, z, its angles, and its distance
    "hub": "0,-4,22,46,0,-16,440",
    "hub-top": "0,4,0,0,0,0,520",
    "hub-exploded": "38,0,122,60,0,-22,930",
    "hub-pi": "0,10,22,58,0,158,480",
    "hub-keys": "0,0,0,40,0,-15,480",
    "hub-face-inside": "0,0,0,38,0,15,500",
    "hub-base": "0,0,0,42,0,-15,500",
    "coupon": "2,1,0,42,0,-12,190",
    "hat": "0,0,10,50,0,-18,290",
    "pod": "0,62,48,55,0,-28,400",
    "pod-side": "0,58,48,82,0,90,430",
    "pod-exploded": "10,20,124,72,0,-35,880",
    "table": "0,-10,0,46,0,-8,1180",
}
SIZE = "1000,750"


class RenderError(Exception):
    """Raised when OpenSCAD fails or is missing."""


def parameters() -> dict[str, float | list[float]]:
    """Return the sizes of the bought parts, by name."""
    text = (ENCLOSURE / "parts.scad").read_text("utf-8")
    return {name: json.loads(value) for name, value, _ in _entries(text)}


def _entries(text: str) -> list[tuple[str, str, str]]:
    return re.findall(r"^(\w+) = ([^;]+);\s*// (.+)$", text, re.M)


def sources_hash() -> str:
    """Return a hash of all sources of the parts and pictures."""
    digest = hashlib.sha256()
    for file in sorted(ENCLOSURE.glob("*.scad")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    digest.update(json.dumps(SCENES).encode())
    return digest.hexdigest()


def _openscad(*words: str | Path, display: bool = False) -> None:
    command = [*(["xvfb-run", "-a"] if display else []), "openscad", "-q", *map(str, words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise RenderError(f"{error.filename}: not found; apt-get install openscad xvfb") from None
    if done.returncode or "ERROR" in done.stderr or "WARNING" in done.stderr:
        raise RenderError(f"openscad: {done.stderr.strip() or done.returncode}")


def write_part(name: str, folder: Path = STL) -> None:
    """Write a part as binary STL, a fifth of the size of OpenSCAD's output."""
    import trimesh  # from the extra "hardware"

    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        text = Path(scratch) / f"{name}.stl"
        _openscad("-D", f'part="{name}"', "-o", text, ENCLOSURE / "print.scad")
        trimesh.load_mesh(text).export(folder / f"{name}.stl")


def write_picture(scene: str) -> None:
    """Write a picture of a scene, drawn at twice its size for smooth edges."""
    from PIL import Image

    PICTURES.mkdir(exist_ok=True)
    width, height = map(int, SIZE.split(","))
    with tempfile.TemporaryDirectory() as scratch:
        large = Path(scratch) / "large.png"
        _openscad(
            *("-D", f'scene="{scene}"', f"--imgsize={2 * width},{2 * height}"),
            *(f"--camera={SCENES[scene]}", "--colorscheme=Tomorrow", "--projection=p"),
            *("-o", large, ENCLOSURE / "scene.scad"),
            display=True,
        )
        picture = (
            Image.open(large).convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        )
        picture.quantize(128, dither=Image.Dither.NONE).save(
            PICTURES / f"{scene}.png", optimize=True
        )


def pixels() -> str:
    """Return an OpenSCAD module with the pixels of a real screen, as runs of lit pixels."""
    from PIL import Image

    picture = Image.open(SCREEN).convert("1").resize((128, 64), Image.Resampling.NEAREST)
    runs = []
    for y in range(64):
        row = "".join("#" if picture.getpixel((x, y)) else "." for x in range(128))
        runs += [f"[{run.start()},{63 - y},{len(run[0])}]" for run in re.finditer("#+", row)]
    lines = f"// Made from {SCREEN.relative_to(HARDWARE)}: [x, y, length] of lit pixels.\n"
    module = "module pixels() { for (p = lit) translate([p[0], p[1]]) square([p[2], 1]); }\n"
    return f"{lines}lit = [{','.join(runs)}];\n{module}"


def _in_parallel(make: Callable[[str], object], names: Iterable[str]) -> None:
    """Run two at a time: each OpenSCAD process uses one core, and much memory."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(make, names))


def write() -> None:
    PIXELS.write_text(pixels(), "utf-8")
    _in_parallel(write_part, PARTS)
    _in_parallel(write_picture, SCENES)
    STAMP.write_text(sources_hash() + "\n", "utf-8")


def stale() -> list[Path]:
    """Return the files that are missing, or were made from other sources."""
    if PIXELS.read_text("utf-8") != pixels():
        return [PIXELS]
    if not STAMP.exists() or STAMP.read_text("utf-8").strip() != sources_hash():
        return [STAMP]
    files = [STL / f"{part}.stl" for part in PARTS] + [PICTURES / f"{name}.png" for name in SCENES]
    return [file for file in files if not file.exists()]


def different_parts() -> list[Path]:
    """Render all parts, and return those that differ in size or volume, not just in triangles."""
    with tempfile.TemporaryDirectory() as scratch:
        new = Path(scratch)
        _in_parallel(lambda part: write_part(part, new), PARTS)
        return [STL / f"{part}.stl" for part in PARTS if not _alike(part, new)]


def _alike(part: str, new: Path) -> bool:
    import trimesh  # from the extra "hardware"

    kept = STL / f"{part}.stl"
    if not kept.exists():
        return False
    ours, theirs = (trimesh.load_mesh(file) for file in (kept, new / kept.name))
    same_place = abs(ours.bounds - theirs.bounds).max() < 0.01
    return bool(same_place and abs(ours.volume / theirs.volume - 1) < 1e-4)
