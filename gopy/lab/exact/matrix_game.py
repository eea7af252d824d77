"""Two-player zero-sum matrix games, solved by the simplex method, exactly except for rounding.

With every payoff made positive, player 1's problem is: maximise sum y under B y <= 1, y >= 0; the game's value is
1 / sum y, its strategy y / sum y, and player 0's strategy is the dual solution (G. B. Dantzig 1951). The tableau is
condensed: one row for each basic variable, one column for each other.
"""
import numpy as np

from gopy.compiled.jit import kernel

#: Largest number of moves of a player.
MAX_SIZE = 16

#: Pivots after which the lowest variable enters instead of the best, so that pivots cannot cycle for ever (R. G. Bland
#: 1977).
BLAND_AFTER = 60

_TINY = 1e-11


def new_tableau() -> tuple[np.ndarray, np.ndarray]:
    """The work area for `solve`: (tableau float64[MAX_SIZE + 1, MAX_SIZE + 1], names int64[2, MAX_SIZE])."""
    return np.zeros((MAX_SIZE + 1, MAX_SIZE + 1)), np.zeros((2, MAX_SIZE), np.int64)


@kernel(entry=False, inline=True)
def _fill(payoffs, rows, columns, tableau, names):
    """Write the first tableau; returns what was added to every payoff to make it at least 1."""
    least = payoffs[0, 0]
    for i in range(rows):
        for j in range(columns):
            least = min(least, payoffs[i, j])
    shift = 1.0 - least
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = payoffs[i, j] + shift
        tableau[i, columns] = 1.0
        names[0, i] = columns + i       # slack of row i
    for j in range(columns):
        tableau[rows, j] = -1.0
        names[1, j] = j
    tableau[rows, columns] = 0.0
    return shift


@kernel(entry=False, inline=True)
def _entering(tableau, rows, columns, names, pivots):
    """The column of the variable that enters, -1 at the optimum."""
    best = -1
    for j in range(columns):
        if tableau[rows, j] < -_TINY:
            if best < 0:
                best = j
            elif pivots < BLAND_AFTER:
                if tableau[rows, j] < tableau[rows, best]:
                    best = j
            elif names[1, j] < names[1, best]:
                best = j
    return best


@kernel(entry=False, inline=True)
def _leaving(tableau, rows, columns, names, entering):
    """The row of the variable that leaves: that of the least ratio; among equals, that of the lowest variable."""
    best = -1
    least = 0.0
    for i in range(rows):
        if tableau[i, entering] > _TINY:
            ratio = tableau[i, columns] / tableau[i, entering]
            if best < 0 or ratio < least or ratio == least and names[0, i] < names[0, best]:
                best, least = i, ratio
    return best


@kernel(entry=False, inline=True)
def _exchange(tableau, rows, columns, row, column):
    """Exchange the basic variable of `row` with the other one of `column`."""
    inverse = 1.0 / tableau[row, column]
    tableau[row, column] = 1.0
    for j in range(columns + 1):
        tableau[row, j] *= inverse
    for i in range(rows + 1):
        if i != row:
            factor = tableau[i, column]
            tableau[i, column] = 0.0
            for j in range(columns + 1):
                tableau[i, j] -= factor * tableau[row, j]


@kernel
def solve(payoffs, rows, columns, tableau, names):
    """Value for player 0, who chooses the row of payoffs[:rows, :columns] and wants a high payoff.

    tableau, names: a work area of `new_tableau`; `write_solution` reads the strategies from it.
    """
    shift = _fill(payoffs, rows, columns, tableau, names)
    pivots = 0
    column = _entering(tableau, rows, columns, names, pivots)
    while column >= 0:
        row = _leaving(tableau, rows, columns, names, column)
        _exchange(tableau, rows, columns, row, column)
        name = names[0, row]
        names[0, row] = names[1, column]
        names[1, column] = name
        pivots += 1
        column = _entering(tableau, rows, columns, names, pivots)
    return 1.0 / tableau[rows, columns] - shift


@kernel
def write_solution(rows, columns, tableau, names, first, second):
    """Write the optimal strategies that `solve` found: first, float64[rows], and second, float64[columns]."""
    total = tableau[rows, columns]
    for i in range(rows):
        first[i] = 0.0
    for j in range(columns):
        second[j] = 0.0
    for i in range(rows):
        if names[0, i] < columns:
            second[names[0, i]] = tableau[i, columns] / total
    for j in range(columns):
        if names[1, j] >= columns:
            first[names[1, j] - columns] = tableau[rows, j] / total


def solve_matrix(payoffs) -> tuple[float, np.ndarray, np.ndarray]:
    """(value, strategy of player 0, strategy of player 1) of a float matrix of payoffs to player 0, at most 16x16. Raises
    ValueError for another size."""
    payoffs = np.ascontiguousarray(payoffs, np.float64)
    rows, columns = payoffs.shape
    if not 1 <= min(rows, columns) <= max(rows, columns) <= MAX_SIZE:
        raise ValueError(f"the matrix must have 1 to {MAX_SIZE} rows and columns")
    first, second = np.zeros(rows), np.zeros(columns)
    tableau, names = new_tableau()
    value = solve(payoffs, rows, columns, tableau, names)
    write_solution(rows, columns, tableau, names, first, second)
    return value, first, second
