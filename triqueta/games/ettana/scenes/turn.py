"""Pages for needles: placing the first one (E7), and moving it by steps, jump or card (E12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules import Action, PlayerView, TableView
from triqueta.games.ettana.rules.board import SPACES, Path, Space
from triqueta.games.ettana.screens.board import NOWHERE, Loom, Pointed, PointingScreen
from triqueta.games.ettana.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.screens.station import Key
from triqueta.table.scene import PetalKey, Scene, SoftKey, Station, StationView, Taps

if TYPE_CHECKING:
    from triqueta.games.ettana.scenes.game import EttanaScene


class TurnPage(Scene):
    """A page for playing a turn, at the shared station or at the player's own.

    Three soft keys leave no space for a menu, so a key without a use shows help.
    """

    bound_to_turn = True

    def __init__(self, scene: EttanaScene) -> None:
        self.scene = scene

    @property
    def own(self) -> PlayerView:
        """The public view of the player to act."""
        return self.scene.view.players[self.scene.to_act]

    @property
    def pointed(self) -> Pointed:
        """The fields that this page points at."""
        return NOWHERE

    def pointing(self, title: Text, lines: Sequence[Text], loom: Loom | None = None) -> Screen:
        """Return a screen with the fields pointed at, on the current board or on `loom`."""
        return PointingScreen(
            title=title,
            lines=tuple(lines),
            loom=loom or Loom.of(self.scene.view),
            pointed=self.pointed,
            names=self.scene.session.names,
        )

    def back_key(self, station: Station) -> SoftKey:
        return SoftKey(say("Back"), station.close)

    def is_private(self, station: Station) -> bool:
        """Return whether this station is private: only the player to act sees it."""
        return station.seat is not None

    def hand_under_look(self, station: Station) -> StationView | None:
        """Return a view of the whole hand while Look is held at the shared station, or None."""
        if not station.looking:
            return None
        screen = self.scene.hand_screen(self.scene.to_act)
        return StationView(
            screen, soft=(None, self.scene.look_key(station, self.scene.to_act), None)
        )


def cost_of(price: int, tokens: int) -> Text:
    """Return a text with a price, and how many of the `tokens` it leaves."""
    return say("Costs {price}, leaves {left}", price=price, left=tokens - price)


STEPS: dict[int, tuple[tuple[int, int], Text]] = {
    1: ((0, -1), say("Up")),
    2: ((1, 0), say("Right")),
    3: ((0, 1), say("Down")),
    5: ((-1, 0), say("Left")),
}


def beside(field: str, step: tuple[int, int]) -> str:
    """Return the adjacent field in a direction, even off the board: `c3` is right of `b3`."""
    return chr(ord(field[0]) + step[0]) + chr(ord(field[1]) + step[1])


def step_petals(
    field: str, allowed: Collection[str], go: Callable[[str], None]
) -> dict[int, PetalKey]:
    """Return a petal key for each direction in which there is an allowed field."""
    return {
        petal: PetalKey(label, partial(go, there), repeats=True)
        for petal, (step, label) in STEPS.items()
        if (there := beside(field, step)) in allowed
    }


def after(current: str, options: Collection[str]) -> str:
    """Return the option after the current one; after the last comes the first."""
    ordered = list(options)
    behind = ordered.index(current) + 1 if current in ordered else 0
    return ordered[behind % len(ordered)]


# Placing and moving needles.


class NeedlePlacing:
    """The placing of a player's first needle, on a free space with the number rolled.

    It points at the first such space until a key or a tap points elsewhere.
    """

    def __init__(self, scene: EttanaScene) -> None:
        self._scene = scene
        self._view: TableView | None = None
        self._space: Space = SPACES[0]

    def view_for(self, station: Station) -> StationView:
        moves = self._scene.session.moves(self._scene.to_act)
        spaces = [move.removeprefix("@") for move in moves]
        self._follow(spaces)
        fits = self._space in spaces
        put = SoftKey(say("Place"), partial(self._scene.make, f"@{self._space}")) if fits else None
        return StationView(
            self._screen(),
            petals=step_petals(self._space, SPACES, self._point_at),
            taps=Taps(frozenset(SPACES), self._point_at),
            soft=(
                put,
                SoftKey(say("Next spot"), partial(self._next, spaces)),
                self._scene.menu_key(station, self._scene),
            ),
            why_not=self._why_not,
        )

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._space)

    def _follow(self, spaces: list[Space]) -> None:
        view = self._scene.view
        if view is not self._view:
            self._view, self._space = view, spaces[0]

    def _screen(self) -> PointingScreen:
        view = self._scene.view
        name, number = self._scene.name(self._scene.to_act), view.turn.number
        return PointingScreen(
            title=name,
            lines=(
                say("rolled {number}", number=number),
                say("Needle on {space}?", space=self._space),
            ),
            loom=Loom.of(view),
            pointed=self.pointed,
            names=self._scene.session.names,
        )

    def _point_at(self, space: Space) -> None:
        self._space = space

    def _next(self, spaces: list[Space]) -> None:
        self._space = after(self._space, spaces)

    def _why_not(self, key: Key) -> Text | None:
        if key is Key.SOFT1:
            return say("Only on a free {number}", number=self._scene.view.turn.number)
        return say("The board ends here") if key.is_petal else None


_STEP, _JUMP = "step:", "jump:"


class MovePage(TurnPage):
    """A page for moving the needle by steps or a jump.

    Petals add a step or undo the last one. The key Next spot aims at the next space within reach,
    by the cheapest move.
    """

    HELP = say(
        "Petals take a step, or undo it. “Next spot” shows each space in reach. Then press “Go”."
    )

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene)
        self._way: Path = ()
        self._jump: Space | None = None

    def view_for(self, station: Station) -> StationView:
        moves = self._moves()
        move = self._move()
        go = SoftKey(say("Go"), partial(self.scene.make, move)) if move in moves else None
        goals = _goals(moves, self._needles())
        aim = SoftKey(say("Next spot"), partial(self._aim, goals)) if goals else None
        return StationView(
            self.pointing(say("Move: {number}", number=self._number), self._lines()),
            petals=self._petals(),
            taps=Taps(frozenset(goals), partial(self._aim_at, goals)),
            soft=(self.back_key(station), aim, go),
            why_not=self._why_not,
        )

    # The path, and what is within reach.

    @property
    def _start(self) -> Space:
        return self.own.needle or ""

    @property
    def _end(self) -> Space:
        return self._jump or (self._start, *self._way)[-1]

    @property
    def _number(self) -> int:
        return self.scene.view.turn.number

    def _moves(self) -> list[str]:
        """Return the legal steps and jumps. They follow from the public board alone."""
        moves = self.scene.session.moves(self.scene.to_act)
        return [move for move in moves if move.startswith((_STEP, _JUMP))]

    def _move(self) -> str:
        return f"{_JUMP}{self._jump}" if self._jump else _STEP + "-".join(self._way)

    def _needles(self) -> dict[Space, str]:
        """Return the names of the other needles' owners, by space."""
        others = (player for player in self.scene.view.players if player is not self.own)
        return {player.needle: player.name for player in others if player.needle}

    # Keys.

    def _petals(self) -> dict[int, PetalKey]:
        return {
            petal: PetalKey(label, partial(self._walk, way), repeats=True)
            for petal, (step, label) in STEPS.items()
            if (way := self._way_over(beside(self._end, step))) is not None
        }

    def _way_over(self, space: Space) -> Path | None:
        """Return the path with a step to `space` added, or with the last step undone.

        Return None if neither is possible.
        """
        walked = (self._start, *self._way)
        if self._jump is not None or space not in SPACES:
            return None
        if len(walked) > 1 and space == walked[-2]:
            return self._way[:-1]
        if space in walked or len(self._way) == self._number:
            return None
        return (*self._way, space)

    def _walk(self, way: Path) -> None:
        self._way = way

    def _aim(self, goals: Mapping[Space, str]) -> None:
        self._aim_at(goals, after(self._end, goals))

    def _aim_at(self, goals: Mapping[Space, str], space: Space) -> None:
        """Aim at a space, by the cheapest move."""
        move_type, _, where = goals[space].partition(":")
        self._jump = where if f"{move_type}:" == _JUMP else None
        self._way = () if self._jump else tuple(where.split("-"))

    def _why_not(self, key: Key) -> Text:
        if key.is_petal:
            return self._why_no_step()
        if key is not Key.SOFT3:
            return self.HELP
        if len(self._way) < self._number:
            return say("Steps left: {steps}", steps=self._number - len(self._way))
        if self._end in self._needles():
            return say("{space} is not free", space=self._end)
        return say("You have too few tokens")

    def _why_no_step(self) -> Text:
        if self._jump is not None:
            return say("“Next spot” shows other spaces")
        if len(self._way) == self._number:
            return say("You have no steps left")
        return say("You can't step there")

    # The screen.

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._end, way=(self._start, *self._way))

    def _lines(self) -> list[Text]:
        """Return the lines that say where the path leads and what it costs."""
        if self._jump is not None:
            return [say("Jump to {space}", space=self._jump), say("It costs nothing")]
        left = self._number - len(self._way)
        lines: list[Text] = [say("to {space}", space=self._end)]
        if left:
            lines = [say("at {space}", space=self._end), say("Steps left: {steps}", steps=left)]
        needles = self._needles()
        paid = [needles[space] for space in self._way[:-1] if space in needles]
        if len(paid) > 1:  # no space for the names; the board shows whose needles they are
            lines.append(say_n("It costs {n} token", "It costs {n} tokens", len(paid)))
        else:
            lines += [say("1 token to {name}", name=name) for name in paid]
        return lines if paid or left else [*lines, say("It costs nothing")]


