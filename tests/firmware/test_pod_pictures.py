"""Tests of pictures on a good line: only changes are sent, and only intended pictures shown."""

from __future__ import annotations

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.firmware.line import Line, full_picture, picture, session_of
from tests.firmware.test_pod_framing import read
from triqueta.stations.pods import messages
from triqueta.stations.pods.framing import BLOCK
from triqueta.stations.pods.messages import (
    DARK,
    DARK_CRC,
    PICTURE_BYTES,
    changes,
    packed,
    unpacked,
)

pictures = st.binary(min_size=PICTURE_BYTES, max_size=PICTURE_BYTES)


@given(st.integers(0, 127), st.integers(0, 63))
def test_a_pixel_has_its_place(x: int, y: int) -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((x, y), 1)
    expected = bytearray(PICTURE_BYTES)
    expected[y // 8 * 128 + x] = 1 << y % 8
    assert packed(image) == expected


@given(pictures)
def test_a_packed_picture_can_be_unpacked(shown: bytes) -> None:
    assert packed(unpacked(shown)) == shown


@given(
    pictures,
    st.lists(st.tuples(st.integers(0, PICTURE_BYTES - 1), st.integers(0, 255)), max_size=300),
)
def test_changes_make_the_new_picture_of_the_old_one(
    old: bytes, drops: list[tuple[int, int]]
) -> None:
    new = bytearray(old)
    for place, byte in drops:
        new[place] = byte
    spans = changes(old, bytes(new))
    assert len(spans) <= 8 * (3 + 128)
    made, index = bytearray(old), 0
    while index < len(spans):
        page, column, length = spans[index : index + 3]
        assert column + length <= 128
        place = page * 128 + column
        made[place : place + length] = spans[index + 3 : index + 3 + length]
        index += 3 + length
    assert made == new


def test_pictures_arrive_and_the_change_is_small(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    assert line.display.eye() == picture(1)
    line.sent_to_pod.clear()
    changed = bytearray(picture(1))
    changed[700] = 0x55
    line.table.show(bytes(changed))
    line.settle()
    assert line.display.eye() == changed
    assert sum(map(len, line.sent_to_pod)) < 30


def test_only_the_last_of_many_pictures_is_sent(line: Line) -> None:
    line.display.seen.clear()
    for number in range(1, 20):
        line.table.show(picture(number))
    line.settle()
    assert line.display.seen == [picture(19)]


def test_a_pod_whose_picture_differs_gets_the_whole_one(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.display.picture[5] ^= 1  # a bit of its memory flips
    line.run(0.6)  # the next heartbeat reports it
    line.settle()
    assert line.display.eye() == picture(1)


def test_a_change_of_another_picture_is_refused(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.display.picture[5] ^= 1
    line.display.seen.clear()
    line.table.show(picture(2))
    line.settle()
    assert line.display.seen == [picture(2)]


def test_after_an_order_without_an_answer_the_picture_is_sent_whole(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.to_table = lambda data: b""
    line.table.show(picture(2))
    line.run(0.05)  # the pod has shown it, but the table does not know
    line.to_table = bytes
    line.sent_to_pod.clear()
    line.table.show(picture(3))
    line.settle()
    assert len(line.sent_to_pod) == 1
    assert line.display.eye() == picture(3)


def test_a_long_order_is_announced_with_its_size(line: Line) -> None:
    line.sent_to_pod.clear()
    line.table.show(full_picture(1))
    line.settle()
    [sent] = line.sent_to_pod
    announcement, order = read(sent)
    assert (announcement[0], order[0]) == (messages.LONG, messages.PICTURE)
    size = int.from_bytes(announcement[7:9], "little")
    assert sent[-size:] == messages.framed(*_fields(order))
    assert line.display.eye() == full_picture(1)
    line.sent_to_pod.clear()
    line.table.show(full_picture(1)[:-1] + b"\0")
    line.settle()
    [sent] = line.sent_to_pod
    assert [body[0] for body in read(sent)] == [messages.PICTURE]


def _fields(body: bytes) -> tuple[int, int, int, int, bytes]:
    numbers = (int.from_bytes(body[place : place + 2], "little") for place in (1, 3, 5))
    session, number, got = numbers
    return body[0], session, number, got, body[7:]


def test_a_pod_has_more_time_for_a_larger_order() -> None:
    def seconds_until_sent_again(shown: bytes) -> float:
        line = Line()
        line.settle()
        line.to_table = lambda data: b""
        line.table.show(shown)
        line.step()
        started, count = line.now, len(line.sent_to_pod)
        while [read(sent)[-1][0] for sent in line.sent_to_pod[count:]] in ([], [messages.BEAT]):
            line.step()
        return (line.now - started) / 1000

    assert seconds_until_sent_again(picture(1)) == pytest.approx(0.35, abs=0.03)
    assert seconds_until_sent_again(full_picture(1)) == pytest.approx(0.84, abs=0.03)


def test_the_frame_after_a_truncated_long_order_is_obeyed_at_once(line: Line) -> None:
    """Truncate the order at every byte: the next frame always turns the screen dark."""
    line.table.show(picture(1))
    line.settle()
    order = messages.picture_order(
        DARK_CRC, crc32(full_picture(2)), changes(DARK, full_picture(2))
    )
    frame = messages.framed(messages.PICTURE, line.pod.session, 100, 0, order)
    announced = messages.length(len(frame))
    whole = messages.framed(messages.LONG, line.pod.session, 100, 0, announced) + frame
    for place in range(len(whole)):
        line.pod_hears(whole[:place])
        assert line.display.eye() == picture(1)
        number = 101 + place * 2
        line.pod_hears(messages.framed(messages.BLANK, line.pod.session, number, 0))
        assert not line.pod_waits
        assert not line.display.lit
        payload = messages.picture_order(DARK_CRC, crc32(picture(1)), changes(DARK, picture(1)))
        line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, number + 1, 0, payload))


def test_a_block_is_no_longer_than_what_follows_the_first_byte_of_any_frame() -> None:
    zero_and_first_byte = 2
    for kind in (messages.BEAT, messages.BLANK):
        assert len(messages.framed(kind, 0, 0, 0)) - zero_and_first_byte == BLOCK
    assert len(messages.ask(1)) - zero_and_first_byte >= BLOCK


def test_a_picture_with_a_checksum_other_than_its_own_is_not_shown(line: Line) -> None:
    span = b"\x02\x10\x01\xff"
    payload = messages.picture_order(DARK_CRC, 0x12345678, span)
    line.display.seen.clear()
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 900, 0, payload))
    assert line.display.seen == []
    drawn = DARK[:272] + b"\xff" + DARK[273:]
    payload = messages.picture_order(DARK_CRC, crc32(drawn), span)
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 901, 0, payload))
    assert line.display.seen == [drawn]


