"""Damaged files, full disks, folders that can't be written to: nothing readable is lost."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from string import Template

import pytest

from tests.cli.command import Command
from tests.journal.saved_evening import SavedEvening, connection_of, make_history
from triqueta.journal.checking import find_damage
from triqueta.journal.database import open_for_reading
from triqueta.journal.files import LOGS, beside
from triqueta.journal.games import identity, read_games
from triqueta.journal.journal import Journal
from triqueta.table.saving import Trouble

GAMES = 6
FLIPS = 300


@dataclass(frozen=True)
class History:
    """A journal, the texts of its finished games, and the entries of the one that goes on."""

    file: Path
    texts: list[str]
    entries: list[str]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
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
    assert evening.table.play is not None
    entries = list(evening.table.play.entries)
    evening.close()
    return History(folder / "triqueta.db", records, entries)


def copy_of(file: Path, folder: Path) -> Path:
    folder.mkdir()
    for part in file.parent.iterdir():
        shutil.copy(part, folder)
    return folder / file.name


def games_in(file: Path) -> set[str]:
    with closing(open_for_reading(file)) as connection:
        return {identity(saved.document) for saved in read_games(connection)}


def whole_in(records: list[str], content: bytes) -> set[str]:
    """The games whose text stands there, untouched, for everybody to read."""
    return {identity(json.loads(text)) for text in records if text.encode() in content}


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("flipped", range(FLIPS // 20))
def test_bit_flips(history: History, memory: Path, part: str, flipped: int) -> None:
    rng = Random(f"{part}{flipped}")
    for number in range(10):
        file = copy_of(history.file, memory / str(number))
        hit = beside(file, part)
        content = bytearray(hit.read_bytes())
        for _ in range(rng.choice((1, 1, 3))):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        hit.write_bytes(content)
        check_what_is_left(history, file)


PAGE = 4096
PARTS = 4  # of a page, to be tested side by side
INTERIOR = (2, 5)  # kinds of pages that lead to others


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> History:
    """A journal without a log: a finished game, and one that goes on."""
    file = tmp_path_factory.mktemp("small") / "triqueta.db"
    make_history(file, 1)
    with closing(open_for_reading(file)) as connection:
        records = [saved.text for saved in read_games(connection)]
    evening = SavedEvening(file, secret=b"running game, running game, yes!").begin().play_on(20)
    evening.close()
    assert evening.table.play is not None
    return History(file, records, list(evening.table.play.entries))


@pytest.mark.parametrize("part", range(4 * PARTS))
def test_every_byte_of_the_first_pages(
    small: History, memory: Path, part: int, kills: Callable[[int], int], triqueta: Command
) -> None:
    """The header, the definitions of the tables, and the first tables, byte by byte."""
    sound = small.file.read_bytes()
    page = part // PARTS
    damaged = 0
    for place in range(page * PAGE + part % PARTS, (page + 1) * PAGE, PARTS):
        flips: tuple[int, ...] = (0xFF, 0x01, 0x80)
        if kills(1) == 1:  # a kind of flip for each byte, and few of the bytes without a use
            flips = (flips[place % 3],) if sound[place] or place % 64 == 0 else ()
        for flip in flips:
            content = bytearray(sound)
            content[place] ^= flip
            file = memory / f"{place}-{flip}" / "triqueta.db"
            file.parent.mkdir()
            file.write_bytes(content)
            if page == 0:
                command = ("history", "stats")[place % 2]
                done = triqueta(command, "--journal", file)
                assert done.code == 0 or "`triqueta play` sets it aside" in done.err, done
            damaged += is_rescued(small, file)
            shutil.rmtree(file.parent)
    assert damaged > 0


def is_rescued(history: History, file: Path) -> bool:
    """Whether the file was set aside; all of its games are there then, as they are otherwise."""
    damaged = file.read_bytes()
    with closing(Journal(file)) as opened:
        assert opened.trouble in (None, Trouble.DAMAGED)
    assert games_in(file) >= whole_in(history.texts, damaged)
    aside = beside(file, ".damaged-1")
    if opened.trouble is None:
        assert not aside.exists()
        assert opened.kept.play is not None
        assert opened.kept.play.entries == history.entries
        return False
    assert aside.read_bytes() == damaged
    return True


def check_what_is_left(history: History, file: Path) -> None:
    """Every game whose text is whole is there; what is gone was told, and is set aside."""
    damaged = [beside(file, part).read_bytes() for part in LOGS]
    evening = SavedEvening(file)
    assert evening.trouble in (None, Trouble.DAMAGED)
    play = evening.table.play
    entries = play.entries if play else []
    evening.go_on()
    evening.says()
    evening.close()
    assert games_in(file) >= whole_in(history.texts, b"".join(damaged))
    aside = beside(file, ".damaged-1")
    assert aside.exists() == (evening.trouble is Trouble.DAMAGED)
    if evening.doubted:  # it was played on with, and the damage is there to be looked at
        assert find_damage(aside) is not None
    elif aside.exists():  # set aside, never overwritten
        assert [beside(aside, part).read_bytes() for part in LOGS] == damaged
    else:  # a flip in the last transaction of the log looks like a power cut in it
        assert entries in (history.entries, history.entries[:-1])


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
def test_whole_parts_gone(
    history: History, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    file = copy_of(history.file, tmp_path / "copy")
    beside(file, "-wal").unlink()
    content = damage(file.read_bytes())
    file.write_bytes(content)
    evening = SavedEvening(file)
    assert evening.trouble in (None, Trouble.DAMAGED)
    evening.go_on().press("petal1")
    evening.close()
    assert games_in(file) >= whole_in(history.texts, content)


def test_the_running_game_is_rescued_as_far_as_it_can_be_read(
    history: History, tmp_path: Path
) -> None:
    file = copy_of(history.file, tmp_path / "sound")
    sound = SavedEvening(file)  # which moves the log into the file
    assert sound.table.play is not None
    sound.close()
    damage_header(file)
    evening = SavedEvening(file)
    assert evening.trouble is Trouble.DAMAGED
    assert evening.table.play is not None
    assert evening.table.play.entries == sound.table.play.entries
    assert evening.table.memory == sound.table.memory
    evening.close()


def test_a_log_without_its_file_is_no_reason_to_begin_anew(
    history: History, tmp_path: Path
) -> None:
    ruins: tuple[Callable[[Path], object], ...] = (lambda file: file.write_bytes(b""), Path.unlink)
    for number, ruin in enumerate(ruins):
        file = copy_of(history.file, tmp_path / str(number))
        ruin(file)
        log = beside(file, "-wal").read_bytes()
        evening = SavedEvening(file)
        assert evening.trouble is Trouble.DAMAGED
        evening.close()
        assert beside(file, ".damaged-1-wal").read_bytes() == log


def test_a_flag_that_flipped_takes_no_finished_game_back_to_the_table(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    (record,) = make_history(file, 1)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE game SET at_table = 1")
    evening = SavedEvening(file)
    assert evening.trouble is Trouble.DAMAGED
    assert evening.table.play is None
    (past,) = evening.journal.past_games().last
    assert record.game.outcome is not None
    assert past.scores[0].points == max(record.game.outcome.scores)
    evening.close()


def test_a_game_keeps_its_number_and_its_place_on_the_table(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 3)
    SavedEvening(file).begin().close()  # nobody has drawn yet: no entries
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DELETE FROM game WHERE id = 1")
        connection.execute("UPDATE game SET checksum = 0 WHERE id = 2")
    evening = SavedEvening(file)
    assert evening.trouble is Trouble.DAMAGED
    assert evening.table.play is not None
    with closing(open_for_reading(file)) as connection:
        assert [saved.number for saved in read_games(connection)] == [4, 3, 2]
    evening.close()


def test_what_is_set_aside_is_for_its_owner_only(history: History, tmp_path: Path) -> None:
    file = copy_of(history.file, tmp_path / "copy")
    damage_header(file)
    for part in LOGS:
        beside(file, part).chmod(0o644)
    before = os.umask(0)
    try:
        SavedEvening(file).close()
    finally:
        os.umask(before)
    copies = [beside(file, f".damaged-1{part}") for part in LOGS]
    assert [stat.S_IMODE(copy.stat().st_mode) for copy in copies] == [0o600, 0o600]


def damage_header(file: Path) -> None:
    """It does not look like ours any more."""
    content = bytearray(file.read_bytes())
    content[68] ^= 1
    file.write_bytes(content)


def first_leaf(file: Path, table: str) -> int:
    """Where the page begins that has the first rows of a table."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    content = file.read_bytes()
    while content[(page - 1) * PAGE] in INTERIOR:
        start = (page - 1) * PAGE
        (cell,) = struct.unpack_from(">H", content, start + 12)
        (page,) = struct.unpack_from(">I", content, start + cell)
    return int(page - 1) * PAGE


