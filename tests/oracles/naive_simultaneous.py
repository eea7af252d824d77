"""SM-MCTS of Goofspiel in plain Python, from the paper's formulas: the slow oracle of the kernels.

Random numbers are drawn in the kernels' order from the same generator, so both must do the same.
"""
import math

from oracles.naive_goofspiel import won

from gopy.compiled.rng import next_below, next_double, next_uint64

WIN_OF_BOTH = {"winloss": 1.0, "points": 0.0}


class Cell:
    """A joint move."""

    def __init__(self):
        self.total, self.visits, self.child, self.outcomes = 0.0, 0, None, {}

    @property
    def mean(self):
        return self.total / self.visits


class Node:
    """A state in which both players bid; moves are cards."""

    def __init__(self, first, second):
        self.moves = (list(first), list(second))
        self.cells = [[Cell() for _ in second] for _ in first]
        self.order = [(i, j) for i in range(len(first)) for j in range(len(second))]
        self.played = 0
        self.tables = [[[0.0] * len(moves) for moves in self.moves] for _ in range(2)]

    @property
    def full(self):
        return self.played >= len(self.order)


class Search:
    """A search of the game of `rules` from its start, or from its first upcard."""

    def __init__(self, rules, method, parameter, rng, upcard=None):
        self.rules, self.method, self.parameter, self.rng = rules, method, parameter, rng
        self.root, self.upcard, self.count = Cell(), upcard, 0

    # ---- one simulation -------------------------------------------------------------------------

    def simulate(self):
        """One simulation; returns player 0's utility."""
        cards = self.rules.all_cards
        deck = cards if self.upcard is None else tuple(card for card in cards if card != self.upcard)
        cell, hands, upcard, lead, path, reach = self.root, (cards, cards), self.upcard, 0, [], 1.0
        while len(hands[0]) > 1:
            if path and cell.visits == 0:
                break
            # chance
            if upcard is None and len(self.rules.upcards(deck)) > 1:
                upcard = deck[self.below(len(deck))]
                deck = tuple(card for card in deck if card != upcard)
                node = cell.outcomes.setdefault(upcard, Node(*hands))
            else:
                if upcard is None:
                    upcard, = self.rules.upcards(deck)
                    deck = tuple(card for card in deck if card != upcard)
                cell.child = node = cell.child or Node(*hands)
            # both players
            step = self.fill(node) if not node.full else self.select(node, reach)
            path.append((node, step))
            reach = step.get("reach", reach)
            i, j = step["actions"]
            cell = node.cells[i][j]
            a, b = hands[0][i], hands[1][j]
            lead += won(a, b, upcard)
            hands = tuple(tuple(card for card in hand if card != bid) for hand, bid in zip(hands, (a, b)))
            upcard = None
        u = self.rules.utility(lead + self.play_out(hands, deck, upcard))
        self.learn(path, u)
        return u

    def below(self, n):
        return int(next_below(self.rng, n))

    def play_out(self, hands, deck, upcard):
        if upcard is None and len(self.rules.upcards(deck)) == 1:
            upcard, = self.rules.upcards(deck)
            deck = tuple(card for card in deck if card != upcard)
        points = ([upcard] if upcard else []) + sorted(deck)
        hands = [list(hand) for hand in hands]
        lead = 0
        if len(hands[0]) == 1:          # the forced round needs no random number
            return won(hands[0][0], hands[1][0], points[0])
        for card in points:
            bits = int(next_uint64(self.rng))
            bids = []
            for hand, random in zip(hands, (bits >> 32, bits & 0xFFFFFFFF)):
                at = random * len(hand) >> 32
                bids.append(hand[at])
                hand[at] = hand[-1]
                hand.pop()
            lead += won(*bids, card)
        return lead

    def fill(self, node):
        here = node.played
        other = here + self.below(len(node.order) - here)
        node.order[here], node.order[other] = node.order[other], node.order[here]
        return {"actions": node.order[here], "filling": True}

    def learn(self, path, u):
        self.tail = 1.0
        for node, step in reversed(path):
            i, j = step["actions"]
            self.update(node, step, (u, WIN_OF_BOTH[self.rules.payoff] - u))
            node.cells[i][j].total += u
            node.cells[i][j].visits += 1
            node.played += 1
        self.root.total += u
        self.root.visits += 1
        self.count += 1

    # ---- the methods ----------------------------------------------------------------------------

    def draw(self, probabilities):
        left = float(next_double(self.rng))
        for action, probability in enumerate(probabilities[:-1]):
            left -= probability
            if left < 0:
                return action
        return len(probabilities) - 1

    def select(self, node, reach):
        actions, strategies, chances = [], [], []
        for player in (0, 1):
            n, (first, second) = len(node.moves[player]), (table[player] for table in node.tables)
            g = self.parameter
            if self.method.startswith("duct"):
                log = math.log(sum(second))
                bounds = [x / k + g * math.sqrt(log / k) for x, k in zip(first, second)]
                best, ties = 0, 1
                for a in range(1, n):
                    if bounds[a] > bounds[best]:
                        best, ties = a, 1
                    elif bounds[a] == bounds[best]:
                        ties += 1
                        best = a if self.below(ties) == 0 else best
                actions.append(best)
                continue
            if self.method == "exp3":
                weights = [math.exp(g / n * (x - max(first))) for x in first]
                strategy = [w / sum(weights) for w in weights]
            else:
                positive = [max(r, 0.0) for r in first]
                strategy = [r / sum(positive) if sum(positive) > 0 else 1 / n for r in positive]
                if self.method.startswith("oos") and player != self.count % 2:
                    g = 0.0
            chance = [g / n + (1 - g) * s for s in strategy]
            actions.append(self.draw(chance))
            strategies.append(strategy)
            chances.append(chance[actions[-1]])
        step = {"actions": tuple(actions), "filling": False, "strategies": strategies, "chances": chances, "before": reach}
        if self.method.startswith("oos"):
            step["reach"] = reach * chances[self.count % 2]
        return step

    def update(self, node, step, utilities):
        actions, (first, second) = step["actions"], node.tables
        if self.method.startswith("duct") or self.method == "exp3":
            for player, action in enumerate(actions):
                share = 1.0
                if self.method == "exp3":
                    share = 1 / len(node.moves[player]) if step["filling"] else step["chances"][player]
                first[player][action] += utilities[player] / share
                second[player][action] += 1
        elif not step["filling"]:
            getattr(self, "update_" + self.method)(node, step, utilities)

    def value(self, node, player, i, j):
        """The estimate of a cell for a player."""
        mean = node.cells[i][j].mean
        return mean if player == 0 else WIN_OF_BOTH[self.rules.payoff] - mean

    def update_rm(self, node, step, utilities):
        i, j = step["actions"]
        for player in (0, 1):
            for a in range(len(node.moves[player])):
                if a != step["actions"][player]:
                    reward = self.value(node, player, *((a, j) if player == 0 else (i, a)))
                    node.tables[0][player][a] += reward - utilities[player]
                node.tables[1][player][a] += step["strategies"][player][a]

    def add_strategy(self, node, step, player):
        for a, share in enumerate(step["strategies"][player]):
            node.tables[1][player][a] += share / step["before"]

    def update_oos(self, node, step, utilities):
        me = self.count % 2
        action, strategy = step["actions"][me], step["strategies"][me]
        values = [0.0] * len(strategy)
        values[action] = utilities[me] * self.tail / (step["before"] * step["chances"][me])
        expected = sum(s * v for s, v in zip(strategy, values))
        for a, v in enumerate(values):
            node.tables[0][me][a] += v - expected
        self.tail *= strategy[action] / step["chances"][me]
        self.add_strategy(node, step, 1 - me)

    def update_oos_plus(self, node, step, utilities):
        me = self.count % 2
        strategy, others = step["strategies"][me], step["strategies"][1 - me]
        values = []
        for a in range(len(strategy)):
            total = 0.0
            for b, share in enumerate(others):
                cell = (a, b) if me == 0 else (b, a)
                total += share * (utilities[me] if cell == step["actions"] else self.value(node, me, *cell))
            values.append(total)
        expected = sum(s * v for s, v in zip(strategy, values))
        for a, v in enumerate(values):
            node.tables[0][me][a] += (v - expected) / step["before"]
        self.add_strategy(node, step, 1 - me)

    # ---- what is played -------------------------------------------------------------------------

    def strategy(self, node, player):
        """The final strategy, a list."""
        first, second = (table[player] for table in node.tables)
        n = len(first)
        shares = list(second)
        if self.method == "duct_max":
            means = [x / k if k else -math.inf for x, k in zip(first, second)]
            shares = [float(mean == max(means)) for mean in means]
        elif self.method == "exp3":
            shares = [max(0.0, k - self.parameter / n * sum(second)) for k in second]
        return [share / sum(shares) for share in shares] if sum(shares) > 0 else [1 / n] * n
