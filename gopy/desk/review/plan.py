"""The two passes of a review: which positions are searched, and what the moves of the game cost by all that is known so far.

Pass 1 searches every position for a short while, the last one first. Pass 2 looks longer where moves seem to have lost most, and there
at all that the judgement rests on: the position before the move, the one after it, and the one after the best other move. The
latter two are compared. Both have the same side to move and the same effort, so that what a search errs in, it errs in for both.
A better move that was found at one place is tried at the places around it, too: what both sides overlook, a short search
of any one position may overlook as well.

The game is judged backwards. A position is worth to the side to move at least what the move that was played made of it. So no move ever
gains anything. A move costs something only where another move was better, and all costs of both sides add up to the way of
the chance from the first position to the last.
"""
from collections.abc import Iterable
from dataclasses import dataclass

from gopy.desk.review.looks import Look, Question, position_of
from gopy.go.geometry import BLACK
from gopy.go.history import Game

#: (largest board, simulations of a position in the first pass if no option limits them): a game of 9x9 is to be done within 30 s on two
#: cores. STUDY: scripts/studies/strength/review
DEFAULT_VISITS = ((9, 2000), (13, 3000), (25, 1500))

#: How much longer pass 2 looks at a position than pass 1.
EFFORT = 4

#: Pass 2 looks at the moves that cost most: so many of them, with at most so many searches, in a game of few moves. In a longer one it
#: looks at one move in four, with three searches for two positions. STUDY: scripts/studies/strength/review
CHECKED, MOST_SEARCHES, SHARE_CHECKED, SEARCHES = 18, 90, 4, 1.5

#: A move that costs less than this share of the chance is not looked at again.
LEAST_DOUBT = 0.02

#: A game is decided as long as a side's chance is above this, and a move that leaves it there is no mistake.
DECIDED = 0.95

#: A move with a smaller share of a position's visits is not what the position is worth: few simulations are mostly luck.
LEAST_SHARE = 0.03

#: So many other moves are looked at in a position: if the first is refuted, the second may still be better than what was played.
MOST_OTHERS = 2

#: A better move is tried this many moves before and after its place, if its mistake cost so much; so often at most in a game, or half as
#: often as there are positions.
AROUND, WORTH_TRYING, MOST_TRIALS = (-1, 1, -2, 2), 0.05, 40


def default_visits(size: int) -> int:
    """Simulations of a position in the first pass on a board of this size."""
    return next(visits for largest, visits in DEFAULT_VISITS if size <= largest)


@dataclass(frozen=True)
class Other:
    """The best move that was not played: the chance and the lead after it, as Black sees them, and whether a search of its own says so."""

    move: int
    chance: float
    lead: float
    looked_at: bool


