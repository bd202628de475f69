"""Every screen of Ettana, by name. Player names are as wide as the device allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from tests.games.ettana.tables import OPENING, give, random_game, setup
from tests.screens.scenes import WIDE
from tests.table.evening import Evening, in_game
from triqueta.games.ettana.rules import Action, Game, Outcome
from triqueta.games.ettana.scenes.info import RULES, rules_pages
from triqueta.games.ettana.screens.sheets import ranking_screen
from triqueta.games.ettana.session import EttanaSession
from triqueta.games.ettana.words import say
from triqueta.records.shuffle import Proof
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import TABLE
from triqueta.table.names import robot_of

PROOF = Proof.of(bytes(32), "")
ROLLED = "*R3"
COLLECTED = "*R3 collect"
MOVED = "*R3 collect step:B3-B4-C4"
THREE_STARTED = "*6 @B2 *1 @A1 *2 @B1 "
FOUR_STARTED = "*6 @B2 *1 @A1 *2 @B1 *3 @C1 "
ALL_KINDS = tuple(kind for kind in Action if kind is not Action.ANNA)
CLAIMED = (1, 9, 20, 36)
FULL_HAND = (2, 5, 9, 14, 20, 27, 33)
TABLE_KEY = "soft2"  # opens the page with all other actions, at the table


def play_of(game: Game) -> EttanaSession:
    """Return a session in the same position as a game."""
    session = EttanaSession(Game(game.setup), PROOF)
    session._game, session._movers = game, [deed.public[0] for deed in game.history]
    return session


def begun(moves: str = "", opening: str = OPENING, players: int = 2) -> Game:
    dealt = replace(setup(players), players=WIDE[:players])
    return Game(dealt, (opening + moves).split())


def rich(moves: str = COLLECTED, **things: object) -> Game:
    """Return a game whose current player has 12 tokens and the given things."""
    return give(begun(moves), 0, **{"tokens": 12, **things})


def wealthy(moves: str = COLLECTED) -> Game:
    """Return a game whose current player has action cards of all kinds, two of some."""
    game = give(rich(moves), 0, actions=ALL_KINDS + ALL_KINDS[2:5], patterns=FULL_HAND)
    return give(game, 1, tokens=1, actions=(Action.TAX,) * 3)


def poor() -> Game:
    return give(begun(COLLECTED), 0, tokens=1, actions=(), patterns=())


def lying() -> Game:
    """Return a game in which only the first pattern card of the hand is on the board."""
    game = begun(COLLECTED)
    there = [card for card in range(1, 37) if game.position.weave.has(game.setup.deck[card])]
    others = [card for card in range(1, 37) if card not in there]
    return give(game, 0, patterns=(there[0], others[0]))


def crowded() -> Game:
    """Return a game of four with two-digit counts for each player."""
    game = begun(FOUR_STARTED + "*V6", opening="", players=4)
    for seat in range(4):
        give(game, seat, tokens=12, actions=(Action.TAX,) * 8, patterns=(1, 2))
    return give(game, 1, claimed=CLAIMED, anna_cards=2)


def among_needles() -> Game:
    """Return a game in which all four needles are next to each other."""
    game = begun(f"{FOUR_STARTED}*R4 collect", opening="", players=4)
    return give(game, 0, tokens=12)


def of_many_patterns() -> Game:
    return give(wealthy(), 0, patterns=range(1, 12))


def of_eight_annas() -> Game:
    """Return a game with as many patterns as a player can claim: eight of one anna each."""
    game = rich()
    cheap = [card for card in range(1, 37) if game.setup.deck[card].annas == 1]
    return give(game, 0, claimed=tuple(cheap[:8]))


def at(
    game: Callable[[], Game], keys: str = "", station: str = TABLE, keyless: tuple[int, ...] = ()
) -> Callable[[], Frame]:
    """Return a function that draws what a station shows after some keys.

    If `station` is a seat's own, that station joins first.
    """

    def frame() -> Frame:
        seats = () if station == TABLE else (int(station[-1]) - 1,)
        own = [seat for seat in seats if seat not in keyless]
        evening = Evening(interrupted=play_of(game()), seats=own, keyless=keyless)
        return evening.press("petal1").press(keys, station).frame(station)

    return frame


def under_look(game: Callable[[], Game], keys: str, look: str = "soft2") -> Callable[[], Frame]:
    return lambda: in_game(play_of(game())).press(keys).down(look).frame()


def told(moves: str, *, seat: int = 0, **things: object) -> Callable[[], Frame]:
    """Return a function that draws the announcement of a robot's last move."""

    def frame() -> Frame:
        *before, last = moves.split()
        session = play_of(give(rich(" ".join(before)), seat, **things))
        session.apply(last)
        text = session.description or ""
        screen = TextScreen(title=robot_of("good"), text=text, soft=(None, None, say("Next")))
        return Frame(screen, Language.ENGLISH)

    return frame


