"""The search with an evaluator in plain Python, one simulation after the other: nodes are objects, formulas as the papers write them."""
import math

import numpy as np

from gopy import game


class Node:
    def __init__(self, move=-1, prob=1.0):
        self.move, self.prob = move, prob
        self.children, self.results, self.value = [], [], 0.0       # results for the player who moved here

    @property
    def n(self):
        return len(self.results)

    @property
    def q(self):
        return sum(self.results) / self.n


def ask(state, evaluate):
    """({move: probability}, value) of a position."""
    shape = game.observation_form(state).shape
    seen = np.zeros(math.prod(shape), np.float32)
    game.observe(state, game.to_play(state), seen)
    moves = np.zeros(game.num_moves(state), np.int16)
    moves = moves[:game.legal_moves(state, moves)].tolist()
    mask = np.isin(np.arange(game.num_moves(state)), moves)
    logits, values = evaluate(seen.reshape(1, *shape), mask[None])
    weights = np.exp(logits[0, moves].astype(float) - logits[0, moves].max())
    return dict(zip(moves, weights / weights.sum())), float(values[0])


def scale(params, node):
    return (params.visit_offset + max(child.n for child in node.children)) * params.value_scale


def completed(node):
    """{child: its mean, or the mixed value}."""
    seen = [child for child in node.children if child.n]
    total = sum(child.n for child in seen)
    mixed = node.value
    if seen:
        mean = sum(child.prob * child.q for child in seen) / sum(child.prob for child in seen)
        mixed = (node.value + total * mean) / (1 + total)
    return {child: child.q if child.n else mixed for child in node.children}


def improved(params, node):
    values = completed(node)
    logits = [math.log(child.prob) + scale(params, node) * (values[child] + 1) / 2 for child in node.children]
    weights = np.exp(np.array(logits) - max(logits))
    return weights / weights.sum()


def puct(params, node):
    visits = node.n
    c = params.exploration + math.log((visits + params.exploration_base + 1) / params.exploration_base)
    unvisited = -node.q - params.first_play_reduction
    return max(node.children, key=lambda child: (child.q if child.n else unvisited) + c * child.prob * math.sqrt(visits) / (1 + child.n))


def inside(params, node):
    chances = improved(params, node)
    total = sum(child.n for child in node.children)
    return max(zip(node.children, chances), key=lambda pair: pair[1] - pair[0].n / (1 + total))[0]


def at_root(params, node, gumbel, target):
    values = completed(node)
    scores = {child: noise + math.log(child.prob) + scale(params, node) * (values[child] + 1) / 2
              for child, noise in zip(node.children, gumbel)}
    return max((child for child in node.children if child.n == target), key=scores.get)


def halving(considered, simulations):
    """Sequential halving as the paper's figure has it: round after round over a list of moves that shrinks."""
    visits, order = [0] * considered, []
    left, phases = considered, max(1, math.ceil(math.log2(max(2, considered))))
    while len(order) < simulations:
        for _ in range(max(1, int(simulations / (phases * left)))):
            for i in range(left):
                order.append(visits[i])
                visits[i] += 1
        left = left if considered == 1 else max(2, left // 2)
    return order[:simulations]


def search(state, evaluate, params, simulations, gumbel=None):
    """The root Node after so many simulations; gumbel: noise of the root's moves, for the rule gumbel."""
    root = Node()
    simulate(root, state, evaluate, lambda node: None)
    targets = None if gumbel is None else halving(min(params.considered, len(root.children)), simulations)
    for number in range(simulations):
        def choose(node):
            if gumbel is None:
                return puct(params, node)
            return inside(params, node) if node is not root else at_root(params, node, gumbel, targets[number])
        simulate(root, state, evaluate, choose)
    return root


def simulate(root, state, evaluate, choose):
    state, node, path = game.clone_state(state), root, [root]
    while node.children:
        node = choose(node)
        game.play(state, node.move)
        path.append(node)
    mover = game.to_play(state)
    if game.is_over(state):
        value = 2 * game.value(state) - 1
        value = value if mover == 0 else -value
    else:
        priors, value = ask(state, evaluate)
        node.children, node.value = [Node(move, prob) for move, prob in priors.items()], value
    for each in reversed(path):
        value = -value
        each.results.append(value)
