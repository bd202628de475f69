"""Starts the pod, unless somebody wants MicroPython's prompt."""

import micropython

micropython.kbd_intr(-1)  # the line carries any byte, and 3 must not stop the program

import program  # noqa: E402

if program.prompt_wanted():
    micropython.kbd_intr(3)
    program.wait_at_prompt()
else:
    program.run()
