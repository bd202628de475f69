"""The key boards: a ring of keys for the hub, and a board with keys and Pico for a pod.

The positions of the parts come from the drawings of the case, the connections from the builds'
settings and the pod's `pins.py`. `python -m hardware.boards` writes the KiCad files. `./check`, in
this folder, checks them with KiCad and makes the files for a manufacturer.
"""
