"""Tests of `table.toml`: which file is read, what it means, and how mistakes are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from triqueta.config import reading
from triqueta.config.problems import ConfigError
from triqueta.config.reading import LARGEST_FILE, find_config, load_config, read_config
from triqueta.config.settings import (
    Driver,
    Interface,
    SeatConfig,
    SeatKeyPins,
    TableConfig,
)
from triqueta.screens.phrases import Language
from triqueta.screens.station import Key

HUB_IN_CHANNEL = "[display]\nchannel = 0\n"
SEAT_KEYS = """
[seat.keys]
petal1 = 4
petal2 = 17
petal3 = 27
petal4 = 22
petal5 = 23
soft1 = 24
soft2 = 25
soft3 = 18
"""


def mistakes(text: str) -> list[str]:
    """Return the lines of the error message without the file name."""
    with pytest.raises(ConfigError) as caught:
        read_config(text, "x.toml")
    assert str(caught.value) == "\n".join(caught.value.lines)
    assert all(line.startswith("x.toml:") for line in caught.value.lines)
    return [line.removeprefix("x.toml:") for line in caught.value.lines]


class TestGoodFiles:
    def test_an_empty_file_is_the_standard_wiring(self) -> None:
        assert read_config("") == TableConfig()

    @pytest.mark.parametrize("interface", Interface)
    def test_the_standard_wiring_itself_has_no_conflict(self, interface: Interface) -> None:
        config = read_config(f'display.interface = "{interface}"')
        assert config.display.interface is interface

    @pytest.mark.parametrize("given", ["i2c_bus = 1", "address = 0x3c", 'channel = "none"'])
    def test_a_setting_of_i2c_alone_chooses_i2c(self, given: str) -> None:
        """Files written when I2C was the default must keep working."""
        assert read_config(f"display.{given}").display.interface is Interface.I2C
        both = f'display.interface = "spi"\ndisplay.{given}'
        assert read_config(both).display.interface is Interface.SPI
        assert read_config('display.driver = "ssd1306"').display.interface is Interface.SPI

    def test_all_values_are_read(self) -> None:
        config = read_config("""
            [display]
            driver = "sh1106"
            interface = "spi"
            i2c_bus = 3
            spi_device = 1
            dc_pin = 22
            reset_pin = "none"
            rotation = 180
            contrast_dim = 0
            [keys]
            soft3 = 2
            [pods]
            enabled = false
            ports = ["/dev/ttyAMA0"]
            [table]
            language = "fr"
            dim_after = 30.5
            [web]
            port = 80
        """)
        display = config.display
        assert (display.driver, display.interface) == (Driver.SH1106, Interface.SPI)
        assert (display.i2c_bus, display.spi_port, display.spi_device) == (3, 0, 1)
        assert (display.dc_pin, display.reset_pin) == (22, None)
        assert (display.rotation, display.contrast_full, display.contrast_dim) == (180, 207, 0)
        assert config.keys.by_key[Key.SOFT3] == 2
        assert config.keys.by_key[Key.PETAL1] == 5
        assert (config.pods.enabled, config.pods.ports) == (False, ("/dev/ttyAMA0",))
        assert config.table.language is Language.FRENCH
        assert (config.table.dim_after, config.table.off_after) == (30.5, 900.0)
        assert (config.web.enabled, config.web.port) == (True, 80)
        assert not config.uses_i2c
        assert not config.uses_switch

    def test_seats_are_numbered_in_turn_and_their_channels_with_them(self) -> None:
        config = read_config(HUB_IN_CHANNEL + "[[seat]]\n[[seat]]\nnumber = 4\n[[seat]]")
        assert [(seat.number, seat.channel) for seat in config.seats] == [(1, 1), (4, 4), (3, 3)]
        assert config.uses_switch

    def test_five_seats_without_keys_and_one_with(self) -> None:
        config = read_config(HUB_IN_CHANNEL + "[[seat]]\n" * 5)
        assert len(config.seats) == 5
        assert not any(seat.keys.by_key for seat in config.seats)
        (seat,) = read_config(HUB_IN_CHANNEL + "[[seat]]" + SEAT_KEYS).seats
        assert seat == SeatConfig(keys=SeatKeyPins(4, 17, 27, 22, 23, 24, 25, 18))
        assert list(seat.keys.by_key) == list(Key)

    def test_a_seat_directly_on_the_bus_needs_no_switch(self) -> None:
        config = read_config('[[seat]]\nchannel = "none"\naddress = 0x3d')
        assert config.seats[0].channel is None
        assert not config.uses_switch

    @pytest.mark.parametrize(
        "text",
        [
            "display.address = 0x3d\n[[seat]]\n[[seat]]",  # the table's has the other address
            'display.interface = "spi"\n[[seat]]',  # the table's display is not on the I2C bus
            'display.interface = "spi"\nkeys.petal1 = 2',  # no I2C: its pins are free
            "display.i2c_bus = 3\nkeys.petal1 = 2",
            'display.interface = "i2c"\nkeys.petal1 = 24\nkeys.petal2 = 10',  # SPI pins are free
            "keys.petal1 = 6\nkeys.petal2 = 5",
            'display.interface = "spi"\ndisplay.channel = 1\n[[seat]]',  # SPI ignores the channel
        ],
    )
    def test_apparent_conflicts_are_accepted(self, text: str) -> None:
        read_config(text)


class TestValues:
    @pytest.mark.parametrize(
        ("text", "right"),
        [
            (
                'display.driver = "ssd1305"',
                '"ssd1305" instead of "ssd1306", "sh1106" or "ssd1309"',
            ),
            ("display.driver = 1306", '1306 instead of "ssd1306", "sh1106" or "ssd1309"'),
            ('display.interface = "I2C"', '"I2C" instead of "i2c" or "spi"'),
            ("display.i2c_bus = 10", "10 instead of an integer between 0 and 9"),
            ("display.i2c_bus = 1.0", "1.0 instead of an integer between 0 and 9"),
            ("display.i2c_bus = true", "true instead of an integer between 0 and 9"),
            ("display.address = 0x3e", "0x3e instead of 0x3c or 0x3d"),
            (
                "display.address = 0x7a",
                "0x7a instead of 0x3c or 0x3d; for a board labelled 0x7a, write 0x3d",
            ),
            ('display.address = "0x3c"', '"0x3c" instead of 0x3c or 0x3d'),
            ("display.channel = 8", '8 instead of an integer between 0 and 7, or "none"'),
            ('display.channel = "no"', '"no" instead of an integer between 0 and 7, or "none"'),
            ("display.spi_port = 2", "2 instead of an integer between 0 and 1"),
            ("display.spi_device = 3", "3 instead of an integer between 0 and 2"),
            ("display.spi_device = 2", "SPI port 0 only has devices 0 to 1"),
            ("display.rotation = 90", "90 instead of 0 or 180"),
            ("display.rotation = false", "false instead of 0 or 180"),
            ("display.contrast_soft = 256", "256 instead of an integer between 0 and 255"),
            ("keys.petal1 = -1", "-1 instead of a GPIO number between 2 and 27"),
            ("keys.petal1 = 28", "28 instead of a GPIO number between 2 and 27"),
            ("keys.petal1 = 34", "34 instead of a GPIO number between 2 and 27"),
            (
                "keys.petal1 = 40",
                "40 instead of a GPIO number between 2 and 27; pin 40 of the header is GPIO 21",
            ),
            (
                "keys.petal1 = 0",
                "0 instead of a GPIO number between 2 and 27; GPIO 0 and 1 are reserved",
            ),
            ('keys.petal1 = "none"', '"none" instead of a GPIO number between 2 and 27'),
            ("keys.petal1 = false", "false instead of a GPIO number between 2 and 27"),
            ("keys.petal1 = {}", "a table instead of a GPIO number between 2 and 27"),
            ("switch.address = 0x6f", "0x6f instead of 0x70 to 0x77"),
            ("pods.enabled = 1", "1 instead of true or false"),
            ('pods.ports = "/dev/ttyUSB0"', '"/dev/ttyUSB0" instead of a list of paths'),
            ('pods.ports = ["COM3"]', '["COM3"] instead of a list of paths'),
            ('pods.ports = ["/dev/a", "/dev/a"]', '["/dev/a", "/dev/a"] instead of a list'),
            ('table.language = "xx"', '"xx" instead of "en", "fr"'),
            ("table.dim_after = 4.9", "4.9 instead of a number between 5 and 86400"),
            ("table.dim_after = nan", "nan instead of a number between 5 and 86400"),
            ("table.off_after = 1979-05-27", "1979-05-27 instead of a number between 5 and 86400"),
            ("web.port = 0", "0 instead of an integer between 1 and 65535"),
            ("web.port = 65536", "65536 instead of an integer between 1 and 65535"),
            ("web.enabled = 'x' # " + "x" * 100, '"x" instead of true or false'),
            (f"web.enabled = '{'x' * 100}'", f'"{"x" * 39}... instead of true or false'),
            ("web = 8080", "8080 instead of a table: [web]"),
        ],
    )
    def test_wrong_values_are_reported_with_the_right_ones(self, text: str, right: str) -> None:
        (mistake,) = mistakes(f"\n{text}\n")
        assert mistake.startswith(f"2: {text.partition(' =')[0]}: {right}")

    def test_displays_dim_before_they_go_dark(self) -> None:
        (mistake,) = mistakes("[table]\ndim_after = 900")
        assert mistake == (
            "2: table.dim_after: displays switch off after 900 seconds and dim after 900; "
            "off_after must be longer than dim_after"
        )

    @pytest.mark.parametrize(
        "text",
        [
            "keys.soft1 = 99\nkeys.petal1 = 16",
            "display.spi_port = 9\ndisplay.spi_device = 2",
            "table.dim_after = 1000\ntable.off_after = true",
            "display.address = 0x78\n[[seat]]",
            "display.channel = 9\n[[seat]]",
            f"{HUB_IN_CHANNEL}[[seat]]\nnumber = 9\n[[seat]]\nnumber = 1",
            f"{HUB_IN_CHANNEL}[[seat]]\n[[seat]]\nnumber = 1",
            f"{HUB_IN_CHANNEL}[[seat]]\nkeys.petal1 = 99\nkeys.petal2 = 4"
            + "".join(f"\nkeys.{key} = {pin}" for pin, key in enumerate(list(Key)[2:], start=7)),
        ],
    )
    def test_consequences_of_a_mistake_are_not_reported(self, text: str) -> None:
        assert len(mistakes(text)) == 1

    def test_unknown_names(self) -> None:
        assert mistakes("[keys]\npetal6 = 5\n[displai]\nx = 1\n[web]\nlanguage = 'de'") == [
            "2: keys.petal6: unknown name; did you mean petal5?",
            "3: displai: unknown name; did you mean display?",
            "6: web.language: unknown name; valid names: enabled, port",
        ]

    def test_all_mistakes_are_reported_in_file_order(self) -> None:
        found = mistakes(
            "[web]\nport = 0\n[keys]\nsoft1 = 5\n[display]\nrotation = 45\ncolour = 1"
        )
        assert [line.split(": ")[0] for line in found] == ["2", "4", "6", "7"]


LIGHTS = "lights = {petal1 = 17, petal2 = 27, petal3 = 22, petal4 = 23, petal5 = 4}\n"


class TestPins:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (
                "[keys]\nsoft1 = 4\nsoft2 = 4",
                "3: keys.soft2: GPIO 4 is already used by keys.soft1 (line 2)",
            ),
            (
                "[keys]\nsoft2 = 5",
                "2: keys.soft2: GPIO 5 is already used by keys.petal1 (by default)",
            ),
            (
                "[keys]\npetal1 = 20",
                "2: keys.petal1: GPIO 20 is already used by keys.soft2 (by default)",
            ),
            (
                '[display]\ninterface = "i2c"\n[keys]\npetal1 = 2',
                "4: keys.petal1: GPIO 2 belongs to I2C bus 1, see display.i2c_bus (by default)",
            ),
            (
                "[keys]\npetal1 = 11",
                "2: keys.petal1: GPIO 11 belongs to SPI port 0, see display.spi_port (by default)",
            ),
            (
                "keys.soft3 = 3\ndisplay.i2c_bus = 1",
                "1: keys.soft3: GPIO 3 belongs to I2C bus 1, see display.i2c_bus (line 2)",
            ),
            (
                'display.interface = "spi"\nkeys.soft1 = 8',
                "2: keys.soft1: GPIO 8 belongs to SPI port 0, see display.interface (line 1)",
            ),
            (
                'display.interface = "spi"\nkeys.soft1 = 24',
                "2: keys.soft1: GPIO 24 is already used by display.dc_pin (by default)",
            ),
            (
                'display.interface = "spi"\ndisplay.reset_pin = 5',
                "2: display.reset_pin: GPIO 5 is already used by keys.petal1 (by default)",
            ),
            (
                'display.interface = "spi"\ndisplay.dc_pin = 10',
                "2: display.dc_pin: GPIO 10 belongs to SPI port 0, see display.interface (line 1)",
            ),
            (
                'display.interface = "spi"\nkeys.soft1 = 2\n[[seat]]',
                "2: keys.soft1: GPIO 2 belongs to I2C bus 1, see display.i2c_bus (by default)",
            ),
            (
                f"{HUB_IN_CHANNEL}[[seat]]{SEAT_KEYS.replace('18', '26')}",
                "12: seat#1.keys.soft3: GPIO 26 is already used by keys.petal5 (by default)",
            ),
        ],
    )
    def test_pins_used_twice_or_by_a_bus(self, text: str, told: str) -> None:
        (mistake,) = mistakes(text)
        assert mistake.startswith(f"{told}; free GPIOs: ")

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("sound.pin = 21", "1: sound.pin: GPIO 21 is already used by keys.soft3 (by default)"),
            ("sound.pin = 24", "1: sound.pin: GPIO 24 is already used by display.dc_pin"),
            ("sound.pin = 9", "1: sound.pin: GPIO 9 belongs to SPI port 0"),
            (
                f"sound.pin = 17\n{LIGHTS}",
                "2: lights.petal1: GPIO 17 is already used by sound.pin (line 1)",
            ),
            (
                f"{LIGHTS}{HUB_IN_CHANNEL}[[seat]]{SEAT_KEYS}",
                "seat#1.keys.petal1: GPIO 4 is already used by lights.petal5 (line 1)",
            ),
        ],
    )
    def test_pins_of_the_buzzer_and_the_lights(self, text: str, told: str) -> None:
        assert any(told in mistake for mistake in mistakes(text))

    def test_the_recommended_pins_of_the_buzzer_and_the_lights_fit_the_default_wiring(
        self,
    ) -> None:
        config = read_config(f"sound.pin = 18\n{LIGHTS}")
        assert config.sound.pin == 18
        assert list(config.lights.by_key.values()) == [17, 27, 22, 23, 4]

    def test_there_is_neither_a_buzzer_nor_a_light_by_default(self) -> None:
        config = read_config('sound.pin = "none"\nlights.petal3 = "none"')
        assert config == TableConfig()
        assert (config.sound.pin, dict(config.lights.by_key)) == (None, {})

    def test_lights_are_in_all_petals_or_in_none(self) -> None:
        assert mistakes("[lights]\npetal1 = 17\npetal4 = 23") == [
            "1: lights: set all five or none; missing: petal2, petal3, petal5"
        ]
        (mistake,) = mistakes("lights = {petal1 = 17, petal2 = 99, petal3 = 22}")
        assert "lights.petal2: 99 instead of a GPIO number" in mistake

    def test_free_pins_are_free(self) -> None:
        (mistake,) = mistakes("keys.soft1 = 5")
        assert mistake.endswith("; free GPIOs: 2, 3, 4, 12, 14, 15, 16, 17, 18, 22, 23, 27")
        for pin in mistake.rpartition("GPIOs: ")[2].split(", "):
            read_config(f"keys.soft1 = {pin}")

    def test_an_spi_port_that_takes_default_pins_is_reported_at_the_port(self) -> None:
        found = mistakes('[display]\ninterface = "spi"\nspi_port = 1')
        assert [line.partition(", see display.spi_port (line 3)")[0] for line in found] == [
            "3: keys.petal4: GPIO 19 belongs to SPI port 1",
            "3: keys.soft2: GPIO 20 belongs to SPI port 1",
            "3: keys.soft3: GPIO 21 belongs to SPI port 1",
        ]

    @pytest.mark.parametrize(
        ("device", "pins", "free"),
        [(0, [18], [16, 17]), (1, [17, 18], [16]), (2, [16, 17, 18], [])],
    )
    def test_the_select_lines_of_the_second_port(
        self, device: int, pins: list[int], free: list[int]
    ) -> None:
        text = f"""
            display.interface = "spi"
            display.spi_port = 1
            display.spi_device = {device}
            keys = {{ petal4 = 2, soft1 = %d, soft2 = 4, soft3 = 7 }}
        """
        for pin in pins:
            (mistake,) = mistakes(text % pin)
            assert mistake.startswith(f"5: keys.soft1: GPIO {pin} belongs to SPI port 1")
        for pin in free:
            assert read_config(text % pin).keys.soft1 == pin

    @pytest.mark.parametrize("pin", [7, 8, 9, 10, 11])
    def test_all_lines_of_the_first_port(self, pin: int) -> None:
        (mistake,) = mistakes(f'display.interface = "spi"\nkeys.soft1 = {pin}')
        assert mistake.startswith(f"2: keys.soft1: GPIO {pin} belongs to SPI port 0")

    def test_eight_keys_or_none(self) -> None:
        text = f"{HUB_IN_CHANNEL}[[seat]]{SEAT_KEYS}".replace("soft1", "#").replace("petal5", "#")
        assert mistakes(text) == [
            "4: seat#1.keys: set all eight keys or none; missing: petal5, soft1"
        ]

    def test_three_stations_fill_the_header_and_a_fourth_does_not_fit(self) -> None:
        pins = iter([4, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 22, 23, 24, 25, 27])
        seats = [
            "[[seat]]\n[seat.keys]\n" + "\n".join(f"{key} = {next(pins)}" for key in Key)
            for _ in range(2)
        ]
        text = "\n".join([HUB_IN_CHANNEL, *seats])
        assert len(read_config(text).seats) == 2
        (*_, mistake) = mistakes(f"{text}\n[[seat]]{SEAT_KEYS}")
        assert mistake.endswith("no GPIO is free")


class TestSeats:
    def test_duplicate_numbers_and_channels(self) -> None:
        text = HUB_IN_CHANNEL + "[[seat]]\nchannel = 0\n[[seat]]\nnumber = 1\nchannel = 7"
        assert mistakes(text) == [
            "4: seat#1.channel: channel 0 is already used by display.channel (line 2); "
            "use each only once",
            "6: seat#2.number: seat 1 is already used by seat#1.number (by default); "
            "use each only once",
        ]

    def test_a_display_on_the_bus_conflicts_with_those_behind_the_switch(self) -> None:
        assert mistakes('display.interface = "i2c"\n[[seat]]\n[[seat]]') == [
            "1: display.address: 0x3c is also used by seat#1.address (by default), and a "
            "display directly on the bus responds on every channel; change one of them to 0x3d, "
            "or give this display its own channel"
        ]

    def test_two_displays_directly_on_the_bus(self) -> None:
        seat = '[[seat]]\nchannel = "none"\n'
        assert mistakes(f'display.interface = "i2c"\n{seat}') == [
            "1: display.address: 0x3c is also used by seat#1.address (by default); "
            "change one of them to 0x3d, or give this display its own channel"
        ]
        table = 'display.interface = "i2c"\n'
        assert mistakes(f"{table}{seat}address = 0x3d\n{seat}address = 0x3d") == [
            "4: seat#1.address: 0x3d is also used by seat#2.address (line 7); "
            "give this display its own channel"
        ]

    @pytest.mark.parametrize("text", ["[seat]\nnumber = 1", "seat = 1", "seat = [1]"])
    def test_one_bracket_too_few(self, text: str) -> None:
        assert mistakes(text) == [
            "1: seat: each wired seat begins with [[seat]], in double brackets"
        ]

    def test_one_seat_too_many(self) -> None:
        text = HUB_IN_CHANNEL + "[[seat]]\n" * 6
        assert mistakes(text) == ["8: seat#6: a table has at most 5 seats"]

    @pytest.mark.parametrize(
        ("text", "right"),
        [
            ("number = 6", "number: 6 instead of an integer between 1 and 5"),
            ("channel = 8", 'channel: 8 instead of an integer between 0 and 7, or "none"'),
            ("adress = 0x3c", "adress: unknown name; did you mean address?"),
            ("keys.petal1 = 1", "keys.petal1: 1 instead of a GPIO number between 2 and 27, or "),
            ("keys = 8", "keys: 8 instead of a table: [keys]"),
        ],
    )
    def test_wrong_values_within(self, text: str, right: str) -> None:
        (mistake,) = mistakes(f"{HUB_IN_CHANNEL}[[seat]]\n{text}")
        assert mistake.startswith(f"4: seat#1.{right}")


class TestSyntax:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("[display]\ndriver == 3", 2),
            ("[display\n", 1),
            ("\n\nkeys.petal1 = 1 2", 3),
            ('a = 1\nb = "\n', 2),
            ('a = 1\nb = "', 2),
            ("a = 1\na = 2", 2),
        ],
    )
    def test_the_line_is_reported(self, text: str, line: int) -> None:
        (mistake,) = mistakes(text)
        assert mistake.startswith(f"{line}: not TOML")
        assert 'a setting is a line like: name = "value"' in mistake

    @pytest.mark.parametrize("text", ["x = " + "[" * 20_000, f"x = {'9' * 5000}"])
    def test_documents_that_tomllib_cannot_parse(self, text: str) -> None:
        (mistake,) = mistakes(text)
        assert mistake.startswith(" not TOML: ")


def write(path: Path, port: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"web.port = {port}", "utf-8")
    return path


class TestFiles:
    @pytest.fixture(autouse=True)
    def own_places(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("TRIQUETA_CONFIG", raising=False)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
        monkeypatch.setattr(reading, "DEVICE_FILE", tmp_path / "etc" / "table.toml")

    def test_earlier_locations_take_precedence(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert find_config() is None
        assert load_config(None) == TableConfig()
        own = write(tmp_path / "home" / "triqueta" / "table.toml", 1)
        assert find_config() == str(own)
        device = write(tmp_path / "etc" / "table.toml", 2)
        assert find_config() == str(device)
        monkeypatch.setenv("TRIQUETA_CONFIG", "/variable.toml")
        assert find_config() == "/variable.toml"
        assert find_config("given.toml") == "given.toml"
        assert load_config(str(device)).web.port == 2

    def test_a_byte_order_mark_and_windows_line_ends_are_accepted(self, tmp_path: Path) -> None:
        path = tmp_path / "table.toml"
        path.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 81\r\n")
        assert load_config(str(path)).web.port == 81
        path.write_bytes(b"\xef\xbb\xbf[web]\r\n\r\nport = 0\r\n")
        with pytest.raises(ConfigError, match=r"table.toml:3: web.port: 0 instead"):
            load_config(str(path))

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (None, ": No such file or directory"),
            (b"# ok\n# \xff", ":2: byte 0xff is not UTF-8; save the file as UTF-8"),
            (b"#" * (LARGEST_FILE + 1), ": not a table.toml: larger than 100,000 bytes"),
        ],
    )
    def test_unreadable_files(self, tmp_path: Path, content: bytes | None, reason: str) -> None:
        path = tmp_path / "table.toml"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(ConfigError) as caught:
            load_config(str(path))
        assert caught.value.lines == [f"{path}{reason}"]

    def test_invalid_file_names(self, tmp_path: Path) -> None:
        for name in ("a\0b", str(tmp_path)):
            with pytest.raises(ConfigError):
                load_config(name)
