"""Tests that every link and picture in the Markdown files leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
NOT_OURS = {"build", "dist", "node_modules"}

FENCED = re.compile(r"^( *)(```+|~~~+).*?^ *\2[`~]* *$", re.M | re.S)
IN_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
LINKS = (
    re.compile(r"\]\(\s*<?([^)\s>]*)>?(?:\s+[\"'(][^)]*)?\)"),  # [text](target "title")
    re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)", re.M),  # [name]: target
    re.compile(r"\b(?:src|srcset|href)\s*=\s*[\"']([^\"']*)[\"']"),
    re.compile(r"<([a-z][a-z0-9+.-]*:[^\s>]*)>"),  # <https://...>
    re.compile(r"(?<![\"'(<\w])(https?://[^\s)>\]\"']*[^\s)>\]\"'.,;:])"),  # bare address
)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$", re.M)
OWN_ANCHOR = re.compile(r"\b(?:id|name)\s*=\s*[\"']([^\"']+)[\"']")
HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}")


def markdown_files(root: Path) -> list[Path]:
    def is_ours(path: Path) -> bool:
        folders = path.relative_to(root).parts[:-1]
        return not any(part in NOT_OURS or part.startswith(".") for part in folders)

    return sorted(path for path in root.rglob("*.md") if is_ours(path))


def targets(text: str) -> Iterator[str]:
    """Yield the targets of a text's links, except those in code."""
    prose = IN_CODE.sub("", FENCED.sub("", text))
    for pattern in LINKS:
        yield from pattern.findall(prose)


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub makes of a text's headings."""
    prose = FENCED.sub("", text)
    found = set(OWN_ANCHOR.findall(prose))
    for heading in HEADING.findall(prose):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", other))
        found.add(f"{slug}-{again}" if again else slug)
    return found


def trouble(file: Path, target: str, root: Path) -> str | None:
    """Return what is wrong with a link, or None."""
    parts = urlsplit(target)
    if parts.scheme == "https":
        return None if HOST.fullmatch(parts.netloc) else "no well-formed address"
    if parts.scheme or parts.netloc:
        return "links go to https or to a file of ours"
    if not target or parts.path.startswith(("/", "~", "\\")) or "\\" in target:
        return "not the path of a file beside this one"
    return _trouble_with_file(file, unquote(parts.path), unquote(parts.fragment), root)


def _trouble_with_file(file: Path, path: str, fragment: str, root: Path) -> str | None:
    there = (file.parent / path).resolve() if path else file.resolve()
    if not there.is_relative_to(root.resolve()):
        return "leads out of the repository"
    if not there.exists():
        return "no such file"
    if fragment and there.suffix == ".md" and fragment not in anchors(there.read_text("utf-8")):
        return "no such heading"
    return None


@pytest.mark.parametrize(
    "file", markdown_files(ROOT), ids=lambda file: str(file.relative_to(ROOT))
)
def test_links(file: Path) -> None:
    found = {target: trouble(file, target, ROOT) for target in targets(file.read_text("utf-8"))}
    assert {target: wrong for target, wrong in found.items() if wrong} == {}


def test_the_files_are_found() -> None:
    assert {ROOT / "README.md", ROOT / "firmware/pod/README.md"} <= set(markdown_files(ROOT))
    assert len(list(targets((ROOT / "README.md").read_text("utf-8")))) >= 20


PAGE = """# The page
## What is `here`, and why?
## Again
## Again
<a id="own"></a>
"""


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("[a](page.md)", None),
        ("[a](../docs/page.md#what-is-here-and-why 'a title')", None),
        ("[a](page.md#again-1)", None),
        ("[a](page.md#own)", None),
        ("[a](page.md#again-2)", "no such heading"),
        ("[a](#elsewhere)", "no such heading"),
        ("![a](picture.png)", "no such file"),
        ("[![a](page.md)](gone.md)", "no such file"),
        ('<img src="gone.png" width="9">', "no such file"),
        ("[a]\n\n[a]: gone.md", "no such file"),
        ("[a](../../outside.md)", "leads out of the repository"),
        ("[a](/home/ana/page.md)", "not the path of a file beside this one"),
        ("[a](~/page.md)", "not the path of a file beside this one"),
        ("[a](C:\\page.md)", "links go to https or to a file of ours"),
        ("[a](file:///tmp/page.md)", "links go to https or to a file of ours"),
        ("[a]()", "not the path of a file beside this one"),
        ("[a](http://example.org)", "links go to https or to a file of ours"),
        ("see http://example.org/x.", "links go to https or to a file of ours"),
        ("[a](https://example)", "no well-formed address"),
        ("<https://exa_mple.org>", "no well-formed address"),
        ("see https://example.org/a?b#c, and", None),
        ("`[a](gone.md)` and ``` `[a](gone.md) ```", None),
        ("```\n[a](gone.md)\n```\n", None),
    ],
)
def test_what_is_wrong_is_found(link: str, wrong: str | None, tmp_path: Path) -> None:
    docs = tmp_path / "repo/docs"
    docs.mkdir(parents=True)
    (tmp_path / "outside.md").write_text(PAGE)
    (docs / "page.md").write_text(PAGE)
    (docs / "links.md").write_text(link)
    found = {trouble(docs / "links.md", target, tmp_path / "repo") for target in targets(link)}
    assert found - {None} == ({wrong} - {None})
