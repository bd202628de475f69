"""The reveal: each player looks at a kept tile in secret, and adds or returns it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import ADD, RETURN
from triqueta.games.triqueta.screens.decision import (
    ADD_IT,
    RETURN_IT,
    ChooseFateScreen,
    DecisionScreen,
    SecretDecisionScreen,
    Totals,
)
from triqueta.games.triqueta.session import SEEN
from triqueta.games.triqueta.views import kept_tile_to_decide, totals_of_decision
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.screens.station import Key
from triqueta.table.scene import PetalKey, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.games.triqueta.scenes.game import TriquetaScene


class Reveal:
    """The station views in the reveal; players look at a kept tile before they decide."""

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene
        self._session = scene.session

    def view_for(self, station: Station) -> StationView:
        seat = self._scene.to_act
        if not self._scene.decides_for(station, seat):
            return self._watch(station, seat)
        info, menu = self._scene.info_and_menu(station)
        decide = {
            1: PetalKey(ADD_IT, partial(self._scene.make, ADD)),
            2: PetalKey(RETURN_IT, partial(self._scene.make, RETURN)),
        }
        if self._scene.is_private(station, seat):
            return StationView(
                self._own_screen(seat),
                petals=decide,
                soft=(None, info, menu),
                why_not=_why_not,
                secret_of=seat,
            )
        look = SoftKey(say("Look"), hold=True)
        if not self._scene.sees_for(station, seat):  # the player has a display without keys
            return StationView(
                self._public_screen(seat, is_open=True),
                petals=decide,
                soft=(None, info, menu),
                why_not=_why_not,
                secret_of=seat,
            )
        if station.looking:
            return StationView(
                self._secret_screen(seat), soft=(None, look, None), released=self._looked
            )
        has_seen = self._session.view(None).decision_seen
        return StationView(
            self._public_screen(seat, is_open=has_seen),
            petals=decide if has_seen else {},
            soft=(info, look, menu),
            why_not=_why_not if has_seen else _why_not_yet,
            secret_of=seat,
        )

    def _watch(self, station: Station, seat: int) -> StationView:
        if self._scene.sees_for(station, seat):
            return StationView(self._own_screen(seat), secret_of=seat)
        name = self._scene.name(seat)
        return self._scene.watch_turn(station, say("{name} decides", name=name))

    def _looked(self) -> None:
        self._session.apply(SEEN)

    def _public_screen(self, seat: int, *, is_open: bool) -> Screen:
        number, of = self._number(seat)
        return ChooseFateScreen(
            title=self._title(seat),
            name=self._scene.name(seat),
            number=number,
            of=of,
            is_open=is_open,
        )

    def _own_screen(self, seat: int) -> Screen:
        view = self._session.view(seat).seat
        number, of = self._number(seat)
        facts = kept_tile_to_decide(view)
        return DecisionScreen(
            title=self._title(seat),
            number=number,
            of=of,
            tile=facts.tile,
            before=facts.owned,
            totals=Totals(*totals_of_decision(view)),
        )

    def _secret_screen(self, seat: int) -> Screen:
        view = self._session.view(seat).seat
        return SecretDecisionScreen(
            title=say("Only for {name}", name=self._scene.name(seat)),
            tile=kept_tile_to_decide(view).tile,
            totals=Totals(*totals_of_decision(view)),
        )

    def _title(self, seat: int) -> Text:
        number, of = self._number(seat)
        name = self._scene.name(seat)
        return say("{name}: kept tile {number} of {of}", name=name, number=number, of=of)

    def _number(self, seat: int) -> tuple[int, int]:
        """Return which kept tile the player decides about, and how many there are."""
        view = self._session.view(None)
        return view.decided + 1, view.table.players[seat].kept_light


def _why_not(key: Key) -> Text | None:
    return say("Press 1 to add the tile, or 2 to return it") if key.is_petal else None


def _why_not_yet(_: Key) -> Text:
    return say("Look at your tile first")
