"""Every screen of the device, by name, for the gallery and the golden pictures.

Player names are as wide as the device allows: what fits here always fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from tests.languages import MORE_LANGUAGES
from tests.table.evening import Evening, in_game, new_play, random_play, with_buzzer
from triqueta.games.triqueta.reveal import TurnedUp
from triqueta.games.triqueta.robots.coach import Reasons, TriquetaCoach, label_of, moment_of
from triqueta.games.triqueta.rules import (
    Edition,
    Game,
    Layer,
    PetalView,
    Phase,
    Proof,
    ScoreSheet,
    Setup,
    deal,
    score_sheet,
)
from triqueta.games.triqueta.rules.score import outcome_of
from triqueta.games.triqueta.scenes.game import (
    HELP,
    HELP_AFTER_LAST_ROUND,
    HELP_AFTER_ROUND,
    HELP_WITH_TWO,
    REASONS,
    USED_UP,
    TakePage,
    no_row,
    pile_used,
    row_taken,
)
from triqueta.games.triqueta.screens.ending import (
    PlayerPoints,
    Side,
    StandingsScreen,
    TurnUpScreen,
    winner_screen,
)
from triqueta.games.triqueta.screens.event import move_screen
from triqueta.games.triqueta.screens.rows import Row
from triqueta.games.triqueta.screens.sheet import RowScreen, SheetScreen
from triqueta.games.triqueta.screens.tile import (
    KeptGlimpseScreen,
    KeptScreen,
    TileScreen,
    TwoTilesScreen,
)
from triqueta.games.triqueta.screens.turn import ChoiceScreen, RowsScreen, TurnScreen
from triqueta.games.triqueta.session import LOOK, NEXT, TriquetaSession
from triqueta.games.triqueta.spec import SPEC, secret_for
from triqueta.games.triqueta.summary import RULES
from triqueta.games.triqueta.views import PublicMove, TileFacts
from triqueta.games.triqueta.words import say
from triqueta.screens.frame import Frame
from triqueta.screens.lists import CostlyDecisionScreen, HintScreen
from triqueta.screens.phrases import Language, Text
from triqueta.screens.screen import GreetingScreen, Screen, TextScreen
from triqueta.screens.station import Key, seat_station
from triqueta.stations.hub import stuck
from triqueta.stations.pods.pod import (
    DOES_NOT_FIT,
    NEWER,
    NO_SCREEN,
    OLDER,
    free_seats,
    who_sits_here,
)
from triqueta.table.coach import more_or_less
from triqueta.table.coach_pages import ReviewPage, ReviewWork
from triqueta.table.events import Named
from triqueta.table.menu import unplug_screen
from triqueta.table.names import A_ROBOTS_SEAT, NAMES_STAY, NOT_ASKED, robot_of, why_no_name
from triqueta.table.past_games import LAST_GAMES, GameWins, PastGame, PastGames, Score, Standing
from triqueta.table.proof_pages import ProofPage
from triqueta.table.saving import SAVING, SAVING_SCREEN, StorageStatus, repair_screen
from triqueta.table.scene import Choice, Scene, SoftKey, StationView, question
from triqueta.table.session import COACH, ROBOT, TUTORIAL
from triqueta.table.setup_scene import SpellingScene
from triqueta.table.shuffle_scenes import CommitmentScene
from triqueta.table.state import NO_NETWORK, NO_SERVER, NOT_OPEN, SWITCHED_OFF, Preferences
from triqueta.table.table import NOTICE_SECONDS

WIDE = ("WWWWWWWl", "Maximilian", "ÉÄÖÜŒÇÀ", "mmmmmmm", "Wilhelm-W")


def preferences() -> Preferences:
    return Preferences(language=Language.ENGLISH, recent_names=WIDE)


def at(
    phase: Phase, edition: Edition = Edition.BASE, players: int = 3, seed: int = 3
) -> TriquetaSession:
    def reached(session: TriquetaSession) -> bool:
        return session._game.phase is phase and session._game.round > 1 and not session._unseen

    return random_play(edition, players, seed, reached, WIDE)


def mid_round(phase: Phase, edition: Edition = Edition.BASE, players: int = 3) -> TriquetaSession:
    """Return a session in the middle of a round: the rows have tiles, and one may be taken."""

    def reached(session: TriquetaSession) -> bool:
        game, rows = session._game, session.view(None).table.rows
        if game.phase is not phase or game.round < 2 or session._unseen:
            return False
        return len("".join(row or "" for row in rows)) > players and (players == 2 or None in rows)

    sessions = (random_play(edition, players, seed, reached, WIDE) for seed in range(99))
    return next(session for session in sessions if not session.over)


def unseen(edition: Edition, players: int, *, shadow: bool, seed: int = 3) -> TriquetaSession:
    def reached(session: TriquetaSession) -> bool:
        return (
            session._unseen and session._game.round > 1 and bool(session._fresh_shadow) is shadow
        )

    return random_play(edition, players, seed, reached, WIDE)


def set_up(keys: str) -> Callable[[], Evening]:
    return lambda: Evening(preferences()).press(keys)


def crowded_table(rows: int = 5) -> TurnScreen:
    """Return a screen with long rows and everything that can be on the table."""
    session = at(Phase.TURN, Edition.SHADOW, 5)
    view = session.view(None).table
    petals = (
        PetalView(4, Layer.LIGHT),
        PetalView(3, Layer.LIGHT),
        PetalView(2, Layer.LIGHT),
        PetalView(1, Layer.SHADOW),
        PetalView(0, None),
    )
    players = tuple(
        replace(player, trees=trees, in_round=seat != 1)
        for seat, (player, trees) in enumerate(zip(view.players, (3, 0, 2, 1, 0), strict=True))
    )
    view = replace(view, petals=petals, players=players, to_act=0, rock=0)
    return TurnScreen(title=say("{name}'s turn", name=WIDE[0]), view=view, rows=CROWDED[:rows])


CROWDED = (
    Row("R" * 10 + "OOODD", change=35),
    Row(None, WIDE[2]),
    Row("RODBMU", fresh="B", change=-17),
    Row("", change=0),
    Row("RROODDBBMMUU", fresh="U", change=16),
)
"""Rows with everything that they can have: counts, a taker, the last tile placed, points."""


def sheet(tiles: str, *, rock: bool = False) -> ScoreSheet:
    return score_sheet(Edition.BASE, tiles, rock=rock, trees=0)


LAST = [sheet("U"), sheet("BBBBBBBB")]
TIE = outcome_of([sheet("RRRO"), sheet("RRR", rock=True), *LAST])
TIE_OF_ALL = outcome_of([sheet("RRROD")] + [sheet("RRRO", rock=True)] * 2 + LAST)
SHARED = outcome_of([sheet("RRRO"), sheet("RRRD"), *LAST, sheet("R")])
SHARED_BY_FOUR = outcome_of([sheet("RRRO")] * 4 + LAST[1:])
EQUAL = outcome_of(
    [sheet("RRRO")] + [sheet("BBBBBBBBBBBBBUUUU")] * 3 + [sheet("BBBBBBBBBBBBBBBB")]
)
EQUAL_PAIRS = outcome_of([sheet("RRRO"), *[sheet("RR")] * 2, *[sheet("R")] * 2])
NEGATIVE = outcome_of([sheet("R"), sheet("BBBBBB" + "UUUUUU" * 2)])


def standings(*points: int) -> StandingsScreen:
    """Return the end of a round; the first player has the Rock and the others have Trees."""
    return StandingsScreen(
        title=say("Round {round} is over", round=3),
        corner="3/4",
        lines=tuple(
            PlayerPoints(WIDE[seat], number, has_rock=seat == 0, trees=(0, 3, 1, 0, 2)[seat])
            for seat, number in enumerate(points)
        ),
        remark=say("{name} takes the Rock", name=WIDE[0]),
        soft=(None, say("Menu"), say("Next")),
    )


def turn_up(tile: TurnedUp, name: str = WIDE[0], returned: int = 0) -> TurnUpScreen:
    return TurnUpScreen(name=name, tile=tile, number=12, of=16, returned=returned)


def end_keys(screen: Screen) -> Callable[[], Frame]:
    return still(replace(screen, soft=(say("Again"), say("Score"), say("Menu"))))


def with_robots(session: TriquetaSession) -> Evening:
    """Return an evening in which it is a person's turn and all others are robots."""
    for seat in range(len(session.names)):
        if seat != session.current_player:
            session.apply(f"{ROBOT} {seat} expert")
    return in_game(session)


