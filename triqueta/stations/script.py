"""Scripts: text files with key presses, which run against a table in simulated time.

stations table seat1        # first line: the stations that are present
table petal3                # press and release a key
seat1 soft2 down            # hold a key; `up` releases it
wait 30                     # seconds
shot drawn.png              # save an enlarged picture of the table station
seat1 shot secret.png       # save a picture of another station
expect "take the device"    # check for this text on the screen
include set-up.txt          # run another script from the same folder
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from triqueta.screens.frame import Frame, picture, words
from triqueta.screens.station import STATIONS, TABLE, Key
from triqueta.table.events import Decided, Event, Join, KeyDown, KeyUp, Tick
from triqueta.table.table import Table

MAGNIFIED = 4
DEEPEST_INCLUDE = 10
LARGEST_SCRIPT = 1_000_000  # bytes, with every include counted again; a game needs 10,000
TOO_LARGE = f"the script and its includes are larger than {LARGEST_SCRIPT:,} bytes"
LONGEST_QUOTE = 60
_KEYS = ", ".join(Key)


class ScriptError(Exception):
    """An error in a script. The text gives the file, the line, and what would be right."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a script, split into words, with its file and line number."""

    file: Path
    number: int
    words: tuple[str, ...]

    def error(self, reason: str) -> ScriptError:
        return ScriptError(f"{self.file}:{self.number}: {reason}")


def read_script(file: Path) -> Iterator[Line]:
    """Yield the lines of a script and its includes, without comments and empty lines."""
    return _ScriptReader().lines(file)


class _ScriptReader:
    """A reader of a script and its includes, up to LARGEST_SCRIPT bytes in total.

    The limit protects against endless files and against scripts that include each other.
    """

    def __init__(self) -> None:
        self._bytes_left = LARGEST_SCRIPT

    def lines(self, file: Path, depth: int = 0) -> Iterator[Line]:
        for number, content in enumerate(self._text(file).split("\n"), start=1):
            line = Line(file, number, ())
            try:
                tokens = tuple(shlex.split(content, comments=True))
            except ValueError as error:
                raise line.error(f"{error}; quotes must come in pairs".lower()) from None
            if tokens[:1] == ("include",):
                yield from self._included(Line(file, number, tokens), depth)
            elif tokens:
                yield Line(file, number, tokens)

    def _text(self, file: Path) -> str:
        try:
            with file.open("rb") as opened:
                content = opened.read(self._bytes_left + 1)
            self._bytes_left -= len(content)
            if self._bytes_left < 0:
                raise ScriptError(f"{file}: {TOO_LARGE}")
            return content.decode("utf-8-sig")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            raise ScriptError(f"{file}: {reason}") from None

    def _included(self, line: Line, depth: int) -> Iterator[Line]:
        if len(line.words) != 2:
            raise line.error("include needs the name of one script, like: include set-up.txt")
        if depth >= DEEPEST_INCLUDE:
            raise line.error("too many nested includes; a script must not include itself")
        name = _quote(line.words[1])
        included = line.file.parent / line.words[1]
        try:
            is_file = included.is_file()
        except OSError as error:
            raise line.error(f"include {name}: {error.strerror}") from None
        if not is_file:
            raise line.error(f"include {name}: no such file in {line.file.parent}")
        yield from self.lines(included, depth + 1)


