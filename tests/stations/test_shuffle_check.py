"""Tests of the check of a shuffle, on every game: its words, and when a page can ask for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.games.ettana.test_pattern_deck import CARDS, written
from tests.games.every_game import TESTED, Tested, guests
from tests.stations.live_table import NO_BEAT, LiveTable, set_apart
from tests.stations.test_web_pages import ELSEWHERE, Browser, bare_table, over
from triqueta.games import installed_games
from triqueta.games.triqueta.session import NEXT, TriquetaSession
from triqueta.records.record import AnyRecord
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Language, said
from triqueta.stations.web import downloads
from triqueta.stations.web.shuffle_check import ShuffleCheck, check_shuffle
from triqueta.table.session import TUTORIAL

FILE = "game-12345678.json"
PROOF = Proof.of(bytes(range(32)), "1:3,2:5")
DECK_FILE = written([*CARDS])


@pytest.fixture(autouse=True)
def with_guests() -> Iterator[None]:
    with guests():
        yield


def finished(tested: Tested, cuts: str = "1:3,2:5") -> AnyRecord:
    players = 2
    session = tested.play(players, seed=1)
    proof = Proof.of(bytes(range(32)), cuts)
    return installed_games().random_game(
        tested.game, tested.edition, session.names, proof, Random(1)
    )


def checked(record: AnyRecord, **changed: object) -> ShuffleCheck:
    """Check a record after some keys of its document were changed."""
    content = json.dumps({**record.document(), **changed}).encode()
    return check_shuffle(installed_games(), FILE, content)


def texts(check: ShuffleCheck, language: Language = Language.ENGLISH) -> list[str]:
    return [said(line.text, language) for line in check.lines]


@pytest.mark.parametrize("tested", TESTED.values(), ids=TESTED)
class TestEveryGame:
    def test_a_fair_game_is_proved(self, tested: Tested) -> None:
        record = finished(tested)
        check = checked(record)
        assert check.is_proved
        assert said(check.title, Language.ENGLISH) == "The shuffle is proved"
        commitment = Proof.of(bytes(range(32)), "").commitment
        told = texts(check)
        assert f"{commitment[:8]} {commitment[8:16]}" in told
        assert "All that chance decided follows from this secret and your 2 cuts." in told
        assert f"All {len(record.moves)} moves follow the rules." in told
        assert told[-1] in (f"triqueta verify {FILE}", f"triqueta verify {FILE} --deck FILE")

    def test_without_a_cut_it_says_who_determined_the_deal(self, tested: Tested) -> None:
        check = checked(finished(tested, cuts=""))
        assert check.is_proved
        assert "You didn't cut, so the device alone determined the deal." in texts(check)

    @pytest.mark.parametrize("key", ["secret", "cuts"])
    def test_another_secret_or_other_cuts_are_not_proved(self, tested: Tested, key: str) -> None:
        record = finished(tested)
        other = Proof.of(bytes(32), "1:1,2:1").document()
        changed = {**Proof.of(bytes(range(32)), "1:3,2:5").document(), key: other[key]}
        check = checked(record, proof=changed)
        assert not check.is_proved
        assert said(check.title, Language.ENGLISH) == "The shuffle is not proved"
        told = texts(check)
        assert told[0] == "This deal does not follow from the shuffle that the device sealed."
        assert told[1].startswith("proof: ")
        assert told[-1] in (f"triqueta verify {FILE}", f"triqueta verify {FILE} --deck FILE")


def test_a_record_without_a_proof_is_not_proved() -> None:
    check = checked(finished(TESTED["triqueta"]), proof=None)
    assert not check.is_proved
    assert texts(check)[1] == "proof: missing; without it the shuffle can't be checked"


def test_a_record_against_the_rules_is_not_valid() -> None:
    check = checked(finished(TESTED["triqueta"]), moves=["d1", "d1"])
    assert not check.is_proved
    assert texts(check)[0].startswith("The record of this game is not valid")


def test_the_command_for_a_game_with_an_owners_deck_names_the_deck() -> None:
    games = installed_games().with_decks({"kanchi": DECK_FILE})
    own = games["ettana"].editions[-1].name
    record = games.random_game("ettana", own, ("Ana", "Ben"), PROOF, Random(1))
    check = check_shuffle(games, FILE, record.encode())
    assert check.is_proved
    assert texts(check)[-1] == f"triqueta verify {FILE} --deck FILE"


class TestOnPages:
    def at_the_end(self, session: TriquetaSession) -> LiveTable:
        for _ in session.names:
            session.apply(NEXT)
        return LiveTable(lambda time: bare_table(session, time), beat=NO_BEAT)

    def test_any_page_can_ask_in_its_language(self) -> None:
        with self.at_the_end(over()) as live:
            answer = Browser(live).get("/shuffle.json?lang=de")
            assert answer.status == 200
            assert answer.headers["Cache-Control"] == "no-store"
            found = json.loads(answer.text)
            assert found["proved"]
            assert found["title"] == "Die Mischung ist bewiesen"
            assert {line["code"] for line in found["lines"]} == {True, False}

    def test_a_game_that_was_dealt_otherwise_is_said_plainly(self) -> None:
        session = over()
        session.proof = replace(session.proof, cuts="1:1")
        with self.at_the_end(session) as live:
            found = json.loads(Browser(live).get("/shuffle.json").text)
            assert not found["proved"]
            assert found["title"] == "The shuffle is not proved"

    def test_the_check_runs_once_per_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        runs: list[bytes] = []

        def count(games: Any, name: str, content: bytes) -> ShuffleCheck:
            runs.append(content)
            return check_shuffle(games, name, content)

        monkeypatch.setattr(downloads, "check_shuffle", count)
        with self.at_the_end(over()) as live:
            answers = {Browser(live).get("/shuffle.json").text for _ in range(3)}
            assert len(answers) == 1
            assert len(runs) == 1

    def test_a_tutorial_has_nothing_to_check(self) -> None:
        session = over()
        session.entries.insert(0, TUTORIAL)
        with self.at_the_end(session) as live:
            found = json.loads(Browser(live).get("/shuffle.json").text)
            assert found["title"] == "The tutorial isn't shuffled"
            assert not found["proved"]

    def test_a_phone_elsewhere_may_ask_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        set_apart(monkeypatch)
        with self.at_the_end(over()) as live:
            assert Browser(live).get("/shuffle.json", ELSEWHERE).status == 200