def card(
    move: str, tiles: str = "", shadow: int = 0, rows: tuple[str | None, ...] = (), **player: Any
) -> Callable[[], Frame]:
    """Return a function that draws the card of a move of the first player.

    `player` are fields of the player's view: what lies open and what is kept after the move.
    """
    seats = max(2, len(rows))
    name, robot = player.pop("name", WIDE[0]), player.pop("robot", False)
    unopened = player.pop("unopened", (4,))

    def frame() -> Frame:
        public = at(Phase.TURN, Edition.SHADOW, seats).view(None)
        first, *others = public.table.players
        players = (replace(first, name=name, **player), *others)
        table = replace(
            public.table,
            players=players,
            rows=rows or public.table.rows,
            unopened=unopened,
            drawn=(),
        )
        view = replace(
            public, table=table, unseen=False, public_moves=(PublicMove(0, move, tiles, shadow),)
        )
        screen = move_screen(view, by_robot=robot)
        assert screen is not None
        return Frame(screen, Language.ENGLISH)

    return frame


def still(screen: Screen) -> Callable[[], Frame]:
    return lambda: Frame(screen, Language.ENGLISH)


def of_seat(seat: int, evening: Evening) -> Frame:
    return evening.frame(f"seat{seat + 1}")


def empty_pile() -> TriquetaSession:
    """Return a session in which the pile is empty, so the player has to take a row."""
    draws = " ".join(f"d{petal} r{1 + petal % 4}" for petal in (1, 2, 3, 4, 5) * 3)
    return new_play(players=4, moves=draws, names=WIDE)


def pair() -> TriquetaSession:
    """Return a session in which a player has drawn two light tiles."""
    return new_play(edition=Edition.SHADOW, players=2, moves="d1 d2 r1 k d3 d4", names=WIDE)


def after(session: TriquetaSession, move: str) -> TriquetaSession:
    session.apply(move)
    return session


def two_tiles(move: str, *, look: bool) -> Callable[[], Evening]:
    """Return a function that draws the second one of two tiles, after a move for the first."""

    def evening() -> Evening:
        shown = in_game(after(pair(), move))
        return shown.down("soft2") if look else shown

    return evening


def own_two_tiles(move: str) -> Callable[[], Frame]:
    return lambda: own_choice(after(pair(), move))


def half_shadow() -> TriquetaSession:
    """Return a session in which a player has drawn a light and a shadow tile, and seen them."""

    def reached(session: TriquetaSession) -> bool:
        drawn = session._game.phase is Phase.CHOICE and not session._unseen
        return drawn and bool(session._fresh_shadow)

    sessions = (random_play(Edition.SHADOW, 2, seed, reached, WIDE) for seed in range(99))
    return next(session for session in sessions if not session.over)


def own_choice(session: TriquetaSession) -> Frame:
    seat = session._game.order[0]
    return of_seat(seat, in_game(session, (seat,)))


def gone_in_mid_turn(session: TriquetaSession) -> Evening:
    """Return an evening in which the deciding player's phone has gone to sleep."""
    seat = session.current_player or 0
    return in_game(session, (seat,)).leave(seat)


def own_shadow(players: int, tiles: int) -> Frame:
    """Draw a draw of shadow tiles only, at the drawer's private station."""

    def reached(session: TriquetaSession) -> bool:
        return session._unseen and len(session._fresh_shadow) == tiles

    sessions = (random_play(Edition.SHADOW, players, seed, reached, WIDE) for seed in range(3, 99))
    session = next(session for session in sessions if not session.over)
    seat = session._movers[-1]
    return of_seat(seat, in_game(session).join(seat))


