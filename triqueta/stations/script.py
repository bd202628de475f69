"""A text file of key presses, run against a table without a clock.

stations table seat1        # first line: who is there
table petal3                # press and let go
seat1 soft2 down            # hold; `up` lets go
wait 30                     # seconds
shot drawn.png              # a magnified picture of the table station
seat1 shot secret.png       # or of another one
expect "take the device"    # words on the screen
include set-up.txt          # another script, beside this one
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
LARGEST_SCRIPT = 1_000_000  # bytes, all that it includes counted each time; a game needs 10,000
TOO_LARGE = f"no script: it has to end within {LARGEST_SCRIPT:,} bytes, with what it includes"
LONGEST_QUOTE = 60
_KEYS = ", ".join(Key)


class ScriptError(Exception):
    """What is wrong in which line, and what would be right."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a script, in words, and where it stands."""

    file: Path
    number: int
    words: tuple[str, ...]

    def error(self, reason: str) -> ScriptError:
        return ScriptError(f"{self.file}:{self.number}: {reason}")


def read_script(file: Path) -> Iterator[Line]:
    """The lines that mean something, those of included scripts in their place."""
    return _ScriptReader().lines(file)


class _ScriptReader:
    """Reads a script and all that it includes, as far as anybody would write one.

    What is counted are the bytes read: so neither a file without end nor scripts that include
    others over and over keep it busy, or fill the memory.
    """

    def __init__(self) -> None:
        self._bytes_left = LARGEST_SCRIPT

    def lines(self, file: Path, depth: int = 0) -> Iterator[Line]:
        for number, content in enumerate(self._text(file).split("\n"), start=1):
            line = Line(file, number, ())
            try:
                tokens = tuple(shlex.split(content, comments=True))
            except ValueError as error:
                raise line.error(f"{error}; quotes come in pairs".lower()) from None
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
            reason = error.strerror if isinstance(error, OSError) else "no text in UTF-8"
            raise ScriptError(f"{file}: {reason}") from None

    def _included(self, line: Line, depth: int) -> Iterator[Line]:
        if len(line.words) != 2:
            raise line.error("include takes the name of one script: include set-up.txt")
        if depth >= DEEPEST_INCLUDE:
            raise line.error("scripts include each other without end")
        name = _quote(line.words[1])
        included = line.file.parent / line.words[1]
        try:
            is_file = included.is_file()
        except OSError as error:
            raise line.error(f"include {name}: {error.strerror}") from None
        if not is_file:
            raise line.error(f"include {name}: there is no such script in {line.file.parent}")
        yield from self.lines(included, depth + 1)


class ScriptRunner:
    """Runs scripts against a table; time goes on only when a script says so.

    So a script waits, as people do, before it decides about a tile that has just come up.
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
            raise ScriptError("the script is empty; its first line names the stations")
        self._seat_stations(first)
        for line in lines:
            self._do(line)

    def _seat_stations(self, line: Line) -> None:
        command, *names = line.words
        if command != "stations" or not names or names[0] != TABLE:
            raise line.error('the first line names the stations: "stations table seat1"')
        for name in names[1:]:
            if name not in STATIONS or name == TABLE:
                raise line.error(f"no station {_quote(name)}; seats are seat1 to seat5")
            if name in self._table.stations:
                raise line.error(f"{name} is named twice; each station is named once")
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
                    f'"{quote}" is nothing a script can do; right would be, '
                    'for example: table petal3, wait 30, shot name.png, expect "words"'
                )

    def _press(self, line: Line, station: str, name: str, action: list[str]) -> None:
        if name not in tuple(Key):
            raise line.error(f"no key {_quote(name)}; keys are {_KEYS}")
        if action not in ([], ["down"], ["up"]):
            raise line.error(f"{station} {name}: may be followed by down or up only")
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
            raise line.error(f"wait {_quote(text)}: takes a number of seconds: wait 30")
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
            raise line.error(f'expected "{_quote(argument)}" at {station}, which says: {shown}')

    def _known(self, line: Line, station: str) -> Frame:
        if station not in self._table.stations:
            raise line.error(f"{station} is not there; the first line has to name it")
        return self._table.frame(station)

    def _shoot(self, line: Line, frame: Frame, name: str) -> None:
        shot = f"shot {_quote(name)}"
        if not _is_picture_name(name):
            raise line.error(f"{shot}: takes the name of a picture: shot drawn.png")
        if name in self._shots:
            raise line.error(f"{shot}: this picture exists already; give each a name of its own")
        self._shots.add(name)
        try:
            self._save(magnified(picture(frame)), name)
        except OSError as error:
            raise line.error(f"{shot}: {error.strerror}") from None

    def _handle(self, event: Event) -> None:
        self._table.handle(event)
        self._note_frames()
        request = self._table.robots.request()
        if request is not None:  # a script has no clock: robots take no time either
            games = self._table.games
            move = games.think(games.fallback(request), lambda: 0.0)
            self._handle(Decided(request.id, move, self._time))

    def _note_frames(self) -> None:
        """With --frames: every picture that every station gets, numbered, with its words."""
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
    """Return a word of a script, shortened so that the rest of the message stays visible."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def magnified(image: Image.Image, times: int = MAGNIFIED) -> Image.Image:
    return image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)
