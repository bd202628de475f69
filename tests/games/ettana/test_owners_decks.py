"""Owners' decks: named in `table.toml`, chosen at the table, and missing when a game resumes."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.games.ettana.tables import DECK, NAMES
from tests.games.ettana.test_pattern_deck import CARDS, written
from triqueta.cli import CommandError
from triqueta.cli.play_table import games_of, owners_decks
from triqueta.config.reading import read_config
from triqueta.config.settings import PlayConfig, TableConfig
from triqueta.games import installed_games
from triqueta.games.ettana.rules import PatternDeck
from triqueta.games.ettana.rules.patterns import shipped_deck
from triqueta.games.ettana.session import EttanaSession
from triqueta.journal.database import open_for_reading, open_for_writing, transaction
from triqueta.journal.games import read_games
from triqueta.journal.journal import Journal
from triqueta.journal.rescue import rescue
from triqueta.records.record import verify
from triqueta.records.shuffle import Proof
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.phrases import Language, said
from triqueta.screens.screen import Answer, Question
from triqueta.table.registry import Registry
from triqueta.table.saving import StorageStatus
from triqueta.table.session import UNDO, AnySession
from triqueta.table.state import Preferences, TableState

CONTENT = written([*CARDS])
PROOF = Proof.of(bytes(range(32)), "")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kanchi.toml"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def triqueta(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(capsysbinary)


def config(*files: Path) -> TableConfig:
    return TableConfig(table=PlayConfig(decks=tuple(map(str, files))))


OWN = installed_games().with_decks({"kanchi": CONTENT})
"""The games with an owner's deck in addition to the shipped one."""


def dealt(edition: str, proof: Proof = PROOF, games: Registry = OWN) -> AnySession:
    return games.deal("ettana", edition, NAMES[:2], None, proof)


def begun(edition: str, proof: Proof = PROOF) -> AnySession:
    session = dealt(edition, proof)
    for _ in range(6):
        session.apply(session.chance() or session.moves(session.current_player or 0)[0])
    return session


class TestChoosing:
    def test_each_is_an_edition_beside_the_shipped_one(self, file: Path) -> None:
        usual, own = games_of(config(file))["ettana"].editions
        assert (usual.name, own.name) == ("ettana", "ettana kanchi")
        assert said(own.label, Language.ENGLISH) == "Ettana: kanchi"
        assert own.players == usual.players
        assert dealt("ettana kanchi").document()["deck"] == PatternDeck.loads(CONTENT).name
        assert dealt("ettana").document()["deck"] == shipped_deck().name

    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize("name", ["kanchi", "W" * 20, "my\nown deck", "é" * 40])
    def test_whatever_it_is_called_its_answers_fit(self, name: str, language: Language) -> None:
        own = installed_games().with_decks({name: CONTENT})["ettana"].editions[-1]
        answers = tuple(Answer(1, text) for text in (own.label, own.detail))
        assert clipped(Frame(Question(title="", answers=answers), language)) == []

    def test_its_cards_are_played(self) -> None:
        for edition, deck in (("ettana kanchi", DECK), ("ettana", shipped_deck())):
            session = dealt(edition)
            assert isinstance(session, EttanaSession)
            assert session.view(None).deck.patterns == deck.patterns

    def test_without_any_there_is_the_shipped_one(self) -> None:
        assert [edition.name for edition in games_of(config())["ettana"].editions] == ["ettana"]

    def test_games_without_decks_are_as_before(self, file: Path) -> None:
        before, games = installed_games(), games_of(config(file))
        assert (games["zatre"], games["triqueta"]) == (before["zatre"], before["triqueta"])

    def test_records_of_either_are_read(self) -> None:
        for edition in ("ettana", "ettana kanchi"):
            document = dealt(edition).document()
            record = OWN.read(document)
            assert (record.edition, record.document()) == ("ettana", document)
            assert verify(record) == PROOF

    def test_codes_of_either_are_read(self) -> None:
        for edition in ("ettana", "ettana kanchi"):
            session = begun(edition)
            read = OWN.load_codes("ettana", "\n".join(OWN.codes(session)))
            assert read.document() == session.document()