def own_taking() -> Frame:
    """Draw the page for taking a row at a private station. One row is already taken."""

    def reached(session: TriquetaSession) -> bool:
        game = session._game
        tiles = len("".join(game.rows))
        mid_round = game.phase is Phase.TURN and len(game.takes) == 2 and not session._unseen
        return mid_round and tiles > 4 and game.round > 1

    session = random_play(Edition.SHADOW, 3, 5, reached, WIDE)
    seat = session.current_player or 0
    return of_seat(seat, in_game(session, (seat,)).press("soft1", f"seat{seat + 1}"))


def take_screen(rows: int) -> RowsScreen:
    offered = tuple(n for n, row in enumerate(CROWDED[:rows], 1) if row.tiles is not None)
    return RowsScreen(
        title=say("You leave the round with:"),
        rows=CROWDED[:rows],
        offered=offered,
        soft=(say("Back"), say("Info"), say("Menu")),
    )


def watching(session: TriquetaSession) -> Frame:
    """Draw the private station of a waiting player."""
    other = ((session.current_player or 0) + 1) % 3
    return of_seat(other, in_game(session, (other,)))


def watching_help(session: TriquetaSession) -> Frame:
    other = ((session.current_player or 0) + 1) % 3
    return of_seat(other, in_game(session, (other,)).press("soft3 petal3", f"seat{other + 1}"))


def round_over() -> Evening:
    def last_row(session: TriquetaSession) -> bool:
        game = session._game
        return game.phase is Phase.TURN and len(game.takes) == 1 and not session._unseen

    evening = in_game(random_play(Edition.BASE, 3, 3, last_row, WIDE))
    return evening.press(f"soft1 petal{evening.session._game.takes[0][1]}")


def own_decision() -> Frame:
    session = random_play(Edition.SHADOW, 3, 5, lambda p: p._game.phase is Phase.REVEAL, WIDE)
    seat = session._game.order[0]
    return of_seat(seat, in_game(session, (seat,)))


def ended(keys: str) -> Evening:
    session = random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE)
    return in_game(all_turned_up(session)).press(keys)


def all_turned_up(session: TriquetaSession) -> TriquetaSession:
    """Return a finished game after all kept tiles were turned up."""
    while session.view(None).current_tile is not None:
        session.apply(NEXT)
    return session


def with_phones(evening: Evening) -> Evening:
    address = f"HTTP://192.168.100.100:65535/S/{'A' * 24}"
    services = evening.table.services
    evening.table.services = replace(
        services, seat_link=lambda seat: address, join_link=lambda: address.replace("/S/", "/J/")
    )
    return evening


def phones(keys: str = "") -> Evening:
    """Return an evening in a game that shows the page about phones, after these keys."""
    return with_phones(in_game(at(Phase.TURN))).press(f"soft3 petal4 petal2 {keys}")


def seated(keys: str = "") -> Evening:
    """Return an evening before a game whose players sit at their own displays."""
    evening = Evening(preferences())
    for seat, name in enumerate(WIDE):
        evening.join(seat).handle(Named(seat_station(seat), name, evening.time))
    return evening.wait(NOTICE_SECONDS).press(keys)


def asked_to_play_again() -> Evening:
    evening = ended("").join(0).join(3)
    return evening.press("soft1", "seat1").press("soft1", "seat4")


def with_a_pair() -> TriquetaSession:
    """Return the tutorial's own deal, with two deer in a row."""
    piles = deal(secret_for(3), Edition.BASE, 3, "")
    proof = Proof.of(secret_for(3), "")
    entries = ("d1", LOOK, "r1", "d2", LOOK, "r1")
    return TriquetaSession(Game(Setup(Edition.BASE, WIDE[:3], 0, piles)), proof, entries)


def for_beginners(session: TriquetaSession) -> Evening:
    """Return the same game as a tutorial."""
    return in_game(
        TriquetaSession(Game(session._game.setup), session.proof, (TUTORIAL, *session.entries))
    )


def offline() -> Evening:
    evening = in_game(at(Phase.TURN, players=5), (0,)).leave(0)
    return evening.press("soft2 petal3")


def reveal() -> TriquetaSession:
    return random_play(Edition.SHADOW, 3, 5, lambda p: p._game.phase is Phase.REVEAL, WIDE)


def coached(session: TriquetaSession) -> TriquetaSession:
    """Return the same game with a coach."""
    return TriquetaSession(Game(session._game.setup), session.proof, (COACH, *session.entries))


def own_hint(session: TriquetaSession) -> Frame:
    """Draw a hint at the current player's private station."""
    seat = session.current_player or 0
    return of_seat(seat, in_game(coached(session), (seat,)).press("soft2", f"seat{seat + 1}"))


def late(phase: Phase, players: int = 3) -> TriquetaSession:
    """Return a session late in a round, when the rows have tiles."""
    placed = [f"d{petal} r{1 + (petal + n) % players}" for n in range(2) for petal in range(1, 6)]
    drawn = ["d5"] * (phase is Phase.CHOICE)
    return new_play(players=players, moves=" ".join(placed + drawn), names=WIDE)


def hint_screen(moves: str, session: TriquetaSession) -> Callable[[], Frame]:
    """Return a function that draws a hint with the moves in this order.

    The points are invented, so that the picture does not change with the coach. The reason is
    real.
    """
    view, points = (
        session.view(session.current_player or 0).seat,
        (12.3, 3.1, 2.4, 0.0, -0.3, -4.2, -10.6),
    )
    order = moves.split()
    labels = [label_of(view, [move]) for move in order]
    screen = HintScreen(
        title=say("Hint for {name}", name=WIDE[0]),
        corner=f"1/{len(order)}",
        options=tuple(
            (label, more_or_less(worth)) for label, worth in zip(labels, points, strict=False)
        ),
        reason=Reasons(view).of(order[0]),
    )
    keys = (say("Back"), None, say("Menu"))
    return lambda: Frame(replace(screen, soft=keys), Language.ENGLISH, coached=True)