class ScriptRunner:
    """A runner of scripts against a table. Time passes only with `wait`.

    A script must wait, as people do, before it decides about a tile that was just drawn.
    """

    def __init__(self, new_table: Callable[[float], Table], out: Path, *, frames: bool) -> None:
        self._table = new_table(0.0)
        self._out = out
        self._frames = frames
        self._time = 0.0
        self._count = 0
        self._last: dict[str, Frame] = {}
        self._shots: set[str] = set()

    def run(self, lines: Iterator[Line]) -> None:
        first = next(lines, None)
        if first is None:
            raise ScriptError("the script is empty; its first line must name the stations")
        self._seat_stations(first)
        for line in lines:
            self._do(line)

    def _seat_stations(self, line: Line) -> None:
        command, *names = line.words
        if command != "stations" or not names or names[0] != TABLE:
            raise line.error(
                'the first line must name the stations, table first: "stations table seat1"'
            )
        for name in names[1:]:
            if name not in STATIONS:
                raise line.error(f"unknown station {_quote(name)}; seats are seat1 to seat5")
            if name in self._table.stations:
                raise line.error(f"duplicate station {name}; name each station once")
            self._handle(Join(name, self._time))
        self._note_frames()

    def _do(self, line: Line) -> None:
        head, *rest = line.words
        match head, rest:
            case "wait", [seconds]:
                self._wait(line, seconds)
            case (("shot" | "expect"), [argument]):
                self._check(line, TABLE, head, argument)
            case station, [("shot" | "expect") as command, argument] if station in STATIONS:
                self._check(line, station, command, argument)
            case station, [key, *action] if station in STATIONS:
                self._press(line, station, key, action)
            case _:
                quote = _quote(" ".join(line.words))
                raise line.error(
                    f'unknown command "{quote}"; valid commands are, '
                    'for example: table petal3, wait 30, shot name.png, expect "words"'
                )

    def _press(self, line: Line, station: str, name: str, action: list[str]) -> None:
        if name not in tuple(Key):
            raise line.error(f"unknown key {_quote(name)}; keys are {_KEYS}")
        if action not in ([], ["down"], ["up"]):
            raise line.error(f"{station} {name}: only down or up can follow")
        self._known(line, station)
        if action != ["up"]:
            self._handle(KeyDown(station, Key(name), self._time))
        if action != ["down"]:
            self._handle(KeyUp(station, Key(name), self._time))

    def _wait(self, line: Line, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 1e6:
            raise line.error(f"wait {_quote(text)}: not a number of seconds, like: wait 30")
        until = self._time + seconds
        while (due := self._table.next_change()) is not None and due <= until:
            self._handle(Tick(due))
        self._time = until
        self._handle(Tick(until))

    def _check(self, line: Line, station: str, command: str, argument: str) -> None:
        frame = self._known(line, station)
        if command == "shot":
            self._shoot(line, frame, argument)
        elif argument not in words(frame):
            shown = words(frame).replace("\n", " / ")
            raise line.error(f'expected "{_quote(argument)}" at {station}, which shows: {shown}')

    def _known(self, line: Line, station: str) -> Frame:
        if station not in self._table.stations:
            raise line.error(f"{station} is not present; add it to the stations in the first line")
        return self._table.frame(station)

    def _shoot(self, line: Line, frame: Frame, name: str) -> None:
        shot = f"shot {_quote(name)}"
        if not _is_picture_name(name):
            raise line.error(f"{shot}: not the name of a picture, like: shot drawn.png")
        if name in self._shots:
            raise line.error(f"{shot}: duplicate picture; give each picture its own name")
        self._shots.add(name)
        try:
            self._save(magnified(picture(frame)), name)
        except OSError as error:
            raise line.error(f"{shot}: {error.strerror}") from None

    def _handle(self, event: Event) -> None:
        self._table.handle(event)
        self._note_frames()
        request = self._table.robots.request()
        if request is not None:  # robots answer immediately, as no real time passes
            games = self._table.games
            move = games.think(games.fallback(request), lambda: 0.0)
            self._handle(Decided(request.id, move, self._time))

    def _note_frames(self) -> None:
        """Save each new picture of each station, numbered, and its text (only with --frames)."""
        if not self._frames:
            return
        for station, frame in self._table.frames().items():
            if self._last.get(station) != frame:
                self._last[station] = frame
                self._count += 1
                name = f"{self._count:05}-{station}"
                self._save(picture(frame), f"{name}.png")
                (self._out / f"{name}.txt").write_text(words(frame) + "\n", "utf-8")

    def _save(self, image: Image.Image, name: str) -> None:
        self._out.mkdir(parents=True, exist_ok=True)
        image.save(self._out / name, format="PNG")


def _is_picture_name(name: str) -> bool:
    """Return whether a name is a plain file name that ends in .png."""
    stem = name.removesuffix(".png")
    plain = name.isprintable() and "/" not in name and not name.startswith(".")
    return plain and stem != name and stem.strip() != ""


def _quote(text: str) -> str:
    """Return a word of a script, shortened to keep error messages readable."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def magnified(image: Image.Image, times: int = MAGNIFIED) -> Image.Image:
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)
