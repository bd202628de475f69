"""Event cards: after a public move, stations show for a moment what happened.

A card costs no key press. It ends by itself, or at once with any key or tap, which then does
nothing else. Afterwards the game is where it would be without the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triqueta.screens.phrases import say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import SHORTEST_GLANCE
from triqueta.table.game_scene import GameScene
from triqueta.table.scene import PetalKey, SoftKey, Station, StationView
from triqueta.table.session import UNDO, AnySession

if TYPE_CHECKING:
    from triqueta.table.table import Table

BRIEFLY = 0.7
"""The share of the usual time for which robots' moves are shown while people only wait.

That is still longer than a robot thinks, so that its next move follows the card at once. At equal
times, the screen between two cards would sometimes flash, depending on how long it thought.
"""


class EventCards:
    """The card of the last public move at a table, and where it is shown."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen: tuple[AnySession, int] | None = None  # the session and its number of entries
        self._screen: Screen | None = None
        self._mover: int | None = None
        self._until = 0.0

    @property
    def screen(self) -> Screen | None:
        """The card that is shown now, or None."""
        return self._screen if self._table.now < self._until else None

    @property
    def until(self) -> float:
        """The time at which the card ends. Without a card, this is the current time."""
        return self._table.now if self.screen is None else self._until

    def tick(self) -> None:
        """Show a card if a new entry has completed a public move."""
        scene = self._scene
        if scene is None:
            self._seen, self._screen = None, None
            return
        before, now = self._seen, (scene.session, len(scene.session.entries))
        if now == before:
            return
        self._seen = now
        if before is None or before[0] is not scene.session:  # a new or resumed game
            self._screen = None
        else:
            self._note_entry(scene)

    def next_change(self) -> float | None:
        """Return the time at which the card ends, or None if there is no card."""
        return None if self.screen is None else self._until

    def view_for(self, station: Station) -> StationView | None:
        """Return the view of a station while it shows a card, or None.

        Any key or tap ends the card.
        """
        screen = self.screen
        if screen is None or station.looking or not self._is_for(station):
            return None
        key = PetalKey(say("Next"), self.end)
        # A picture fills the screen, so only a text has room for the label of a key.
        right = SoftKey(key.label, key.press) if isinstance(screen, TextScreen) else None
        return StationView(screen, soft=(None, None, right), otherwise=key)

    def ignores_keys(self, station: Station) -> bool:
        """Return whether keys at a station are ignored because its card has just ended.

        A player who presses a key now probably meant to end the card.
        """
        is_over = 0 <= self._table.now - self._until < SHORTEST_GLANCE
        was_shown = self._screen is not None and not station.pages
        return is_over and was_shown and self._is_for(station)

    def end(self) -> None:
        """End the card early, because a player pressed a key or tapped the board."""
        self._until = self._table.now
        self._table.robots.card_ended(by_robot=self._table.is_robot(self._mover))

    @property
    def _scene(self) -> GameScene[AnySession] | None:
        scene = self._table.scene
        return scene if isinstance(scene, GameScene) and self._table.session is not None else None

    def _note_entry(self, scene: GameScene[AnySession]) -> None:
        """Show the card of the last entry. An undo ends the card; other entries leave it."""
        if scene.session.entries[-1] == UNDO:
            self._screen = None
            return
        screen, mover = scene.event_screen(), scene.session.last_player
        if screen is None:
            return
        self._screen, self._mover, self._until = screen, mover, self._table.now
        if any(map(self._is_for, self._table.stations.values())):
            self._until += self._seconds(scene)

    def _seconds(self, scene: GameScene[AnySession]) -> float:
        """Return for how many seconds to show the card of the last entry."""
        services = self._table.services
        if not self._table.is_robot(self._mover):
            return services.event_pause
        return services.robot_pause * (BRIEFLY if scene.people_are_out else 1)

    def _is_for(self, station: Station) -> bool:
        """Return whether a station shows the card.

        All stations show a robot's move, except those that draw pages, which have the last move
        on them. After a person's move, the private stations of that player and of the player to
        act go on at once.
        """
        scene = self._scene
        if scene is not None and scene.has_pages and station.draws_pages:
            return False
        if scene is None or self._table.is_robot(self._mover):
            return scene is not None
        busy = (seat for seat in (self._mover, scene.turn_of()) if seat is not None)
        return not any(scene.is_private(station, seat) for seat in busy)
