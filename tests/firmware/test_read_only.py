"""Tests of the installer's read-only system, and of making it writable again."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.firmware.scratch_pi import HUB, ScratchPi
from tests.parts import need

CMDLINE = "console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
OVERLAY = "overlayroot=tmpfs:recurse=0"
FSTAB = "PARTUUID=1-01 /boot/firmware vfat defaults 0 2\nPARTUUID=1-02 / ext4 noatime 0 1\n"


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    need("mkfs.ext4")
    pi = ScratchPi(tmp_path / "pi")
    pi.write("boot/firmware/cmdline.txt", CMDLINE)
    pi.write("etc/fstab", FSTAB)
    pi.write("var/lib/triqueta/triqueta.db", "all the games")
    return pi


def cmdline(pi: ScratchPi) -> str:
    return pi.read("boot/firmware/cmdline.txt")


def test_one_option_makes_it_read_only(pi: ScratchPi) -> None:
    words = pi.installed("--read-only")
    assert cmdline(pi) == f"{OVERLAY} {CMDLINE}"  # still one line with all its words
    assert "apt-get install -y -q --no-install-recommends overlayroot" in words
    assert "sudo reboot" in words
    place, mounted, kind, options, *_ = pi.read("etc/fstab").removeprefix(FSTAB).split()
    assert (place, mounted, kind) == ("/boot/firmware/triqueta.img", "/var/lib/triqueta", "ext4")
    wanted = {"loop", "nofail", "x-systemd.requires-mounts-for=/boot/firmware"}
    assert wanted <= set(options.split(","))
    assert "Mechanism=zram" in pi.read("etc/rpi/swap.conf.d/triqueta.conf")


def test_the_games_go_along(pi: ScratchPi) -> None:
    pi.installed("--read-only")
    image = pi.root / "boot/firmware/triqueta.img"
    assert image.stat().st_blocks * 512 >= image.stat().st_size  # FAT has no sparse files
    subprocess.run(
        [need("e2fsck"), "-fn", str(image)], check=True, capture_output=True, timeout=60
    )
    command = [need("debugfs"), "-R", "cat /triqueta.db", str(image)]
    done = subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert done.stdout == b"all the games"


def test_a_second_time_changes_nothing(pi: ScratchPi) -> None:
    pi.installed("--read-only")
    before = pi.tree()
    pi.installed("--read-only")
    assert pi.tree() == before


def test_writable_for_an_update_and_read_only_again(pi: ScratchPi) -> None:
    pi.installed("--read-only")
    before = pi.tree()
    pi.write("proc/mounts", "overlayroot / overlay rw 0 0\n")  # the system runs read-only
    for task in ([], ["--update"], ["--uninstall"]):
        done = pi.install(*task)
        assert done.returncode == 1
        assert "--writable, then sudo reboot" in done.stderr
    assert "sudo reboot" in pi.installed("--writable")
    assert cmdline(pi) == CMDLINE
    assert "nothing to do" in pi.installed("--writable")
    pi.write("proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
    pi.installed("--update", "--read-only")
    assert pi.tree() == before  # including the file with the games


def test_undone_it_leaves_no_trace(pi: ScratchPi) -> None:
    before = pi.tree()
    pi.installed("--read-only")
    words = pi.installed("--uninstall")
    assert re.search(r"would run: cp -a .*/triqueta .*\n.*would run: umount", words)
    assert pi.tree() == before


def test_without_a_terminal_there_is_no_question(pi: ScratchPi) -> None:
    pi.installed()
    assert cmdline(pi) == CMDLINE


def test_a_full_boot_partition_is_refused(pi: ScratchPi, tmp_path: Path) -> None:
    shim = tmp_path / "df"
    shim.write_text(
        "#!/bin/sh\ncase $2 in */boot/firmware) n=40960;; *) n=9999999;; esac\n"
        "printf 'h\\nd 9 9 %s 1%% /\\n' $n\n"
    )
    shim.chmod(0o755)
    before = pi.tree()
    done = pi.install("--read-only", path=str(tmp_path))
    assert done.returncode == 1
    assert "40 MB are free on the boot partition" in done.stderr
    assert pi.tree() == before


def test_without_a_command_line_it_is_refused(pi: ScratchPi) -> None:
    (pi.root / "boot/firmware/cmdline.txt").unlink()
    done = pi.install("--read-only")
    assert (done.returncode, "cmdline.txt does not exist" in done.stderr) == (1, True)


@pytest.mark.parametrize("task", ["--uninstall", "--writable"])
def test_options_that_exclude_each_other(pi: ScratchPi, task: str) -> None:
    done = pi.install(task, "--read-only")
    assert done.returncode == 2
    assert "can't be combined with" in done.stderr


@pytest.mark.parametrize(
    ("answer", "made"), [("y", True), ("j", True), ("oui", True), ("n", False), ("", False)]
)
def test_the_one_question(tmp_path: Path, answer: str, made: bool) -> None:
    """Ask the question on a new terminal, with a stand-in for making the system read-only."""
    instead = f'. "{HUB}/read_only.sh"; make_read_only() {{ echo made; }}; say() {{ :; }}'
    script = f'ROOT="" DRY_RUN=no READ_ONLY=ask CMDLINE=/none; {instead}; offer_read_only'
    done = subprocess.run(
        ["script", "-qec", f"bash -c '{script}'", "/dev/null"],
        input=f"{answer}\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert "Make the system read-only? [y/N]" in done.stdout
    assert done.stdout.rstrip().endswith("made") is made
