"""Trains AlphaZero, with the search of Gumbel AlphaZero, by games against itself: any game that has observations, in NumPy alone.

    python docs/examples/alphazero.py --game docs/examples/connect_four.py --mirror --minutes 20 --out four.npz
    python docs/examples/alphazero.py --game go:size=5 --turns --longest 60 --minutes 60 --out go5.npz
    python docs/examples/alphazero.py --game docs/examples/connect_four.py --weights four.npz --games 100

The last line plays a match against UCT with 1000 playouts a move, as the others do in the end. The weights are written after each
minute; --begin four.npz goes on from them. The network is small, a few layers over the whole board; an evaluator by PyTorch or JAX
takes its place without a change of the rest.
"""
import argparse
import time

import numpy as np

from gopy import game
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player
from gopy.games.searching.selfplay import SelfPlay, joined
from gopy.search.evaluated.params import new_evaluated_params
from gopy.search.evaluated.search import EvaluatedSearch

#: Positions of a step of learning, and of the last games from which they are drawn.
MINIBATCH, MEMORY = 256, 200_000

#: How often each position is learnt from on average. Games cost more time than learning does.
LEARNT = 8

#: How much the values of a search sharpen the policies that are learnt: that of mctx. With 1, trained on Connect Four
#: for 6.5 minutes of processor time, it won 5 of 20 games of the match.
VALUE_SCALE = 0.1

#: Share of what the search expected in the values that are learnt; the rest is how the game ended, which is true but noisy.
EXPECTED = 0.5

#: Seconds between two times that the weights are written.
WRITTEN_SECONDS = 60.0

#: Games begin with up to so many random moves. Without them it won 58.5 of 100 games on Connect Four after 5 minutes of processor time
#: and 33 after 20: it had forgotten what it never played.
OPENING = 6

#: Square of the weights, as a share of the loss.
DECAY = 1e-4


