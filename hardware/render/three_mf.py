"""Write 3MF files next to the STL files: the same solids with their unit, in a tenth of the size.

The files of the petals contain a filament change in PrusaSlicer's format, right above the dots of
the petal's number, so that the dots show the second colour.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from hardware.render.enclosure import ENCLOSURE, PARTS, STL

FOLDER = ENCLOSURE / "3mf"
MODEL = "3D/3dmodel.model"
CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
LAYER = 0.2

_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"""<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="{_PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
<Default Extension="xml" ContentType="text/xml"/>
</Types>
"""
_RELATIONS = f"""<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Id="model" Target="/{MODEL}"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def files(part: str) -> dict[str, str]:
    """Return the files inside the package of a part, by name."""
    change = {CHANGE: _change()} if part.endswith("-petals") else {}
    relations = {"[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS}
    return {**relations, MODEL: "\n".join(_model(part)), **change}


def _model(part: str) -> Iterator[str]:
    import trimesh  # from the extra "hardware"

    solid = trimesh.load_mesh(STL / f"{part}.stl")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<model unit="millimeter" xml:lang="en" xmlns="{_CORE}">'
    yield f'<resources><object id="1" name="{part}" type="model"><mesh><vertices>'
    for x, y, z in solid.vertices:
        yield f'<vertex x="{_short(x)}" y="{_short(y)}" z="{_short(z)}"/>'
    yield "</vertices><triangles>"
    for a, b, c in solid.faces:
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
    yield "</triangles></mesh></object></resources>"
    yield '<build><item objectid="1"/></build>\n</model>\n'


def _short(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _change() -> str:
    """Return a filament change at the first layer above the dots."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<custom_gcodes_per_print_z>
<code print_z="{pip_depth() + LAYER:.1f}" type="0" extruder="1"
 color="#F5EDD9" extra="" gcode="M600"/>
<mode value="SingleExtruder"/>
</custom_gcodes_per_print_z>
"""


def pip_depth() -> float:
    (deep,) = re.findall(
        r"^pip_deep = ([\d.]+);", (ENCLOSURE / "shared.scad").read_text("utf-8"), re.M
    )
    return float(deep)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for part in PARTS:
        with zipfile.ZipFile(FOLDER / f"{part}.3mf", "w", zipfile.ZIP_DEFLATED) as package:
            for name, text in files(part).items():
                package.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def stale() -> list[Path]:
    """Return the 3MF files that are missing, or don't match their STL files."""
    packages = {part: FOLDER / f"{part}.3mf" for part in PARTS}
    return [
        file for part, file in packages.items() if not file.exists() or read(file) != files(part)
    ]


def read(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as package:
        return {name: package.read(name).decode() for name in package.namelist()}
