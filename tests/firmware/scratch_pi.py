"""A folder that looks like the root of a Raspberry Pi, for running the installer on it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

HUB = Path(__file__).parent.parent.parent / "firmware" / "hub"
# This Python comes first: if python3 is a wrapper script, it takes longer than the installer.
_PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
SHOWN = 100_000  # the most bytes of a file to show if a comparison fails
CONFIG = "dtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\ndtoverlay=vc4-kms-v3d\n"


class ScratchPi:
    """A simulated Raspberry Pi, by default a Zero 2 W with Bookworm."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
        self.write("proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
        self.write("etc/os-release", "ID=debian\nVERSION_CODENAME=bookworm\n")
        self.write("etc/rpi-issue", "Raspberry Pi reference 2023-12-05\n")
        self.write("etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
        groups = ("root", "dialout", "gpio", "i2c", "spi")
        self.write("etc/group", "".join(f"{name}:x:{nr}:\n" for nr, name in enumerate(groups)))
        self.write("boot/firmware/config.txt", CONFIG)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    @property
    def config(self) -> str:
        return self.read("boot/firmware/config.txt")

    def tree(self) -> dict[str, tuple[str, bytes]]:
        """Return every file, folder and link with its mode and content."""
        return {str(path.relative_to(self.root)): _entry(path) for path in self.root.rglob("*")}

    def install(self, *options: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run the installer; `path` is a folder of commands that replace the system's."""
        return subprocess.run(
            [HUB / "install.sh", "--root", self.root, *options],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            env={**os.environ, "PATH": os.pathsep.join(filter(None, (path, _PATH)))},
        )

    def installed(self, *options: str) -> str:
        """Run the installer, check that it succeeds, and return its output."""
        done = self.install(*options)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def edited(self, function: str) -> str:
        """Run only one of the installer's functions that edit config.txt; return the file."""
        stubs = 'note() { :; }; run() { :; }; change() { "$@"; }'
        script = f'set -euo pipefail; {stubs}; . "$HERE/boot_config.sh"; {function}'
        config = f"{self.root}/boot/firmware/config.txt"
        places = {"HERE": str(HUB), "CONFIG": config, "BACKUP": f"{config}.before-triqueta"}
        environment = {**os.environ, **places, "SPI": "", "DRY_RUN": "no"}
        subprocess.run(["bash", "-c", script], env=environment, timeout=30, check=True)
        return self.config


def _entry(path: Path) -> tuple[str, bytes]:
    mode = stat.filemode(path.lstat().st_mode)
    if path.is_symlink():
        return mode, os.readlink(path).encode()
    content = path.read_bytes() if path.is_file() else b""
    return mode, content if len(content) <= SHOWN else sha256(content).digest()
