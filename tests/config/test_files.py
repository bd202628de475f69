"""Which file is read, and files that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from triqueta.config import files
from triqueta.config.files import LARGEST_FILE, find_config, load_config
from triqueta.config.problems import ConfigError
from triqueta.config.settings import TableConfig


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRIQUETA_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(files, "DEVICE_FILE", tmp_path / "etc" / "table.toml")


def write(path: Path, port: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"web.port = {port}", "utf-8")
    return path


def test_each_place_goes_before_the_ones_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_config() is None
    assert load_config(None) == TableConfig()
    own = write(tmp_path / "home" / "triqueta" / "table.toml", 1)
    assert find_config() == str(own)
    device = write(tmp_path / "etc" / "table.toml", 2)
    assert find_config() == str(device)
    monkeypatch.setenv("TRIQUETA_CONFIG", "/variable.toml")
    assert find_config() == "/variable.toml"
    assert find_config("given.toml") == "given.toml"
    assert load_config(str(device)).web.port == 2


def test_a_mark_at_the_beginning_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 81\r\n")
    assert load_config(str(path)).web.port == 81
    path.write_bytes(b"\xef\xbb\xbf[web]\r\n\r\nport = 0\r\n")
    with pytest.raises(ConfigError, match=r"table.toml:3: web.port: 0 instead"):
        load_config(str(path))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, ": No such file or directory"),
        (b"# ok\n# \xff", ":2: byte 0xff is not UTF-8; save the file as UTF-8"),
        (b"#" * (LARGEST_FILE + 1), ": no table.toml: larger than 100,000 bytes"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "table.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_config(str(path))
    assert caught.value.lines == [f"{path}{reason}"]


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("a\0b", str(tmp_path)):
        with pytest.raises(ConfigError):
            load_config(name)