def shown(screen: Callable[[], Screen]) -> Callable[[], Frame]:
    return lambda: Frame(screen(), Language.ENGLISH)


def rules(number: int) -> Callable[[], Screen]:
    return lambda: replace(rules_pages()[number - 1], soft=(say("Back"), None, say("Next")))


def of_four() -> Screen:
    soft = (say("Again"), say("Info"), say("Menu"))
    return replace(ranking_screen(WIDE[:4], Outcome((3, 10, 0, 7), 1)), soft=soft)


def over() -> Frame:
    game = random_game(3, 5)
    game.setup = replace(game.setup, players=WIDE[:3])
    return in_game(play_of(game)).press("petal1").frame()


def no_more_cards() -> Game:
    """Return a game whose action deck is empty while the discard pile is not."""
    game = rich()
    deck = game.position.action_deck
    game.position.discard = tuple(kind for kind in deck if kind is not Action.ANNA)
    game.position.action_deck = ()
    return game


def fixed() -> Game:
    """Return a game in a roll during which no action card can be played."""
    game = give(begun(), 0, actions=(Action.FIX,))
    for move in ("fix:G", "*3"):
        game.play(move)
    return game


def shuffling() -> Game:
    game = no_more_cards()
    game.play("buy:action")
    return game


CARDS = "soft2 petal4"
SCENES: dict[str, Callable[[], Frame]] = {
    "roll-for-the-needle": at(lambda: begun(opening="")),
    "needle": at(lambda: begun(opening="*6")),
    "needle-elsewhere": at(lambda: begun(opening="*6"), "petal3"),
    "needle-waits": at(lambda: begun(opening="*6"), "", "seat2"),
    "roll": at(begun),
    "roll-of-three": at(lambda: begun(THREE_STARTED, opening="", players=3)),
    "rolled": at(lambda: begun(ROLLED)),
    "crowded": at(crowded),
    "crowded-players": at(crowded, "soft3 petal2 petal1 petal2"),
    "to-move": at(lambda: begun(COLLECTED)),
    "moved": at(lambda: begun(MOVED)),
    "to-end": at(lambda: begun(f"{MOVED} free:c4-d4")),
    "waits": at(lambda: begun(COLLECTED), "", "seat2"),
    "may-take-back": at(lambda: begun(f"{MOVED} end"), "", "seat1"),
    "unsaved": lambda: replace(at(crowded)(), unsaved=True),
    "acts": at(rich, TABLE_KEY),
    "acts-end": at(lambda: rich(MOVED), TABLE_KEY),
    "acts-poor": at(poor, TABLE_KEY),
    "buy-action": at(rich, "soft2 petal1"),
    "buy-action-shuffled": at(no_more_cards, "soft2 petal1"),
    "buy-pattern": at(rich, "soft2 petal2"),
    "walk": at(rich, "soft1 petal3"),
    "walk-over-a-needle": at(rich, "soft1 petal1 petal5 petal3"),
    "walk-over-needles": at(among_needles, "soft1 petal1 petal5 petal3"),
    "walked-over-needles": at(among_needles, "soft1 petal1 petal5 petal3 petal3"),
    "walked": at(rich, "soft1 petal3 petal3 petal2"),
    "goal": at(rich, "soft1 soft2 soft2"),
    "jump": at(lambda: rich("*R5 collect"), "soft1 soft2 soft2 soft2"),
    "swap-free": at(lambda: rich(MOVED), "soft1"),
    "swap-free-seen-before": at(lambda: rich(MOVED), "soft1 soft3 petal2"),
    "swap": at(rich, "soft2 petal3"),
    "swap-picked": at(rich, "soft2 petal3 soft3"),
    "swap-seen-before": at(rich, "soft2 petal3 soft3 petal3 petal3 petal2"),
    "swap-of-equals": at(rich, "soft2 petal3 soft3 petal5 petal3"),
    "cards": at(rich, CARDS),
    "cards-more": at(rich, f"{CARDS} soft3 soft3"),
    "cards-before-the-roll": at(begun, "soft2"),
    "cards-none-fits": at(fixed, "soft2"),
    "hand": under_look(wealthy, CARDS),
    "hand-of-many": under_look(of_many_patterns, CARDS),
    "hand-empty": under_look(lambda: give(begun(), 0, actions=(), patterns=()), "soft2"),
    "own-cards": at(wealthy, CARDS, "seat1"),
    "own-cards-none": at(lambda: give(begun(), 0, actions=()), "soft2", "seat1"),
    "own-card-not-now": at(wealthy, f"{CARDS} soft3 petal2", "seat1"),
    **{
        f"card-{kind}": at(
            wealthy, f"{CARDS} {'soft3 ' * (place // 4)}petal{place % 4 + 1}", "seat1"
        )
        for place, kind in enumerate(ALL_KINDS)
    },
    "play-move": at(wealthy, f"{CARDS} petal1 soft3 petal3", "seat1"),
    "play-swap": at(wealthy, f"{CARDS} petal2 soft3 soft3 petal3 petal2", "seat1"),
    "play-steal": at(wealthy, f"{CARDS} petal3 soft3", "seat1"),
    "play-rob": at(wealthy, f"{CARDS} petal4 soft3", "seat1"),
    "play-replace": at(wealthy, f"{CARDS} soft3 petal1 soft3", "seat1"),
    "play-replace-thread": at(wealthy, f"{CARDS} soft3 petal1 soft3 petal1 soft2", "seat1"),
    "play-replace-number": at(wealthy, f"{CARDS} soft3 petal1 soft3 petal2 petal2", "seat1"),
    "play-replace-taken": at(wealthy, f"{CARDS} soft3 petal1 soft3 petal2", "seat1"),
    "play-gamble": at(wealthy, f"{CARDS} soft3 soft3 petal1 soft3", "seat1"),
    "play-fix": at(lambda: wealthy(""), "soft2 soft3 petal2 soft3", "seat1"),
    "gambling": at(lambda: play_card(wealthy(), "gamble:4")),
    "stealing": at(lambda: play_card(wealthy(), "steal:2")),
    "shuffling": at(shuffling),
    "pattern": at(rich, "soft2 petal5"),
    "pattern-looked-at": under_look(lying, "soft2 petal5"),
    "pattern-lies": at(lying, "soft2 petal5", "seat1"),
    "pattern-not-there": at(lying, "soft2 petal5 petal2", "seat1"),
    "exchange": at(rich, "soft2 soft3"),
    "exchange-own": at(lying, "soft2 soft3", "seat1"),
    "not-on-the-board": at(lying, "soft2 petal5 petal2 soft3"),
    "no-such-card": at(rich, f"{CARDS} soft3 soft3 petal1 soft3"),
    "own-hand": at(lambda: wealthy(""), "soft3 petal2 petal2", "seat1"),
    "own-hand-pattern": at(lambda: wealthy(""), "soft3 petal2 petal2 petal3", "seat1"),
    "display-without-keys": at(wealthy, "", "seat1", keyless=(0,)),
    "info": at(rich, "soft3 petal2"),
    "player": at(rich, "soft3 petal2 petal1"),
    "player-of-eight-patterns": at(of_eight_annas, "soft3 petal2 petal1"),
    "reserve-at-first": at(begun, "soft3 petal2 petal3"),
    "reserve": at(no_more_cards, "soft3 petal2 petal3"),
    "help-acts": at(rich, "soft3 petal3"),
    "robot-collects": told(COLLECTED),
    "robot-moves": told(MOVED),
    "robot-swaps": told(f"{MOVED} free:c4-d4"),
    "robot-buys": told(f"{COLLECTED} buy:action"),
    "robot-robs": told(f"{COLLECTED} rob:2", actions=(Action.ROB,)),
    "robot-replaces": told(f"{COLLECTED} thread:a1=V", actions=(Action.REPLACE,)),
    "interrupted": lambda: Evening(interrupted=play_of(begun())).frame(),
    "the-end": shown(of_four),
    "the-end-player": over,
    **{f"rules-{number}": shown(rules(number)) for number in range(1, len(RULES) + 1)},
}


def play_card(game: Game, move: str) -> Game:
    game.play(move)
    return game


@cache
def frame_in_english(name: str) -> Frame:
    return SCENES[name]()


def frame_of(name: str, language: Language) -> Frame:
    return replace(frame_in_english(name), language=language)