def test_a_hole_at_the_beginning_of_the_games_hides_nothing_behind_it(tmp_path: Path) -> None:
    """The game on the table is in no other place than its row, far behind the hole."""
    file = tmp_path / "triqueta.db"
    records = make_history(file, 12)
    running = SavedEvening(file, secret=bytes([99]) * 32).begin().play_on(20)
    running.close()
    assert running.table.play is not None
    content = bytearray(file.read_bytes())
    leaf = first_leaf(file, "game")
    content[leaf : leaf + PAGE] = bytes(PAGE)
    file.write_bytes(content)
    assert len(whole_in([record.dumps() for record in records], bytes(content))) < len(records)
    evening = SavedEvening(file)
    assert evening.trouble is Trouble.DAMAGED
    assert evening.table.play is not None
    assert evening.table.play.entries == running.table.play.entries
    with closing(open_for_reading(file)) as connection:
        numbers = {saved.number for saved in read_games(connection)}
    assert numbers >= set(range(5, 14))  # of which the last is on the table
    evening.close()


def test_an_entry_changed_to_another_legal_move_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    evening = SavedEvening(file).begin()
    first, other = evening.play._game.legal_moves[:2]
    evening.press("petal1")
    evening.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        assert list(connection.execute("SELECT entry FROM entry")) == [(first,)]
        connection.execute("UPDATE entry SET entry = ?", (other,))
    again = SavedEvening(file)
    assert again.trouble is Trouble.DAMAGED
    assert again.table.play is not None
    assert again.table.play.entries == []
    again.close()


