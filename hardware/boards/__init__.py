"""The key boards: a ring of keys for the hub, and a board with keys and Pico for a pod.

Where things are comes from the drawings of the case, what is connected from the builds' settings
and the pod's own pins. `python -m hardware.boards` writes KiCad's files; `./check`, beside this
file, has KiCad itself check them and make what a manufacturer wants.
"""
