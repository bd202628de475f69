"""Run the pod's program, or stop at MicroPython's prompt if that was requested."""

import micropython

micropython.kbd_intr(-1)  # frames can contain byte 3 (Ctrl-C), which must not stop the program

import program  # noqa: E402

if program.prompt_wanted():
    micropython.kbd_intr(3)
    program.wait_at_prompt()
else:
    program.run()