def dear_screen(chosen: str, better: str, session: TriquetaSession) -> Callable[[], Frame]:
    view = session.view(session.current_player or 0).seat
    screen = CostlyDecisionScreen(
        title=WIDE[0],
        corner="1/3",
        moment=moment_of(view),
        lost=more_or_less(-13.4),
        chosen=(label_of(view, [chosen]), more_or_less(-10.9)),
        better=(label_of(view, [better]), more_or_less(2.5)),
        reason=Reasons(view).of(better),
    )
    return lambda: Frame(
        replace(screen, soft=(say("Back"), say("Why?"), say("Next"))),
        Language.ENGLISH,
        coached=True,
    )


def reviewed(keys: str, seconds: int = 5) -> Evening:
    """Return an evening after a game with a coach: wait for its review, then press `keys`."""
    session = coached(random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE))
    evening = in_game(all_turned_up(session)).press("soft3 soft1")
    for _ in range(10 * seconds):
        evening.wait(0.1)
    return evening.press(keys)


def no_mistake() -> ReviewPage:
    session = at(Phase.TURN)
    work = ReviewWork(session, iter(()), at_once=4)
    work.go_on()
    return ReviewPage(in_game(session).table, work)


def rematch() -> Evening:
    """Return an evening in which the same players play again, and a player is known to start."""
    last = replace(preferences().after(WIDE, {}), next_starter=WIDE[1])
    return Evening(last).press("petal1").wait(1.5)


def spelled(keys: str) -> Callable[[], Evening]:
    return set_up("petal2 petal5 " + keys)


def past_games(
    keys: str,
    date: str = "2026-11-14",
    with_robots: tuple[Standing, ...] = (),
    mark: str = "",
) -> Callable[[], Evening]:
    """Return a function that opens the past games of a much-used device from its menu.

    `mark` is the mark of an installed game.
    """
    game = random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE)._game
    assert game.outcome is not None
    outcome = game.outcome
    scores = tuple(
        Score(WIDE[seat], outcome.scores[seat], seat in outcome.winners)
        for seat in outcome.ranking
    )
    played = PastGame(date, say("wolves"), scores)
    standings = tuple(Standing(name, 123, 99 - n) for n, name in enumerate(WIDE + WIDE))

    def evening() -> Evening:
        table = Evening(preferences())
        wins, of_robots = (
            (GameWins("any", mark, who),) if who else () for who in (standings, with_robots)
        )
        many = PastGames((played,) * LAST_GAMES, wins, of_robots)
        table.table.services = replace(table.table.services, past_games=lambda: many)
        return table.press("soft3 petal2 " + keys)

    return evening


WITH_ROBOTS = tuple(
    Standing(who, 1234, 999)
    for who in (WIDE[0], *map(robot_of, ("easy", "medium", "hard", "expert")))
)


def trouble(trouble: StorageStatus) -> Callable[[], Evening]:
    def evening() -> Evening:
        in_trouble = in_game(at(Phase.TURN))
        in_trouble.table.report_storage(trouble)
        return in_trouble

    return evening


