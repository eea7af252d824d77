"""The making of a book: the likeliest openings first, each position searched for long.

The book answers for both players. After its own move every plausible reply is looked at. A position is as likely as the replies
that lead to it, since the book's own moves are certain; the likeliest one that is not in the book comes next.
"""
import heapq

from gopy.book.book import BookLine, game_after
from gopy.engine.decision import Restriction
from gopy.engine.searches import set_root
from gopy.go.symmetry import canonical, distinct_moves

#: Simulations of the search that tells which replies are plausible, and the least probability of a position of interest.
REPLY_SIMULATIONS, LEAST = 2000, 1e-6

SEED = 1


class Builder:
    """Adds the likeliest missing position to a book, again and again.

    book      the Book to add to; its size, komi and simulations are those of the searches
    search    the gopy.engine.go_search.GoSearch that searches
    known     the BookLines that the book has already
    """

    def __init__(self, book, search, known=()) -> None:
        self._book, self._search = book, search
        self._known = {self._key(game_after(line.path, book.size, book.komi)): line for line in known}
        self._likely, self._queue = {}, []
        root = game_after((), book.size, book.komi)
        self._meet((), root, 1.0)
        self._meet_replies((), root, 1.0)

    def step(self) -> BookLine | None:
        """Take the likeliest position; the new BookLine, or None if the book had it already. IndexError: nothing is left."""
        while True:
            _, path, key = heapq.heappop(self._queue)
            if key in self._likely:
                break
        likely = self._likely.pop(key)
        game = game_after(path, self._book.size, self._book.komi)
        found = self._known.get(key)
        line = found or self._searched(path, game)
        if found is None:
            self._book.add(line)
            self._known[key] = line
        # A known line may have reached the position in another form: its own path is the one that its move belongs to.
        after = game_after((*line.path, line.move), self._book.size, self._book.komi)
        self._meet_replies((*line.path, line.move), after, likely)
        return None if found else line

    def _searched(self, path, game):
        best = self._run(game, self._book.simulations).best
        return BookLine(path, best.move, float(best.winrate), int(best.visits))

    def _run(self, game, simulations):
        self._search.restart(SEED)
        set_root(self._search, game, game.to_play, Restriction(allow=distinct_moves(game, game.to_play)))
        return self._search.run(simulations=simulations)

    def _meet_replies(self, path, game, likely):
        """Let a player who is not the book's move: each reply is as likely as its visits and its prior say, half each."""
        children = [child for child in self._run(game, REPLY_SIMULATIONS).children if child.move != game.pass_move]
        visits = sum(child.visits for child in children) or 1
        priors = sum(child.prior for child in children) or 1.0
        for child in children:
            share = (child.visits / visits + child.prior / priors) / 2
            if likely * share >= LEAST:
                after = game_after((*path, child.move), self._book.size, self._book.komi)
                self._meet((*path, child.move), after, likely * share)

    def _meet(self, path, game, likely):
        """Note a position; several ways that lead to it add up."""
        key = self._key(game)
        self._likely[key] = self._likely.get(key, 0.0) + likely
        heapq.heappush(self._queue, (-self._likely[key], path, key))

    @staticmethod
    def _key(game):
        return canonical(game.board, game.to_play)[0]