class TestTheSetting:
    def test_is_a_list_of_paths(self, file: Path) -> None:
        text = f"[table]\ndecks = [{json.dumps(str(file))}]\n"
        assert read_config(text).table.decks == (str(file),)

    @pytest.mark.parametrize("value", ['"kanchi.toml"', '["kanchi.toml"]', "[1]", "7"])
    def test_another_value_is_refused_with_its_place(
        self, triqueta: Command, tmp_path: Path, value: str
    ) -> None:
        settings = tmp_path / "table.toml"
        settings.write_text(f"[table]\ndecks = {value}\n", "utf-8")
        told = triqueta.fails("config", "--check", settings)
        assert f"{settings}:2: table.decks: " in told
        assert "a list of absolute paths" in told

    def test_a_bad_deck_is_reported_with_the_card_and_the_reason(
        self, triqueta: Command, tmp_path: Path, file: Path
    ) -> None:
        file.write_bytes(written([*CARDS[:4], (4, ["A"]), *CARDS[5:]]))
        settings = tmp_path / "table.toml"
        settings.write_text(f"[table]\ndecks = [{json.dumps(str(file))}]\n", "utf-8")
        wrong = f"{file}: pattern 5: annas: 4 instead of 1 to 3 (E5)"
        assert triqueta.fails("config", "--check", settings) == wrong
        played = ("play", "--virtual", "--no-browser", "--journal", tmp_path / "journal.db")
        assert triqueta.fails(*played, "--config", settings) == wrong
        assert not (tmp_path / "journal.db").exists()

    def test_a_missing_one_is_named(self, tmp_path: Path) -> None:
        missing = tmp_path / "gone.toml"
        with pytest.raises(CommandError, match=rf"^{missing}: No such file"):
            owners_decks(config(missing))

    def test_two_decks_with_the_same_name_are_refused(self, tmp_path: Path, file: Path) -> None:
        other = tmp_path / "other" / file.name
        other.parent.mkdir()
        other.write_bytes(CONTENT)
        with pytest.raises(CommandError, match="two decks are called kanchi"):
            owners_decks(config(file, other))


class TestGoingOn:
    @pytest.fixture
    def saved(self, tmp_path: Path, file: Path) -> Path:
        """Write a journal with an unfinished game that uses an owner's deck."""
        path = tmp_path / "journal.db"
        with closing(Journal(path, OWN)) as journal:
            journal.save(TableState(Preferences(), session=begun("ettana kanchi")))
            assert journal.status is None
        return path

    def test_with_the_same_file_the_game_resumes(self, saved: Path) -> None:
        with closing(Journal(saved, OWN)) as journal:
            assert journal.status is None
            assert journal.state.session is not None
            assert journal.state.session.entries == begun("ettana kanchi").entries

    @pytest.mark.parametrize("changed", [True, False])
    def test_with_a_changed_file_or_none_it_waits_and_nothing_is_lost(
        self, saved: Path, file: Path, changed: bool, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = saved.read_bytes()
        file.write_bytes(CONTENT + b"# another\n")
        games = games_of(config(file) if changed else config())
        with closing(Journal(saved, games)) as journal:
            assert journal.status is StorageStatus.DECK
            assert not journal.is_saving
            assert journal.state.session is None
            journal.save(TableState(Preferences(recent_names=("Zoe",))))
        named = PatternDeck.loads(CONTENT).name[:16]
        assert f"deck: the game was played with {named}" in caplog.text
        assert saved.read_bytes() == before
        assert list(saved.parent.glob("*damaged*")) == []
        with closing(Journal(saved, OWN)) as journal:
            assert journal.state.session is not None
            assert journal.state.session.entries == begun("ettana kanchi").entries

    def test_the_history_is_there_without_it(self, saved: Path, triqueta: Command) -> None:
        assert "Ana, Ben (in progress)" in triqueta("history", "--journal", saved).out

    def test_a_rescue_without_the_deck_recovers_everything_else(
        self, saved: Path, tmp_path: Path
    ) -> None:
        with closing(Journal(saved, OWN)) as journal:
            other = begun("ettana", Proof.of(bytes(32), ""))
            journal.save(TableState(Preferences(), session=other))
        with closing(open_for_writing(saved)) as connection, transaction(connection):
            connection.execute("DELETE FROM summary")  # so that each game has to be read again
        rescue(saved, tmp_path / "rescued.db", installed_games())
        with closing(open_for_reading(tmp_path / "rescued.db")) as connection:
            found = [
                saved.record(installed_games()).document()["deck"]
                for saved in read_games(connection)
            ]
        assert found == [shipped_deck().name]


class TestImporting:
    def test_takes_the_deck_it_was_played_with(
        self, triqueta: Command, tmp_path: Path, file: Path
    ) -> None:
        record = tmp_path / "game.ettana.json"
        record.write_text(json.dumps(begun("ettana kanchi").document()), "utf-8")
        journal = tmp_path / "journal.db"
        words = ("history", "--journal", journal, "--import", record)
        assert "deck: the game was played with " in triqueta.fails(*words)
        assert triqueta(*words, "--deck", file).out == f"{record}: added as game 1\n"
        assert "already saved" in triqueta(*words, "--deck", file).out


def test_what_is_taken_back_stays_in_its_deck() -> None:
    session = dealt("ettana kanchi")
    while not session.may_undo(None):
        session.apply(session.chance() or session.moves(session.current_player or 0)[0])
    session.apply(UNDO)
    assert session.document()["deck"] == PatternDeck.loads(CONTENT).name