@pytest.mark.parametrize(
    "spans",
    [b"\x08\x00\x01\x00", b"\x00\x7f\x02\x00\x00", b"\x00\x00\x05\x00", b"\x00\x00", b"\x01"],
)
def test_spans_outside_of_the_picture_are_refused(line: Line, spans: bytes) -> None:
    payload = messages.picture_order(DARK_CRC, 0, spans)
    line.display.seen.clear()
    line.pod_hears(messages.framed(messages.PICTURE, line.pod.session, 900, 0, payload))
    assert line.display.seen == []


def test_an_old_report_confirms_no_new_order(line: Line) -> None:
    line.sent_to_table.clear()
    line.table.show(picture(1))
    line.settle()
    old = b"".join(line.sent_to_table)  # these reports say that picture 1 is shown
    line.table.show(picture(2))
    line.settle()
    line.to_pod = lambda data: b""
    line.table.show(picture(1))
    line.step()
    line.table.receive(old, line.now / 1000)
    assert not line.table.agreed
    line.to_pod = bytes
    line.settle()
    assert line.display.eye() == picture(1)


def test_late_orders_of_the_same_session_are_not_obeyed(line: Line) -> None:
    line.sent_to_pod.clear()
    line.table.show(picture(1))
    line.settle()
    line.table.show(picture(2))
    line.settle()
    line.display.seen.clear()
    for data in line.sent_to_pod:
        line.pod_hears(data)
    assert line.display.seen == []


def test_numbers_of_orders_and_keys_begin_again_after_the_largest(line: Line) -> None:
    line.pod._done = session_of(line.table).order = 0xFFFE
    line.pod._first = session_of(line.table).got = 0xFFFE
    for number in range(1, 6):
        line.table.show(picture(number))
        line.press((1, True), (1, False))
        line.settle()
        line.run(0.1)
        assert line.display.eye() == picture(number)
    assert line.keys() == [(1, True), (1, False)] * 5


def test_contrast(line: Line) -> None:
    line.table.set_contrast(77)
    line.settle()
    assert line.display.contrast == 77


def test_blank_turns_the_screen_off_and_forgets_the_picture(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.table.blank()
    line.step()
    assert not line.display.lit
    assert line.display.eye() == DARK
    line.settle()
    line.table.show(picture(1))
    line.settle()
    assert line.display.lit


def test_blank_does_not_wait_for_an_order_that_is_under_way(line: Line) -> None:
    line.table.show(picture(1))
    line.settle()
    line.to_table = lambda data: b""  # nothing is confirmed
    line.table.show(picture(2))
    line.step()
    line.table.blank()
    line.step()
    assert not line.display.lit


def test_a_picture_of_the_wrong_size_is_the_callers_mistake(line: Line) -> None:
    with pytest.raises(ValueError, match="1024 bytes, not 1"):
        line.table.show(b"\0")