SCENES: dict[str, Callable[[], Evening | Frame]] = {
    "greeting": still(GreetingScreen()),
    "mending": still(repair_screen(40)),
    "saving": still(SAVING_SCREEN),
    "language": lambda: Evening(Preferences(), languages=tuple(Language)),
    "language-of-five": lambda: Evening(Preferences(), languages=MORE_LANGUAGES[:5]),
    "language-of-seven": lambda: Evening(Preferences(), languages=MORE_LANGUAGES),
    "language-of-seven-next": lambda: Evening(Preferences(), languages=MORE_LANGUAGES).press(
        "soft3"
    ),
    "interrupted": lambda: Evening(interrupted=at(Phase.TURN, players=5)),
    "interrupted-sure": lambda: Evening(interrupted=at(Phase.TURN)).press("petal2"),
    "new-game": lambda: Evening(
        Preferences(Language.ENGLISH, last_players=at(Phase.TURN, players=4)._game.setup.players)
    ),
    "players": set_up(""),
    "players-with-phones": lambda: with_phones(Evening(preferences())),
    "players-seated": seated,
    "tutorial-players": set_up("soft1"),
    "tutorial": set_up("soft1 petal3" + " petal1" * 4),
    "hint-turn": lambda: for_beginners(at(Phase.TURN)),
    "hint-tile": lambda: for_beginners(at(Phase.CHOICE)),
    "hint-row": lambda: for_beginners(with_a_pair()).press("soft2"),
    "hint-empty": lambda: for_beginners(new_play(names=WIDE)).press("soft2 soft1 petal1"),
    "hint-round": lambda: for_beginners(round_over().session),
    "hint-kept": lambda: for_beginners(reveal()),
    "hint-dead-key": lambda: for_beginners(at(Phase.TURN)).press("petal1"),
    "players-alone": set_up("petal1"),
    "name": set_up("petal3"),
    "name-dead-key": lambda: Evening().press("petal2 petal4"),
    "name-first-time": lambda: Evening().press("petal5"),
    "name-or-robot": set_up("petal3 petal1"),
    "robot-level": set_up("petal2 petal1 soft3 petal1"),
    "robot-levels": set_up("petal3 petal1 soft3 soft3 petal1"),
    "robot-levels-of-two": set_up("petal3 petal1 soft3 soft3 petal3"),
    "robot-youngest": set_up("petal5 petal1 petal1 soft3 soft3 soft3 petal1 petal2"),
    "robot-to-answer": lambda: with_robots(at(Phase.TURN)).press("petal1 petal1"),
    "event-placed": card("r2", "O", rows=("", "MMO", ""), name="Ben"),
    "event-placed-first": card("r5", "D", rows=("", "", "", "", "D")),
    "event-placed-wide": card("r3", "U", rows=("", "", "RROODDBBMMUU")),
    "event-placed-many": card("r1", "B", rows=("RRRRRBBO", ""), name="Chloé"),
    "event-placed-robot": card("r4", "R", rows=("", "", "", "RR"), name="Robby", robot=True),
    "event-placed-robot-wide": card("r4", "M", rows=("", "", "", "OM"), robot=True),
    "event-kept": card("k", kept_light=1, name="Ben"),
    "event-kept-second": card("k", kept_light=2, name="Robby", robot=True),
    "event-boxed": card("x"),
    "event-shadow": card("d1", shadow=1, kept_shadow=3, name="Ben"),
    "event-shadow-both": card("d1", shadow=2, kept_shadow=9),
    "event-taken": card("t2", "OOR", rows=("", None, "B"), face_up="OOOR", name="Ben"),
    "event-taken-many": card(
        "t3",
        "ROOODDBBMMUUU",
        rows=(*("",) * 2, None, *("",) * 2),
        face_up="ROOODDBBMMUUU",
        robot=True,
    ),
    "event-taken-four-sets": card(
        "t1", "RODUU", rows=(None, "", ""), face_up="RRROOODDDUUU", name="Chloé"
    ),
    "event-taken-six-sets": card(
        "t1", "RODBMU", rows=(None, "", ""), face_up="RRROOODDDBBBMMMUUU", robot=True
    ),
    "event-taken-three-sets": card("t1", "BMU", rows=(None, ""), face_up="BBBMMMUUU"),
    "event-taken-last": card("t1", "RRUUUU", rows=(None,) * 4, face_up="RRRRUUUU", name="Chloé"),
    "event-taken-empty": card("t5", "", rows=("R", "O", "D", "B", None), name="Wilhelm-W"),
    "event-opened": card("p3", name="Ben"),
    "event-opened-last": card("p4", unopened=()),
    "robot-has-moved": still(
        TextScreen(
            title=robot_of("medium"),
            text=say("{name} has made a move", name=WIDE[0]),
            soft=(None, None, say("Next")),
        )
    ),
    "seat-free-dead-key": lambda: of_seat(
        4, in_game(at(Phase.TURN), (4,)).press("soft1", "seat5")
    ),
    "robot-at-its-seat": lambda: of_seat(1, with_robots(at(Phase.TURN)).join(1)),
    "spelling-groups": spelled(""),
    "spelling-letters": spelled("petal5"),
    "spelling-others": spelled("petal5 petal3 petal5 petal3 petal5 petal3 soft2"),
    "spelling-too-early": spelled("soft3"),
    "edition": set_up("petal2 petal1 petal1"),
    "youngest": set_up("petal5" + " petal1" * 5 + " petal1"),
    "commitment": set_up("petal2 petal1 petal1 petal1 petal1 soft3"),
    "page-commitment": lambda: in_game(at(Phase.TURN)).press("soft2 petal5"),
    "cut": set_up("petal2 petal1 petal1 petal1 petal1 soft3 soft3 petal3 petal4"),
    "building": lambda: set_up("petal2 petal1 petal1 petal1 petal1")().wait(1.3),
    "building-again": rematch,
    "dealing": lambda: set_up("petal2 petal1 petal1 petal3")().wait(1.3),
    "set-up-at-a-seat": lambda: of_seat(0, Evening(preferences()).join(0)),
    "cut-at-a-seat": lambda: of_seat(
        1, set_up("petal2 petal1 petal1 petal1 petal1 soft3 soft3")().join(1)
    ),
    "turn-first": lambda: in_game(at(Phase.TURN)),
    "turn-2": lambda: in_game(mid_round(Phase.TURN, players=2)),
    "turn-3": lambda: in_game(mid_round(Phase.TURN)),
    "turn-4": lambda: in_game(mid_round(Phase.TURN, Edition.SHADOW, players=4)),
    "turn-5": still(
        replace(crowded_table(), soft=(say("Take row"), say("Info"), say("Menu"))),
    ),
    "turn-4-crowded": still(crowded_table(4)),
    "turn-3-crowded": still(crowded_table(3)),
    "turn-empty-pile": lambda: in_game(empty_pile()),
    "turn-empty-pile-most": still(
        RowsScreen(
            title=say("{name}: take a row", name=WIDE[0]),
            corner="2/4",
            rows=CROWDED,
            offered=(1, 3, 4, 5),
            soft=(None, say("Info"), say("Menu")),
        )
    ),
    "turn-second-tile": lambda: in_game(mid_round(Phase.SECOND_DRAW, Edition.SHADOW, 2)),
    "watching-turn": lambda: watching(mid_round(Phase.TURN)),
    "turn-dead-key": lambda: in_game(at(Phase.NEXT_PILE, seed=4)).press("petal1"),
    "take-row": lambda: in_game(mid_round(Phase.TURN)).press("soft1"),
    "take-row-own": own_taking,
    "take-row-most": still(take_screen(5)),
    "take-row-four": still(take_screen(4)),
    "take-row-gone": lambda: in_game(mid_round(Phase.TURN)).press("soft1 petal2 petal1"),
    "hand-over": lambda: in_game(unseen(Edition.BASE, 3, shadow=False)),
    "hand-over-shadow": lambda: in_game(unseen(Edition.SHADOW, 4, shadow=True)),
    "hand-over-two": lambda: in_game(unseen(Edition.SHADOW, 2, shadow=False)),
    "look-light": lambda: in_game(unseen(Edition.BASE, 5, shadow=False)).down("soft2"),
    "look-shadow": lambda: in_game(unseen(Edition.SHADOW, 4, shadow=True)).down("soft2"),
    "look-two": lambda: in_game(unseen(Edition.SHADOW, 2, shadow=False)).down("soft2"),
    "choice": lambda: in_game(mid_round(Phase.CHOICE, players=5)),
    "choice-three": lambda: in_game(mid_round(Phase.CHOICE)),
    "choice-crowded": still(
        ChoiceScreen(
            title=say("{name}: row or keep?", name=WIDE[0]),
            rows=tuple(row._replace(change=None) for row in CROWDED),
            offered=(1, 3, 4, 5),
            soft=(say("Keep ({left})", left=2), say("Look"), say("Menu")),
        )
    ),
    "choice-look": lambda: in_game(mid_round(Phase.CHOICE, players=5)).down("soft2"),
    "choice-two": lambda: in_game(pair()),
    "choice-two-look": lambda: in_game(pair()).down("soft2"),
    **{
        f"choice-two-{name}": two_tiles(move, look=False)
        for name, move in (("placed", "r1"), ("kept", "k"), ("boxed", "x"))
    },
    **{
        f"choice-two-{name}-look": two_tiles(move, look=True)
        for name, move in (("placed", "r1"), ("kept", "k"), ("boxed", "x"))
    },
    **{
        f"choice-own-two-{name}": own_two_tiles(move)
        for name, move in (("placed", "r1"), ("kept", "k"), ("boxed", "x"))
    },
    "choice-two-shadow": lambda: in_game(half_shadow()),
    "choice-two-shadow-look": lambda: in_game(half_shadow()).down("soft2"),
    "choice-away": lambda: gone_in_mid_turn(at(Phase.CHOICE)),
    "choice-own": lambda: own_choice(mid_round(Phase.CHOICE, players=5)),
    "choice-own-three": lambda: own_choice(mid_round(Phase.CHOICE)),
    "choice-own-two": lambda: own_choice(pair()),
    "choice-own-two-shadow": lambda: own_choice(half_shadow()),
    "drawn-two-own": lambda: own_shadow(players=2, tiles=2),
    "drawn-shadow-own": lambda: own_shadow(players=4, tiles=1),
    "next-pile": lambda: in_game(at(Phase.NEXT_PILE)),
    "next-pile-first": lambda: in_game(
        random_play(Edition.BASE, 3, 3, lambda p: p._game.phase is Phase.NEXT_PILE)
    ),
    "round-over": round_over,
    "round-over-two": still(standings(7, 7)),
    "round-over-four": still(standings(26, 20, 19, 14)),
    "round-over-five": still(standings(132, 20, 0, -3, -28)),
    "round-over-nothing": still(standings(0, 0, 0)),
    "watching-next-pile": lambda: watching(at(Phase.NEXT_PILE)),
    "watching-look": lambda: watching(unseen(Edition.BASE, 3, shadow=False)),
    "watching-choice": lambda: watching(at(Phase.CHOICE)),
    "watching-reveal": lambda: watching(reveal()),
    "reveal": lambda: in_game(reveal()),
    "reveal-look": lambda: in_game(reveal()).down("soft2"),
    "reveal-decide": lambda: in_game(reveal()).press("soft2"),
    "reveal-own": own_decision,
    "turn-up": lambda: in_game(random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE)).wait(1),
    "turn-up-most": still(turn_up(TurnedUp(0, "B", 3, 8, 132), returned=2)),
    "turn-up-set": still(turn_up(TurnedUp(0, "w", 3, 11, 30), "Ben")),
    "turn-up-first": still(turn_up(TurnedUp(0, "O", 1, 1, -3), "Chloé", 1)),
    "turn-up-spoilt": still(turn_up(TurnedUp(0, "b", 4, -9, -12), "Mia")),
    "turn-up-back": lambda: in_game(random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE)),
    "turn-up-back-light": still(
        replace(turn_up(TurnedUp(0, "R", 3, 5, 30), "Ben"), side=Side.BACK)
    ),
    "turn-up-back-shadow": still(
        replace(turn_up(TurnedUp(0, "w", 3, 11, 30), "Ben"), side=Side.BACK)
    ),
    "turn-up-edge": still(replace(turn_up(TurnedUp(0, "R", 3, 5, 30), "Ben"), side=Side.EDGE)),
    "ranking": lambda: ended(""),
    "ranking-two": end_keys(winner_screen(("Mia", "Ben"), NEGATIVE)),
    "ranking-four": end_keys(winner_screen(("Mia", "Ben", "Tom", "Chloé"), TIE)),
    "ranking-tie": end_keys(winner_screen(WIDE[:4], TIE)),
    "ranking-tie-of-three": end_keys(winner_screen(WIDE, TIE_OF_ALL)),
    "ranking-shared": end_keys(winner_screen(WIDE, SHARED)),
    "ranking-shared-short": end_keys(winner_screen(("Mia", "Ben", "Tom", "Eva", "Kim"), SHARED)),
    "ranking-shared-by-four": end_keys(winner_screen(WIDE, SHARED_BY_FOUR)),
    "ranking-equal": end_keys(winner_screen((*WIDE[3:], *WIDE[:3]), EQUAL)),
    "ranking-equal-pairs": end_keys(
        winner_screen(("Mia", "Ben", "Tom", "Eva", "Chloé"), EQUAL_PAIRS)
    ),
    "ranking-own": lambda: of_seat(1, ended("").join(1)),
    "again": asked_to_play_again,
    "again-told": lambda: of_seat(3, asked_to_play_again()),
    "sheet-final": lambda: ended("petal2"),
    "end-info": lambda: ended("soft3 petal2"),
    "proof": lambda: ended("soft3 petal2 petal3"),
    "pages": lambda: in_game(at(Phase.TURN)).press("soft2"),
    "page-row": still(RowScreen(row=2, tiles="RODBMURODBMUROD")),
    "page-row-empty": still(RowScreen(row=2, tiles="")),
    "page-row-taken": still(RowScreen(row=2, tiles=None)),
    "page-sheet": still(
        SheetScreen(
            title=WIDE[0],
            sheet=score_sheet(
                Edition.SHADOW, "R" * 11 + "O" * 10 + "DDDBBMUUUUUwwwwwwwww", rock=True, trees=3
            ),
            remark=say("kept: {light}, shadow: {shadow}", light=2, shadow=15),
        )
    ),
    "page-points": lambda: in_game(at(Phase.TURN, players=5)).press("soft2 petal2"),
    "page-order": lambda: in_game(at(Phase.TURN, players=5)).press("soft2 petal3"),
    "page-order-offline": offline,
    "page-who": lambda: in_game(at(Phase.TURN, players=5)).press("soft2 petal4"),
    "page-kept": lambda: in_game(at(Phase.TURN)).press("soft2 petal4 petal2"),
    "page-kept-look": lambda: in_game(at(Phase.TURN)).press("soft2 petal4 petal2").down("soft2"),
    "kept-most": still(
        KeptScreen(
            title=say("{name}: kept tiles", name=WIDE[0]), light="UB", shadow="wwwwwwwwwrodbmu"
        )
    ),
    **{
        f"kept-{name}-look": still(
            KeptGlimpseScreen(
                title=say("{name}: kept tiles", name=WIDE[0]),
                heading=say("Only for {name}", name=WIDE[0]),
                light=light,
                shadow=shadow,
                soft=(None, say("Look"), None),
            )
        )
        for name, light, shadow in (
            ("light", "BB", ""),
            ("shadow", "", "wwo"),
            ("most", "UB", "wwwwwwwwwrodbmu"),
        )
    },
    "tile-large-numbers": still(
        TileScreen(
            title=say("Which row, or keep?"),
            facts=TileFacts("B", 10, (35, -17, -3, -10, 22), 11),
            soft=(say("Keep ({left})", left=2), say("Info"), say("Menu")),
        )
    ),
    "tile-shadow-boar": still(
        TileScreen(
            title=say("Only for {name}", name=WIDE[0]),
            facts=TileFacts("b", -10, owned=11),
            advice=say("You keep it until the end."),
        )
    ),
    "two-tiles-large-numbers": still(
        TwoTilesScreen(
            title=say("Only for {name}", name=WIDE[0]),
            tiles=("b", "b"),
            together=-10,
        )
    ),
    "coach-on": set_up("petal5" + " petal1" * 5 + " petal1 soft2"),
    "coach-told": set_up("petal2 petal1 petal1 petal1 soft2 petal1 petal5"),
    "coach-turn": lambda: in_game(coached(at(Phase.TURN, players=4))),
    "coach-choice": lambda: in_game(coached(at(Phase.CHOICE, players=4))),
    "coach-reveal": lambda: in_game(coached(reveal())).press("soft2"),
    "coach-hint": lambda: in_game(coached(at(Phase.TURN))).press("soft2"),
    "coach-hint-turn": hint_screen("t3 d1 t1 t2 t4 t5", late(Phase.TURN, players=5)),
    "coach-hint-draw": hint_screen("d1 t2 t1 t3", late(Phase.TURN)),
    "coach-hint-tile": hint_screen("r3 r1 k r2 r4 r5", late(Phase.CHOICE, players=5)),
    "coach-hint-keep": hint_screen("k r1 r2 x", at(Phase.CHOICE, Edition.SHADOW, 2)),
    "coach-hint-kept": lambda: own_hint(reveal()),
    "coach-hint-same": lambda: in_game(coached(at(Phase.NEXT_PILE))).press("soft2").down("soft2"),
    "coach-menu": lambda: reviewed("soft3"),
    "coach-sheet": lambda: reviewed("petal2"),
    "coach-review-wait": lambda: reviewed("soft3 petal1", seconds=0),
    "coach-review": dear_screen("d1", "t2", late(Phase.TURN, players=5)),
    "coach-review-tile": dear_screen("k", "r1", late(Phase.CHOICE, players=5)),
    "coach-review-none": lambda: Frame(no_mistake()._screen(), Language.ENGLISH),
    "menu": lambda: in_game(at(Phase.TURN)).press("soft3"),
    "menu-take-back": lambda: in_game(at(Phase.TURN)).press("petal1 soft2 petal2 soft3"),
    "rules-values": lambda: in_game(at(Phase.TURN)).press(
        "soft3 petal3 soft2" + " soft3" * len(RULES)
    ),
    "menu-help": lambda: in_game(at(Phase.TURN)).press("soft3 petal3"),
    "menu-rules-of-games": set_up("soft3 petal3 soft2"),
    "menu-help-away": lambda: gone_in_mid_turn(at(Phase.CHOICE)).press("soft3 petal3"),
    "menu-help-waiting": lambda: watching_help(at(Phase.TURN)),
    "menu-settings": lambda: in_game(at(Phase.TURN)).press("soft3 petal4"),
    "menu-settings-dead-key": lambda: in_game(at(Phase.TURN)).press("soft3 petal4 petal4"),
    "menu-settings-sound": lambda: with_buzzer(in_game(at(Phase.TURN))).press("soft3 petal4"),
    "menu-settings-of-four": lambda: Evening(languages=MORE_LANGUAGES[:4]).press("soft3 petal4"),
    "menu-languages-of-four": lambda: Evening(languages=MORE_LANGUAGES[:4]).press(
        "soft3 petal4 petal1"
    ),
    "menu-languages-of-seven": lambda: Evening(languages=MORE_LANGUAGES).press(
        "soft3 petal4 petal1"
    ),
    "menu-check-shuffle": set_up("petal2 petal1 petal1 petal1 petal1 petal5 soft3"),
    "menu-stop": lambda: in_game(at(Phase.TURN)).press("soft3 petal5"),
    "menu-give-up": lambda: in_game(at(Phase.TURN)).press("soft3 petal5 petal1"),
    "phones": lambda: phones("petal2"),
    "phones-join": lambda: with_phones(Evening(preferences())).press("soft2"),
    "phones-settings": lambda: with_phones(Evening(preferences())).press("soft3 petal4 petal2"),
    "phones-settings-dead-key": lambda: phones("petal1"),
    **{
        f"phones-none-{number}": still(TextScreen(title=say("Phones"), text=text))
        for number, text in enumerate((NOT_OPEN, SWITCHED_OFF, NO_SERVER, NO_NETWORK), start=1)
    },
    "past-games": past_games(""),
    "past-games-none": lambda: Evening(preferences()).press("soft3 petal2"),
    "past-games-last": past_games("petal1"),
    "past-games-undated": past_games("petal1", date=""),
    "past-games-wins": past_games("petal2"),
    "past-games-with-robots": past_games("", with_robots=WITH_ROBOTS),
    "past-games-wins-with-robots": past_games("petal3", with_robots=WITH_ROBOTS),
    "past-games-wins-of-a-guest": past_games("petal2", mark="Zatre"),
    "past-games-wins-with-robots-of-a-guest": past_games(
        "petal3", with_robots=WITH_ROBOTS, mark="Zatre"
    ),
    **{f"trouble-{kind.name.lower()}": trouble(kind) for kind in StorageStatus},
    "unsaved-turn": lambda: trouble(StorageStatus.FULL)().press("soft2"),
    "unsaved-sheet": lambda: trouble(StorageStatus.FULL)().press("soft2 soft2 petal2 petal1"),
    "unplug": still(unplug_screen()),
    "goodbye": lambda: in_game(at(Phase.TURN)).press("soft3 petal5 petal2 petal5"),
    **{
        f"rules-{number}": still(
            TextScreen(title=say("The rules"), text=text, corner=f"{number}/{len(RULES) + 1}")
        )
        for number, text in enumerate(RULES, start=1)
    },
}


