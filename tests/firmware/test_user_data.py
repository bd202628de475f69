"""Tests of `user-data`: that cloud-init accepts it, and what its first start does.

`firmware/hub/try-in-chroot` runs all of it in a real Debian, with the real installer.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.firmware.scratch_pi import HUB
from tests.parts import need

FILE = HUB / "user-data"
CONFIG: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
FILES: dict[str, str] = {file["path"]: file["content"] for file in CONFIG["write_files"]}
SCRIPT = "/usr/local/sbin/triqueta-first-start"
UNIT = "/etc/systemd/system/triqueta-first-start.service"


def test_cloud_init_finds_nothing_wrong_with_it() -> None:
    command = [need("cloud-init"), "schema", "--config-file", str(FILE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Valid" in done.stdout


def test_cloud_init_would_find_a_mistake(tmp_path: Path) -> None:
    wrong = tmp_path / "user-data"
    wrong.write_text(FILE.read_text("utf-8").replace("runcmd:", "runcmd: reboot\nx:"), "utf-8")
    command = [need("cloud-init"), "schema", "--config-file", str(wrong)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0


def test_systemd_and_shellcheck_find_nothing_wrong_in_it(tmp_path: Path) -> None:
    unit = tmp_path / Path(UNIT).name
    unit.write_text(FILES[UNIT].replace(SCRIPT, "/bin/true"), "utf-8")
    command = [need("systemd-analyze"), "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    script = tmp_path / "script"
    script.write_text(FILES[SCRIPT], "utf-8")
    check = [need("shellcheck"), "--exclude=SC1091", str(script)]
    done = subprocess.run(check, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "")


class FirstStart:
    """The first-start script in a scratch folder, with commands that only record their calls."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.noted = root / "noted"
        (root / "etc/triqueta").mkdir(parents=True)
        (root / "opt").mkdir()
        self.source = root / "opt/triqueta-source"
        text = FILES[SCRIPT].replace("/etc/triqueta", f"{root}/etc/triqueta")
        self.script = root / "first-start"
        self.script.write_text(text.replace("/opt/triqueta-source", str(self.source)), "utf-8")
        self.settings = root / "etc/triqueta/first-start"
        self.settings.write_text(FILES["/etc/triqueta/first-start"], "utf-8")
        self.path = f"{root}/bin:{os.environ['PATH']}"
        self._shim("systemctl", 'echo "systemctl $*" >>"$NOTED"')
        self.network(there=True)

    def network(self, *, there: bool) -> None:
        clone = (
            'for last; do :; done; mkdir -p "$last/.git" "$last/firmware/hub" '
            '"$last/hardware/builds"; echo "$*" >>"$NOTED"; '
            'echo "a build" >"$last/hardware/builds/hat.toml"; '
            'printf "#!/bin/sh\\necho installed >>$NOTED\\n" >"$last/firmware/hub/install.sh"; '
            'chmod +x "$last/firmware/hub/install.sh"'
        )
        self._shim("git", clone if there else "exit 128")

    def _shim(self, name: str, script: str) -> None:
        shim = self.root / "bin" / name
        shim.parent.mkdir(exist_ok=True)
        shim.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        shim.chmod(0o755)

    def has_no_git(self) -> None:
        """Remove git until apt-get installs it."""
        shim = self.root / "bin/git"
        shim.rename(self.root / "git-to-come")
        brings = f'[ "$1" = update ] || mv "{self.root}/git-to-come" "{shim}"'
        self._shim("apt-get", f'echo "apt-get $*" >>"$NOTED"; {brings}')
        for name in ("sh", "rm", "mv", "mkdir", "chmod", "install"):
            (self.root / "bin" / name).symlink_to(need(name))
        self.path = str(self.root / "bin")

    def run(self) -> int:
        environment = {"PATH": self.path, "NOTED": str(self.noted)}
        command = ["sh", str(self.script)]
        done = subprocess.run(
            command, env=environment, capture_output=True, timeout=30, check=False
        )
        return done.returncode

    @property
    def did(self) -> list[str]:
        return self.noted.read_text("utf-8").splitlines() if self.noted.exists() else []


@pytest.fixture
def first(tmp_path: Path) -> FirstStart:
    return FirstStart(tmp_path)


def test_the_first_start_installs_and_reboots(first: FirstStart) -> None:
    assert first.run() == 0
    assert first.did == [
        f"clone --depth 1 ADDRESS {first.source}.new",
        "installed",
        "systemctl disable triqueta-first-start.service",
        "systemctl --no-block reboot",
    ]
    assert (first.root / "etc/triqueta/table.toml").read_text("utf-8") == "a build\n"


def test_without_a_network_it_fails_and_can_be_tried_again(first: FirstStart) -> None:
    first.network(there=False)
    assert first.run() != 0
    assert first.did == []
    first.network(there=True)
    assert first.run() == 0
    assert first.did[-1] == "systemctl --no-block reboot"


def test_git_is_fetched_where_there_is_none(first: FirstStart) -> None:
    """The script installs it itself, since cloud-init tries to install packages only once."""
    first.has_no_git()
    assert first.run() == 0
    assert first.did[:2] == ["apt-get update", "apt-get install -y git"]
    assert first.did[-1] == "systemctl --no-block reboot"
    assert "packages" not in CONFIG


def test_it_can_be_merged_with_the_imagers_file(tmp_path: Path) -> None:
    """Combine the files as the README says, with the entries of both under one `runcmd`."""
    theirs = "#cloud-config\nhostname: table\nruncmd:\n  - [rfkill, unblock, wifi]\n"
    _, *ours = FILE.read_text("utf-8").splitlines(keepends=True)
    commands = "".join(ours).split("runcmd:\n")
    both = tmp_path / "user-data"
    both.write_text(theirs.replace("runcmd:\n", f"runcmd:\n{commands[1]}") + commands[0], "utf-8")
    assert len(yaml.safe_load(both.read_text("utf-8"))["runcmd"]) == len(CONFIG["runcmd"]) + 1


def test_an_unknown_build_does_not_reboot_for_ever(first: FirstStart) -> None:
    first.settings.write_text("FROM=a\nBUILD=none\n", "utf-8")
    assert first.run() != 0
    assert not any("reboot" in line for line in first.did)


def test_the_unit_tries_again_and_cloud_init_waits_for_nothing() -> None:
    assert "Restart=on-failure" in FILES[UNIT]
    assert "StartLimitIntervalSec=0" in FILES[UNIT]
    start = CONFIG["runcmd"][-1]
    assert start == ["systemctl", "start", "--no-block", Path(UNIT).name]
    assert FILES["/etc/triqueta/first-start"] == "FROM=ADDRESS\nBUILD=hat\n"
