"""Tests that the clauses, commands, files and figures named in the docs exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.test_links import FENCED, markdown_files, targets
from triqueta.cli import COMMANDS, main
from triqueta.games import installed_games
from triqueta.records.shuffle import Proof
from triqueta.stations import script

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GAMES = ROOT / "triqueta" / "games"
PICTURES = ROOT / "hardware" / "pictures"
CLAUSES = {
    "triqueta": ("rules.md", "RWD", 14 + 5 + 5),
    "zatre": ("zatre.md", "Z", 16),
    "ettana": ("ettana.md", "E", 15),
}
"""For each game: the page with its clauses, their initial letters, and their number."""

PAGES = [page for page in markdown_files(ROOT) if page.name != "CHANGELOG.md"]
INDENTED = re.compile(r"^ {4}(\S.*)$", re.M)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
COMMAND = re.compile(r"^(?:sudo )?(?:\.venv/bin/)?triqueta (\w+)(.*)")
OPTION = re.compile(r"--[a-z][a-z-]*")
MODULE = re.compile(r"python3? -m ([\w.]+)")
FILE = re.compile(r"(?:triqueta|firmware|hardware|tests|docs)/[\w./*-]*")


def code(text: str) -> Iterator[str]:
    """Yield everything in a page that is formatted as code, command by command."""
    blocks = [found[0] for found in FENCED.finditer(text)]
    prose = FENCED.sub("", text)
    spans = [*SPAN.findall(prose), *INDENTED.findall(prose)]
    for line in [*spans, *(line for block in blocks for line in block.splitlines())]:
        for part in line.split("&&"):
            yield part.replace("\\|", " ").strip()


def named(page: Path) -> list[str]:
    return list(code(page.read_text("utf-8")))


def every(pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    for page in PAGES:
        for part in named(page):
            for found in pattern.finditer(part):
                yield f"{page.relative_to(ROOT)}: {part}", found


def cited(game: str) -> dict[str, str]:
    """Return the clauses that the program names, each with one of the files that name it."""
    _, letters, _ = CLAUSES[game]
    return {
        clause: str(file.relative_to(ROOT))
        for file in (GAMES / game).rglob("*.py")
        for clause in re.findall(rf"\b[{letters}][1-9]\d?\b", file.read_text("utf-8"))
    }


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_that_is_cited_is_in_the_docs(game: str) -> None:
    page, letters, number = CLAUSES[game]
    text = (DOCS / page).read_text("utf-8")
    stated = set(re.findall(rf"^- \*\*([{letters}]\d+)", text, re.M))
    assert len(stated) == number
    found = cited(game)
    assert found.keys() <= stated, {clause: found[clause] for clause in found.keys() - stated}


def test_clauses_are_cited_at_all() -> None:
    assert {"R6", "W3", "D4"} <= cited("triqueta").keys()
    assert {"Z1", "Z5", "Z9", "Z16"} <= cited("zatre").keys()
    assert {"E1", "E7", "E12", "E15"} <= cited("ettana").keys()


def test_every_page_is_found_from_the_readme() -> None:
    found, new = set[Path](), {ROOT / "README.md"}
    while new:
        found |= new
        linked = {
            (page.parent / target.partition("#")[0]).resolve()
            for page in new
            for target in targets(page.read_text("utf-8"))
        }
        new = {page for page in linked if page.suffix == ".md"} - found
    assert set(markdown_files(ROOT)) <= found


def test_the_index_has_every_page() -> None:
    linked = set(targets((DOCS / "README.md").read_text("utf-8")))
    assert {page.name for page in DOCS.glob("*.md")} - {"README.md"} <= linked


def test_the_examples_of_the_library_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / "library.md").read_text("utf-8")
    playing, reading = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    names: dict[str, object] = {}
    exec(playing, names)  # noqa: S102 - our own docs
    game = names["game"]
    assert getattr(game, "moves") == ["d3"]  # noqa: B009
    proof = Proof.of(bytes(32), "")
    record = installed_games().random_game("triqueta", "base", ("A", "B"), proof, Random(1))
    monkeypatch.chdir(tmp_path)
    Path("game.tqr.json").write_bytes(record.encode())
    exec(reading, {})  # noqa: S102 - our own docs
    assert Path("copy.tqr.json").read_bytes() == record.encode()


def test_a_whole_game_is_told_in_the_order_of_its_script() -> None:
    lines = [line.words for line in script.read_script(PICTURES / "family-game.txt")]
    taken = [words[-1] for words in lines if words[0] == "shot"]
    text = (DOCS / "playing.md").read_text("utf-8")
    _, _, story = text.partition("## A whole game in pictures\n")
    story, _, _ = story.partition("\n## ")
    files = dict(re.findall(r"^\[(f-[\w-]+)\]: .*/(family-[\w-]+\.png)$", story, re.M))
    assert [files[label] for label in re.findall(r"!\[[^]]+\]\[([^]]+)\]", story)] == taken
    assert {path.name for path in PICTURES.glob("family-*.png")} == set(taken)
    expected = [words[-1] for words in lines if words[0] == "expect"]
    assert (expected[0], expected[-1]) == ("Language", "Zoé wins!")


def test_every_command_is_listed() -> None:
    listed = re.findall(r"^\| `triqueta (\w+)", (DOCS / "commands.md").read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(COMMANDS)


def test_every_command_of_a_script_is_documented() -> None:
    assert script.__doc__
    _, _, lines = script.__doc__.partition("\n\n")
    assert lines in (DOCS / "commands.md").read_text("utf-8")


def test_commands_and_their_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    def options(*words: str) -> set[str]:
        with suppress(SystemExit):
            main([*words, "--help"])
        return set(OPTION.findall(capsys.readouterr().out))

    seen = 0
    known = {command: options(command) for command in COMMANDS}
    known["pod"] |= options("pod", "list") | options("pod", "flash") | options("pod", "test")
    for place, command in every(COMMAND):
        assert command[1] in known, place
        assert set(OPTION.findall(command[2])) <= known[command[1]], place
        seen += 1
    assert seen > 50
    for row in (DOCS / "commands.md").read_text("utf-8").splitlines():
        if row.startswith("| `triqueta "):
            assert set(OPTION.findall(row)) <= known[row.split()[2].rstrip("`")], row


def test_options_of_pytest_exist(pytestconfig: pytest.Config) -> None:
    found = [
        (place, option)
        for place, line in every(re.compile(r"(?:\.venv/bin/)?pytest\b.*"))
        for option in OPTION.findall(line[0])
    ]
    assert len(found) > 5
    for place, option in found:
        try:
            pytestconfig.getoption(option)
        except ValueError:
            pytest.fail(place)


def test_modules_exist() -> None:
    seen = {(place, module[1]) for place, module in every(MODULE)}
    assert len(seen) > 15
    assert [place for place, module in seen if find_spec(module) is None] == []


def test_files_exist() -> None:
    seen = [
        (f"{page.relative_to(ROOT)}: {word}", word)
        for page in PAGES
        for part in named(page)
        for word in part.split()
        # In a command, `triqueta/` is the folder of a clone.
        if FILE.fullmatch(word) and (word == part or not word.startswith("triqueta/"))
    ]
    assert len(seen) > 50
    assert [place for place, word in seen if not any(ROOT.glob(word.rstrip("/")))] == []


def test_every_benchmark_is_named_beside_its_figures() -> None:
    folder = ROOT / "tests" / "benchmarks"
    runnable = {
        file.stem
        for file in folder.glob("*.py")
        if '__name__ == "__main__"' in file.read_text("utf-8") and file.stem != "started_device"
    }
    runnable |= {file.parent.name for file in folder.glob("*/__main__.py")}
    assert len(runnable) > 10
    page = (DOCS / "benchmarks.md").read_text("utf-8")
    assert set(re.findall(r"^    .*-m tests\.benchmarks\.(\w+)$", page, re.M)) == runnable
