"""Every screen of the device, by name, for the gallery and the golden pictures.

Player names are as wide as the device allows: what fits here always fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from tests.languages import MORE_LANGUAGES
from tests.table.evening import Evening, in_game, new_play, random_play
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
from triqueta.games.triqueta.scenes.ending import BuildingScene
from triqueta.games.triqueta.scenes.game import HELP, REASONS, describe_unseen
from triqueta.games.triqueta.scenes.overview import RULES
from triqueta.games.triqueta.screens.sheet import (
    RowScreen,
    SheetScreen,
    TurnUpScreen,
    ranking_screen,
)
from triqueta.games.triqueta.screens.tile import (
    KeptScreen,
    TileScreen,
    TwoTilesScreen,
)
from triqueta.games.triqueta.screens.turn import RowsScreen, TurnScreen
from triqueta.games.triqueta.session import LOOK, TriquetaSession
from triqueta.games.triqueta.spec import SPEC, secret_for
from triqueta.games.triqueta.spectator_view import describe_public_move
from triqueta.games.triqueta.views import PublicMove, TileFacts
from triqueta.games.triqueta.words import say
from triqueta.screens.frame import Frame
from triqueta.screens.lists import CostlyDecisionScreen, HintScreen
from triqueta.screens.phrases import Language, Text
from triqueta.screens.screen import GreetingScreen, Screen, TextScreen
from triqueta.screens.station import Key
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
from triqueta.table.coach_pages import HintPage, ReviewPage, ReviewWork
from triqueta.table.menu import unplug_screen
from triqueta.table.names import A_ROBOTS_SEAT, NAMES_STAY, NOT_ASKED, robot_of, why_no_name
from triqueta.table.past_games import LAST_GAMES, GameWins, PastGame, PastGames, Score, Standing
from triqueta.table.questions import SeatScene
from triqueta.table.saving import SAVING, SAVING_SCREEN, StorageStatus, repair_screen
from triqueta.table.scene import Scene
from triqueta.table.session import COACH, ROBOT, TUTORIAL
from triqueta.table.setup_scene import SpellingScene
from triqueta.table.shuffle_scenes import CommitmentScene, ProofPage
from triqueta.table.state import NO_NETWORK, NO_SERVER, NOT_OPEN, SWITCHED_OFF, Preferences

WIDE = ("WWWWWWWl", "Maximilian", "ÉÄÖÜŒÇÀ", "mmmmmmm", "Wilhelm-W")


def preferences() -> Preferences:
    return Preferences(language=Language.ENGLISH, recent_names=WIDE)


def at(
    phase: Phase, edition: Edition = Edition.BASE, players: int = 3, seed: int = 3
) -> TriquetaSession:
    def reached(session: TriquetaSession) -> bool:
        return session._game.phase is phase and session._game.round > 1 and not session._unseen

    return random_play(edition, players, seed, reached, WIDE)


def unseen(edition: Edition, players: int, *, shadow: bool, seed: int = 3) -> TriquetaSession:
    def reached(session: TriquetaSession) -> bool:
        return (
            session._unseen and session._game.round > 1 and bool(session._fresh_shadow) is shadow
        )

    return random_play(edition, players, seed, reached, WIDE)


def set_up(keys: str) -> Callable[[], Evening]:
    return lambda: Evening(preferences()).press(keys)


def crowded_table() -> TurnScreen:
    """Return a screen with five players, long rows, and everything that can be on the table."""
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
    rows = ("R" * 10 + "OOODD", None, "RODBMU", "", "UUUUUUUUUU")
    view = replace(view, petals=petals, players=players, rows=rows, to_act=0, rock=0)
    return TurnScreen(title=say("{name}'s turn", name=WIDE[0]), view=view)


def sheet(tiles: str, *, rock: bool = False) -> ScoreSheet:
    return score_sheet(Edition.BASE, tiles, rock=rock, trees=0)


TIE = outcome_of([sheet("RRRO"), sheet("RRR", rock=True), sheet("U"), sheet("BBBBBBBB")])
SHARED = outcome_of([sheet("RRRO"), sheet("RRRD"), sheet("U"), sheet("BBBBBBBB")])


def with_robots(session: TriquetaSession) -> Evening:
    """Return an evening in which it is a person's turn and all others are robots."""
    for seat in range(len(session.names)):
        if seat != session.current_player:
            session.apply(f"{ROBOT} {seat} expert")
    return in_game(session)


def told_of_robot(move: str, tiles: str, shadow: int = 0) -> Frame:
    text = describe_public_move(PublicMove(0, move, tiles, shadow), WIDE[0]) or ""
    screen = TextScreen(title=robot_of("expert"), text=text, soft=(None, None, say("Next")))
    return Frame(screen, Language.ENGLISH)


