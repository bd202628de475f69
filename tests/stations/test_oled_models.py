"""Tests of the chip models with unmodified luma.oled: they show what its drivers draw."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import smbus2
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image

from tests.models.i2c_bus import I2cBus
from tests.models.oled import ByTheBook, Constant, Mute, Oled, OnI2c
from tests.models.sh1106 import Sh1106
from tests.models.ssd1306 import HORIZONTAL, PAGE, VERTICAL, Ssd1306, Ssd1309
from tests.models.tca9548a import Tca9548a

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata is deprecated")
CHIPS = {"ssd1306": Ssd1306, "sh1106": Sh1106, "ssd1309": Ssd1309}


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> I2cBus:
    bus = I2cBus()
    bus.install(monkeypatch)
    return bus


def noise(seed: int = 1) -> Image.Image:
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


def luma_device(driver: str, **more: Any) -> Any:
    made = getattr(device, driver)(i2c(port=1, address=0x3C), **more)
    made.persist = True  # luma must not blank it when the tests end
    return made


def command(chip: Oled, *given: int) -> None:
    for byte in given:
        chip.command(byte)


@pytest.mark.parametrize("driver", CHIPS)
@pytest.mark.parametrize("rotate", [0, 2])
def test_luma_draws_on_the_model(bus: I2cBus, driver: str, rotate: int) -> None:
    chip = CHIPS[driver]()
    side = OnI2c(chip)
    bus.trunk.append((0x3C, side))
    made = luma_device(driver, rotate=rotate)
    made.display(noise())
    turn = Image.Transpose.ROTATE_180
    seen = chip.picture().transpose(turn) if rotate else chip.picture()
    assert seen.tobytes() == noise().tobytes()
    assert side.wrong_control_bytes == 0
    made.hide()
    assert chip.picture().tobytes() == bytes(1024)
    made.cleanup()
    assert bus.open_files == 0


def test_the_wrong_driver_shows_garbage_on_an_sh1106(bus: I2cBus) -> None:
    chip = Sh1106()
    bus.trunk.append((0x3C, OnI2c(chip)))
    made = luma_device("ssd1306")
    made.display(noise())
    assert chip.picture().tobytes() != noise().tobytes()
    assert {0x20, 0x21, 0x22} <= set(chip.unknown)


def test_luma_says_that_no_display_answers(bus: I2cBus) -> None:
    with pytest.raises(DeviceNotFoundError, match="0x3C"):
        luma_device("ssd1306")


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (HORIZONTAL, {(1, 5): 0, (1, 6): 1, (2, 5): 2, (2, 6): 4}),
        (VERTICAL, {(1, 5): 0, (2, 5): 1, (1, 6): 2, (2, 6): 4}),
    ],
)
def test_windows_count_on_and_begin_again(mode: int, expected: dict[tuple[int, int], int]) -> None:
    chip = Ssd1306()
    command(chip, 0xA1, 0x20, mode, 0x21, 5, 6, 0x22, 1, 2)
    for byte in (9, 1, 2, 4, 0):  # the fifth wraps around to the first position
        chip.data(byte)
    assert {place: chip.memory[place[0]][place[1]] for place in expected} == expected


@pytest.mark.parametrize("kind", [Ssd1306, Sh1106])
def test_page_addressing_stays_in_its_page(kind: type[Oled]) -> None:
    chip = kind()
    before = [bytes(page) for page in chip.memory]
    command(chip, 0xA1, 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
    for byte in (1, 2):
        chip.data(byte)
    assert bytes(chip.memory[3][0x7E:0x80]) == b"\x01\x02"
    assert [page for page in range(8) if bytes(chip.memory[page]) != before[page]] == [3]


def test_a_command_can_arrive_in_pieces() -> None:
    """Arduino's libraries send each byte in a separate transfer."""
    chip = Ssd1306()
    side = OnI2c(chip)
    for byte in (0x81, 0x42):
        side.start()
        side.write(0x80)
        side.write(byte)
    assert chip.contrast == 0x42
    assert chip.mode == PAGE


