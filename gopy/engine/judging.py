"""Who owns the board: an estimate by playouts, and a second, longer look at exactly the chains that it leaves in doubt.

Playouts end a seki by chance, fill eyes in the wrong order and miss a placement that kills. So no chain that they leave in
doubt is called dead, alive or in seki by their ownership alone. Each such group of chains is contested: in a search under a komi
that makes the game turn on this group, the opponent moves first, or its owner does. The group lives if it survives the
opponent's first move. It is dead if its owner's first move does not save it either.
"""
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gopy.engine.searcher import Root, Searcher
from gopy.engine.searches import Estimate, balanced_estimate
from gopy.engine.status import Ownership, Status, assess, chain_means, chains_of, dead_chains, seki_chains, share_liberty
from gopy.engine.thinking import Thinker
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbour_table, opponent
from gopy.go.history import Game
from gopy.go.rules import Scoring
from gopy.go.score import ALIVE, SEKI, area_score, empty_regions, without

#: Mean ownership from which a chain is taken for alive or dead without a second look.
SURE = 0.9

#: (share of the simulations, ownership from which a contest is decided) of the first contest of a group and, if it decides
#: nothing, of the second.
CONTESTS = ((1, 0.6), (4, 0.3))

#: A group that looks like one in seki is not called dead unless so much of it is the opponent's, as a mean of both contests.
SEKI_DEAD = 0.65

#: Chains of one colour that share a liberty are one group if their ownership differs by no more than this.
SAME_FATE = 0.25

#: With more doubtful groups than this a contest of one would be decided by the others.
MOST_GROUPS = 12


@dataclass
class Judge:
    """Judges positions with a search.

    search      the Searcher; its tree is dropped
    thinker     the gopy.engine.thinking.Thinker that runs it
    deadline    the time, by thinker.now(), at which everything ends, or None
    most_groups with more doubtful groups than this the game is not finished, and none of them is contested
    """

    search: Searcher
    thinker: Thinker
    deadline: float | None = None
    most_groups: int = MOST_GROUPS

    def estimate(self, game: Game, colour: int, simulations: int) -> Estimate:
        """The `balanced_estimate` of a position with `colour` to move."""
        return balanced_estimate(self.search, game, colour, simulations, self.thinker, self.deadline)

    def status(self, game: Game, ownership: Ownership, simulations: int) -> Status:
        """The Status of the board of `game` under an ownership map, its doubtful chains contested with so many simulations."""
        board = game.board
        ownership = [float(value) for value in ownership]
        chains = chains_of(board)
        means = chain_means(board, chains, ownership, game.rules.suicide)
        dead = dead_chains(board, chains, means)
        groups = _doubtful_groups(board, chains, means)
        may_be_seki = seki_chains(board.size, board.colours, chains)
        fates: list[tuple[list[int], float]] = []
        unsettled: set[int] = set()
        for group in groups if len(groups) <= self.most_groups else ():
            stones = [point for index in group for point in chains[index]]
            captives = {point for index in dead.difference(group) for point in chains[index]}
            least = SEKI_DEAD if any(min(chains[index]) in may_be_seki for index in group) else 0.0
            found, fate, hot = self._contest(game, stones, captives, simulations, least)
            unsettled.update(stones if hot else ())
            for point in _surroundings(board, stones, captives):
                ownership[point] = found[point]
            fates += [(stones, fate)] if fate else []
        for stones, fate in fates:
            for point in stones:
                ownership[point] = fate
        status = assess(board, ownership, game.rules.suicide)
        status = replace(status, doubtful=status.doubtful | unsettled)
        return status if len(groups) > self.most_groups else self._proven_sekis(game, status, simulations)

    def _contest(self, game: Game, stones: Sequence[int], captives: Collection[int], simulations: int,
                 least_dead: float) -> tuple[list[float], float, bool]:
        """(ownership of the board once it is found out whether the group of these stones lives, whose these stones are, whether that
        is for who moves first to decide).

        The second is 1.0 for Black, -1.0 for White, and 0.0 if that depends on who moves first, or if nobody knows.
        captives: points of other stones that are taken for dead. least_dead: the group is not called dead
        unless so much of it is the opponent's, as a mean of both contests.
        """
        owner = game.board.colours[stones[0]]
        sign = 1.0 if owner == BLACK else -1.0
        komi = _turning_point(game.board, stones, captives)
        for share, clear in CONTESTS:
            attacked = self._searched(game, opponent(owner), komi, share * simulations)
            survives = sign * _mean(attacked, stones)
            if survives >= clear:
                return attacked, sign, False
            defended = self._searched(game, owner, komi, share * simulations)
            saved = sign * _mean(defended, stones)
            if max(saved, survives) <= -clear and saved + survives <= -2 * least_dead:      # its owner may pass, too
                return defended, -sign, False
            if survives <= -clear and saved >= clear:
                break
            if self._out_of_time():
                break
        return [(one + other) / 2 for one, other in zip(attacked, defended)], 0.0, survives <= -clear and saved >= clear

    def _searched(self, game: Game, colour: int, komi: float, simulations: int) -> list[float]:
        """The ownership that a search with `colour` to move finds, under area rules and a komi."""
        position = game.copy()
        position.rules = replace(game.rules, scoring=Scoring.AREA, name="")
        self.search.forget()
        try:
            self.search.set_root(Root(position, colour, komi - position.effective_komi, judging=True))
            report = self.thinker.think(self.search, simulations=simulations, deadline=self.deadline, reporting=False)
        finally:
            self.search.forget()
        assert report.ownership is not None         # Go has points
        return [float(value) for value in report.ownership]

    def _proven_sekis(self, game: Game, status: Status, simulations: int) -> Status:
        """The status with those chains alive that were called seki and are in none.

        A chain in seki dies if its owner fills the liberties that it shares with the opponent. A chain that survives this lives
        on its own, and so does what shares liberties with such chains alone.
        """
        board = game.board
        chains = [chain for chain in chains_of(board) if status.of[chain[0]] == SEKI]
        sekis = [chain for chain in chains if not self._lives_alone(game, chain, status, simulations)]
        while True:
            kept = [chain for chain in sekis if any(share_liberty(board.size, board.colours, chain, other) for other in sekis
                                                    if board.colours[other[0]] != board.colours[chain[0]])]
            if len(kept) == len(sekis):
                break
            sekis = kept
        proven = {point for chain in sekis for point in chain}
        of = {point: ALIVE if state == SEKI and point not in proven else state for point, state in status.of.items()}
        return replace(status, of=of)

    def _lives_alone(self, game: Game, chain: Sequence[int], status: Status, simulations: int) -> bool:
        """Whether a chain survives the opponent's move after its owner has filled the liberties that it shares."""
        board, owner = game.board, game.board.colours[chain[0]]
        stones = {colour: set(board.stones(colour)) for colour in (BLACK, WHITE)}
        colours = without(board.colours, status.dead)
        for region, border in empty_regions(colours, board.size):
            if len({colours[point] for point in border}) > 1 and not border.isdisjoint(chain):
                stones[owner] |= {point for point in region if board.colours[point] == EMPTY}
        filled = Game(board.size, game.komi, game.rules)
        try:
            filled.setup(sorted(stones[BLACK]), sorted(stones[WHITE]), to_play=opponent(owner))
        except ValueError:          # the last shared liberty cannot be filled
            return False
        found = self._searched(filled, opponent(owner), _turning_point(filled.board, chain, status.dead), simulations)
        return (1.0 if owner == BLACK else -1.0) * _mean(found, chain) > 0.0

    def _out_of_time(self) -> bool:
        return self.thinker.stopped or (self.deadline is not None and self.thinker.now() >= self.deadline)