def still(screen: Screen) -> Callable[[], Frame]:
    return lambda: Frame(screen, Language.ENGLISH)


def of_seat(seat: int, evening: Evening) -> Frame:
    return evening.frame(f"seat{seat + 1}")


def own_choice(edition: Edition, players: int) -> Frame:
    session = at(Phase.CHOICE, edition, players)
    seat = session._game.order[0]
    return of_seat(seat, in_game(session, (seat,)))


def gone_in_mid_turn(session: TriquetaSession) -> Evening:
    """Return an evening in which the deciding player's phone has gone to sleep."""
    seat = session.current_player or 0
    return in_game(session, (seat,)).leave(seat)


def own_pair() -> Frame:
    session = random_play(
        Edition.SHADOW, 2, 3, lambda p: p._game.phase is Phase.TURN and p._game.draws, WIDE
    )
    seat = session._game.order[0]
    evening = in_game(session, (seat,)).press("petal1 petal1", f"seat{seat + 1}")
    return of_seat(seat, evening)


def own_shadow() -> Frame:
    session = random_play(Edition.SHADOW, 4, 3, lambda p: p._unseen and p._fresh_shadow, WIDE)
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


def four_rows() -> RowsScreen:
    view = at(Phase.TURN, players=4).view(None).table
    rows = ("R" * 10 + "OOODD", None, "RODBMU", "")
    return RowsScreen(
        title=say("{name} takes row ...", name=WIDE[0]),
        view=replace(view, rows=rows),
        offered=(1, 3, 4),
        changes=(35, None, -17, 0),
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
    return in_game(session).press("soft3 " * 5 + keys)


def with_phones(evening: Evening) -> Evening:
    address = f"HTTP://192.168.100.100:65535/S/{'A' * 24}"
    evening.table.services = replace(evening.table.services, seat_link=lambda seat: address)
    return evening


def phones() -> Evening:
    return with_phones(in_game(at(Phase.TURN))).press("soft3 petal4 petal4")


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
    evening = in_game(session).press("soft3 " * 5)
    for _ in range(10 * seconds):
        evening.wait(0.1)
    return evening.press(keys)


def no_mistake() -> ReviewPage:
    session = at(Phase.TURN)
    work = ReviewWork(session, iter(()), at_once=4)
    work.go_on()
    return ReviewPage(in_game(session).table, work)


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
        "soft2"
    ),
    "interrupted": lambda: Evening(interrupted=at(Phase.TURN, players=5)),
    "interrupted-sure": lambda: Evening(interrupted=at(Phase.TURN)).press("petal2"),
    "new-game": lambda: Evening(
        Preferences(Language.ENGLISH, last_players=at(Phase.TURN, players=5)._game.setup.players)
    ),
    "players": set_up(""),
    "players-with-phones": lambda: with_phones(Evening(preferences())),
    "tutorial-players": set_up("soft1"),
    "tutorial": set_up("soft1 petal3" + " petal1" * 4),
    "hint-turn": lambda: for_beginners(at(Phase.TURN)),
    "hint-tile": lambda: for_beginners(at(Phase.CHOICE)),
    "hint-row": lambda: for_beginners(with_a_pair()).press("soft2"),
    "hint-kept": lambda: for_beginners(reveal()),
    "hint-dead-key": lambda: for_beginners(at(Phase.TURN)).press("petal1"),
    "name": set_up("petal3"),
    "name-first-time": lambda: Evening().press("petal5"),
    "name-or-robot": set_up("petal3 petal1"),
    "robot-level": set_up("petal3 petal1 soft3"),
    "robot-youngest": set_up(
        "petal5 petal1 soft3 petal1 soft3 petal2 soft3 petal3 soft3 petal4 petal1"
    ),
    "robot-to-answer": lambda: with_robots(at(Phase.TURN)).press("petal1 soft2 petal1"),
    "robot-has-taken": lambda: told_of_robot("t3", "ROOODDBBMMUUU"),
    "robot-has-placed": lambda: told_of_robot("r5", "M"),
    "robot-keeps-shadow-tiles": lambda: told_of_robot("d1", "", shadow=2),
    "robot-opens-a-pile": lambda: told_of_robot("p3", ""),
    "robot-has-moved": still(
        TextScreen(
            title=robot_of("medium"),
            text=say("{name} has made a move", name=WIDE[0]),
            soft=(None, None, say("Next")),
        )
    ),
    "robot-at-its-seat": lambda: of_seat(1, with_robots(at(Phase.TURN)).join(1)),
    "spelling-groups": spelled(""),
    "spelling-letters": spelled("petal5"),
    "spelling-others": spelled("petal5 petal3 petal5 petal3 petal5 petal3 soft1"),
    "spelling-too-early": spelled("soft3"),
    "edition": set_up("petal2 petal1 petal1"),
    "youngest": set_up("petal5" + " petal1" * 5 + " petal1"),
    "commitment": set_up("petal2 petal1 petal1 petal1 petal1"),
    "cut": set_up("petal2 petal1 petal1 petal1 petal1 soft1 petal3 petal4"),
    "building": lambda: set_up("petal2 petal1 petal1 petal1 petal1 soft1 soft1")().wait(1.3),
    "set-up-at-a-seat": lambda: of_seat(0, Evening(preferences()).join(0)),
    "cut-at-a-seat": lambda: of_seat(
        1, set_up("petal2 petal1 petal1 petal1 petal1 soft1")().join(1)
    ),
    "turn-2": lambda: in_game(at(Phase.TURN, players=2)),
    "turn-3": lambda: in_game(at(Phase.TURN)),
    "turn-5": still(crowded_table()),
    "turn-last-row": still(
        TurnScreen(
            title=say("{name}: take a row", name=WIDE[0]), view=at(Phase.TURN).view(None).table
        )
    ),
    "turn-second-tile": lambda: in_game(at(Phase.SECOND_DRAW, Edition.SHADOW, 2)),
    "watching-turn": lambda: watching(at(Phase.TURN)),
    "turn-dead-key": lambda: in_game(at(Phase.NEXT_PILE, seed=4)).press("petal1"),
    "take-row": lambda: in_game(at(Phase.TURN)).press("soft1"),
    "take-row-own": own_taking,
    "take-row-most": still(
        RowsScreen(
            title=say("{name} takes row ...", name=WIDE[0]),
            view=crowded_table().view,
            offered=(1, 3, 4, 5),
            changes=(35, None, -17, 0, -10),
        )
    ),
    "take-row-four": still(four_rows()),
    "hand-over": lambda: in_game(unseen(Edition.BASE, 3, shadow=False)),
    "look-light": lambda: in_game(unseen(Edition.BASE, 5, shadow=False)).down("soft2"),
    "look-shadow": lambda: in_game(unseen(Edition.SHADOW, 4, shadow=True)).down("soft2"),
    "look-two": lambda: in_game(unseen(Edition.SHADOW, 2, shadow=False)).down("soft2"),
    "looked-shadow": lambda: in_game(unseen(Edition.SHADOW, 4, shadow=True)).press("soft2"),
    "choice": lambda: in_game(at(Phase.CHOICE, players=5)),
    "choice-two": lambda: in_game(at(Phase.CHOICE, Edition.SHADOW, 2)),
    "choice-away": lambda: gone_in_mid_turn(at(Phase.CHOICE)),
    "choice-own": lambda: own_choice(Edition.BASE, 5),
    "choice-own-two": lambda: own_choice(Edition.SHADOW, 2),
    "drawn-two-own": own_pair,
    "drawn-shadow-own": own_shadow,
    "next-pile": lambda: in_game(at(Phase.NEXT_PILE)),
    "next-pile-first": lambda: in_game(
        random_play(Edition.BASE, 3, 3, lambda p: p._game.phase is Phase.NEXT_PILE)
    ),
    "round-over": round_over,
    "watching-next-pile": lambda: watching(at(Phase.NEXT_PILE)),
    "watching-look": lambda: watching(unseen(Edition.BASE, 3, shadow=False)),
    "watching-choice": lambda: watching(at(Phase.CHOICE)),
    "watching-reveal": lambda: watching(reveal()),
    "reveal": lambda: in_game(reveal()),
    "reveal-look": lambda: in_game(reveal()).down("soft2"),
    "reveal-decide": lambda: in_game(reveal()).press("soft2"),
    "reveal-own": own_decision,
    "turn-up": lambda: in_game(random_play(Edition.SHADOW, 5, 9, lambda p: False, WIDE)),
    "turn-up-most": still(TurnUpScreen(name=WIDE[0], added="MMwwwwwwwwwrodbmu", returned=2)),
    "ranking": lambda: ended(""),
    "ranking-tie": still(ranking_screen(WIDE[:4], TIE)),
    "ranking-shared": still(ranking_screen(WIDE[:4], SHARED)),
    "sheet-final": lambda: ended("petal2"),
    "proof": lambda: ended("soft3"),
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
    "tile-large-numbers": still(
        TileScreen(
            title=say("Row, keep, or 5: box?"),
            facts=TileFacts("B", 10, (35, -17, None, -10, 22)),
        )
    ),
    "tile-shadow-boar": still(
        TileScreen(
            title=say("Only for {name}", name=WIDE[0]),
            facts=TileFacts("b", -10),
            advice=say("You keep it until the end."),
        )
    ),
    "two-tiles-large-numbers": still(
        TwoTilesScreen(
            title=say("Only for {name}", name=WIDE[0]),
            tiles=("B", "b"),
            together=-10,
        )
    ),
    "coach-on": set_up("petal5" + " petal1" * 5 + " petal1 soft2"),
    "coach-told": set_up("petal2 petal1 petal1 petal1 soft2 petal1 soft1 soft1"),
    "coach-turn": lambda: in_game(coached(at(Phase.TURN, players=4))),
    "coach-choice": lambda: in_game(coached(at(Phase.CHOICE, players=4))),
    "coach-reveal": lambda: in_game(coached(reveal())).press("soft2"),
    "coach-hint": lambda: in_game(coached(at(Phase.TURN))).press("soft2"),
    "coach-hint-turn": hint_screen("t3 d1 t1 t2 t4 t5", late(Phase.TURN, players=5)),
    "coach-hint-draw": hint_screen("d1 t2 t1 t3", late(Phase.TURN)),
    "coach-hint-tile": hint_screen("r3 r1 k r2 r4 r5", late(Phase.CHOICE, players=5)),
    "coach-hint-keep": hint_screen("k r1 r2 x", at(Phase.CHOICE, Edition.SHADOW, 2)),
    "coach-hint-kept": lambda: own_hint(reveal()),
    "coach-hint-same": lambda: in_game(coached(at(Phase.NEXT_PILE))).press("soft2"),
    "coach-menu": lambda: reviewed("soft2"),
    "coach-sheet": lambda: reviewed("petal2"),
    "coach-review-wait": lambda: reviewed("soft2 petal1", seconds=0),
    "coach-review": dear_screen("d1", "t2", late(Phase.TURN, players=5)),
    "coach-review-tile": dear_screen("k", "r1", late(Phase.CHOICE, players=5)),
    "coach-review-none": lambda: Frame(no_mistake()._screen(), Language.ENGLISH),
    "menu": lambda: in_game(at(Phase.TURN)).press("soft3"),
    "menu-take-back": lambda: in_game(at(Phase.TURN)).press("petal1 soft2 petal2 soft3"),
    "rules-values": lambda: in_game(at(Phase.TURN)).press(
        "soft3 petal3 soft3" + " soft3" * len(RULES)
    ),
    "menu-help": lambda: in_game(at(Phase.TURN)).press("soft3 petal3"),
    "menu-rules-of-games": set_up("soft3 petal3 soft3"),
    "menu-help-away": lambda: gone_in_mid_turn(at(Phase.CHOICE)).press("soft3 petal3"),
    "menu-help-waiting": lambda: watching_help(at(Phase.TURN)),
    "menu-settings": lambda: in_game(at(Phase.TURN)).press("soft3 petal4"),
    "menu-settings-of-four": lambda: Evening(languages=MORE_LANGUAGES[:4]).press("soft3 petal4"),
    "menu-languages-of-four": lambda: Evening(languages=MORE_LANGUAGES[:4]).press(
        "soft3 petal4 petal1"
    ),
    "menu-languages-of-seven": lambda: Evening(languages=MORE_LANGUAGES).press(
        "soft3 petal4 petal1"
    ),
    "menu-stop": lambda: in_game(at(Phase.TURN)).press("soft3 petal5"),
    "menu-give-up": lambda: in_game(at(Phase.TURN)).press("soft3 petal5 petal1"),
    "phones": phones,
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
    "unsaved-sheet": lambda: trouble(StorageStatus.FULL)().press("soft2 soft2 petal2"),
    "unplug": still(unplug_screen()),
    "goodbye": lambda: in_game(at(Phase.TURN)).press("soft3 petal5 petal2 petal5"),
    **{
        f"rules-{number}": still(
            TextScreen(title=say("The rules"), text=text, corner=f"{number}/{len(RULES) + 1}")
        )
        for number, text in enumerate(RULES, start=1)
    },
}


def help_texts() -> dict[str, Text]:
    """Return the help text of every scene of the program, without games that tests have loaded."""
    scenes = Scene.__subclasses__()
    for scene in scenes:
        scenes.extend(scene.__subclasses__())
    own = ("triqueta.table.", "triqueta.games.triqueta.")  # not Zatre, if a test has imported it
    scenes = [scene for scene in scenes if scene.__module__.startswith(own)]
    texts: dict[str, Text] = {Scene.__name__: Scene.HELP}
    texts |= {scene.__name__: scene.HELP for scene in scenes if scene not in (SeatScene, HintPage)}
    texts.pop("GameScene")  # every instance is a TriquetaScene
    assert BuildingScene.__name__ in texts, "scenes are not loaded"
    texts |= {f"TriquetaScene-{phase}": text for phase, text in HELP.items()}
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
SCENES |= {
    f"deed-{move}": notice_frame(describe_unseen(move, WIDE[0]) or "") for move in ("k", "x", "t5")
}
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
