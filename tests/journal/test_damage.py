"""Damaged files, full disks, folders that can't be written to: nothing readable is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from string import Template

import pytest

from tests.journal.saved_evening import SavedEvening, make_history
from triqueta.journal.database import open_for_reading
from triqueta.journal.games import identity, read_games
from triqueta.rules import Record
from triqueta.table.saving import Trouble

GAMES = 6
FLIPS = 300


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A journal with finished games, and one that goes on, in its log."""
    file = tmp_path_factory.mktemp("history") / "triqueta.db"
    make_history(file, GAMES)
    with closing(open_for_reading(file)) as connection:
        records = [saved.text for saved in read_games(connection)]
    evening = SavedEvening(file, secret=b"running game, running game, yes!")
    evening.begin().play_on(60)
    folder = tmp_path_factory.mktemp("copy")
    for part in ("", "-wal"):
        shutil.copy(file.with_name(file.name + part), folder)
    evening.close()
    return folder / "triqueta.db", records


def copy_of(file: Path, folder: Path) -> Path:
    folder.mkdir()
    for part in file.parent.iterdir():
        shutil.copy(part, folder)
    return folder / file.name


def games_in(file: Path) -> set[str]:
    with closing(open_for_reading(file)) as connection:
        return {identity(saved.record) for saved in read_games(connection)}


def whole_in(records: list[str], content: bytes) -> set[str]:
    """The games whose text stands there, untouched, for everybody to read."""
    return {identity(Record.loads(text)) for text in records if text.encode() in content}


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("flipped", range(FLIPS // 20))
def test_bit_flips(
    history: tuple[Path, list[str]], tmp_path: Path, part: str, flipped: int
) -> None:
    original, records = history
    rng = Random(f"{part}{flipped}")
    for number in range(10):
        file = copy_of(original, tmp_path / str(number))
        hit = file.with_name(file.name + part)
        content = bytearray(hit.read_bytes())
        for _ in range(rng.choice((1, 1, 3))):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        hit.write_bytes(content)
        damaged = file.read_bytes()
        evening = SavedEvening(file)
        assert evening.trouble in (None, Trouble.DAMAGED)
        evening.go_on()
        evening.says()
        evening.close()
        assert games_in(file) >= whole_in(records, damaged)
        aside = file.with_name(file.name + ".damaged-1")
        assert aside.exists() == (evening.trouble is Trouble.DAMAGED)
        if aside.exists():
            assert aside.read_bytes() == damaged  # set aside, never overwritten


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:1000],
        lambda content: content[: len(content) // 2],
        lambda content: bytes(len(content)),
        lambda content: content[4096:],
        lambda content: content[:4096] + bytes(4096) + content[8192:],
        lambda content: b"nonsense" * 1000,
    ],
)
def test_whole_parts_gone(history: tuple[Path, list[str]], tmp_path: Path, damage: object) -> None:
    original, records = history
    file = copy_of(original, tmp_path / "copy")
    file.with_name(file.name + "-wal").unlink()
    content = damage(file.read_bytes())  # type: ignore[operator]
    file.write_bytes(content)
    evening = SavedEvening(file)
    assert evening.trouble in (None, Trouble.DAMAGED)
    evening.go_on().press("petal1")
    evening.close()
    assert games_in(file) >= whole_in(records, content)


def test_the_running_game_is_rescued_as_far_as_it_can_be_read(
    history: tuple[Path, list[str]], tmp_path: Path
) -> None:
    original, _ = history
    file = copy_of(original, tmp_path / "sound")
    sound = SavedEvening(file)  # which moves the log into the file
    assert sound.table.play is not None
    sound.close()
    content = bytearray(file.read_bytes())
    content[68] ^= 1  # in the header: it does not look like ours any more
    file.write_bytes(content)
    evening = SavedEvening(file)
    assert evening.trouble is Trouble.DAMAGED
    assert evening.table.play is not None
    assert evening.table.play.entries == sound.table.play.entries
    assert evening.table.memory == sound.table.memory
    evening.close()


def test_a_file_damaged_while_it_is_open_is_set_aside_and_the_game_saved_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "triqueta.db"
    records = make_history(file, 2)
    evening = SavedEvening(file).begin().play_on(10)
    connection = evening.journal._connected()
    connection.execute("DROP TABLE entry")
    evening.play_on(5, seed=2)
    assert evening.trouble in (None, Trouble.DAMAGED)
    assert "set aside" in caplog.text
    evening.play_on(5, seed=3)
    assert evening.trouble is None
    evening.close()
    again = SavedEvening(file)
    assert again.table.play is not None
    assert evening.table.play is not None
    assert again.table.play.entries == evening.table.play.entries
    assert {identity(record) for record in records} < games_in(file)
    again.close()


# The rest needs processes of their own: limits, and a user who may not write everywhere.

PLAYER = Template("""
import sys
from pathlib import Path
from tests.journal.saved_evening import SavedEvening
$prelude
evening = SavedEvening(Path(sys.argv[1]))
evening.go_on()
print("before:", evening.trouble, len(evening.table.play.entries if evening.table.play else []))
$limit
if evening.table.play is None:
    evening.begin()
evening.finish()
print("after:", evening.trouble)
$unlimit
print(evening.says())
evening.close()
""")
NOBODY = """
import os, tempfile
with tempfile.TemporaryDirectory() as folder:  # imports what another user could not
    SavedEvening(Path(folder) / "triqueta.db").begin().finish().close()
if os.geteuid() == 0:
    os.setuid(65534)
"""
LIMIT = """
import resource
used = Path(sys.argv[1] + "-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (used + 20000, resource.RLIM_INFINITY))
"""
UNLIMIT = """
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
evening.press("petal1")
evening.press("soft1 soft1")
print("again:", evening.trouble)
"""


def play_in_process(file: Path, *, prelude: str = "", limit: str = "", unlimit: str = "") -> str:
    code = PLAYER.substitute(prelude=prelude, limit=limit, unlimit=unlimit)
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)],
        capture_output=True,
        check=False,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_a_full_disk_and_room_again(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()
    output = play_in_process(file, limit=LIMIT, unlimit=UNLIMIT)
    assert "after: full" in output or "after: failed" in output
    assert "the game is not being saved" in output
    assert "again: None" in output
    assert len(games_in(file)) == 1
    evening = SavedEvening(file)  # the score of the whole game is there
    assert evening.trouble is None
    assert evening.journal.past_games().last
    evening.close()


def test_a_full_disk_and_the_plug_pulled(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()
    pulled = LIMIT + "\nimport os; evening.play_on(40); os._exit(0)"
    play_in_process(file, limit=pulled)
    evening = SavedEvening(file)
    assert evening.trouble is None
    evening.go_on().finish()
    evening.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user may look into."""
    folder = Path(tempfile.mkdtemp(prefix="triqueta-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_to(open_folder: Path) -> None:
    file = open_folder / "triqueta.db"
    begun = SavedEvening(file).begin().play_on(30)
    assert begun.table.play is not None
    entries = len(begun.table.play.entries)
    shutil.copytree(open_folder, open_folder / "crashed")  # with its log, as after a crash
    begun.close()
    for path in (open_folder / "crashed").iterdir():
        path.chmod(0o444)
    (open_folder / "crashed").chmod(0o555)
    output = play_in_process(open_folder / "crashed" / "triqueta.db", prelude=NOBODY)
    assert f"before: read-only {entries}" in output  # the game goes on, in memory
    assert "after: read-only" in output
    assert "not being saved" in output
    (open_folder / "crashed").chmod(0o755)
