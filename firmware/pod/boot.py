"""Turn the screen off right after power-on or a watchdog reset, so that no old picture stays."""

import display

display.darken(display.bus())
