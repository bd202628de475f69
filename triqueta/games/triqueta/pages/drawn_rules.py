"""The rules of Triqueta with drawings, and what players do on their phones."""

from __future__ import annotations

from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.pages.drawings import (
    BACK,
    DARK_BACK,
    HOLE,
    crown,
    dark_fan,
    fan,
    in_line,
    pile,
    rock,
    row,
    tile,
    tree,
)
from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.rules.score import points_for
from triqueta.games.triqueta.summary import LOOK, WIN
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.table.drawn_rules import (
    Card,
    Cards,
    DrawnRules,
    Pips,
    Section,
    ValueLine,
    ValueTable,
)


def drawn_rules() -> DrawnRules:
    rules = (_aim(), _turn(), _rounds(), _end(), _wolves(), _two())
    return DrawnRules(emblem=row(*Animal), rules=rules, help=(_phone(),))


def _aim() -> Section:
    return Section(
        name="aim",
        label=say("Aim"),
        title=say("Exactly three of an animal"),
        drawing=fan(Animal.RAM),
        blocks=(
            say(
                "Three alike are a Triqueta. With a fourth, the three score nothing, and each "
                "tile above three costs a point."
            ),
            _values(),
        ),
    )


def _values() -> ValueTable:
    columns = (
        Pips(_tiles(1), filled=1, of=3),
        Pips(_tiles(2), filled=2, of=3),
        Pips(_tiles(3), filled=3, of=3, mark="full"),
        Pips(_tiles(4), filled=4, of=4, mark="spoilt"),
    )
    lines = [
        ValueLine(
            tile(animal),
            ANIMALS[animal],
            tuple(points_for(animal, tiles) for tiles in range(1, 5)),
            note=say("shadow") if animal is Animal.WOLF else "",
        )
        for animal in Animal
    ]
    return ValueTable(columns, tuple(lines))


def _tiles(number: int) -> Text:
    return say_n("{n} tile", "{n} tiles", number)


def _turn() -> Section:
    return Section(
        name="turn",
        label=say("Your turn"),
        title=say("Your turn: one of two"),
        blocks=(
            Cards(
                (
                    Card(pile(), say("Draw a tile"), LOOK),
                    Card(
                        row(Animal.OWL, Animal.OWL, Animal.DEER),
                        say("Take a row"),
                        say("You get all its tiles, and you are out of the round."),
                    ),
                )
            ),
            say("You take a tile from the top of any petal. There is a row for each player."),
        ),
    )


def _rounds() -> Section:
    return Section(
        name="rounds",
        label=say("Rounds"),
        title=say("Four rounds, four piles"),
        blocks=(
            Cards(
                (
                    Card(
                        rock(),
                        say("The last row"),
                        say("It comes with the Rock: a point, and you begin the next round."),
                    ),
                    Card(
                        tree(),
                        say("The next pile"),
                        say("The player with the Rock chooses it and gets its Tree: a point."),
                    ),
                )
            ),
            say(
                "The last player in a round may go on drawing. When the pile is empty, you have "
                "to take a row."
            ),
        ),
    )


def _end() -> Section:
    return Section(
        name="end",
        label=say("The end"),
        title=say("The end"),
        blocks=(
            Cards(
                (
                    Card(
                        in_line(BACK, BACK),
                        say("Your kept tiles"),
                        say("Add each of them to your tiles, or return it unseen at no cost."),
                    ),
                    Card(crown(), say("The winner"), WIN),
                )
            ),
        ),
    )


def _wolves() -> Section:
    return Section(
        name="wolves",
        label=say("Wolves"),
        title=say("Wolves in the shadow"),
        drawing=dark_fan(Animal.WOLF, Animal.WOLF, Animal.WOLF),
        blocks=(
            say(
                "The dark tiles at the bottom of three piles are shadow tiles: nine wolves, and "
                "one of each other animal."
            ),
            Cards(
                (
                    Card(
                        in_line(DARK_BACK),
                        say("A shadow tile"),
                        say("You look at it in secret and keep it. It is not one of your two."),
                    ),
                    Card(
                        dark_fan(Animal.WOLF, Animal.BEAR, Animal.OWL),
                        say("At the end"),
                        say("You have to add all your shadow tiles, welcome or not."),
                    ),
                )
            ),
        ),
    )


def _two() -> Section:
    return Section(
        name="two",
        label=say("For two"),
        title=say("Two players with wolves"),
        blocks=(
            say("You draw two tiles, then look at both. A light tile has three options:"),
            Cards(
                (
                    Card(row(Animal.OWL), say("Place"), say("in a row")),
                    Card(in_line(BACK), say("Keep"), say("face down")),
                    Card(in_line(HOLE), say("Into the box"), say("out of the game")),
                )
            ),
            say(
                "Two light tiles need two different options. With fewer than two tiles in the "
                "pile, you have to take a row."
            ),
        ),
    )


def _phone() -> Section:
    return Section(
        name="phone",
        label=say("On your phone"),
        title=say("On your phone"),
        blocks=(
            Cards(
                (
                    Card(
                        pile(),
                        say("Draw a tile"),
                        say("Tap a petal of the pile. The number is how many tiles it has."),
                    ),
                    Card(
                        in_line(BACK),
                        say("Your tile"),
                        say("It comes face down. Tap it when only you can see your phone."),
                    ),
                    Card(
                        row(Animal.OWL, Animal.OWL, Animal.DEER),
                        say("Take a row"),
                        say("Tap the row. Its number is how your points would change."),
                    ),
                    Card(
                        in_line(BACK, BACK),
                        say("Your kept tiles"),
                        say("Hold them to look at them."),
                    ),
                )
            ),
        ),
    )