OWN = ("triqueta.table.", "triqueta.games.triqueta.")


def help_texts() -> dict[str, Text]:
    """Return the help text of every scene that has one, without games that tests have loaded."""
    scenes = Scene.__subclasses__()
    for scene in scenes:
        scenes.extend(scene.__subclasses__())
    scenes = [scene for scene in scenes if scene.__module__.startswith(OWN)]
    texts = {scene.__name__: scene.HELP for scene in scenes if "HELP" in vars(scene)}
    assert TakePage.__name__ in texts, "scenes are not loaded"
    texts |= {f"TriquetaScene-{phase}": text for phase, text in HELP.items()}
    texts["TriquetaScene-two"] = HELP_WITH_TWO
    texts["TriquetaScene-round"] = HELP_AFTER_ROUND
    texts["TriquetaScene-last-round"] = HELP_AFTER_LAST_ROUND
    # The games define the help of three scenes of the core.
    assert SPEC.seat_question is not None
    texts["HintPage"] = TriquetaCoach().about
    return texts | {"EditionScene": SPEC.about, "RockScene": SPEC.seat_question.help}


def help_frame(text: Text) -> Callable[[], Frame]:
    return still(TextScreen(title=say("Help"), text=text, soft=(say("Back"), None, None)))


def notice_frame(text: Text) -> Callable[[], Frame]:
    return lambda: Frame(crowded_table(), Language.ENGLISH, notice=text)


