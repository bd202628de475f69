"""Tests of framing: a reader gets exactly the frames that were written, on both interpreters."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.pod_code import FOLDER
from tests.profiles import budget
from triqueta.stations.pods import framing
from triqueta.stations.pods.framing import Reader, Writer

SIZE = 1100

bodies = st.binary(min_size=1, max_size=600) | st.lists(
    st.sampled_from([b"\0", b"\1", b"\xff", b"x" * 253, b"y" * 254, b"z" * 255]),
    min_size=1,
    max_size=4,
).map(b"".join)


def written(body: bytes) -> bytes:
    writer = Writer(SIZE)
    writer.body[: len(body)] = body
    return bytes(writer.line[: writer.frame(len(body))])


def read(line: bytes, size: int = SIZE) -> list[bytes]:
    reader = Reader(size)
    found = []
    for byte in line:
        length = reader.take(byte)
        if length:
            found.append(bytes(reader.body[:length]))
    return found


def test_both_ends_have_the_same_file_byte_for_byte() -> None:
    assert Path(framing.__file__).read_bytes() == (FOLDER / "framing.py").read_bytes()


@pytest.mark.parametrize(
    ("plain", "coded"),
    [
        ("", "01"),
        ("00", "01 01"),
        ("00 00", "01 01 01"),
        ("11 22 00 33", "03 11 22 02 33"),
        ("11 00 00 00", "02 11 01 01 01"),
        ("01" * 254, "ff" + "01" * 254),
        ("01" * 255, "ff" + "01" * 254 + "02 01"),
        ("00" + "01" * 254, "01 ff" + "01" * 254),
        ("01" * 254 + "00", "ff" + "01" * 254 + "01 01"),
    ],
)
def test_cobs(plain: str, coded: str) -> None:
    data, expected = bytearray.fromhex(plain), bytes.fromhex(coded)
    out = bytearray(framing.coded_size(len(data)))
    assert framing.encode(data, len(data), out, 0) == len(expected)
    assert out[: len(expected)] == expected
    assert framing.decode(out, len(expected)) == len(data)
    assert out[1 : 1 + len(data)] == data


@given(st.lists(bodies, max_size=4))
def test_written_frames_are_read(sent: list[bytes]) -> None:
    line = b"".join(map(written, sent))
    assert read(line) == sent
    assert all(0 not in written(body)[1:-1] for body in sent)


@given(bodies, st.binary(max_size=40))
def test_a_frame_after_any_nonsense_is_read(body: bytes, nonsense: bytes) -> None:
    assert read(nonsense + written(body))[-1] == body


@given(st.binary(max_size=300))
def test_nonsense_is_not_a_frame(line: bytes) -> None:
    assert read(line + b"\0") == []


@given(bodies)
def test_a_frame_too_large_is_skipped(body: bytes) -> None:
    assert read(written(body + bytes(40)) + written(b"ok"), size=20) == [b"ok"]


@pytest.mark.parametrize(
    "coded", ["00", "02", "03 11", "02 11 00", "02 11 03 11", "ff" + "01" * 9]
)
def test_invalid_cobs_is_refused(coded: str) -> None:
    data = bytearray.fromhex(coded)
    assert framing.decode(data, len(data)) == -1


@given(st.lists(bodies, max_size=3), st.binary(max_size=40), st.randoms(use_true_random=False))
def test_blocks_are_read_as_their_bytes_are(
    sent: list[bytes], nonsense: bytes, chance: random.Random
) -> None:
    line = nonsense + b"".join(map(written, sent))
    reader, found, place = Reader(SIZE), [], 0
    while place < len(line):
        block = line[place : place + framing.BLOCK]
        if len(block) == framing.BLOCK and 0 not in block and chance.random() < 0.8:
            reader.take_block(bytearray(block))
            place += len(block)
            continue
        length = reader.take(line[place])
        place += 1
        if length:
            found.append(bytes(reader.body[:length]))
    assert found == read(line)


def test_blocks_of_a_frame_too_large_are_skipped_with_it() -> None:
    reader = Reader(20)
    for _ in range(9):
        reader.take_block(bytearray(b"x" * framing.BLOCK))
    assert [reader.take(byte) for byte in b"\0" + written(b"ok")][-1] == 2


def test_a_reader_can_be_reset() -> None:
    reader = Reader(40)
    for byte in written(b"a secret") + b"\0a sec":
        reader.take(byte)
    reader.forget()
    assert not any(reader.body)
    assert not reader.is_inside_frame


def test_a_frame_with_one_damaged_byte_is_refused() -> None:
    frame = written(bytes(range(20)) + b"\0\0\xff" * 3)
    for place in range(1, len(frame) - 1):
        for bit in range(8):
            broken = bytearray(frame)
            broken[place] ^= 1 << bit
            assert read(bytes(broken)) == []
        assert read(frame[:place] + frame[place + 1 :]) == []
        assert read(frame[:place] + frame[place : place + 1] + frame[place:]) == []
        assert read(frame[:place] + frame) == [bytes(range(20)) + b"\0\0\xff" * 3]


def damaged(chance: random.Random) -> bytes:
    """Return some frames with random damage, as from a bad line."""
    line = bytearray()
    for _ in range(chance.randrange(1, 6)):
        body = chance.randbytes(chance.choice([1, 9, 40, 250, 254, 255, 256, 520, 1096]))
        body = bytes(byte if chance.random() < 0.8 else 0 for byte in body)
        line += written(body)
    for _ in range(chance.choice([0, 0, 1, 3])):
        place = chance.randrange(len(line))
        damage = chance.randrange(4)
        if damage == 0:
            line[place] ^= 1 << chance.randrange(8)
        elif damage == 1:
            del line[place : place + chance.randrange(1, 9)]
        elif damage == 2:
            line[place:place] = chance.randbytes(chance.randrange(1, 9))
        else:
            line[place:place] = line[place : place + chance.randrange(1, 300)]
    return bytes(line)


READ_ALL = """
import sys
from binascii import hexlify, unhexlify
sys.path.insert(0, sys.argv[1])
from framing import Reader, Writer
writer = Writer(1100)
for text in open(sys.argv[2]):
    reader = Reader(1100)
    found = []
    for byte in unhexlify(text.strip()):
        length = reader.take(byte)
        if length:
            found.append(bytes(reader.body[:length]))
    for body in found:
        writer.body[:len(body)] = body
        again = bytes(writer.line[:writer.frame(len(body))])
        print(hexlify(body).decode(), hexlify(again).decode())
    print("-")
"""


def test_both_interpreters_read_the_same_from_the_same_corpus(
    micropython: str, tmp_path: Path
) -> None:
    chance = random.Random(7)
    corpus = [damaged(chance) for _ in range(budget(300, least=60))]
    (tmp_path / "corpus").write_text("".join(line.hex() + "\n" for line in corpus))
    (tmp_path / "read_all.py").write_text(READ_ALL)
    command = [micropython, *map(str, (tmp_path / "read_all.py", FOLDER, tmp_path / "corpus"))]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    expected = []
    for line in corpus:
        expected += [f"{body.hex()} {written(body).hex()}" for body in read(line)] + ["-"]
    assert result.stdout.splitlines() == expected
    assert len(expected) > 2 * len(corpus)  # most frames were good