class Plan:
    """A review under way: ask `wanted` for the next Questions, `add` the Look at each, until nothing is wanted.

    game    the gopy.go.history.Game that is reviewed
    turns   the positions that are reviewed, each by the number of moves before it; they follow each other
    to_check    how many moves pass 2 looks at
    chances, leads   {turn: Black's chance, Black's lead}, by all Looks so far, where a position and those after it were looked at
    others  {turn: the Other move there, or None if there is none}, but for the last turn
    """

    def __init__(self, game: Game, turns: Iterable[int] | None = None) -> None:
        self.game = game
        self.turns = list(range(len(game.moves) + 1) if turns is None else turns)
        self.to_check = max(CHECKED, len(self.turns) // SHARE_CHECKED)
        self._looks: dict[Question, Look] = {}
        self._stale = True

    def add(self, question: Question, look: Look) -> None:
        """Take in what a search said."""
        self._looks[question] = look
        self._stale = True

    def look(self, turn: int, *instead: int) -> Look | None:
        """The longest Look at a position; None if nobody looked."""
        return next((self._looks[question] for effort in (EFFORT, 1)
                     if (question := Question(turn, instead, effort)) in self._looks), None)

    def wanted(self) -> list[Question]:
        """The Questions to ask next, the most pressing first: pass 1 or, when that is done, a round of pass 2. At the end there are none.

        It depends on nothing but the Looks so far, so that a review that was interrupted goes on as it would have.
        """
        first = [Question(turn) for turn in reversed(self.turns) if self.look(turn) is None]
        if first:
            return first
        room = max(MOST_SEARCHES, round(SEARCHES * len(self.turns))) - sum(question.effort == EFFORT for question in self._looks)
        heaviest = self.heaviest(self.to_check)
        found = dict.fromkeys(question for turn in heaviest for question in self._doubts(turn))
        return [*list(found)[:max(room, 0)], *self._trials(heaviest)]

    def heaviest(self, count: int) -> list[int]:
        """The turns of at most `count` moves that cost most while the game was undecided, the heaviest first."""
        doubtful = [turn for turn in self.turns[:-1] if self.loss(turn) >= LEAST_DOUBT and not self.decided(turn)]
        return sorted(doubtful, key=lambda turn: (-self.loss(turn), turn))[:count]

    def loss(self, turn: int) -> float:
        """By how much the move at a turn lowered its player's chance: 0 or more."""
        self.judge()
        return abs(self.chances[turn + 1] - self.chances[turn])

    def points_lost(self, turn: int) -> float:
        """By how many points the move at a turn lowered its player's lead; below 0 if it won points."""
        self.judge()
        fall = self.leads[turn] - self.leads[turn + 1]
        return fall if self.mover(turn) == BLACK else -fall

    def decided(self, turn: int) -> bool:
        """Whether the game was decided before the move at a turn and still was after it."""
        self.judge()
        before, after = sorted((self.chances[turn], self.chances[turn + 1]))
        return before > DECIDED or after < 1.0 - DECIDED

    def checked(self, turn: int) -> bool:
        """Whether pass 2 looked at the move at a turn and at the better one, so that it may be called a mistake.

        What the search of the position would have played itself is not called one: then its looks contradict each other.
        """
        self.judge()
        other, look = self.others[turn], self.look(turn)
        return (other is not None and other.looked_at and not self._doubts(turn)
                and look is not None and look.reply != self.game.moves[turn][1])

    def mover(self, turn: int) -> int:
        """The colour of the move at a turn."""
        return self.game.moves[turn][0]

    def position(self, turn: int) -> Game:
        """The game as it stood before the move at a turn, with that move's player to move."""
        return position_of(self.game, Question(turn))

    def _doubts(self, turn: int) -> list[Question]:
        """What pass 2 still has to ask before it may say what the move at a turn cost."""
        around = [Question(near, effort=EFFORT) for near in (turn, turn + 1)]
        if turn + 2 <= self.turns[-1] and self._rests_on_next(turn + 1):
            around.append(Question(turn + 2, effort=EFFORT))
        missing = [question for question in around if question not in self._looks]
        if missing:
            return missing
        other = self.others[turn]
        if other is None:
            return []
        if not other.looked_at:
            return [Question(turn, (other.move,), EFFORT)]
        # A reply that the search did not see until it was played may refute the other move as well.
        answer = self.game.moves[turn + 1][1] if turn + 1 < self.turns[-1] and self._rests_on_next(turn + 1) else None
        refuting = Question(turn, (other.move, answer), EFFORT) if answer is not None else None
        if refuting is None or refuting in self._looks or not self._may_answer(turn, other.move, refuting.instead[1]):
            return []
        return [refuting]

    def _trials(self, heaviest: Iterable[int]) -> list[Question]:
        """Short looks at the better moves of mistakes at the places around them, as far as they are not known there."""
        room = max(MOST_TRIALS, len(self.turns) // 2) - sum(len(question.instead) == 1 and question.effort == 1 for question in self._looks)
        found: dict[Question, None] = {}
        for turn in heaviest:
            other = self.others[turn]
            if other is None or not other.looked_at or self.loss(turn) < WORTH_TRYING:
                continue
            for near in (turn + step for step in AROUND):
                if near in self.turns[:-1] and other.move != self.game.moves[near][1] and not self._known(near, other.move):
                    found[Question(near, (other.move,))] = None
        return list(found)[:max(room, 0)]

    def _known(self, turn: int, move: int) -> bool:
        """Whether a move was looked at in a position, or cannot be played there."""
        position = self.position(turn)
        return self.look(turn, move) is not None or move == position.pass_move or not position.legal(position.to_play, move)

    def _may_answer(self, turn: int, move: int, answer: int) -> bool:
        look = self.look(turn, move)
        position = self.game.after(turn)
        position.record(self.mover(turn), move)
        return (look is not None and answer not in (look.reply, position.pass_move)
                and position.to_play == self.mover(turn + 1) and position.legal(position.to_play, answer))

    def _rests_on_next(self, turn: int) -> bool:
        """Whether a position is worth more than the search of it knew, because of the move that was played there."""
        look = self.look(turn)
        return (look is not None and self.chances[turn] == self.chances[turn + 1]
                and abs(look.chance - self.chances[turn]) >= LEAST_DOUBT)

    def judge(self) -> None:
        """Bring `chances`, `leads` and `others` up to date."""
        if self._stale:
            self._stale = False
            self._judge_backwards()

    def _judge_backwards(self) -> None:
        self.chances: dict[int, float] = {}
        self.leads: dict[int, float] = {}
        self.others: dict[int, Other | None] = {}
        for turn in reversed(self.turns):
            look = self.look(turn)
            if look is None:
                break
            if turn == self.turns[-1]:
                self.chances[turn], self.leads[turn] = look.chance, look.lead
                continue
            other = self.others[turn] = self._best_other(turn, look)
            black = self.mover(turn) == BLACK
            played = self.chances[turn + 1]
            if other is None or not (other.chance > played if black else other.chance < played):
                self.chances[turn], self.leads[turn] = played, self.leads[turn + 1]
            else:
                self.chances[turn], self.leads[turn] = other.chance, other.lead

    def _best_other(self, turn: int, look: Look) -> Other | None:
        black = self.mover(turn) == BLACK
        short = {question.instead[0]: found for question, found in self._looks.items()
                 if question.turn == turn and len(question.instead) == 1 and question.effort == 1}
        others = [Other(move, *self._after(turn, move, black), True) for move in
                  dict.fromkeys(question.instead[0] for question in self._looks
                                if question.turn == turn and question.instead and question.effort == EFFORT)]
        if len(others) < MOST_OTHERS:
            known = {self.game.moves[turn][1], *(other.move for other in others), *short}
            others += [Other(found.move, found.chance, found.lead, False) for found in look.candidates
                       if found.move not in known and found.visits >= LEAST_SHARE * look.visits][:1]
        looked_at = {other.move for other in others}
        others += [Other(move, found.chance, found.lead, False) for move, found in short.items() if move not in looked_at]
        # What a search of its own says counts more than what the search of the position before says.
        return max(others, default=None,
                   key=lambda other: (other.chance if black else -other.chance) + (LEAST_DOUBT if other.looked_at else 0.0))

    def _after(self, turn: int, move: int, black: bool) -> tuple[float, float]:
        """(chance, lead) after another move: the worst of its own look and those after the replies that were tried."""
        looks = [look for question, look in self._looks.items()
                 if question.turn == turn and question.instead[:1] == (move,) and question.effort == EFFORT]
        worst = min(looks, key=lambda look: look.chance if black else -look.chance)
        return worst.chance, worst.lead
