"""What people of a rank play: by the network that learnt it from games on 9x9 and, on larger boards, by the move model of the size."""
from collections.abc import Mapping

from gopy.base.package_files import pattern_file
from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.go.rank import rank_number
from gopy.network.form import SMALLEST_BOARD, rank_input
from gopy.network.raw import raw_judgement

#: The network of 9x9 is taken as it is on boards up to this size. On larger ones its policy is too flat: people's moves of 19x19 have a
#: third of the probability there that the move model gives them (scripts/studies/strength/levels_people/notes.md).
LARGEST_LEARNT = 11

#: The rank of those whose moves the move models of larger boards were learnt from.
MODEL_RANK = "6d"

#: A rank makes a move at most so many times as likely, or unlikely.
MOST_CHANGE = 8.0

#: All turns and mirrors of the board: the mean over them errs less.
_TURNS = range(8)


def peoples_moves(game: Game, colour: int, rank: str, priors: Mapping[int, float]) -> Mapping[int, float]:
    """{move: how likely a player of `rank` with this colour is to play it}, the pass included.

    priors  {move: its prior in the search}, on which boards of another size than 9x9 rest. There only its moves are told
    """
    if game.size < SMALLEST_BOARD:
        return priors
    people = _by_network(game, colour, rank)
    if game.size <= LARGEST_LEARNT:
        return people
    strong, model = _by_network(game, colour, MODEL_RANK), _by_model(priors, game.pass_move)
    found = {move: chance * min(max(people[move] / max(strong[move], 1e-9), 1 / MOST_CHANGE), MOST_CHANGE)
             for move, chance in model.items()}
    total = sum(found.values())
    if not total:       # the search has no learnt priors
        return people
    stones = 1.0 - people[game.pass_move]
    return {**{move: stones * chance / total for move, chance in found.items()}, game.pass_move: people[game.pass_move]}


def load_people(size: int) -> None:
    """Load, or compile, what `peoples_moves` calls on boards of a size, so that no move waits for it."""
    if size >= SMALLEST_BOARD:
        _by_network(Game(size), BLACK, MODEL_RANK)


def _by_network(game: Game, colour: int, rank: str) -> dict[int, float]:
    number = rank_number(rank)
    assert number is not None
    found = raw_judgement(pattern_file("people9.npz"), game, _TURNS, colour, rank_input(number))
    return {move: float(found.policy[move]) for move in game.legal_moves(colour)}


def _by_model(priors: Mapping[int, float], passing: int) -> dict[int, float]:
    """The probabilities of the move model: the priors of stones exceed that of the pass by their square roots, in some unit
    (gopy.go.knowledge.prior)."""
    least = priors.get(passing, min(priors.values()))
    return {move: max(prior - least, 0.0) ** 2 for move, prior in priors.items() if move != passing}
