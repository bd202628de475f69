"""Check the buzzer and the lights: open their pins, play a scale, light up each petal in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Any

from triqueta.config.header import HEADER
from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, ok, skipped, wrong
from triqueta.stations.lights import PULSE, STEP_SECONDS, drive
from triqueta.stations.sound import SCALE, Buzzer
from triqueta.table.state import Volume

LIT_SECONDS = 0.4  # for each petal
ROUNDS = 2
IN_USE = "stop the program that uses this pin, or choose another pin in table.toml"

Say = Callable[[str], None]


def output_pins(config: TableConfig) -> dict[str, int]:
    """Return the pins of the buzzer and the lights, by the name of the part."""
    pins = {f"the light of {key.value}": pin for key, pin in config.lights.by_key.items()}
    return pins if config.sound.pin is None else {"the buzzer": config.sound.pin, **pins}


def named(part: str, pin: int) -> str:
    return f"{part} (GPIO {pin}, pin {HEADER[pin]})"


def check_outputs(config: TableConfig, factory: Any) -> Iterator[Finding]:
    """Open each of the pins as a low output; yield nothing if there are none."""
    from gpiozero import OutputDevice  # from the extra "hub"

    pins = output_pins(config)
    found = []
    for part, pin in pins.items():
        try:
            OutputDevice(pin, pin_factory=factory).close()
        except Exception as error:  # from gpiozero, or from the library below it
            found.append(wrong(f"{named(part, pin)} cannot be opened: {error}", IN_USE))
    if pins and not found:
        found = [ok(f"the pins of {_counted(config)} open")]
    yield from found


def _counted(config: TableConfig) -> str:
    lights = f"{len(config.lights.by_key)} lights" if config.lights.by_key else ""
    buzzer = "the buzzer" if config.sound.pin is not None else ""
    return " and ".join(filter(None, (buzzer, lights)))


async def play_scale(config: TableConfig, factory: Any, say: Say) -> list[Finding]:
    """Play a scale on the buzzer, first soft, then loud."""
    pin = config.sound.pin
    if pin is None:
        remedy = "if there is one, name its pin in table.toml, for example: [sound] pin = 18"
        return [skipped("no buzzer is set up", remedy)]
    buzzer = Buzzer(pin, loop=asyncio.get_running_loop(), factory=factory)
    with closing(buzzer):
        for volume in (Volume.SOFT, Volume.LOUD):
            if buzzer.works:
                say(f"A scale, {volume.value}")
                buzzer.play(SCALE, volume)
                await asyncio.sleep(sum(note.seconds for note in SCALE) + 0.5)
        name = named("the buzzer", pin)
        if not buzzer.works:
            return [wrong(f"{name} cannot be used: see the line above", IN_USE)]
        say(f"If you heard nothing: one wire goes to pin {HEADER[pin]}, the other to ground.")
        return [ok(f"{name} has played a scale, first soft, then loud")]


async def light_petals(config: TableConfig, factory: Any, say: Say) -> list[Finding]:
    """Light up each petal in turn, then let all of them pulse once."""
    pins = {key.value: pin for key, pin in config.lights.by_key.items()}
    if not pins:
        remedy = "if there are any, name their pins in table.toml: petal1 to petal5 in [lights]"
        return [skipped("no lights are set up", remedy)]
    with ExitStack() as stack:
        leds, findings = _opened(pins, factory, stack)
        for petal in (*pins,) * ROUNDS:
            if petal in leds:
                say(f"{petal} is lit")
                drive(leds[petal], 1.0)
                await asyncio.sleep(LIT_SECONDS)
                drive(leds[petal], 0.0)
        say("All petals pulse")
        for value in PULSE:
            for led in leds.values():
                drive(led, value)
            await asyncio.sleep(STEP_SECONDS)
    say("If one stayed dark: check its resistor, and turn the light round: it works one way only.")
    return findings or [ok(f"{len(leds)} lights were lit, one after the other")]


def _opened(
    pins: Mapping[str, int], factory: Any, stack: ExitStack
) -> tuple[dict[str, Any], list[Finding]]:
    """Return the lights that can be opened, and a finding for each of the others."""
    from gpiozero import PWMLED  # from the extra "hub"

    leds, findings = {}, []
    for petal, pin in pins.items():
        try:
            leds[petal] = stack.enter_context(PWMLED(pin, pin_factory=factory))
        except Exception as error:  # from gpiozero, or from the library below it
            part = named(f"the light of {petal}", pin)
            findings.append(wrong(f"{part} cannot be used: {error}", IN_USE))
    return leds, findings
