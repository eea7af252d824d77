"""What the search of Go does with PaperParams: the verbs that are chosen by the type of the parameters."""
import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import for_thread
from gopy.go.knowledge.playout import play_by_rules, play_out
from gopy.go.knowledge.prior import add_go_priors, add_known_priors
from gopy.papers.association import add_association
from gopy.papers.grandfather import add_grandfather
from gopy.papers.local_shape import add_local_shape
from gopy.papers.mogo_playout import play_to_the_letter
from gopy.papers.params import PaperParams
from gopy.papers.softmax_playout import play_softmax
from gopy.search.mcts import add_tree_priors


@for_thread.register(PaperParams)
def _own_work_areas(game_params):
    areas = ("work", "shape_codes", "softmax_work")
    return game_params._replace(**{name: getattr(game_params, name).copy() for name in areas})


@play_out.register(PaperParams)
@kernel
def _play_out(game_params, position, rng, trace):
    if game_params.softmax != 0:
        play_softmax(game_params, position, rng, trace)
    elif game_params.mogo_rule_1 != 0:
        play_to_the_letter(game_params, position, rng, trace)
    else:
        play_by_rules(game_params, position, rng, trace)


@add_go_priors.register(PaperParams)
@kernel(entry=False)
def _add_priors(game_params, position, moves, n, visits, wins):
    add_known_priors(game_params, position, moves, n, visits, wins)
    if game_params.prior_association > 0.0:
        add_association(game_params, position, moves, n, visits, wins)
    if game_params.prior_local_shape > 0.0:
        add_local_shape(game_params, position, moves, n, visits, wins)


@add_tree_priors.register(PaperParams)
@kernel(entry=False)
def _add_tree_priors(game_params, tree, depth, n, scratch):
    if game_params.grandfather_prior > 0:
        add_grandfather(tree, depth, n, np.int64(game_params.grandfather_prior), scratch)