def softmax(logits, masks):
    """Probabilities of the legal moves."""
    shown = np.where(masks, logits, -1e9)
    weights = np.exp(shown - shown.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


class Network:
    """Layers of `width` numbers, each added to the one before, then a logit for each move and a value.

    Calling it evaluates: (observations, masks) -> (logits, values)."""

    def __init__(self, inputs, moves, width=256, blocks=2, seed=0):
        rng = np.random.default_rng(seed)

        def layer(rows, columns, scale=1.0):
            return (rng.normal(size=(rows, columns)) * scale * np.sqrt(2.0 / rows)).astype(np.float32), np.zeros(columns, np.float32)
        self.layers = [layer(inputs, width), *(layer(width, width, 0.5) for _ in range(blocks)),
                       layer(width, moves, 0.1), layer(width, 1, 0.1)]

    def _forward(self, observations):
        """(outputs of all layers but the heads, logits, values)."""
        seen = observations.reshape(len(observations), -1).astype(np.float32)
        (weights, bias), *blocks, (to_moves, moves_bias), (to_value, value_bias) = self.layers
        outputs = [seen, np.maximum(seen @ weights + bias, 0)]
        for weights, bias in blocks:
            outputs.append(outputs[-1] + np.maximum(outputs[-1] @ weights + bias, 0))
        return outputs, outputs[-1] @ to_moves + moves_bias, np.tanh(outputs[-1] @ to_value + value_bias)[:, 0]

    def __call__(self, observations, masks):
        return self._forward(observations)[1:]

    def gradient(self, observations, masks, policies, results):
        """(loss, gradient of every layer's weights and bias). The loss is the cross-entropy of policies and the square error of values."""
        outputs, logits, values = self._forward(observations)
        chances, count = softmax(logits, masks), len(results)
        loss = -(policies * np.log(np.maximum(chances, 1e-12))).sum(1).mean() + ((values - results) ** 2).mean()
        by_logits = (chances - policies) / count
        by_value = (2 * (values - results) * (1 - values ** 2) / count)[:, None]
        top = outputs[-1]
        found = [(top.T @ by_logits, by_logits.sum(0)), (top.T @ by_value, by_value.sum(0))]
        back = by_logits @ self.layers[-2][0].T + by_value @ self.layers[-1][0].T
        for number in range(len(self.layers) - 3, 0, -1):
            below = outputs[number]
            through = back * (outputs[number + 1] > below)
            found.insert(0, (below.T @ through, through.sum(0)))
            back = back + through @ self.layers[number][0].T
        through = back * (outputs[1] > 0)
        found.insert(0, (outputs[0].T @ through, through.sum(0)))
        return loss, found

    def save(self, path):
        """Write the weights to a file."""
        np.savez(path, *(array for layer in self.layers for array in layer))

    def load(self, path):
        """Take the weights of a file."""
        with np.load(path) as arrays:
            flat = [arrays[f"arr_{i}"] for i in range(2 * len(self.layers))]
        self.layers = list(zip(flat[::2], flat[1::2]))


class Adam:
    """The method of D. P. Kingma and J. Ba (2015)."""

    def __init__(self, network, rate):
        self.network, self.rate, self.steps = network, rate, 0
        self.moments = [[(np.zeros_like(array), np.zeros_like(array)) for array in layer] for layer in network.layers]

    def step(self, gradient):
        """Move the weights against a gradient."""
        self.steps += 1
        rate = self.rate * np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
        for layer, moments, parts in zip(self.network.layers, self.moments, gradient):
            for array, (mean, square), part in zip(layer, moments, parts):
                part = part + DECAY * array
                mean += 0.1 * (part - mean)
                square += 0.001 * (part * part - square)
                array -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def new_network(name, **given):
    """A Network for the positions of a game."""
    state = game_kind(name).new_state()
    return Network(int(np.prod(game.observation_form(state).shape)), int(game.num_moves(state)), **given)


def alike_forms(alike, size, moves):
    """The forms of a position that are worth the same, but for the one it has; see `train`. Each is a function of boards, [n, size, ...],
    and, for each of so many moves, which one it was before."""
    numbers, forms = np.arange(moves), []
    if alike == "mirror":
        forms.append((lambda boards: boards[:, :, ::-1], numbers[::-1]))
    elif alike == "turns":
        places = numbers[:size * (size + 1)].reshape(1, size, size + 1)[:, :, :size]
        for form in range(1, 8):
            def turned(boards, form=form):
                return np.rot90(boards[:, ::-1] if form & 4 else boards, form & 3, (1, 2))
            before = numbers.copy()
            before[places] = turned(places)
            forms.append((turned, before))
    return forms


def drawn_from(known, rng, alike=None):
    """(observations, masks, policies, values) of MINIBATCH Positions drawn at random, in one of the forms that are alike; see `train`."""
    drawn = rng.integers(len(known.results), size=MINIBATCH)
    values = (1 - EXPECTED) * known.results[drawn] + EXPECTED * known.values[drawn]
    observations, masks, policies = known.observations[drawn], known.masks[drawn], known.policies[drawn]
    forms = alike_forms(alike, observations.shape[1], masks.shape[1])
    which = rng.integers(len(forms) + 1, size=MINIBATCH)
    for number, (turned, before) in enumerate(forms):
        rows = which == number
        observations[rows] = turned(observations[rows])
        masks[rows], policies[rows] = masks[rows][:, before], policies[rows][:, before]
    return observations, masks, policies, values


def train(name, network, seconds=np.inf, *, rounds=10**9, boards=64, simulations=32, positions=2048, rate=1e-3, longest=None, alike=None,
          seed=0, report=print, clock=time.monotonic, begun=0.0):
    """Play and learn for so long, or so many rounds; report(text) is called after each. Returns the losses of the rounds.

    In the second half the rate of learning falls to a tenth.

    alike           learn from positions that are alike, too: "mirror" those that are mirrored, for games whose moves are the columns
                    of the board; "turns" the eight turns and mirrors of a board of Go
    clock, begun    what tells the time, and seconds that an earlier run has trained the network for"""
    rng, adam, began = np.random.default_rng(seed), Adam(network, rate), clock() - begun
    playing = SelfPlay(name, network, boards=boards, simulations=simulations, longest=longest, opening=OPENING, seed=seed,
                       value_scale=VALUE_SCALE)
    kept, losses = [], []
    done = 0.0          # share of the time or of the rounds
    while done < 1.0:
        kept.append(playing.play(positions))
        while sum(len(part.results) for part in kept[1:]) > MEMORY:
            del kept[0]
        known, total = joined(kept), 0.0
        adam.rate = rate * min(1.0, 1.0 - 1.8 * (done - 0.5))
        steps = max(1, LEARNT * len(kept[-1].results) // MINIBATCH)
        for _ in range(steps):
            loss, gradient = network.gradient(*drawn_from(known, rng, alike))
            adam.step(gradient)
            total += float(loss)
        losses.append(total / steps)
        done = max(len(losses) / rounds, (clock() - began) / seconds)
        report(f"round {len(losses)}: {len(known.results)} positions known, {len(np.unique(kept[-1].games))} games, loss {losses[-1]:.3f}")
    return losses


def match(name, network, games, simulations=200, opponent="gopy:sims=1000,policy=uct", seed=0):
    """Points of the network against a player of gopy, a draw half; it begins in every second game.

    The first two moves of a game are random, else all games would be much the same."""
    kind, rng, points = game_kind(name), np.random.default_rng(seed), 0.0
    search = EvaluatedSearch([kind.new_state()], network, new_evaluated_params(), batch=8)
    for number in range(games):
        played, other = AnyGame(kind), new_player(opponent, kind, seed + number)
        while not played.is_over:
            if len(played.moves) < 2:
                move = int(rng.choice(played.legal_moves(played.to_play)))
            elif (played.to_play + number) % 2 == 0:
                search.set_roots([played.state], [played.hashes])
                search.run(simulations)
                move = search.judged()[0].move
            else:
                move = other.choose(played, played.to_play)
            played.play(move)
        points += played.value() if number % 2 == 0 else 1 - played.value()
    return points


def main():
    parser = argparse.ArgumentParser(description="Trains AlphaZero by games against itself.")
    parser.add_argument("--game", default="docs/examples/connect_four.py", help="a game of the catalogue, or a Python file")
    parser.add_argument("--minutes", type=float, default=60.0, help="time to play and learn")
    parser.add_argument("--simulations", type=int, default=32, help="of each move in training")
    parser.add_argument("--longest", type=int, help="moves after which a game counts as a draw")
    parser.add_argument("--mirror", dest="alike", action="store_const", const="mirror",
                        help="learn from mirrored boards too, where moves are columns")
    parser.add_argument("--turns", dest="alike", action="store_const", const="turns", help="learn from turned boards of Go too")
    parser.add_argument("--weights", help="a file of weights: play the match alone")
    parser.add_argument("--begin", help="a file of weights: train on from there")
    parser.add_argument("--games", type=int, default=20, help="games of the match in the end")
    parser.add_argument("--out", default="alphazero.npz", help="file for the weights")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    network = new_network(arguments.game, seed=arguments.seed)
    written = time.monotonic()

    def report(text):
        nonlocal written
        print(text, flush=True)
        if time.monotonic() > written + WRITTEN_SECONDS:
            network.save(arguments.out)
            written = time.monotonic()
    if arguments.weights or arguments.begin:
        network.load(arguments.weights or arguments.begin)
    if not arguments.weights:
        train(arguments.game, network, 60 * arguments.minutes, simulations=arguments.simulations, longest=arguments.longest,
              alike=arguments.alike, seed=arguments.seed, report=report)
        network.save(arguments.out)
    points = match(arguments.game, network, arguments.games, seed=arguments.seed)
    print(f"{points:g} points of {arguments.games} games against UCT with 1000 playouts a move")


if __name__ == "__main__":
    main()
