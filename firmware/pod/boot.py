"""First of all after power-on or a watchdog's reset: no old picture stays on the screen."""

import display

display.darken(display.bus())
