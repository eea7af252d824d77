"""Golden counts of move sequences, passes counted."""
from gopy.go.rules import Ko

SIMPLE, POSITIONAL = Ko.SIMPLE, Ko.POSITIONAL

# Brute-forced twice by independent programs; OpenSpiel agrees until a repetition matters.
# (size, ko, suicide, play goes on after two passes): counts at depth 1, 2, ...
_COUNTS = {
    (2, SIMPLE, False, False): [5, 21, 68, 156, 316, 604, 1168, 2592, 5768, 12120],
    (2, SIMPLE, True, False): [5, 21, 68, 156, 316, 604, 1240, 3120, 8280, 21472],
    (2, POSITIONAL, False, False): [5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024],
    (2, POSITIONAL, True, False): [5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024],
    (3, SIMPLE, False, False): [10, 91, 738, 5281, 33384],
    (3, SIMPLE, True, False): [10, 91, 738, 5281, 33384],
    (3, POSITIONAL, False, False): [10, 91, 738, 5281, 33384],
    (3, POSITIONAL, True, False): [10, 91, 738, 5281, 33384],
    (4, SIMPLE, False, False): [17, 273, 4112, 57984],
    (4, SIMPLE, True, False): [17, 273, 4112, 57984],
    (4, POSITIONAL, False, False): [17, 273, 4112, 57984],
    (4, POSITIONAL, True, False): [17, 273, 4112, 57984],
    (5, SIMPLE, False, False): [26, 651, 15650],
    (5, SIMPLE, True, False): [26, 651, 15650],
    (5, POSITIONAL, False, False): [26, 651, 15650],
    (5, POSITIONAL, True, False): [26, 651, 15650],
    (9, SIMPLE, False, False): [82, 6643, 531522],
    (2, SIMPLE, False, True): [5, 21, 73, 193, 493, 1149, 2697],
    (2, POSITIONAL, False, True): [5, 21, 73, 193, 493, 1149, 2617],
    (3, SIMPLE, False, True): [10, 91, 748, 5453, 35446],
    (4, SIMPLE, False, True): [17, 273, 4129, 58513],
    (5, SIMPLE, False, True): [26, 651, 15676, 362317],
}

#: (variant, depth, count), a variant being a key of the table above.
PERFT = [(variant, depth, count) for variant, counts in _COUNTS.items() for depth, count in enumerate(counts, start=1)]
