"""Tests that the key boards connect exactly what the builds and the pod's program need."""

from __future__ import annotations

from math import dist

import pytest

from hardware.boards.board import GROUND, POWER
from hardware.render import sums
from hardware.render.builds import (
    PICO_GROUNDS,
    Wire,
    bus_wires,
    config_of,
    display_wires,
    key_wires,
    light_wires,
    pod_wires,
    strip_wires,
)
from tests.hardware.kicad import Layout, SolderedPad, schematic_nets
from tests.hardware.meshes import size
from tests.hardware.stations import HUB, POD, Station

BOARDS = ["hub", "pod"]
KEY_NAMES = [f"petal {n}" for n in range(1, 6)] + [f"soft {n}" for n in range(1, 4)]


def _named(layout: Layout, part: str) -> dict[str, SolderedPad]:
    """Return the pins of a header by the text that is printed next to them."""
    pads = [pad for pad in layout.pads if pad.part == part]
    names = {}
    for pad in pads:
        texts = {
            text: min(dist(pad.at, at) for at in places) for text, places in layout.printed.items()
        }
        names[min(texts, key=lambda text: texts[text])] = pad
    assert len(names) == len(pads)
    return names


def _switch_at(layout: Layout, station: Station, name: str) -> str:
    """Return the switch at the position of this key in the case."""
    x, y, _ = station.switches[KEY_NAMES.index(name)]
    return min(
        (part for part in layout.footprints if part.startswith("SW")),
        key=lambda part: dist(layout.place(part), (x, y)),
    )


def _beyond(layout: Layout, net: str, value: str = "1k") -> str:
    """Return the net at the other end of the resistor on `net`, which has this value."""
    (resistor,) = {p for (p, _), name in layout.connections.items() if name == net and p[0] == "R"}
    assert layout.value(resistor) == value
    ends = {name for (part, _), name in layout.connections.items() if part == resistor}
    (other,) = ends - {net}
    return other


@pytest.mark.parametrize("build", ["hub", "pods", "wired"])
def test_the_plug_of_the_hubs_display_is_wired_as_the_build(build: str) -> None:
    layout = Layout("hub")
    pins = _named(layout, "J2")
    wires = display_wires(config_of(build))
    assert [wire.target for wire in wires] == list(pins)
    for wire in wires:
        assert layout.connections["J1", str(wire.pin)] == pins[wire.target].net


@pytest.mark.parametrize("build", ["wired", "hub-i2c"])
def test_the_plug_of_the_bus_is_wired_as_the_build(build: str) -> None:
    """Pins of the same rail are interchangeable: the strip's VIN is VCC here."""
    layout, config = Layout("hub"), config_of(build)
    pins = _named(layout, "J3")
    power = strip_wires() if build == "wired" else display_wires(config)[:1]
    for wire in [*power, *bus_wires(config)]:
        target = {"VIN": "VCC"}.get(wire.target, wire.target)
        assert layout.connections["J1", str(wire.pin)] == pins[target].net


@pytest.mark.parametrize("build", ["hub", "pods", "wired"])
def test_each_key_of_the_hub_is_behind_1k_at_its_pin(build: str) -> None:
    layout = Layout("hub")
    for wire in key_wires(config_of(build)):
        net = layout.connections["J1", str(wire.pin)]
        if "ground" in wire.target:
            assert net == GROUND
            continue
        switch = _switch_at(layout, HUB, wire.target)
        legs = {layout.connections[switch, "1"], layout.connections[switch, "2"]}
        assert legs == {_beyond(layout, net), GROUND}


LIGHTS = light_wires(config_of("hub-lights"))[:5]


@pytest.mark.parametrize("wire", LIGHTS, ids=lambda wire: wire.target)
def test_each_light_is_behind_its_resistor(wire: Wire) -> None:
    layout, light = Layout("hub"), f"D{wire.target[-1]}"
    net = layout.connections["J1", str(wire.pin)]
    assert layout.connections[light, "2"] == _beyond(layout, net, str(sums.LIGHT_RESISTOR))
    assert layout.connections[light, "1"] == GROUND


@pytest.mark.parametrize("wire", LIGHTS, ids=lambda wire: wire.target)
def test_each_light_is_below_its_petal(wire: Wire) -> None:
    layout, light = Layout("hub"), f"D{wire.target[-1]}"
    switch = layout.place(_switch_at(layout, HUB, f"petal {wire.target[-1]}"))
    apart = dist(layout.place(light), switch)
    assert apart == pytest.approx(size("switch_out") - size("light_out"), abs=0.01)


