"""Tests that the parts list adds up and has all parts that the wiring needs."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from hardware.boards.files import BOARDS
from hardware.render import HARDWARE, bom, diagrams, header, pages
from hardware.render.builds import (
    config_of,
    display_wires,
    jumper_wires,
    key_wires,
    light_wires,
)
from triqueta.screens.station import Key


@pytest.mark.parametrize("build", bom.BUILDS | bom.ADDITIONS)
def test_totals(build: str) -> None:
    by_hand = Decimal(0)
    for part in bom.parts():
        for _ in range(part.quantities[build]):
            by_hand += part.price
    assert bom.total(build, bom.parts()) == by_hand
    assert f"**{by_hand:.0f} EUR**" in (HARDWARE / "README.md").read_text("utf-8")


def test_every_part_is_described() -> None:
    for part in [*bom.parts(), *bom.board_parts()]:
        assert part.price > 0
        assert len(part.look_for) > 10
        assert sum(part.quantities.values()) > 0


def test_the_page_has_the_list() -> None:
    assert pages.stale() == []


def _count(words: str, build: str) -> int:
    return sum(part.quantities[build] for part in bom.parts() if part.name.startswith(words))


SOLDERED = [build for build in bom.BUILDS if build != "hat"]


@pytest.mark.parametrize("build", SOLDERED)
def test_parts_for_the_wiring_are_in_the_list(build: str) -> None:
    config = config_of(build)
    pods = 5 if build == "pods" else 0
    assert _count("OLED 2.42", build) == 1
    assert _count("OLED 1.3", build) == len(config.seats) + pods
    assert _count("TCA9548A", build) == (1 if config.uses_switch else 0)
    assert _count("Raspberry Pi Pico", build) == pods
    assert _count("USB cable", build) == pods
    assert _count("Tactile switch", build) == len(Key) * (1 + pods)
    assert _count("Resistor 1 kOhm", build) >= len(Key)
    assert _count("Resistor 100 Ohm", build) == 2 * len(config.seats)


@pytest.mark.parametrize("build", SOLDERED)
def test_as_many_jumper_wires_as_plug_onto_a_header(build: str) -> None:
    """Seven for the display and ten for the keys are in every build.

    The wired build adds two for the strip and two for the I2C switch; the build with pods adds
    four for each of five displays.
    """
    assert _count("Jumper wires", build) == jumper_wires(build)
    assert jumper_wires(build) == {"hub": 17, "wired": 17 + 4, "pods": 17 + 5 * 4}[build]


@pytest.mark.parametrize("build", SOLDERED)
def test_the_plugs_are_in_the_list_and_hold_their_wires(build: str) -> None:
    config = config_of(build)
    for (first, last), wires, name in (
        ((17, 24), display_wires(config), "Housing 2 x 4"),
        ((29, 40), key_wires(config), "Housing 2 x 6"),
    ):
        assert _count(name, build) == 1
        assert header.PLUGS[first, last] in name.replace("Housing", "plug")
        assert {wire.pin for wire in wires} <= set(range(first, last + 1))
        rows, columns = (last - first + 1) // 2, 2
        assert name == f"Housing {columns} x {rows}"


def test_the_parts_of_light_and_sound_are_in_a_column_of_their_own() -> None:
    """The totals of the builds do not include them."""
    wires = light_wires(config_of("hub-lights"))
    lights = [wire for wire in wires if wire.target.startswith("light")]
    assert _count("LED", "lights") == _count("Resistor 220 Ohm", "lights") == len(lights) == 5
    assert _count("Piezo buzzer", "lights") == _count("Resistor 1 kOhm", "lights") == 1
    assert _count("Jumper wires", "lights") == len(wires)
    assert _count("Housing 2 x 5", "lights") == 1
    for build in bom.BUILDS:
        found = [_count(name, build) for name in ("LED", "Piezo buzzer", "Housing 2 x 5")]
        assert found == [0, 0, 0]


def test_no_pad_gets_more_than_one_wire_except_on_the_strip() -> None:
    """Count the wires at each end in the wiring diagram."""
    drawn = diagrams.harness("wired")
    ends = Counter(
        (name, place)
        for chain in drawn["connections"]
        for name, places in [*chain[0].items(), *chain[-1].items()]
        for place in places
    )
    crowded = {end: count for end, count in ends.items() if count > 1}
    assert crowded == {("strip", 1): 7, ("strip", 2): 7}  # the Pi, the switch, five seats
    assert _count("Stripboard", "wired") == 1


@pytest.mark.parametrize("board", bom.BOARDS)
def test_parts_on_a_board_are_in_its_list(board: str) -> None:
    """Compare footprints with the names in the list; a Pico needs four sockets.

    The hub's ring also has places for the parts of light and sound, which are optional.
    """
    names = {
        "B3F-4050": "Tactile switch",
        "R_axial_10.16 1k": "Resistor 1 kOhm",
        "R_axial_10.16 220": "Resistor 220 Ohm",
        "LED_3mm": "LED 3 mm",
        "header_2x20": "Pin header 2 x 20",
        "header_1x07": "Pin header 1 x 7",
        "header_1x04": "Pin header 1 x 4",
        "header_1x02": "Pin header 1 x 2",
        "Pico": "Raspberry Pi Pico",
        "M3": "Screw M3 x 8",
    }
    listed = bom.board_parts()
    places = [f"{part.footprint.name} {part.value}" for part in BOARDS[board]().parts]
    soldered = Counter(_named(place, names) for place in places)
    for name in names.values():
        (part,) = [part for part in listed if part.name.startswith(name)]
        optional = part.quantities["lights"] if board == "hub" else 0
        assert part.quantities[board] + optional == soldered[name], name
    (sockets,) = [part for part in listed if part.name.startswith("Socket")]
    assert sockets.quantities[board] == 4 * soldered["Raspberry Pi Pico"]


def _named(footprint: str, names: dict[str, str]) -> str:
    (found,) = [name for part, name in names.items() if part in footprint]
    return found


def test_the_ten_minute_hub_is_a_pi_and_its_hat() -> None:
    """It also needs a supply, a card, and a shell, which is filament and four screws."""
    wanted = [part.name for part in bom.parts() if part.quantities["hat"]]
    assert len(wanted) == 4 + 2
    assert _count("Screw M2.5 x 5", "hat") == 4
    assert _count("Waveshare 1.3inch OLED HAT", "hat") == _count("Raspberry Pi Zero", "hat") == 1


def test_the_switches_have_a_part_number_and_may_lack_pegs() -> None:
    (switch,) = [part for part in bom.parts() if part.name.startswith("Tactile switch")]
    assert "B3F-4050" in switch.look_for
    assert "B3F-5050, without pegs" in switch.look_for
