"""Starts the pod, unless somebody wants MicroPython's prompt."""

import micropython

micropython.kbd_intr(-1)  # the line carries any byte, and 3 must not stop the program

import pod  # noqa: E402

if pod.prompt_wanted():
    micropython.kbd_intr(3)
    pod.wait_at_prompt()
else:
    pod.run()
