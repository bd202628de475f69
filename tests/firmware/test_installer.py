"""Tests of the installer in a scratch root: installing, updating, uninstalling and refusing."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.scratch_pi import CONFIG, HUB, ScratchPi
from tests.profiles import examples, first
from triqueta.config.reading import read_config
from triqueta.config.settings import Interface

BLOCK = (HUB / "config.txt.part").read_text("utf-8")
CONFIG_FILE = "boot/firmware/config.txt"


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    return ScratchPi(tmp_path / "pi")


def test_it_installs_what_the_device_needs(pi: ScratchPi) -> None:
    words = pi.installed()
    assert pi.read("etc/systemd/system/triqueta.service") == (HUB / "triqueta.service").read_text()
    assert pi.read("etc/modules-load.d/triqueta.conf") == (HUB / "modules-load.conf").read_text()
    assert pi.config == CONFIG + BLOCK
    assert pi.read("etc/triqueta/table.toml") == (HUB / "table.toml").read_text()
    assert "would run: useradd --system" in words
    assert "--groups gpio,i2c,spi,dialout" in words
    assert "would run: python3 -m venv --clear --system-site-packages /opt/triqueta/venv" in words
    assert f"pip install --quiet --no-cache-dir --upgrade {HUB.parent.parent}[hub]" in words
    assert "would run: systemctl enable --quiet triqueta.service" in words
    assert "sudo reboot" in words


def test_a_second_time_changes_nothing_and_needs_no_restart(pi: ScratchPi) -> None:
    pi.installed()
    before = pi.tree()
    assert "sudo reboot" not in pi.installed()
    assert "would run: runuser" in pi.installed("--update")
    assert pi.tree() == before


@pytest.mark.parametrize("folders", [[], ["etc/systemd/system", "etc/modules-load.d", "opt"]])
def test_undone_it_leaves_no_trace(pi: ScratchPi, folders: list[str]) -> None:
    for folder in folders:
        (pi.root / folder).mkdir(parents=True)
    before = pi.tree()
    pi.installed()
    pi.installed("--spi")
    assert pi.tree() != before
    pi.installed("--uninstall")
    assert pi.tree() == before
    assert "nothing to undo" in pi.installed("--uninstall")


def test_a_dry_run_lists_its_steps_and_does_nothing(pi: ScratchPi) -> None:
    before = pi.tree()
    words = pi.installed("--dry-run")
    assert "would run: apt-get install" in words.replace("env DEBIAN_FRONTEND=noninteractive ", "")
    assert f"would do: mv {pi.root}/{CONFIG_FILE}.new" in words
    assert pi.tree() == before
    pi.installed()
    before = pi.tree()
    assert "would do: rm" in pi.installed("--uninstall", "--dry-run")
    assert pi.tree() == before


def test_an_update_brings_the_files_up_to_date(pi: ScratchPi) -> None:
    pi.installed()
    pi.write("etc/systemd/system/triqueta.service", "[Service]\nExecStart=/old\n")
    pi.write(CONFIG_FILE, pi.config.replace("400000", "100000"))
    assert "sudo reboot" in pi.installed("--update")
    assert pi.read("etc/systemd/system/triqueta.service") == (HUB / "triqueta.service").read_text()
    assert pi.config == CONFIG + BLOCK


def test_games_and_own_settings_stay_unless_purged(pi: ScratchPi) -> None:
    pi.installed()
    pi.write("etc/triqueta/table.toml", 'language = "fr"\n')
    pi.write("var/lib/triqueta/triqueta.db", "games")
    words = pi.installed("--uninstall")
    assert "Kept, because it was changed" in words
    assert "Kept: the games" in words
    assert pi.read("etc/triqueta/table.toml") == 'language = "fr"\n'
    pi.installed()  # leaves both alone
    assert pi.read("etc/triqueta/table.toml") == 'language = "fr"\n'
    pi.installed("--uninstall", "--purge")
    assert not (pi.root / "var/lib/triqueta").exists()


def test_purging_takes_changed_settings_too(pi: ScratchPi) -> None:
    before = pi.tree()
    pi.installed()
    pi.write("etc/triqueta/table.toml", 'language = "fr"\n')
    pi.installed("--uninstall", "--purge")
    assert pi.tree() == before


def test_uninstalling_keeps_earlier_settings(pi: ScratchPi) -> None:
    pi.write("etc/passwd", "triqueta:x:998:998::/var/lib/triqueta:/usr/sbin/nologin\n")
    pi.write("usr/local/bin/triqueta", "another program's")
    pi.write("etc/triqueta/table.toml", "# mine\n")
    before = pi.tree()
    assert "useradd" not in pi.installed()
    assert "userdel" not in pi.installed("--uninstall", "--purge")
    assert pi.tree() == before


def test_spi_is_on_unless_its_pins_are_needed(pi: ScratchPi) -> None:
    pi.installed("--i2c")
    assert "\n#dtparam=spi=on\n" in pi.config
    assert _interface(pi) is Interface.I2C
    pi.installed("--update")
    assert "\n#dtparam=spi=on\n" in pi.config
    pi.installed("--spi")
    assert "\ndtparam=spi=on\n" in pi.config
    pi.installed("--update")
    assert "\ndtparam=spi=on\n" in pi.config


def _interface(pi: ScratchPi) -> Interface:
    return read_config(pi.read("etc/triqueta/table.toml")).display.interface


def _make_older(pi: ScratchPi, table: str) -> None:
    """Turn the installation into one from the time when I2C was the default."""
    pi.installed()
    table_sum = sha256((HUB / "table.toml").read_bytes()).hexdigest()
    made = pi.read("opt/triqueta/made").replace("interface named\n", "")
    assert f"table {table_sum}\n" in made
    pi.write("opt/triqueta/made", made)
    pi.write("etc/triqueta/table.toml", table)
    pi.write(CONFIG_FILE, pi.config.replace("dtparam=spi", "#dtparam=spi"))


@pytest.mark.parametrize(
    "table",
    first(
        [
            "",
            (HUB / "table.toml").read_text("utf-8"),
            '[display]\ndriver = "ssd1309"  # the 2.42 inch display\n',
            "[web]\nport = 80",
            '[keys]\npetal1 = 4\n\n  [display]\n  driver = "sh1106"\n[web]\nport = 80\n',
            'display.driver = "sh1106"\nweb.port = 80\n',
            "[display]\naddress = 0x3d\n[[seat]]\n",
        ],
        2,
    ),
)
def test_an_installation_with_i2c_as_its_default_keeps_it(pi: ScratchPi, table: str) -> None:
    _make_older(pi, table)
    before = read_config(f"{table}\n[pods]\nenabled = true\n")
    words = pi.installed("--update")
    after = read_config(pi.read("etc/triqueta/table.toml"))
    assert after.display.interface is Interface.I2C
    assert "is on I2C" in words
    assert replace(after, display=before.display) == before  # nothing else has changed
    assert replace(after.display, interface=before.display.interface) == before.display
    assert "\n#dtparam=spi=on\n" in pi.config
    tree = pi.tree()
    pi.installed("--update")
    assert pi.tree() == tree


def test_an_explicit_interface_stays(pi: ScratchPi) -> None:
    table = '[display]\ninterface = "spi"\n'
    _make_older(pi, table)
    assert "is on I2C" not in pi.installed("--update")
    assert pi.read("etc/triqueta/table.toml") == table


def test_a_new_file_without_an_interface_is_spi_and_stays_so(pi: ScratchPi) -> None:
    pi.installed()
    pi.write("etc/triqueta/table.toml", "[web]\nport = 80\n")
    pi.installed("--update")
    assert _interface(pi) is Interface.SPI


def test_a_table_that_only_the_update_has_touched_goes_with_the_rest(pi: ScratchPi) -> None:
    before = pi.tree()
    _make_older(pi, (HUB / "table.toml").read_text("utf-8"))
    pi.installed("--update")
    pi.installed("--uninstall")
    assert pi.tree() == before


@pytest.mark.parametrize(
    "config",
    [
        "",
        "\n",
        "dtparam=audio=on",
        "[pi4]\narm_boost=1",
        "a=1\r\nb=2\r\n",
        "a=1\r\nb=2",
        "é=\xa0\n",
    ],
)
def test_any_config_is_restored_byte_by_byte(pi: ScratchPi, config: str) -> None:
    pi.write(CONFIG_FILE, config)
    pi.installed()
    lines = config if not config or config.endswith("\n") else config + "\n"
    assert pi.config == lines + BLOCK
    pi.installed("--uninstall")
    assert pi.config == config


def test_the_block_holds_for_every_model(pi: ScratchPi) -> None:
    pi.write(CONFIG_FILE, "[cm4]\notg_mode=1\n")
    pi.installed()
    settings_of_ours = [line for line in BLOCK.splitlines() if not line.startswith("#")]
    assert settings_of_ours[0] == "[all]"
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=400000" in settings_of_ours


def test_lines_written_around_the_block_stay_where_they_are(pi: ScratchPi) -> None:
    pi.installed()
    pi.write(CONFIG_FILE, "first=1\n" + pi.config + "last=1\n")
    pi.installed("--spi")
    spi = BLOCK.replace("#dtparam=spi", "dtparam=spi")
    assert pi.config == f"first=1\n{CONFIG}{spi}last=1\n"
    pi.installed("--uninstall")
    assert pi.config == f"first=1\n{CONFIG}last=1\n"


def test_a_block_that_an_editor_on_windows_saved_is_found(pi: ScratchPi) -> None:
    pi.installed()
    pi.write(CONFIG_FILE, pi.config.replace("\n", "\r\n"))
    pi.installed()
    windows = CONFIG.replace("\n", "\r\n")
    assert pi.config == windows + BLOCK
    pi.installed("--uninstall")
    assert pi.config == windows


@examples(15)
@given(
    st.lists(st.sampled_from(["", "[all]", "[pi5]", "a=1", "# triqueta", "b=\\n%s$x`*", "c=1\r"])),
    st.booleans(),
)
def test_random_configs_are_restored(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], ended: bool
) -> None:
    pi = ScratchPi(tmp_path_factory.mktemp("pi"))
    pi.write(CONFIG_FILE, "\n".join(lines) + "\n" * ended)
    before = pi.tree()
    assert BLOCK in pi.edited("put_block_in")
    assert before != pi.tree()
    pi.edited("take_block_out")
    assert pi.tree() == before


REFUSALS = {
    "no model": ("proc/device-tree/model", "", "not a Raspberry Pi"),
    "another model": ("proc/device-tree/model", "ROCK 5B\0", "not a Raspberry Pi, but: ROCK 5B"),
    "an old system": ("etc/os-release", "VERSION_CODENAME=bullseye\n", "'bullseye', not bookworm"),
    "no system": ("etc/os-release", "", "'unknown', not bookworm"),
    "no groups": ("etc/group", "gpio:x:1:\n", "groups of Raspberry Pi OS are missing: i2c"),
    "an overlay": ("proc/mounts", "overlayroot / overlay rw 0 0\n", "file system is read-only"),
    "half a block": (CONFIG_FILE, "# triqueta begin\na=1\n", "do not match"),
    "a block without begin": (CONFIG_FILE, "a=1\r\n# triqueta end\r\n", "do not match"),
    "end before begin": (CONFIG_FILE, "# triqueta end\n# triqueta begin\n", "do not match"),
    "two blocks": (CONFIG_FILE, BLOCK + BLOCK, "do not match"),
}


@pytest.mark.parametrize(("path", "text", "reason"), REFUSALS.values(), ids=REFUSALS.keys())
def test_it_refuses_with_reason_and_remedy(
    pi: ScratchPi, path: str, text: str, reason: str
) -> None:
    pi.write(path, text)
    before = pi.tree()
    done = pi.install()
    assert done.returncode == 1
    assert reason in done.stderr
    first, remedy, last = done.stderr.splitlines()
    assert first.startswith("install.sh: ")
    assert remedy.startswith("            ")
    assert last == "install.sh: Nothing was changed."
    assert pi.tree() == before


def test_a_damaged_block_is_not_taken_out(pi: ScratchPi) -> None:
    pi.installed()
    pi.write(CONFIG_FILE, pi.config.replace("# triqueta end\n", "") + "mine=1\n")
    before = pi.tree()
    done = pi.install("--uninstall")
    assert done.returncode == 1
    assert "do not match" in done.stderr
    assert pi.tree() == before


def test_all_problems_are_reported_at_once(pi: ScratchPi) -> None:
    (pi.root / CONFIG_FILE).unlink()
    pi.write("etc/os-release", "VERSION_CODENAME=bullseye\n")
    words = pi.install().stderr
    assert "bullseye" in words
    assert "config.txt does not exist" in words
    assert "sudo mount /boot/firmware" in words


@pytest.mark.parametrize(
    ("command", "script", "reason"),
    [
        ("python3", "echo 3.10.2; exit 1", "Python 3.11 or newer is required; found: 3.10.2."),
        ("python3", "exit 127", "found: none."),
        ("df", "printf 'h\\nd 9 9 102400 1%% /\\n'", "100 MB are free"),
    ],
)
def test_old_pythons_and_full_cards_are_refused(
    pi: ScratchPi, tmp_path: Path, command: str, script: str, reason: str
) -> None:
    shim = tmp_path / command
    shim.write_text(f"#!/bin/sh\n{script}\n")
    shim.chmod(0o755)
    done = pi.install(path=str(tmp_path))
    assert done.returncode == 1
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("model", "codename"),
    [
        ("4 Model B Rev 1.5", "trixie"),
        ("5 Model B Rev 1.0", "trixie"),
        ("3 Model A Plus", "bookworm"),
    ],
)
def test_models_and_systems_it_is_made_for(pi: ScratchPi, model: str, codename: str) -> None:
    pi.write("proc/device-tree/model", f"Raspberry Pi {model}\0")
    pi.write("etc/os-release", f"VERSION_CODENAME={codename}\n")
    words = pi.installed("--dry-run")
    assert f"Found: Raspberry Pi {model}" in words
    assert "not tested on this model" not in words


RELEASE = 'NAME="Debian GNU/Linux"\nID=debian\nVERSION_CODENAME="trixie"\n'


def test_raspberry_pi_os_is_distinguished_from_debian(pi: ScratchPi) -> None:
    pi.write("etc/os-release", RELEASE)
    assert "Found: Raspberry Pi OS (trixie)\n" in pi.installed("--dry-run")
    pi.write("etc/os-release", RELEASE.replace("ID=debian", "ID=raspbian"))
    (pi.root / "etc/rpi-issue").unlink()
    assert "Found: Raspberry Pi OS (trixie)\n" in pi.installed("--dry-run")


def test_plain_debian_gets_its_own_name_and_a_note(pi: ScratchPi) -> None:
    pi.write("etc/os-release", RELEASE)
    (pi.root / "etc/rpi-issue").unlink()
    words = pi.installed("--dry-run")
    assert "Found: Debian GNU/Linux (trixie)\n" in words
    assert "Note: made for Raspberry Pi OS" in words


def test_an_untried_model_gets_a_note(pi: ScratchPi) -> None:
    pi.write("proc/device-tree/model", "Raspberry Pi Zero W Rev 1.1\0")
    assert "not tested on this model" in pi.installed("--dry-run")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--upgrade"], "unknown option '--upgrade'"),
        (["--update", "--uninstall"], "can't be combined"),
        (["--purge"], "--purge can only be used with --uninstall"),
        (["--root"], "--root: '' is not an existing folder"),
        (["--root", "/nowhere"], "--root: '/nowhere' is not an existing folder"),
        (["--root", "/"], "is the running system"),
    ],
)
def test_misuse_is_reported(pi: ScratchPi, options: list[str], reason: str) -> None:
    before = pi.tree()
    done = pi.install(*options)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "--help" in done.stderr
    assert pi.tree() == before


def test_there_is_nothing_to_update_before_it_is_installed(pi: ScratchPi) -> None:
    done = pi.install("--update")
    assert done.returncode == 1
    assert "not installed here" in done.stderr


def test_help_names_every_option(pi: ScratchPi) -> None:
    words = pi.installed("--help")
    for option in (
        "--update",
        "--uninstall",
        "--purge",
        "--i2c",
        "--spi",
        "--dry-run",
        "--root DIR",
    ):
        assert f"  {option}" in words