@pytest.mark.parametrize("wire", LIGHTS, ids=lambda wire: wire.target)
def test_the_long_leg_of_a_light_is_beside_the_plus(wire: Wire) -> None:
    layout, light = Layout("hub"), f"D{wire.target[-1]}"
    legs = {pad.number: pad.at for pad in layout.pads if pad.part == light}
    mark = min(layout.printed["+"], key=lambda at: dist(at, layout.place(light)))
    assert 1.5 < dist(mark, legs["2"]) < 2.5 < dist(mark, legs["1"])


def test_the_plug_of_the_buzzer_is_behind_its_resistor() -> None:
    layout = Layout("hub")
    plug = _named(layout, "J4")
    (wire,) = [w for w in light_wires(config_of("hub-lights")) if w.target == "buzzer"]
    net = layout.connections["J1", str(wire.pin)]
    assert plug["BUZ"].net == _beyond(layout, net)
    assert plug["GND"].net == GROUND


def test_nothing_else_of_the_pis_header_is_connected() -> None:
    """In particular, 5 V is not connected."""
    layout, hub, wired = Layout("hub"), config_of("hub-lights"), config_of("wired")
    wires = [*display_wires(hub), *key_wires(hub), *strip_wires(), *bus_wires(wired)]
    wires += light_wires(hub)
    used = {str(wire.pin) for wire in wires}
    for number in map(str, range(1, 41)):
        net = layout.connections["J1", number]
        assert net.startswith("unconnected") == (number not in used)
        alone = [pin for pin, name in layout.connections.items() if name == net]
        assert (len(alone) == 1) == (number not in used)


def _pod_net(layout: Layout, wire: Wire) -> str | None:
    """Return the net of a Pico's pin; all ground pins count, as some are not in a socket."""
    pins = PICO_GROUNDS if wire.name == GROUND else (wire.pin,)
    nets = {layout.connections.get(("U1", str(pin))) for pin in pins} - {None}
    (net,) = nets
    return net


def test_a_pods_pins_are_those_of_its_program() -> None:
    layout = Layout("pod")
    plug = _named(layout, "J1")
    for wire in pod_wires():
        net = _pod_net(layout, wire)
        if wire.target in plug:
            assert plug[wire.target].net == net
        elif wire.target in KEY_NAMES:
            switch = _switch_at(layout, POD, wire.target)
            legs = {layout.connections[switch, "1"], layout.connections[switch, "2"]}
            assert legs == {net, GROUND}
        else:
            assert net == GROUND
    assert plug["VCC"].net == POWER


@pytest.mark.parametrize("board", BOARDS)
def test_connected_legs_of_a_switch_lie_diagonally(board: str) -> None:
    """Two adjacent legs may be the same contact."""
    layout = Layout(board)
    for part in (name for name in layout.footprints if name.startswith("SW")):
        legs = [pad for pad in layout.pads if pad.part == part and pad.wide > pad.hole]
        first, second = (pad.at for pad in legs if pad.net)
        assert dist(first, second) == pytest.approx(max(dist(first, pad.at) for pad in legs))


@pytest.mark.parametrize("board", BOARDS)
def test_schematic_and_board_connect_the_same(board: str) -> None:
    connections = Layout(board).connections
    nets = {
        frozenset(pin for pin, name in connections.items() if name == net)
        for net in connections.values()
    }
    assert schematic_nets(board) == nets


@pytest.mark.parametrize(("board", "part", "like"), [("hub", "J1", "Pi"), ("pod", "U1", "Pico")])
def test_parts_below_are_not_mirrored(board: str, part: str, like: str) -> None:
    """Seen from below, pins are numbered as on the Pi's header and the Pico from above."""
    layout = Layout(board)
    assert layout.is_below(part)
    at = {pad.number: (-pad.at[0], pad.at[1]) for pad in layout.pads if pad.part == part}
    corner, along, across = ("1", "3", "2") if like == "Pi" else ("5", "6", "36")
    ahead = (at[along][0] - at[corner][0], at[along][1] - at[corner][1])
    aside = (at[across][0] - at[corner][0], at[across][1] - at[corner][1])
    assert ahead[0] * aside[1] - ahead[1] * aside[0] > 0
