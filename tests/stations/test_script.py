"""Tests of scripts of key presses: running them, their error messages, and their pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.command import Command
from tests.cli.conftest import triqueta as triqueta  # noqa: PLC0414 - a fixture
from tests.cli.test_commands import save
from tests.games.triqueta.rules.tables import table as made_table

PICTURES = Path(__file__).parents[2] / "hardware" / "pictures"
SCRIPTS = sorted(PICTURES.glob("*.txt"))


def script(folder: Path, text: str, name: str = "script.txt") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    return save(tmp_path / "deal.tqr.json", made_table(3, first=["ROD", "BMU"]))


def test_presses_holds_waits_and_pictures(triqueta: Command, tmp_path: Path, deal: Path) -> None:
    path = script(
        tmp_path,
        """stations table seat2   # Ben has a display of his own
        expect "Ana's turn"
        table petal1
        expect "Ana, take the device"
        table soft2 down
        expect "rabbit"
        shot look.png
        wait 1
        table soft2 up
        table petal2
        seat2 petal2
        seat2 expect "boar"
        seat2 shot boar.png
        """,
    )
    result = triqueta("script", path, "--deal", deal, "--out", tmp_path / "out")
    assert result == (0, "", "")
    with Image.open(tmp_path / "out" / "look.png") as image:
        assert image.size == (512, 256)
    assert (tmp_path / "out" / "boar.png").exists()


def test_without_a_deal_it_begins_at_power_on(triqueta: Command, tmp_path: Path) -> None:
    path = script(
        tmp_path,
        """stations table
        expect "Language"
        table petal1
        table petal2
        table soft2
        table petal1
        table petal1
        expect "Building"
        wait 3
        expect "Player 1's turn"
        """,
    )
    assert triqueta("script", path).code == 0


def test_included_scripts(triqueta: Command, tmp_path: Path, deal: Path) -> None:
    script(tmp_path, 'table petal1\nexpect "take the device"\n', "draw.txt")
    path = script(tmp_path, "stations table\ninclude draw.txt\n")
    assert triqueta("script", path, "--deal", deal).code == 0


def test_every_frame_with_its_words(triqueta: Command, tmp_path: Path, deal: Path) -> None:
    path = script(tmp_path, "stations table seat1\ntable petal1\nwait 1\nseat1 petal2\n")
    out = tmp_path / "frames"
    triqueta("script", path, "--deal", deal, "--out", out, "--frames")
    names = sorted(file.stem for file in out.glob("*.png"))
    assert names == [file.stem for file in sorted(out.glob("*.txt"))]
    assert names[0] == "00001-table"
    assert any(name.endswith("seat1") for name in names)
    texts = [file.read_text("utf-8") for file in sorted(out.glob("*-seat1.txt"))]
    assert any("rabbit" in text for text in texts)
    assert "rabbit" not in (out / "00001-table.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "table petal1\n",
            1,
            'the first line must name the stations, table first: "stations table seat1"',
        ),
        ("stations seat1\n", 1, "the first line must name the stations"),
        ("stations table seat9\n", 1, "unknown station seat9; seats are seat1 to seat5"),
        ("stations table\n\ntable petal9\n", 3, "unknown key petal9; keys are petal1, petal2"),
        ("stations table\ntable petal1 sideways\n", 2, "only down or up can follow"),
        ("stations table\nseat2 petal1\n", 2, "seat2 is not present; add it to the stations"),
        ("stations table\nwait long\n", 2, "not a number of seconds, like: wait 30"),
        ("stations table\nwait -1\n", 2, "not a number of seconds, like: wait 30"),
        (
            "stations table\nshot picture.gif\n",
            2,
            "not the name of a picture, like: shot drawn.png",
        ),
        (
            "stations table\nshot .png\n",
            2,
            "shot .png: not the name of a picture, like: shot drawn",
        ),
        ("stations table\ntable shot ..png\n", 2, "not the name of a picture"),
        ("stations table\nshot ' .png'\n", 2, "not the name of a picture"),
        ("stations table\nshot ''\n", 2, "not the name of a picture"),
        ("stations table\nshot \x1b[2J.png\n", 2, "not the name of a picture"),
        ("stations table\nshot ../x.png\n", 2, "not the name of a picture"),
        ("stations table\nshot /tmp/x.png\n", 2, "not the name of a picture"),
        (f"stations table\nshot {300 * 'a'}.png\n", 2, "aaa...: File name too long"),
        ("stations table\nshot a.png\nshot a.png\n", 3, "shot a.png: duplicate picture"),
        ("stations table seat1 seat1\n", 1, "duplicate station seat1"),
        (
            f"stations table\nwait {9000 * '9'}\n",
            2,
            "999...: not a number of seconds, like: wait 30",
        ),
        (f"stations table\ntable {9000 * 'k'}\n", 2, "kkk...; keys are petal1, petal2"),
        (f"stations table\ninclude {9000 * 'i'}\n", 2, "iii...: File name too long"),
        ("stations table\ndance\n", 2, 'unknown command "dance"; valid commands are'),
        ("stations table\nexpect 'x\n", 2, "quotes must come in pairs"),
        ("stations table\nexpect wolves\n", 2, 'expected "wolves" at table, which shows: Press'),
        ("stations table\ninclude\n", 2, "include needs the name of one script"),
        ("stations table\ninclude no.txt\n", 2, "include no.txt: no such file in"),
        ("stations table\ninclude .\n", 2, "no such file"),
        ("\ufeffstations table # \f dance\nshot a\0.png\n", 2, "not the name of a picture"),
    ],
)
def test_a_wrong_line_is_named_with_the_correct_form(
    triqueta: Command, tmp_path: Path, deal: Path, text: str, line: int, reason: str
) -> None:
    path = script(tmp_path, text)
    error = triqueta.fails("script", path, "--deal", deal, "--out", tmp_path / "out")
    assert error.startswith(f"{path}:{line}: ")
    assert reason in error


def test_scripts_that_cannot_be_read(triqueta: Command, tmp_path: Path) -> None:
    assert "No such file" in triqueta.fails("script", tmp_path / "missing.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in triqueta.fails("script", tmp_path / "binary")
    assert "is empty" in triqueta.fails("script", script(tmp_path, "# nothing\n"))
    endless = script(tmp_path, "include script.txt\n")
    assert "too many nested includes" in triqueta.fails("script", endless)


ENDLESS = {
    "one line": "/dev/zero",
    "lines": "<(yes table petal1)",
    "no text": "<(yes $'\\xff')",
    "stdin": "/dev/stdin < <(yes '# a comment')",
}


@pytest.mark.parametrize("source", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_script_without_end_is_refused_before_it_fills_the_memory(source: str) -> None:
    command = f'ulimit -v 1000000; exec "{sys.executable}" -m triqueta script {source}'
    result = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 2, result.stderr
    assert result.stderr.endswith(
        ": the script and its includes are larger than 1,000,000 bytes\n"
    )


def test_scripts_that_include_others_over_and_over_are_refused(
    triqueta: Command, tmp_path: Path
) -> None:
    for level in range(5):  # 100 includes at each level, and not a single line to run
        script(tmp_path, f"include {level + 1}.txt\n" * 100, f"{level}.txt")
    script(tmp_path, "#" + 30_000 * " nothing", "5.txt")
    error = triqueta.fails("script", tmp_path / "0.txt")
    assert "are larger than 1,000,000 bytes" in error


def test_a_long_line_does_not_hide_the_correct_form(triqueta: Command, tmp_path: Path) -> None:
    error = triqueta.fails("script", script(tmp_path, "stations table\n" + "dance " * 1000))
    assert "valid commands are, for example: table petal3" in error


def test_pictures_that_cannot_be_written(triqueta: Command, tmp_path: Path, deal: Path) -> None:
    path = script(tmp_path, "stations table\nshot a.png\n")
    for options in ([], ["--frames"]):
        error = triqueta.fails("script", path, "--deal", deal, "--out", deal, *options)
        assert error == f"{deal}: not a folder: give an existing folder or a new name"
    error = triqueta.fails("script", path, "--deal", deal, "--out", deal / "below")
    assert error == f"{path}:2: shot a.png: Not a directory"
    assert "NUL character" in triqueta.fails("script", path, "--out", "a\0b")
    assert "File name too long" in triqueta.fails("script", path, "--out", "a" * 5000)
    (tmp_path / "a.png").mkdir()
    error = triqueta.fails("script", path, "--deal", deal, "--out", tmp_path)
    assert error == f"{path}:2: shot a.png: Is a directory"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_pictures_of_the_docs_are_up_to_date(
    triqueta: Command, tmp_path: Path, path: Path
) -> None:
    deal = path.with_suffix(".tqr.json")
    options = ["--deal", str(deal)] if deal.exists() else []
    assert triqueta("script", path, "--out", tmp_path, *options) == (0, "", "")
    made = sorted(tmp_path.glob("*.png"))
    assert made
    for picture in made:
        with Image.open(picture) as new, Image.open(PICTURES / picture.name) as kept:
            assert new.tobytes() == kept.tobytes(), f"run triqueta script {path}"