def test_commands_that_change_the_picture() -> None:
    chip = Ssd1309()
    command(chip, 0xA1, 0xC8, 0x20, 0x00, 0xAF)
    for byte in (1, *[0] * 1023):
        chip.data(byte)
    where = {
        (): (0, 0, 1, 1),
        (0xC0,): (0, 63, 1, 64),
        (0x41,): (0, 63, 1, 64),
        (0xD3, 0x08): (0, 56, 1, 57),
        (0xA5,): (0, 0, 128, 64),
        (0xAE,): None,
    }
    undo = (0xC8, 0x40, 0xD3, 0x00, 0xA4, 0xAF)
    for given, box in where.items():
        command(chip, *given)
        assert chip.picture().getbbox() == box
        command(chip, *undo)
    command(chip, 0xA7)
    assert chip.picture().getpixel((0, 0)) == 0
    assert chip.picture().getpixel((1, 0)) == 255


def test_an_ssd1306_without_its_pump_is_dark() -> None:
    chip = Ssd1306()
    command(chip, 0xA5, 0xAF)
    assert chip.picture().getbbox() is None
    command(chip, 0x8D, 0x14)
    assert chip.picture().getbbox() == (0, 0, 128, 64)


def test_status_says_which_display_is_off(bus: I2cBus) -> None:
    chip = Sh1106()
    bus.trunk.append((0x3C, OnI2c(chip)))
    with smbus2.SMBus(1) as smbus:
        assert smbus.read_byte(0x3C) == 0x48
        smbus.write_i2c_block_data(0x3C, 0, [0xAF])
        assert smbus.read_byte(0x3C) == 0x08


@pytest.mark.parametrize("kind", CHIPS.values())
def test_power_that_is_lost_takes_memory_and_settings_with_it(kind: type[Oled]) -> None:
    chip = kind()
    new = vars(kind())
    command(chip, 0xA1, 0xC8, 0x81, 0x10, 0xA7, 0x45, 0xD3, 0x07, 0xAF, 0xAF, 0xAE, 0xAF)
    if kind is not Sh1106:
        command(chip, 0x20, 0x00, 0x21, 5, 6, 0x8D, 0x14)
    for _ in range(1024):
        chip.data(0xAA)
    chip.power_cycle(Random(0))
    assert chip.switched == 3  # a power loss does not clear the count
    assert vars(chip) == {**new, "switched": 3}
    before = chip.memory
    chip.power_cycle(Random(1))
    assert chip.memory != before


def test_answers_of_the_chips_to_reads(bus: I2cBus) -> None:
    sides = [kind(Ssd1306()) for kind in (OnI2c, ByTheBook, Mute, Constant)]
    bus.trunk += [(0x3C + number, side) for number, side in enumerate(sides)]
    sides[1].chip.memory[0][1] = 0x99
    answers: dict[int, list[int | None]] = {}
    with smbus2.SMBus(1) as smbus:
        for number in range(4):
            for said in ([0xAE], [0xAF], [0x00]):  # first two commands, then data
                control = 0x00 if said[0] else 0x40
                smbus.write_i2c_block_data(0x3C + number, control, said)
                try:
                    answer = smbus.read_byte(0x3C + number)
                except OSError:
                    answer = None
                answers.setdefault(number, []).append(answer)
    assert answers == {
        0: [0x43, 0x03, 0x03],
        1: [0x43, 0x03, 0x99],
        2: [None, None, None],
        3: [0xFF, 0xFF, 0xFF],
    }


def test_chips_on_the_bus_and_on_an_open_channel_receive_the_same_bytes(bus: I2cBus) -> None:
    """This is why a display connected directly to the bus needs its own address."""
    switch, chips = Tca9548a(), [Ssd1306() for _ in range(3)]
    bus.trunk += [(0x70, switch), (0x3C, OnI2c(chips[0]))]
    switch.channels[1].append((0x3C, OnI2c(chips[1])))
    switch.channels[2].append((0x3C, OnI2c(chips[2])))
    with smbus2.SMBus(1) as smbus:
        smbus.write_byte(0x70, 1 << 1)
        assert smbus.read_byte(0x70) == 1 << 1
        smbus.write_i2c_block_data(0x3C, 0, [0xAF])
    assert [chip.on for chip in chips] == [True, True, False]
