"""A stand-in for the lgpio library, with the calls that gpiozero and Triqueta make."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from itertools import count
from types import MappingProxyType, ModuleType

from tests.models.i2c_bus import Patch
from triqueta.runtime import machine

HEADER = "pinctrl-bcm2835"
PI_5 = {0: "gpio-brcmstb@107d508500", 1: "gpio-brcmstb@107d508520", 4: "pinctrl-rp1"}
PI_5_SINCE_6_6_45 = {
    0: "pinctrl-rp1",
    10: "gpio-brcmstb@107d508500",
    11: "gpio-brcmstb@107d508520",
}


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
    """The `lgpio` module on modelled GPIO chips: line levels, pulls, claims and callbacks.

    Tests put lines that another program has claimed in `busy`.
    """

    error = error
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self, chips: Mapping[int, str] = MappingProxyType({0: HEADER})) -> None:
        super().__init__("lgpio")
        self.__spec__ = ModuleSpec("lgpio", None)
        self.chips = chips
        self.closed_chips: set[int] = set()  # this user is not allowed to open them
        self.opens_left = 1_000  # after that, opening any chip fails
        self.levels: dict[int, int] = {}
        self.outputs: dict[int, int] = {}
        self.driven: dict[int, int] = {}  # the levels of outputs, which outlive their process
        self.pwm: dict[int, tuple[float, float]] = {}  # frequency and duty cycle in percent
        self.pulls: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.alerts: set[int] = set()
        self.busy: set[int] = set()
        self.callbacks: dict[int, Callable[..., None]] = {}
        self._count = count(100)
        self._handles: dict[int, int] = {}
        self._owners: dict[int, int] = {}
        self.on_output: Callable[[int, int], None] = lambda gpio, level: None

    def install(self, patch: Patch) -> None:
        """Make `import lgpio` return this module, on a machine with these chips."""
        patch.setattr(machine, "_numbers", lambda: sorted(self.chips))
        patch.setitem(sys.modules, "lgpio", self)

    @property
    def opened(self) -> list[int]:
        """The numbers of the open chips, once for each open handle."""
        return list(self._handles.values())

    def gpiochip_open(self, chip: int) -> int:
        self.opens_left -= 1
        if chip not in self.chips or chip in self.closed_chips or self.opens_left < 0:
            raise error("can not open gpiochip")
        self._handles[next(self._count)] = chip
        return next(reversed(self._handles))

    def gpiochip_close(self, handle: int) -> None:
        """Close a handle and free the lines that were claimed through it."""
        del self._handles[handle]
        for gpio in [gpio for gpio, owner in self._owners.items() if owner == handle]:
            del self._owners[gpio], self.outputs[gpio]
            self.pwm.pop(gpio, None)

    def close_all(self) -> None:
        """Close every handle, as Linux does when a process ends."""
        for handle in list(self._handles):
            self.gpiochip_close(handle)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        chip = self._handles[handle]
        return [0, 54, f"gpiochip{chip}", self.chips[chip]]

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        if gpio in self.busy:
            raise error("GPIO busy")
        self._must_be_the_header(handle)
        self.alerts.discard(gpio)
        self.pulls[gpio] = flags
        if self._owners.get(gpio) == handle:  # lgpio frees an output by itself
            del self._owners[gpio], self.outputs[gpio]
            self.pwm.pop(gpio, None)
        self.driven.pop(gpio, None)

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0) -> None:
        if gpio in self.busy or gpio in self.outputs:
            raise error("GPIO busy")
        self._must_be_the_header(handle)
        self._owners[gpio] = handle
        self._drive(gpio, level)

    def gpio_write(self, handle: int, gpio: int, level: int) -> None:
        assert self._owners.get(gpio) == handle, f"GPIO {gpio} was not claimed"
        self._drive(gpio, level)

    def _drive(self, gpio: int, level: int) -> None:
        self.outputs[gpio] = self.driven[gpio] = level
        self.on_output(gpio, level)

    def tx_pwm(self, handle: int, gpio: int, frequency: float, duty: float) -> None:
        """Start or stop a software PWM.

        Like lgpio's, it leaves the line at the level it happens to have when it stops. That is
        high here, unless the duty cycle was 0.
        """
        assert self._owners.get(gpio) == handle, f"GPIO {gpio} was not claimed"
        if frequency and not (0.1 <= frequency <= 10_000 and 0 <= duty <= 100):
            raise error("bad PWM")
        self._drive(gpio, int(self.pwm.get(gpio, (0, 0))[1] > 0 or duty > 0))
        if frequency:
            self.pwm[gpio] = frequency, duty
        else:
            self.pwm.pop(gpio, None)

    def _must_be_the_header(self, handle: int) -> None:
        """Fail unless this is the pin header's chip: other chips' lines are internal to the Pi."""
        label = self.chips[self._handles[handle]]
        assert label.startswith(("pinctrl-rp1", "pinctrl-bcm")), label

    def gpio_claim_alert(self, _: int, gpio: int, edges: int, flags: int = 0) -> None:
        if gpio in self.busy:
            raise error("GPIO busy")
        assert edges == self.BOTH_EDGES
        self.alerts.add(gpio)
        self.pulls[gpio] = flags

    def gpio_free(self, _: int, gpio: int) -> None:
        self.alerts.discard(gpio)

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        is_output = 1 << 1 if gpio in self.outputs else 0
        return self.pulls.get(gpio, 0) | is_output

    def gpio_set_debounce_micros(self, _: int, gpio: int, micros: int) -> None:
        self.debounce[gpio] = micros

    def gpio_read(self, _: int, gpio: int) -> int:
        return self.levels.get(gpio, 1 if self.pulls.get(gpio) == self.SET_PULL_UP else 0)

    def callback(self, _: int, gpio: int, __: int, func: Callable[..., None]) -> Callback:
        return Callback(self, gpio, func)

    def move(self, gpio: int, level: int, at: float) -> None:
        """Set a line's level and call its callback, with the time `at` in nanoseconds."""
        self.levels[gpio] = level
        if gpio in self.alerts and gpio in self.callbacks:
            self.callbacks[gpio](0, gpio, level, int(at * 1e9))
