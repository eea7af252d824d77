"""Virtual experience of moves, slowly, from what each reason to play adds: an oracle on boards that are dicts.

What a move does (its tactic), whether a pattern matches it and how strong it is by its learnt features have oracles of their own
(test_tactics, test_patterns, naive_shapes) and are given here.
"""
import math

from oracles.naive import OTHER, Naive

#: Won simulations for the number of steps from the last move, by chain distance.
NEAR = {1: "prior_near1", 2: "prior_near2", 3: "prior_near3"}

#: Tactic -> (parameter, whether its simulations are won).
TACTICS = {
    "take more": ("prior_capture_more", True), "save more": ("prior_capture_more", True),
    "take one": ("prior_capture", True), "save one": ("prior_capture", True),
    "capture in two": ("prior_two_liberties", True), "defence": ("prior_two_liberties", True),
    "ladder": ("prior_ladder", True), "lost run": ("prior_ladder", False), "self-atari": ("prior_self_atari", False)}


def is_eye(rules, board, place, colour):
    """Own stones on all sides, and of the diagonal points at most one the opponent's, none at the edge."""
    row, column = place
    if any(board.get(near) != colour for near in rules.neighbours(place)):
        return False
    diagonals = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1) if (row + down, column + right) in rules.points]
    return sum(board.get(each) == OTHER[colour] for each in diagonals) <= (len(diagonals) == 4)


def distances(rules, board, last):
    """{place: steps from the stone `last`}; steps inside a chain do not count."""
    found = {place: 0 for place in rules.region(board, last)[0]}
    for steps in range(1, max(NEAR) + 1):
        ring = {near for place in found for near in rules.neighbours(place)} - found.keys()
        for place in ring:
            for each in rules.region(board, place)[0] if place in board else {place}:
                found[each] = steps
    return found


def experience(size, board, colour, last, tactics, patterns, strengths, params):
    """{place or "pass": [(simulations, won share)]}: one entry for each reason.

    last        the place of the last move, None without one
    tactics     {place: name of what a move there does}
    patterns    places where a pattern matches
    strengths   {place or "pass": strength of the move by what was learnt}
    params      {name of a parameter: simulations}
    """
    rules = Naive(size)
    steps = {} if last is None else distances(rules, board, last)
    total = sum(strengths[move] for move in [*tactics, "pass"])
    found = {"pass": [(params["prior_eye"], False)]}
    for (row, column), tactic in tactics.items():
        reasons = []
        if steps.get((row, column), 0) in NEAR:
            reasons.append((params[NEAR[steps[row, column]]], True))
        line = 1 + min(row, column, size - 1 - row, size - 1 - column)
        if line <= 3 and all(abs(row - r) + abs(column - c) > 3 for r, c in board):
            reasons.append((params["prior_line"], line == 3))
        if (row, column) in patterns and tactic != "self-atari":
            reasons.append((params["prior_pattern"], True))
        if tactic in TACTICS:
            name, won = TACTICS[tactic]
            reasons.append((params[name], won))
        if is_eye(rules, board, (row, column), colour):
            reasons.append((params["prior_eye"], False))
        reasons.append((params["prior_move"] * math.sqrt(strengths[row, column] / total), True))
        found[row, column] = reasons
    return found
