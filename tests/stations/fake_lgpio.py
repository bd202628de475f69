"""A stand-in for the lgpio library: the calls that gpiozero's LGPIOFactory makes, on no chip."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType


class error(Exception):  # noqa: N801, N818 - lgpio's name
    pass


class Callback:
    def __init__(self, chip: FakeLgpio, gpio: int, func: Callable[..., None]) -> None:
        self._chip = chip
        chip.callbacks[gpio] = func
        self._gpio = gpio

    def cancel(self) -> None:
        self._chip.callbacks.pop(self._gpio, None)


class FakeLgpio(ModuleType):
    """Levels of the lines, who listens to them, and which of them another program has."""

    error = error
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.levels: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.alerts: set[int] = set()
        self.busy: set[int] = set()
        self.callbacks: dict[int, Callable[..., None]] = {}
        self.opened: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        self.opened.append(chip)
        return chip

    def gpiochip_close(self, chip: int) -> None:
        self.opened.remove(chip)

    def gpio_claim_input(self, _: int, gpio: int, flags: int = 0) -> None:
        self.alerts.discard(gpio)
        self.pulls[gpio] = flags

    def gpio_claim_output(self, _: int, gpio: int) -> None:
        raise AssertionError(f"a key on GPIO {gpio} must never be driven")

    def gpio_claim_alert(self, _: int, gpio: int, edges: int, flags: int = 0) -> None:
        if gpio in self.busy:
            raise error("GPIO busy")
        assert edges == self.BOTH_EDGES
        self.alerts.add(gpio)
        self.pulls[gpio] = flags

    def gpio_free(self, _: int, gpio: int) -> None:
        self.alerts.discard(gpio)

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        return self.pulls.get(gpio, 0)

    def gpio_set_debounce_micros(self, _: int, gpio: int, micros: int) -> None:
        self.debounce[gpio] = micros

    def gpio_read(self, _: int, gpio: int) -> int:
        return self.levels.get(gpio, 1 if self.pulls.get(gpio) == self.SET_PULL_UP else 0)

    def callback(self, _: int, gpio: int, __: int, func: Callable[..., None]) -> Callback:
        return Callback(self, gpio, func)

    def move(self, gpio: int, level: int, at: float) -> None:
        """The line changes, and whoever listens is told, with nanoseconds."""
        self.levels[gpio] = level
        if gpio in self.alerts and gpio in self.callbacks:
            self.callbacks[gpio](0, gpio, level, int(at * 1e9))
