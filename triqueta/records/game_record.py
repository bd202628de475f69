"""A game that was written down: what the journal and the commands ask of it, whichever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from triqueta.records.document import encoded, read
from triqueta.records.lines import one_line


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. Seats are counted from 0; `counts` has a number for each of them."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, scores: tuple[int, ...]) -> Result:
        """Where most points win, and nothing but points counts."""
        ranking = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        winners = (seat for seat, points in enumerate(scores) if points == max(scores))
        return cls(scores, tuple(winners), tuple(ranking))


@dataclass(frozen=True)
class GameRecord:
    """A game, finished or not, that its rules have played through: so it is sound.

    `content` is its document but for `extra`, what it says besides the game: when it was played,
    its proof. `to_act` is the seat that is to make one of the `legal_moves`; it has none when
    chance is to do something. `round` is how far it has got, 0 in a game without rounds.
    """

    game: str  # its id
    edition: str
    content: dict[str, object]
    extra: Mapping[str, object]
    to_act: int | None
    legal_moves: Sequence[str]
    result: Result | None  # without counts
    round: int = 0
    seat: int | None = None  # the answer to the question that the game asks before it is dealt

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(read(self.content, "players", list))

    @property
    def robots(self) -> dict[int, str]:
        """The seats that robots played, and of which level they were.

        A record may have anything of that name: what is no level for each player says nothing.
        """
        found = self.extra.get("robots")
        if not isinstance(found, list) or len(found) != len(self.names):
            return {}
        return {seat: level for seat, level in enumerate(found) if isinstance(level, str)}

    @property
    def moves(self) -> list[str]:
        """All that was played, what chance did among it."""
        return read(self.content, "moves", list)

    def document(self) -> dict[str, object]:
        return {**self.content, **self.extra}

    def encode(self) -> bytes:
        """As the bytes of a file."""
        return encoded(self.document())

    def goes_further(self, than: GameRecord) -> bool:
        """Whether of two copies of one game this one knows more of it."""
        return goes_further(self.moves, than.moves)

    def counts(self) -> Mapping[str, tuple[int, ...]]:
        """Of a finished game: what its statistics add up, seat by seat."""
        return {}

    def judgement(self) -> dict[str, object]:
        """Where it stands, for programs."""
        return {
            "over": self.result is not None,
            "turn": self.to_act,
            "legal": tuple(self.legal_moves),
            "scores": self.result and self.result.scores,
            "winners": self.result and self.result.winners,
        }

    def account(self) -> Iterator[str]:
        """What happened, for persons, line by line; names are on one line each."""
        yield from self.moves
        yield ""
        yield from self.score_lines()

    def score_lines(self) -> Iterator[str]:
        """Of a finished game: how it ended, for persons."""
        if self.result is not None:
            for seat, points in enumerate(self.result.scores):
                won = " *" * (seat in self.result.winners)
                yield f"{one_line(self.names[seat])}: {points}{won}"


def goes_further(moves: Sequence[str], than: Sequence[str]) -> bool:
    return len(moves) > len(than) and list(moves[: len(than)]) == list(than)
