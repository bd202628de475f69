"""Tests of the tool that tries a pod's UF2 file on a modelled Pico.

The file itself is built by `firmware/pod/make-uf2`, which needs Debian 13 and ten minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import try_uf2

MODEL = """#!{python}
import os, sys, time, tty
sys.path.insert(0, {root!r})
import struct
from tools.try_uf2 import ANSWER, HELLO, _question
from triqueta.stations.pods.framing import Writer

ours, theirs = os.openpty()
tty.setraw(theirs)
print("PTY REPL listening on", os.ttyname(theirs), flush=True)
asked = b""
while _question() not in asked:
    asked += os.read(ours, 100)
writer = Writer(64)
for nonce in {nonces}:
    struct.pack_into(ANSWER, writer.body, 0, HELLO, 7, 0, 0, nonce, 1, 1, 2, 3, 128, 64, 8)
    os.write(ours, writer.line[: writer.frame(struct.calcsize(ANSWER))])
while True:
    time.sleep(60)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "pod.uf2"
    made.write_bytes(b"UF2\n")
    return made


def _model(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Replace the Pico model by a program with this text."""
    program = folder / try_uf2.MODEL
    program.write_text(text, "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("tools.try_uf2.shutil.which", lambda *_, **__: str(program))


def test_a_pod_that_answers_is_reported(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A greeting for another table comes first, and is ignored."""
    root = str(Path(try_uf2.__file__).parents[1])
    text = MODEL.format(python=sys.executable, root=root, nonces=[0, try_uf2.NONCE])
    _model(file.parent, monkeypatch, text)
    assert try_uf2.main([str(file)]) == 0
    told = "a pod: protocol 1, firmware 1.2.3, 128 x 64 pixels, 8 keys\n"
    assert capsys.readouterr().out == told


def test_a_model_that_can_not_load_it_is_quoted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _model(file.parent, monkeypatch, "#!/bin/sh\necho no such image\n")
    with pytest.raises(SystemExit, match="no such image"):
        try_uf2.main([str(file)])


@pytest.mark.parametrize("words", [[], ["nowhere.uf2"], ["a", "b"]])
def test_without_a_file_it_says_how_it_is_used(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert try_uf2.main(words) == 2
    assert capsys.readouterr().err == "usage: python -m tools.try_uf2 FILE.uf2\n"


def test_without_the_model_it_says_what_to_install(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.try_uf2.shutil.which", lambda *_, **__: None)
    assert try_uf2.main([str(file)]) == 2
    assert capsys.readouterr().err == "rp2040py: not found; .venv/bin/pip install rp2040py\n"
