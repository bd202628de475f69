"""Measure how fast the device shows the first picture of a table and the pictures of a game."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter

from PIL import Image, ImageChops

from triqueta.config.settings import Interface, TableConfig
from triqueta.doctor.displays import unreachable
from triqueta.doctor.findings import Finding, ok, reason, warn, wrong
from triqueta.games import installed_games
from triqueta.records.shuffle import Proof
from triqueta.screens.frame import Frame, Light, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.stations.oled.display import Display
from triqueta.stations.oled.wires import DisplaySettings, I2cBus, Wire, displays_of, open_wire
from triqueta.table.events import Event, KeyDown, KeyUp, Tick
from triqueta.table.registry import Registry
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, Services, TableState
from triqueta.table.table import Table

SLOW_START = 5.0
LONGEST_START = 60
_CHILD = "triqueta.doctor.started_table"


def check_first_picture(file: str | None, *, send: bool) -> Finding:
    """Time the start of a table in a new process. Call this only while no table is running."""
    words = [sys.executable, "-m", _CHILD, "send" if send else "draw", file or ""]
    started = time.monotonic()
    try:
        child = subprocess.run(  # noqa: S603 - our own module
            words, capture_output=True, text=True, timeout=LONGEST_START, check=True
        )
        seconds = float(child.stdout) - started
    except subprocess.TimeoutExpired:
        text = f"no first picture within {LONGEST_START} seconds: the table does not start"
        remedy = "see what keeps the machine busy (top, dmesg), then sudo reboot and try again"
        return wrong(text, remedy)
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        remedy = "fix the other problems, then try again"
        return wrong(f"no first picture: {_why(error)}", remedy)
    text = f"the first picture is {'shown' if send else 'drawn'} after {1000 * seconds:.0f} ms"
    if seconds > SLOW_START:
        return warn(text, "use a faster card (class A1 or A2); see systemd-analyze blame")
    return ok(text)


def _why(error: Exception) -> str:
    """Return the last line that the other process printed, or how it ended."""
    if isinstance(error, ValueError):
        return "the table started, but did not report its first picture"
    if not isinstance(error, subprocess.CalledProcessError):
        return reason(error)
    if error.returncode < 0:
        return f"the system killed the table (signal {-error.returncode}): is it out of memory?"
    lines = error.stderr.strip().splitlines()
    return lines[-1] if lines else f"the table exited with status {error.returncode}"


PICTURES = 100
WHOLE_PICTURES = 10
SLOW_PICTURE = 0.035  # seconds; a whole picture takes 24 ms on I2C at 400 kHz


def frames_of_a_game(count: int = PICTURES, seed: int = 1) -> Iterator[Frame]:
    """Yield the frames on the table's display during a game of random keys, without repeats."""
    rng = Random(seed)
    games = installed_games()
    services = Services(games=games, new_secret=lambda: bytes(32), new_seat_key=lambda: bytes(32))
    table = Table(services, TableState(Preferences(Language.ENGLISH), session=_play(games)))
    now, last = 0.0, None
    while count:
        now += 1.0
        for event in _next_events(table, rng, now):
            table.handle(event)
            frame = table.frame(TABLE)
            if frame != last and count:
                yield frame
                last, count = frame, count - 1


def _play(games: Registry) -> AnySession:
    edition, names = games.editions[0], ("Ana", "Ben", "Chloé")
    return games.deal(edition.game_id, edition.name, names, 0, Proof.of(bytes(32), ""))


def _next_events(table: Table, rng: Random, now: float) -> list[Event]:
    """Return the events of a random key, or of waiting while a card or the reveal is shown."""
    keys = _useful_keys(table)
    if not keys:
        return [Tick(now)]
    key = rng.choice(keys)
    return [KeyDown(TABLE, key, now), KeyUp(TABLE, key, now + 0.5)]


def _useful_keys(table: Table) -> list[Key]:
    """Return the petals that have a function now, and the soft keys for Look, Next and Back."""
    view = table.view_for(table.stations[TABLE])
    petals = [Key(f"petal{number}") for number in view.petals]
    soft = [key for key, it in zip((Key.SOFT1, Key.SOFT2), view.soft, strict=False) if it]
    return petals if Key.SOFT2 in soft and petals else [*petals, *soft]


class TimedWire:
    """A wire to a display that measures the time spent on it."""

    def __init__(self, wire: Wire, clock: Callable[[], float]) -> None:
        self._wire = wire
        self._clock = clock
        self.seconds = 0.0

    @property
    def needs_reset(self) -> bool:
        return self._wire.needs_reset

    def command(self, *command: int) -> None:
        started = self._clock()
        self._wire.command(*command)
        self.seconds += self._clock() - started

    def data(self, data: bytes) -> None:
        started = self._clock()
        self._wire.data(data)
        self.seconds += self._clock() - started

    def status(self) -> int | None:
        return self._wire.status()

    def restart(self) -> None:
        self._wire.restart()

    def joined(self, other: Wire) -> Wire | None:
        return None  # each display is measured separately

    def close(self) -> None:
        self._wire.close()


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds per picture of a game, the bus's share of them, and seconds per full redraw."""

    picture: float
    bus_share: float
    whole: float


def measure(display: Display, wire: TimedWire, clock: Callable[[], float]) -> Speed:
    frames = list(frames_of_a_game())
    display.show(picture(frames[-1]), Light.FULL)  # starts the chip, which is not measured
    started, sent_before = clock(), wire.seconds
    for frame in frames:
        display.show(picture(frame), Light.FULL)
    spent, sent = clock() - started, wire.seconds - sent_before
    return Speed(spent / len(frames), sent / spent if spent else 0.0, _whole(display, clock))


def _whole(display: Display, clock: Callable[[], float]) -> float:
    """Return the seconds per picture if every pixel changes."""
    dark = Image.new("1", (128, 64))
    display.show(dark, Light.FULL)
    started = clock()
    for number in range(WHOLE_PICTURES):
        display.show(dark if number % 2 else ImageChops.invert(dark), Light.FULL)
    return (clock() - started) / WHOLE_PICTURES


def bench(config: TableConfig, clock: Callable[[], float] = perf_counter) -> Iterator[Finding]:
    """Measure every display of a configuration in turn, and leave it dark."""
    bus = I2cBus(config.display.i2c_bus, config.switch.address if config.uses_switch else None)
    for station, settings in displays_of(config).items():
        wire = TimedWire(open_wire(settings, bus), clock)
        display = Display(settings, wire)
        try:
            speed = measure(display, wire, clock)
            display.close()
        except Exception as error:  # the libraries raise many different errors
            yield unreachable(station, settings, error)
        else:
            yield _judged(station, settings, speed)


def _judged(station: str, settings: DisplaySettings, speed: Speed) -> Finding:
    text = (
        f"the display of {station}: {_per_second(speed.picture)} pictures of a game per second "
        f"({1000 * speed.picture:.1f} ms each, {speed.bus_share:.0%} of it on the bus), "
        f"{_per_second(speed.whole)} full redraws"
    )
    if settings.interface == Interface.I2C and speed.whole > SLOW_PICTURE:
        remedy = "check the speed of the bus with triqueta doctor, and keep the wires short"
        return warn(f"{text}: the bus is slower than it could be", remedy)
    return ok(text)


def _per_second(seconds: float) -> str:
    return f"{1 / seconds:,.0f}" if seconds else "countless"
