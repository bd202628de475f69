"""Tests that the examples and tables in PROTOCOL.md agree with the code."""

from __future__ import annotations

import re
from binascii import crc32

import pytest

from tests.firmware.pod_code import FOLDER
from tests.firmware.pod_code import link as pod_link
from tests.firmware.test_pod_framing import read, written
from triqueta.stations.pods import messages
from triqueta.stations.pods.framing import BLOCK
from triqueta.stations.pods.link import (
    AGAIN_SECONDS,
    AGAIN_SECONDS_PER_BYTE,
    BEAT_SECONDS,
    LONG_BYTES,
    SILENCE_SECONDS,
)

TEXT = (FOLDER / "PROTOCOL.md").read_text()
LINES = [bytes.fromhex(line) for line in re.findall(r"```\n([0-9a-f ]+)\n```", TEXT)]


def _tables() -> list[bytes]:
    """Return the bytes in the two tables of the example, including the CRC."""
    examples = TEXT.split("## A frame, byte by byte")[1].split("```")[0::2][:2]
    return [
        bytes.fromhex("".join(re.findall(r"^\| `([0-9a-f ]+)` \|", table, re.MULTILINE)))
        for table in examples
    ]


@pytest.mark.parametrize(("line", "table"), list(zip(LINES, _tables(), strict=True)))
def test_an_example_is_a_frame_with_the_bytes_of_its_table(line: bytes, table: bytes) -> None:
    assert read(line) == [table[:-4]]
    assert written(table[:-4]) == line
    assert crc32(table) == 0x2144DF1C


def test_the_table_sends_the_example() -> None:
    shown = bytearray(messages.PICTURE_BYTES)
    shown[3 * 128 + 10 : 3 * 128 + 13] = b"\xff\x81\xff"
    spans = messages.changes(messages.DARK, bytes(shown))
    payload = messages.picture_order(messages.DARK_CRC, crc32(shown), spans)
    assert messages.framed(messages.PICTURE, 0x2F01, 2, 5, payload) == LINES[0]


def test_the_table_reads_the_example() -> None:
    status = messages.parsed(read(LINES[1])[0])
    assert status == messages.Status(
        session=0x2F01,
        first=5,
        done=2,
        crc=0xC7256DF9,
        contrast=255,
        lit=True,
        screen_works=True,
        events=((1, True),),
    )


@pytest.mark.parametrize(
    "name", ["ASK", "BEAT", "PICTURE", "BLANK", "CONTRAST", "UPDATE", "LONG", "HELLO", "STATUS"]
)
def test_every_kind_is_in_the_tables(name: str) -> None:
    assert f"| `{getattr(messages, name):02x}` | {name} |" in TEXT


def test_times_and_sizes_are_as_documented() -> None:
    assert BEAT_SECONDS * 1000 == pod_link.BEAT_MS == 500
    assert SILENCE_SECONDS * 1000 == pod_link.SILENCE_MS == 2000
    assert AGAIN_SECONDS_PER_BYTE * 1000 == 0.5
    prose = " ".join(TEXT.split())  # a sentence may continue on the next line
    for told in (
        f"every {pod_link.BEAT_MS} ms",
        f"every {pod_link.AGAIN_MS} ms while",
        f"for {AGAIN_SECONDS * 1000:.0f} ms, plus half a millisecond for each byte",
        f"has {LONG_BYTES} bytes or more",
        f"requests {BLOCK} bytes",
        f"keeps up to {pod_link.MAX_EVENTS} events until",
        f"up to {pod_link.MAX_BODY} bytes towards the pod, and up to {messages.MAX_BODY} towards",
        f"`0x{messages.DARK_CRC:08X}`",
    ):
        assert told in prose
