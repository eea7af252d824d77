"""The softmax playout's features, slowly, from their definitions: an oracle for its probabilities."""
import math

from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbours, point_at, points, row_and_column


def chain_of(colours, size, start):
    """(stones, liberties) of the chain at `start`."""
    stones, liberties, todo = {start}, set(), [start]
    while todo:
        for near in neighbours(todo.pop(), size):
            if colours[near] == EMPTY:
                liberties.add(near)
            elif colours[near] == colours[start] and near not in stones:
                stones.add(near)
                todo.append(near)
    return stones, liberties


def around(point, size):
    """The neighbourhood as {(down, across): point, None off the board}."""
    row, column = row_and_column(point, size)
    return {(down, across): point_at(row + down, column + across, size)
            if 0 <= row + down < size and 0 <= column + across < size else None
            for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)}


def form(colours, size, point, colour):
    """The smallest code among the eight turns and mirrors of the neighbourhood."""
    seen = around(point, size)
    places = sorted(seen)
    codes = []
    for flip_down in (1, -1):
        for flip_across in (1, -1):
            for swap in (False, True):
                code = 0
                for place, (down, across) in enumerate(places):
                    source = (across, down) if swap else (down, across)
                    near = seen[source[0] * flip_down, source[1] * flip_across]
                    own = near is None or colours[near] == colour
                    enemy = near is None or colours[near] == 1 - colour
                    code |= own << place | enemy << (8 + place)
                codes.append(code)
    return f"{min(codes):04x}"


def is_eye(colours, size, point, colour):
    seen = around(point, size)
    lost = sum(near is not None and colours[near] == 1 - colour for (down, across), near in seen.items() if down and across)
    return (all(colours[near] == colour for near in neighbours(point, size))
            and lost <= (0 if None in seen.values() else 1))


def features(colours, size, point, colour, last, matches_pattern, saves, is_self_atari):
    """Names of the features of a move. What is asked of the caller: whether a pattern matches, whether a stone at the point has
    two liberties, whether it is a bad self-atari."""
    found = [form(colours, size, point, colour)]
    distance = max(map(abs, (a - b for a, b in zip(row_and_column(point, size), row_and_column(last, size))))) if last >= 0 else 9
    if distance == 1:
        found.append("next" if point in neighbours(last, size) else "diagonal")
        if matches_pattern:
            found.append("pattern")
    for near in neighbours(point, size):
        if colours[near] in (BLACK, WHITE):
            stones, liberties = chain_of(colours, size, near)
            if liberties == {point}:
                size_word = "more" if len(stones) > 1 else "one"
                if colours[near] != colour:
                    found.append(f"take {size_word}")
                elif saves:
                    found.append(f"save {size_word}")
    if is_self_atari:
        found.append("self-atari")
    return set(found)


def probabilities(game, log_weights, last, ask):
    """{move: probability}; `ask(point)` returns (matches a pattern, saves, is self-atari)."""
    colour, size, colours = game.to_play, game.size, game.board.colours
    weights = {}
    for point in points(size):
        if game.board.illegality(colour, point) is None and not is_eye(colours, size, point, colour):
            names = features(colours, size, point, colour, last, *ask(point))
            weights[point] = math.exp(sum(log_weights.get(name, 0.0) for name in names))
    total = sum(weights.values())
    return {point: weight / total for point, weight in weights.items()}
