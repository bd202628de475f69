"""The reveal: each player looks at a kept tile in secret, and adds or returns it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import ADD, RETURN
from triqueta.games.triqueta.screens.tile import DecisionScreen
from triqueta.games.triqueta.session import SEEN
from triqueta.games.triqueta.views import totals_of_decision
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Answer, Question, Screen, TextScreen
from triqueta.table.scene import PetalKey, SoftKey, Station, StationView

if TYPE_CHECKING:
    from triqueta.games.triqueta.scenes.game import TriquetaScene

_ADD_IT = say("Add it")
_RETURN_IT = say("Return it")


class Reveal:
    """The station views in the reveal; players look at a kept tile before they decide."""

    def __init__(self, scene: TriquetaScene) -> None:
        self._scene = scene
        self._session = scene.session

    def view_for(self, station: Station) -> StationView:
        seat = self._scene.to_act
        name = self._scene.name(seat)
        sees = self._scene.sees_for(station, seat)
        if not self._scene.decides_for(station, seat):
            watched = self._scene.watch_turn(station, say("{name} decides", name=name))
            return StationView(self._decision_screen(seat), secret_of=seat) if sees else watched
        info, menu = self._scene.info_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        decide = {
            1: PetalKey(_ADD_IT, partial(self._scene.make, ADD)),
            2: PetalKey(_RETURN_IT, partial(self._scene.make, RETURN)),
        }
        if station.seat is not None:
            tile = self._decision_screen(seat)
            return StationView(tile, petals=decide, soft=(None, info, menu), secret_of=seat)
        if not sees:  # the player sees the tile on a private display without keys
            question = self._decision_question(seat, name)
            return StationView(question, petals=decide, soft=(None, info, menu), secret_of=seat)
        if station.looking:
            screen = self._decision_screen(seat)
            return StationView(screen, soft=(None, look, None), released=self._decision_looked)
        if not self._session.view(None).decision_seen:
            text = say("Take the device. Hold “Look” to see your kept tile, then decide.")
            return StationView(
                TextScreen(title=self._kept_tile(seat, name), text=text),
                soft=(info, look, menu),
                why_not=lambda _: say("Look at your tile first"),
                secret_of=seat,
            )
        screen = self._decision_question(seat, name)
        return StationView(screen, petals=decide, soft=(info, look, menu), secret_of=seat)

    def _decision_looked(self) -> None:
        self._session.apply(SEEN)

    def _decision_question(self, seat: int, name: str) -> Screen:
        answers = (Answer(1, _ADD_IT), Answer(2, _RETURN_IT))
        return Question(title=self._kept_tile(seat, name), answers=answers)

    def _decision_screen(self, seat: int) -> Screen:
        view = self._session.view(seat).seat
        added, returned, add_is_better = totals_of_decision(view)
        return DecisionScreen(
            title=self._kept_tile(seat, self._scene.name(seat)),
            tile=view.kept_light[len(view.decisions)],
            total_added=added,
            total_returned=returned,
            add_is_better=add_is_better,
        )

    def _kept_tile(self, seat: int, name: str) -> Text:
        view = self._session.view(None)
        number, of = view.decided + 1, view.table.players[seat].kept_light
        return say("{name}: kept tile {number} of {of}", name=name, number=number, of=of)
