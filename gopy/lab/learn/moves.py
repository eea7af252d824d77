"""`gopy learn moves`: the strengths of move features learnt from recorded games."""
import sys

from gopy.base.errors import UserError
from gopy.lab.learn.evaluate import show_figures
from gopy.lab.learn.harvest import harvest
from gopy.lab.learn.long_run import go_on
from gopy.lab.learn.mm import MinorisationLearner
from gopy.lab.learn.move_learner import MoveLearner
from gopy.lab.learn.records import collect


def learn_moves(arguments) -> int:
    """Learn, with progress on stderr, write the model and tell how well it predicts; returns the exit status."""
    if arguments.without and arguments.method == "mm":
        raise UserError("--without is for the method logit")
    sizes = sorted(set(arguments.size or [19]))
    collection = collect(arguments.records, sizes, arguments.games)
    print(f"{len(collection.learning)} games to learn from, {len(collection.held_out)} held out", file=sys.stderr, flush=True)
    shapes = harvest(collection.learning, arguments.fewest)
    if arguments.method == "mm":
        learner: MinorisationLearner | MoveLearner = MinorisationLearner(collection, shapes, arguments.passes or 20,
                                                                         arguments.memory << 20, arguments.weakest)
    else:
        learner = MoveLearner(collection, shapes, arguments.passes or 8, arguments.seed, arguments.weakest,
                              arguments.without, arguments.rate or (0.4 if sizes[-1] <= 11 else 0.15))
    checkpoint = arguments.checkpoint or arguments.out.with_name(arguments.out.name + ".checkpoint")
    status = go_on(learner, learner.all_games, arguments.out, checkpoint)
    if status == 0:
        for size in sizes:
            held_out = [record for record in collection.held_out if record.size == size]
            if held_out:
                print(f"On the games of {size}x{size} held out:")
                show_figures(arguments.out, held_out, size)
    return status