def _goals(moves: Sequence[str], needles: Mapping[Space, str]) -> dict[Space, str]:
    """Return the cheapest move to each space within reach."""
    best: dict[Space, tuple[int, str]] = {}
    for move in moves:
        way = move.partition(":")[2].split("-")
        cost = sum(space in needles for space in way)
        if move.startswith(_JUMP):
            cost = -1  # prefer a jump to a path without needles
        if way[-1] not in best or cost < best[way[-1]][0]:
            best[way[-1]] = cost, move
    return {space: best[space][1] for space in SPACES if space in best}


class CardMovePage(TurnPage):
    """A page for the card Move, which puts the needle on any free space."""

    HELP = say("Use the petals to choose any free space. “Go” moves your needle there.")

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene)
        self._space = self.own.needle or SPACES[0]

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._space)

    def view_for(self, station: Station) -> StationView:
        taken = {player.needle for player in self.scene.view.players}
        go = None
        if self._space not in taken:
            move = f"card:{self._space}"
            go = SoftKey(say("Go"), partial(self.scene.play_card, station, Action.MOVE, move))
        lines = say("to {space}?", space=self._space), say("Your needle jumps there.")
        return StationView(
            self.pointing(say("Card: Move"), lines),
            petals=step_petals(self._space, SPACES, self._point_at),
            taps=Taps(frozenset(SPACES), self._point_at),
            soft=(self.back_key(station), None, go),
            why_not=lambda key: self.HELP if key is Key.SOFT2 else say("Choose a free space"),
        )

    def _point_at(self, space: Space) -> None:
        self._space = space