def rows_of_games(file: Path) -> int:
    with closing(open_for_reading(file)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM game").fetchone()
    return int(rows)


def test_a_file_damaged_while_it_is_open_is_set_aside_and_the_game_saved_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "triqueta.db"
    records = make_history(file, 2)
    evening = SavedEvening(file).begin().play_on(10)
    connection = connection_of(evening.journal)
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
    assert {identity(record.document()) for record in records} < games_in(file)
    assert rows_of_games(file) == 3  # the game that went on is one, not two
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
from triqueta.screens.art import text_width
text_width("a")  # reads the letters, and what follows imports what another user could not
with tempfile.TemporaryDirectory() as folder:
    SavedEvening(Path(folder) / "triqueta.db").begin().finish().close()
    SavedEvening(Path(folder) / "triqueta.db").close()
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


FULL_FROM_THE_START = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
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


def test_a_disk_that_is_full_from_the_start_and_room_again(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    output = play_in_process(file, prelude=FULL_FROM_THE_START, unlimit=UNLIMIT)
    assert "after: full" in output or "after: failed" in output
    assert "again: None" in output
    assert len(games_in(file)) == 1
    assert not beside(file, ".new").exists()


def test_a_damaged_file_on_a_full_disk(history: History, tmp_path: Path) -> None:
    file = copy_of(history.file, tmp_path / "copy")
    damage_header(file)
    content = file.read_bytes()
    output = play_in_process(file, prelude=FULL_FROM_THE_START)
    assert "not being saved" in output
    assert file.read_bytes() == content
    assert not list(file.parent.glob("*.part"))


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
