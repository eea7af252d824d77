"""What a search with an evaluator has found, read from its tree."""
from typing import NamedTuple

import numpy as np

from gopy.search.evaluated.params import EvaluatedParams
from gopy.search.evaluated.selection import Halving, best_child, read_roots
from gopy.search.evaluated.tree import BYTES_PER_NODE, EvaluatedTree, children_of
from gopy.search.outline import Node
from gopy.search.report import ChildReport, Report, wilson_lower


class Judged(NamedTuple):
    """What a search says about its root. n stands for the number of moves of the game."""

    move: int               #: the move to play; -1 where the game is over
    value: float            #: mean result for the player to move, -1 to 1
    policy: np.ndarray      #: float32[n], what a policy is to learn: shares of visits, or by Gumbel the improved policy
    visits: np.ndarray      #: int32[n]


def ordered(tree: EvaluatedTree, node: int) -> list[int]:
    """The children of `node`, the most visited first; those of equal visits by their means."""
    block = children_of(tree, node)
    visits = tree.visits[block]
    means = tree.sums[block] / np.maximum(visits, 1)
    return (block.start + np.lexsort((-means, -visits))).tolist()


def judged(tree: EvaluatedTree, params: EvaluatedParams, roots: int, halving: Halving) -> list[Judged]:
    """The Judged of each of so many trees."""
    shape = (roots, halving.gumbel.shape[1])
    moves, values = np.zeros(roots, np.int64), np.zeros(roots)
    policies, visits = np.zeros(shape, np.float32), np.zeros(shape, np.int32)
    read_roots(params, tree, halving, moves, values, policies, visits, np.zeros(shape[1]))
    return list(map(Judged, moves.tolist(), values.tolist(), policies, visits))


def _mean(tree: EvaluatedTree, node: int, sign: float = 1.0) -> float:
    """The mean of a node times `sign`; 0 without visits."""
    visits = int(tree.visits[node])
    return sign * float(tree.sums[node]) / visits if visits else 0.0


def _line(tree: EvaluatedTree, node: int, length: int) -> tuple[list[int], list[int]]:
    """(moves, their visits) from `node` on along the most visited children."""
    moves, visits = [int(tree.move[node])], [int(tree.visits[node])]
    while len(moves) < length:
        below = ordered(tree, node)
        if not below or tree.visits[below[0]] == 0:
            break
        node = below[0]
        moves.append(int(tree.move[node]))
        visits.append(int(tree.visits[node]))
    return moves, visits


def evaluated_report(tree: EvaluatedTree, params: EvaluatedParams, halving: Halving, to_play: int, simulations: int, seconds: float,
                     max_moves: int | None, pv_length: int) -> Report:
    """The gopy.search.report.Report of the first tree: values are from 0 to 1 there. It knows no scores, no AMAF and no ownership."""
    best = int(best_child(params, tree, 0, halving))
    nodes = ([best] if best >= 0 else []) + [node for node in ordered(tree, 0) if node != best]
    children, depth = [], 0
    for node in nodes[:max_moves]:
        winrate, visits = 0.5 + 0.5 * _mean(tree, node), int(tree.visits[node])
        line, line_visits = _line(tree, node, pv_length)
        depth = max(depth, len(line) if visits else 0)
        children.append(ChildReport(int(tree.move[node]), visits, winrate, float(np.exp(tree.logit[node])), wilson_lower(winrate, visits),
                                    0.5, line, pv_visits=line_visits))
    used = int(tree.used[0])
    return Report(to_play=to_play, simulations=simulations, visits=max(0, int(tree.visits[0]) - 1),
                  value=0.5 + 0.5 * _mean(tree, 0, -1.0), score_mean=0.0, score_stdev=0.0, ownership=None, depth=depth, nodes=used,
                  bytes=used * BYTES_PER_NODE, seconds=seconds, children=children)


def evaluated_outline(tree: EvaluatedTree, least_visits: int) -> list[Node]:
    """The gopy.search.outline.Node of each move of the first root with so many visits, with its answers and so on."""
    def below(node: int) -> list[Node]:
        return [Node(int(tree.move[child]), int(tree.visits[child]), 0.5 + 0.5 * _mean(tree, child), "", below(child))
                for child in ordered(tree, node) if tree.visits[child] >= max(1, least_visits)]
    return below(0)