def _doubtful_groups(board: Position, chains: Sequence[Sequence[int]], means: Sequence[float]) -> list[list[int]]:
    """Lists of indices of the chains that are not surely alive or dead; chains of one group share their fate.

    Largest groups first: their fate decides that of others.
    """
    neighbours = neighbour_table(board.size)
    groups: list[list[int]] = []
    for index, chain in enumerate(chains):
        if abs(means[index]) >= SURE:
            continue
        liberties = {near for point in chain for near in neighbours[point] if board.colours[near] == EMPTY}
        joined = [index]
        for group in list(groups):
            if any(board.colours[chains[other][0]] == board.colours[chain[0]] and abs(means[other] - means[index]) <= SAME_FATE
                   and any(near in liberties for point in chains[other] for near in neighbours[point]) for other in group):
                joined += group
                groups.remove(group)
        groups.append(joined)
    return sorted(groups, key=lambda group: -sum(len(chains[index]) for index in group))


def _turning_point(board: Position, stones: Collection[int], captives: Collection[int]) -> float:
    """The area margin halfway between that with the group of these stones alive and that with it dead."""
    alive = area_score(board.colours, board.size, set(captives) - set(stones))
    dead = area_score(board.colours, board.size, set(captives) | set(stones))
    return (alive + dead) / 2


def _surroundings(board: Position, stones: Collection[int], captives: Collection[int]) -> set[int]:
    """The points of a group, of the empty regions at its borders and of the captives in them."""
    colours = without(board.colours, captives)
    found = set(stones)
    for region, border in empty_regions(colours, board.size):
        if not border.isdisjoint(stones):
            found |= region
    return found


def _mean(ownership: Sequence[float], points: Collection[int]) -> float:
    return sum(ownership[point] for point in points) / len(points)