SCENES |= {f"help-{name}": help_frame(text) for name, text in sorted(help_texts().items())}
SCENES |= {
    "pod-who-seats": lambda: Frame(who_sits_here(free_seats(Evening().table)), Language.ENGLISH),
    "pod-who-names": lambda: Frame(who_sits_here(dict(enumerate(WIDE))), Language.ENGLISH),
    "pod-who-empty": lambda: Frame(who_sits_here({}), Language.ENGLISH),
}
POD_NOTICES = {"older": OLDER, "newer": NEWER, "no-fit": DOES_NOT_FIT, "no-screen": NO_SCREEN}
SCENES |= {f"pod-{name}": notice_frame(text) for name, text in POD_NOTICES.items()}
SCENES |= {f"reason-{clause}": notice_frame(text) for clause, text in REASONS.items()}
NO_KEYS = (None, None, None)
_WIDE_KEYS = (
    SoftKey(say("Kept tiles"), print),
    SoftKey(say("Info"), print),
    SoftKey(say("Menu"), print),
)
_CHECK = SoftKey(say("Check the shuffle"), print)  # a long label
_QUESTION = question("", [Choice(n, "", print) for n in range(1, 6)], (None, None, _CHECK))
USUAL_REASONS = {
    "petal": (question("", [Choice(1, "", print), Choice(5, "", print)], NO_KEYS), Key.PETAL4),
    "petals": (StationView(GreetingScreen(), soft=(_CHECK, None, None)), Key.PETAL1),
    "petals-keys": (StationView(GreetingScreen(), soft=_WIDE_KEYS), Key.PETAL1),
    "soft": (StationView(GreetingScreen(), soft=(_CHECK, None, None)), Key.SOFT2),
    "soft-keys": (StationView(GreetingScreen(), soft=(_CHECK, None, _CHECK)), Key.SOFT2),
    "soft-petals": (_QUESTION, Key.SOFT1),
    "nothing": (StationView(GreetingScreen()), Key.SOFT1),
}
SCENES |= {
    f"reason-usual-{name}": notice_frame(view.reason_against(key))
    for name, (view, key) in USUAL_REASONS.items()
}
SCENES |= {
    "reason-R1": notice_frame(no_row(4, 3)),
    "reason-R7": notice_frame(row_taken(5, WIDE[0])),
    "reason-R11": notice_frame(pile_used(3)),
}
SCENES |= {f"reason-D4-{moves[0]}": notice_frame(text) for moves, text in USED_UP.items()}
SCENES |= {
    f"notice-{number}": notice_frame(text)
    for number, text in enumerate(
        (
            say("{name} keeps both shadow tiles", name=WIDE[0]),
            say("Let go of “Look”, then choose"),
            say("Keep holding “Look”"),
            say("Look at your tile first"),
            say("Press a petal to draw a tile"),
            CommitmentScene.HELP,
            ProofPage.HELP,
            SpellingScene.HELP,
            say("Waiting for {name}", name=WIDE[0]),
            say("No more letters fit"),
            say("Nothing to undo"),
            say("The game is being saved again"),
            stuck(Key.PETAL4),
            stuck(Key.SOFT1),
            say("{name}'s display is offline", name=WIDE[0]),
            NAMES_STAY,
            NOT_ASKED,
            *(why_no_name(name) or "" for name in ("", "WЖ", "WWWWWWWWWW")),
            A_ROBOTS_SEAT,
            SAVING,
        ),
        start=1,
    )
}


def frame_of(name: str, language: Language) -> Frame:
    return replace(_frame_of(name), language=language)


@cache
def _frame_of(name: str) -> Frame:
    """Return the frame of a scene, which is played only once because frames don't change."""
    shown = SCENES[name]()
    return shown.frame() if isinstance(shown, Evening) else shown
