"""Tests of the journal's log: damage that loses entries is noticed, a power cut is no damage."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.journal.saved_games import OWN_GAMES, SavedSession, put, unplugged
from triqueta.journal import database, write_ahead
from triqueta.journal.file import LOGS, beside
from triqueta.journal.journal import Journal
from triqueta.journal.write_ahead import Log, check_log
from triqueta.table.saving import StorageStatus

HEADER = 32
FRAME = 24 + 4096
ENTRIES = 30


@pytest.fixture(scope="module", params=OWN_GAMES)
def left(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], list[str]]:
    """The files of a game whose last entries have a log frame each, and all its entries."""
    file = tmp_path_factory.mktemp("left") / "triqueta.db"
    parts, entries = unplugged(file, request.param, ENTRIES)
    log = Log(parts["-wal"])
    assert log.sound_frames() == len(log.frames)
    assert all(frame.commits for frame in log.frames[-4:])
    return parts, entries


def wiped(log: bytes, *frames: int, header_only: bool = False) -> bytes:
    """Return the log with some frames zeroed, counted from the end as -1, -2, ..."""
    content = bytearray(log)
    for frame in frames:
        start = len(log) + frame * FRAME
        size = 24 if header_only else FRAME
        content[start : start + size] = bytes(size)
    return bytes(content)


def started(folder: Path, parts: dict[str, bytes]) -> tuple[StorageStatus | None, list[str]]:
    """Open the journal; return its status and the entries of its running game."""
    with closing(Journal(put(folder / "triqueta.db", parts))) as journal:
        session = journal.state.session
    return journal.status, session.entries if session else []


class TestDamage:
    @pytest.mark.parametrize(
        "frames", [(-2,), (-3,), (-3, -2), (-9, -8, -2), (-6,), tuple(range(-8, -1))], ids=str
    )
    @pytest.mark.parametrize("header_only", [False, True])
    def test_wiped_frames_before_the_last_one_are_noticed_and_nothing_is_lost(
        self,
        left: tuple[dict[str, bytes], list[str]],
        memory: Path,
        frames: tuple[int, ...],
        header_only: bool,
    ) -> None:
        parts, entries = left
        log = wiped(parts["-wal"], *frames, header_only=header_only)
        assert started(memory / "copy", {**parts, "-wal": log}) == (StorageStatus.DAMAGED, entries)

    def test_a_bit_in_the_last_frame_but_one_is_noticed(
        self, left: tuple[dict[str, bytes], list[str]], memory: Path
    ) -> None:
        parts, entries = left
        log = bytearray(parts["-wal"])
        log[-2 * FRAME + 24 + 2000] ^= 1  # in an unused part of the page
        assert Log(bytes(log)).is_damaged()
        found = started(memory / "copy", {**parts, "-wal": bytes(log)})
        assert found == (StorageStatus.DAMAGED, entries)

    def test_a_commit_behind_the_bad_frame_shows_the_damage(self, memory: Path) -> None:
        """This holds even if the page numbers ascend as in a single transaction."""
        playing = SavedSession(memory / "triqueta.db", "triqueta").play_on(5)
        playing.journal.remember_pods({"e661": 0})
        playing.play_on(1)
        parts = files_of(playing)
        playing.close()
        assert [frame.page for frame in Log(parts["-wal"]).frames[-3:]] == [3, 4, 7]
        log = bytearray(parts["-wal"])
        log[-2 * FRAME + 24 + 2000] ^= 1
        found = started(memory / "copy", {**parts, "-wal": bytes(log)})
        assert found == (StorageStatus.DAMAGED, playing.session.entries)

    def test_pages_that_go_back_are_more_than_one_transaction(self, memory: Path) -> None:
        """Settings take two pages; of the last transaction but one, only the first is left."""
        file = memory / "triqueta.db"
        playing = SavedSession(file, "zatre")
        for number in range(3):
            playing.journal.remember_pods({"e661": number})
        log = (memory / "triqueta.db-wal").read_bytes()
        playing.close()
        pages = [(frame.page, frame.commits) for frame in Log(log).frames[-4:]]
        assert pages == [(3, False), (4, True)] * 2
        assert Log(wiped(log, -3)).is_damaged()

    def test_a_log_without_a_header_is_damaged(
        self, left: tuple[dict[str, bytes], list[str]]
    ) -> None:
        log = left[0]["-wal"]
        assert Log(bytes(HEADER) + log[HEADER:]).is_damaged()


class TestPowerCut:
    """Tests of power cuts: a cut spoils only the last transaction, which is not damage."""

    def test_the_last_frame_is_torn_or_missing(
        self, left: tuple[dict[str, bytes], list[str]], memory: Path
    ) -> None:
        parts, entries = left
        torn = parts["-wal"][:-2000] + bytes(2000)
        for number, log in enumerate((wiped(parts["-wal"], -1), torn, parts["-wal"][:-FRAME])):
            found = started(memory / str(number), {**parts, "-wal": log})
            assert found == (None, entries[:-1])

    def test_the_first_frame_of_the_last_transaction_is_missing(self, memory: Path) -> None:
        """A disk may have written the second frame first."""
        playing = SavedSession(memory / "triqueta.db", "ettana").play_on(5)
        playing.journal.remember_pods({"e661": 0})
        parts = files_of(playing)
        parts["-wal"] = wiped(parts["-wal"], -2)
        playing.close()
        assert started(memory / "copy", parts) == (None, playing.session.entries)

    def test_a_frame_is_torn_between_its_page_and_its_salts(self, memory: Path) -> None:
        """A sector ends there, so the frame keeps its correct salts but has no page number."""
        playing = SavedSession(memory / "triqueta.db", "ettana")
        while len(Log(files_of(playing)["-wal"]).frames) < 41:
            playing.play_on(1)
        playing.journal.remember_pods({"e661": 0})  # two frames
        parts = files_of(playing)
        playing.close()
        start = HEADER + 41 * FRAME
        assert (start + 8) % 512 == 0
        parts["-wal"] = parts["-wal"][:start] + bytes(8) + parts["-wal"][start + 8 :]
        assert started(memory / "copy", parts) == (None, playing.session.entries)

    @pytest.mark.parametrize("game", OWN_GAMES)
    def test_frames_of_an_older_log_behind_the_end_are_not_damage(
        self, game: str, memory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLite restarts its log from the beginning and overwrites the old frames."""
        monkeypatch.setattr(database, "LOG_PAGES", 8)
        playing = SavedSession(memory / "triqueta.db", game)
        restarted = 0
        for number in range(25):
            playing.play_on(1)
            parts = files_of(playing)
            log = Log(parts["-wal"])
            restarted += log.sound_frames() < len(log.frames)
            found = started(memory / str(number), parts)
            assert found == (None, playing.session.entries)
            if 2 < log.sound_frames() < len(log.frames):
                older = log.sound_frames() - len(log.frames)
                parts["-wal"] = wiped(parts["-wal"], older - 2)
                found = started(memory / f"wiped-{number}", parts)
                assert found == (StorageStatus.DAMAGED, playing.session.entries)
        playing.close()
        assert restarted > 10

    def test_a_log_that_is_written_while_it_is_read_is_not_damage(
        self,
        left: tuple[dict[str, bytes], list[str]],
        memory: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """SQLite may restart the log meanwhile, so that the start is old and the end is new."""
        parts, _ = left
        file = put(memory / "copy" / "triqueta.db", parts)
        found = [wiped(parts["-wal"], -5), wiped(parts["-wal"], -6), parts["-wal"]]
        monkeypatch.setattr(write_ahead, "content", lambda _: found.pop(0))
        check_log(file)
        assert found == []


def files_of(playing: SavedSession) -> dict[str, bytes]:
    return {part: beside(playing.journal.path, part).read_bytes() for part in LOGS}
