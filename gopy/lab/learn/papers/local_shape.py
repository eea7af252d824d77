"""`gopy learn local-shape`: values of local shapes learnt by temporal differences in games against itself."""
from gopy.lab.learn.long_run import go_on
from gopy.lab.learn.papers.shape_learner import ShapeLearner


def learn_local_shape(arguments) -> int:
    """Learn, with progress on stderr, and write the weights; returns the exit status. UserError for a wrong checkpoint."""
    learner = ShapeLearner(arguments.size, arguments.komi, arguments.epsilon, arguments.step, arguments.seed)
    checkpoint = arguments.checkpoint or arguments.out.with_name(arguments.out.name + ".checkpoint")
    return go_on(learner, arguments.games, arguments.out, checkpoint)
