"""Tests with damaged files, full disks and read-only folders: nothing readable is lost."""

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
from tests.journal.saved_evening import SavedEvening, connection_of
from tests.journal.saved_games import OWN_GAMES, SavedSession, add_history, put, unplugged
from tests.profiles import budget, chosen, first
from triqueta.journal.database import open_for_reading
from triqueta.journal.file import LOGS, beside
from triqueta.journal.games import identity, read_games
from triqueta.journal.journal import Journal, find_damage
from triqueta.table.saving import StorageStatus

GAMES = 6
FLIPS = 300


@dataclass(frozen=True)
class History:
    """A journal, the records of its finished games, and the entries of its running game."""

    file: Path
    texts: list[str]
    entries: list[str]


@pytest.fixture(scope="module", params=OWN_GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def history(game: str, tmp_path_factory: pytest.TempPathFactory) -> History:
    """A journal with finished games, and with a running one in its log."""
    file = tmp_path_factory.mktemp("history") / "triqueta.db"
    records = add_history(file, GAMES, game)
    parts, entries = unplugged(file, game, 60)
    copy = put(tmp_path_factory.mktemp("copy") / "of" / "triqueta.db", parts)
    return History(copy, [record.encode().decode() for record in records], entries)


def copy_of(file: Path, folder: Path) -> Path:
    folder.mkdir()
    for part in file.parent.iterdir():
        shutil.copy(part, folder)
    return folder / file.name


def games_in(file: Path) -> set[str]:
    with closing(open_for_reading(file)) as connection:
        return {identity(saved.document) for saved in read_games(connection)}


def whole_in(records: list[str], content: bytes) -> set[str]:
    """Return the games whose complete text is in the content, undamaged."""
    return {identity(json.loads(text)) for text in records if text.encode() in content}


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("flipped", range(budget(FLIPS // 60)))
def test_bit_flips(history: History, memory: Path, part: str, flipped: int) -> None:
    rng = Random(f"{part}{flipped}")
    for number in range(10):
        file = copy_of(history.file, memory / str(number))
        hit = beside(file, part)
        content = bytearray(hit.read_bytes())
        flips = rng.choice((1, 1, 3))
        for _ in range(flips):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        hit.write_bytes(content)
        check_what_is_left(history, file)
        lost = {identity(json.loads(text)) for text in history.texts} - games_in(file)
        assert len(lost) <= (0 if part else flips)  # a flipped bit spoils at most one game


PAGE = 4096
INTERIOR = (2, 5)  # the types of interior pages, which lead to others


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


@pytest.fixture(scope="module")
def small(game: str, tmp_path_factory: pytest.TempPathFactory) -> History:
    """A journal without a log, with a finished game and a running one."""
    file = tmp_path_factory.mktemp("small") / "triqueta.db"
    records = add_history(file, 1, game)
    playing = SavedSession(file, game).play_on(20)
    playing.close()
    texts = [record.encode().decode() for record in records]
    return History(file, texts, list(playing.session.entries))


@pytest.mark.parametrize("page", first(range(4)))
def test_every_byte_of_the_first_pages(
    small: History,
    memory: Path,
    game: str,
    page: int,
    triqueta: Command,
) -> None:
    """Flip bits of the header, of the schema, and of the first tables, byte by byte.

    Each game tests a third of the bytes, since most bytes are the same for all games.
    """
    sound = small.file.read_bytes()
    damaged = 0
    start = page * PAGE + OWN_GAMES.index(game)
    apart = len(OWN_GAMES) * (8 if chosen().is_short else 1)
    for place in range(start, (page + 1) * PAGE, apart):
        flips: tuple[int, ...] = (0xFF, 0x01, 0x80)
        if budget(1) == 1:  # one flip for each byte, and few of the unused bytes
            flips = (flips[place // 3 % 3],) if sound[place] or place % 64 == 0 else ()
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
    """Open a damaged journal, check that no game is lost, and return whether it was set aside."""
    damaged = file.read_bytes()
    with closing(Journal(file)) as opened:
        assert opened.status in (None, StorageStatus.DAMAGED)
    assert games_in(file) >= whole_in(history.texts, damaged)
    aside = beside(file, ".damaged-1")
    if opened.status is None:
        assert not aside.exists()
        assert opened.state.session is not None
        assert opened.state.session.entries == history.entries
        return False
    assert aside.read_bytes() == damaged
    return True


def check_what_is_left(history: History, file: Path) -> None:
    """Check that every complete game is still there, and that other losses were reported.

    A file with losses is set aside.
    """
    damaged = [beside(file, part).read_bytes() for part in LOGS]
    evening = SavedEvening(file)
    assert evening.status in (None, StorageStatus.DAMAGED)
    session = evening.table.session
    entries = session.entries if session else []
    evening.go_on()
    evening.says()
    evening.close()
    assert games_in(file) >= whole_in(history.texts, b"".join(damaged))
    aside = beside(file, ".damaged-1")
    assert aside.exists() == (evening.status is StorageStatus.DAMAGED)
    if evening.doubted:  # play continued in the file, and the set-aside copy has the damage
        assert find_damage(aside) is not None
    elif aside.exists():  # it is set aside unchanged
        assert [beside(aside, part).read_bytes() for part in LOGS] == damaged
    else:  # a flip in the log's last transaction looks like a power cut
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
    assert evening.status in (None, StorageStatus.DAMAGED)
    evening.go_on().press("petal1")
    evening.close()
    assert games_in(file) >= whole_in(history.texts, content)


def test_the_running_game_is_rescued_as_far_as_it_can_be_read(
    history: History, tmp_path: Path
) -> None:
    file = copy_of(history.file, tmp_path / "sound")
    sound = SavedEvening(file)  # moves the log into the file
    assert sound.table.session is not None
    sound.close()
    damage_header(file)
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.DAMAGED
    assert evening.table.session is not None
    assert evening.table.session.entries == sound.table.session.entries
    assert evening.table.preferences == sound.table.preferences
    evening.close()


def test_a_log_without_its_file_is_set_aside(history: History, tmp_path: Path) -> None:
    ruins: tuple[Callable[[Path], object], ...] = (lambda file: file.write_bytes(b""), Path.unlink)
    for number, ruin in enumerate(ruins):
        file = copy_of(history.file, tmp_path / str(number))
        ruin(file)
        log = beside(file, "-wal").read_bytes()
        evening = SavedEvening(file)
        assert evening.status is StorageStatus.DAMAGED
        evening.close()
        assert beside(file, ".damaged-1-wal").read_bytes() == log


def test_a_flipped_flag_does_not_return_a_finished_game_to_the_table(
    game: str, tmp_path: Path
) -> None:
    file = tmp_path / "triqueta.db"
    (record,) = add_history(file, 1, game)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE game SET at_table = 1")
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.DAMAGED
    assert evening.table.session is None
    (past,) = evening.journal.past_games().last
    assert record.result is not None
    assert {score.points for score in past.scores} == set(record.result.scores)
    evening.close()


def test_a_game_keeps_its_number_and_its_place_on_the_table(game: str, tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    add_history(file, 3, game)
    SavedSession(file, game).close()  # before the first draw, so without entries
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DELETE FROM game WHERE id = 1")
        connection.execute("UPDATE game SET checksum = 0 WHERE id = 2")
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.DAMAGED
    assert evening.table.session is not None
    with closing(open_for_reading(file)) as connection:
        assert [saved.number for saved in read_games(connection)] == [4, 3, 2]
    evening.close()


def test_only_its_owner_can_read_a_file_set_aside(history: History, tmp_path: Path) -> None:
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
    """Damage the header of the file, and of the log, which may have the first page as well."""
    for part, place in (("", 68), ("-wal", 24)):
        if beside(file, part).exists():
            content = bytearray(beside(file, part).read_bytes())
            content[place] ^= 1
            beside(file, part).write_bytes(content)


def first_leaf(file: Path, table: str) -> int:
    """Return the offset of the page that has the first rows of a table."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
    content = file.read_bytes()
    while content[(page - 1) * PAGE] in INTERIOR:
        start = (page - 1) * PAGE
        (cell,) = struct.unpack_from(">H", content, start + 12)
        (page,) = struct.unpack_from(">I", content, start + cell)
    return int(page - 1) * PAGE


def test_a_hole_at_the_beginning_of_the_games_hides_nothing_behind_it(
    game: str, tmp_path: Path
) -> None:
    """The running game is only in its row, far behind the hole."""
    file = tmp_path / "triqueta.db"
    add_history(file, 12, game)
    running = SavedSession(file, game).play_on(20)
    running.close()
    content = bytearray(file.read_bytes())
    leaf = first_leaf(file, "game")
    (hidden,) = struct.unpack_from(">H", content, leaf + 3)
    assert 0 < hidden < 12
    content[leaf : leaf + PAGE] = bytes(PAGE)
    file.write_bytes(content)
    evening = SavedEvening(file)
    assert evening.status is StorageStatus.DAMAGED
    assert evening.table.session is not None
    assert evening.table.session.entries == running.session.entries
    with closing(open_for_reading(file)) as connection:
        numbers = {saved.number for saved in read_games(connection)}
    # The game next to the hole may have another number now; the last one is running.
    assert numbers >= set(range(hidden + 2, 14))
    evening.close()


def test_an_entry_changed_to_another_legal_move_is_noticed(game: str, tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    playing = SavedSession(file, game)
    while len(moves := playing.session.moves(playing.session.current_player or 0)) < 2:
        playing.play_on(1)
    before = list(playing.session.entries)
    playing.apply(moves[0])
    playing.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        row = (moves[1], len(before))
        connection.execute("UPDATE entry SET entry = ? WHERE number = ?", row)
    with closing(Journal(file)) as again:
        assert again.status is StorageStatus.DAMAGED
        assert again.state.session is not None
        assert again.state.session.entries == before


def rows_of_games(file: Path) -> int:
    with closing(open_for_reading(file)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM game").fetchone()
    return int(rows)


def test_a_file_damaged_while_it_is_open_is_set_aside_and_the_game_saved_again(
    game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "triqueta.db"
    records = add_history(file, 2, game)
    playing = SavedSession(file, game).play_on(10)
    connection_of(playing.journal).execute("DROP TABLE entry")
    playing.play_on(1)
    assert playing.journal.is_saving
    assert "set aside" in caplog.text
    playing.play_on(5)
    assert playing.journal.status is None
    playing.close()
    with closing(Journal(file)) as again:
        assert again.status is None
        assert again.state.session is not None
        assert again.state.session.entries == playing.session.entries
    assert {identity(record.document()) for record in records} < games_in(file)
    assert rows_of_games(file) == 3  # the running game has one row, not two


# The other tests need separate processes, for resource limits and another user.

PLAYER = Template("""
import os, sys
from pathlib import Path
from tests.journal.saved_games import OWN_GAMES, SavedSession
$prelude
for game in OWN_GAMES:  # each in a folder of its own
    file = Path(sys.argv[1], game, "triqueta.db")
    $before
    playing = SavedSession(file, game)
    print(game, "before:", playing.journal.status, len(playing.session.entries))
    $limit
    playing.play_on(40)
    print(game, "after:", playing.journal.status)
    $unlimit
    playing.close()
""")
AS_ANOTHER_USER = """
import tempfile
with tempfile.TemporaryDirectory() as folder:  # imports modules that another user cannot read
    for game in OWN_GAMES:
        SavedSession(Path(folder, game, "triqueta.db"), game).play_on(9).close()
        SavedSession(Path(folder, game, "triqueta.db"), game).close()
if os.geteuid() == 0:
    os.setuid(65534)
"""
LIMITS = "from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit"
LIMIT = (
    "used = Path(str(file) + '-wal').stat().st_size; "
    "setrlimit(RLIMIT_FSIZE, (used + 20000, RLIM_INFINITY))"
)
FULL = "setrlimit(RLIMIT_FSIZE, (8192, RLIM_INFINITY))"
ROOM = "setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))"
UNLIMIT = f"{ROOM}; playing.play_on(1); print(game, 'again:', playing.journal.status)"
ENTRIES = 41  # in each game after `UNLIMIT`


def play_in_process(
    folder: Path, *, prelude: str = "", before: str = "", limit: str = "", unlimit: str = ""
) -> dict[str, str]:
    """Play all games in a separate process, and return its output for each of them."""
    code = PLAYER.substitute(prelude=prelude, before=before, limit=limit, unlimit=unlimit)
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        check=False,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    return {
        game: "\n".join(line for line in lines if line.startswith(game) or f"/{game}/" in line)
        for game in OWN_GAMES
    }


def test_a_full_disk_and_space_again(tmp_path: Path) -> None:
    for game in OWN_GAMES:
        SavedSession(tmp_path / game / "triqueta.db", game).close()
    output = play_in_process(tmp_path, prelude=LIMITS, limit=LIMIT, unlimit=UNLIMIT)
    for game, told in output.items():
        assert f"{game} after: full" in told or f"{game} after: failed" in told
        assert "the game is not being saved" in told
        assert f"{game} again: None" in told
        check_that_all_is_there(tmp_path / game / "triqueta.db")


def check_that_all_is_there(file: Path) -> None:
    with closing(Journal(file)) as journal:
        assert journal.status is None
        assert journal.state.session is not None
        assert len(journal.state.session.entries) == ENTRIES
    assert rows_of_games(file) == 1


def test_a_disk_that_is_full_from_the_start_and_space_again(tmp_path: Path) -> None:
    output = play_in_process(tmp_path, prelude=LIMITS, before=FULL, unlimit=UNLIMIT)
    for game, told in output.items():
        assert f"{game} after: full" in told or f"{game} after: failed" in told
        assert f"{game} again: None" in told
        file = tmp_path / game / "triqueta.db"
        check_that_all_is_there(file)
        assert not beside(file, ".new").exists()


def test_a_damaged_file_on_a_full_disk(tmp_path: Path) -> None:
    files = [tmp_path / game / "triqueta.db" for game in OWN_GAMES]
    for game, file in zip(OWN_GAMES, files, strict=True):
        add_history(file, 2, game)
        damage_header(file)
    contents = [file.read_bytes() for file in files]
    output = play_in_process(tmp_path, prelude=LIMITS, before=FULL, unlimit=ROOM)
    assert all("not being saved" in told for told in output.values())
    assert [file.read_bytes() for file in files] == contents
    assert not list(tmp_path.glob("*/*.part"))


def test_a_full_disk_and_the_plug_pulled(tmp_path: Path) -> None:
    for game in OWN_GAMES:
        SavedSession(tmp_path / game / "triqueta.db", game).close()
    pulled = f"{LIMIT}; playing.play_on(40); {ROOM}; kept = [*globals().get('kept', ()), playing]"
    last = "game == OWN_GAMES[-1] and os._exit(0); continue"  # nothing is closed
    play_in_process(tmp_path, prelude=LIMITS, limit=f"{pulled}; {last}")
    for game in OWN_GAMES:
        playing = SavedSession(tmp_path / game / "triqueta.db", game)
        assert playing.journal.status is None
        playing.play_on(20)
        assert playing.journal.status is None
        playing.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can read."""
    folder = Path(tempfile.mkdtemp(prefix="triqueta-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_to(open_folder: Path, tmp_path: Path) -> None:
    entries = {}
    for game in OWN_GAMES:
        parts, played = unplugged(tmp_path / game / "triqueta.db", game, 30)
        entries[game] = len(played)
        file = put(open_folder / game / "triqueta.db", parts)
        for path in file.parent.iterdir():
            path.chmod(0o444)
        file.parent.chmod(0o555)
    output = play_in_process(open_folder, prelude=AS_ANOTHER_USER)
    for game, told in output.items():
        assert f"{game} before: read-only {entries[game]}" in told  # it resumes in memory
        assert f"{game} after: read-only" in told
        assert "not being saved" in told
        (open_folder / game).chmod(0o755)
