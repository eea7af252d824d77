"""`gopy learn`: one command for each learner. Only the module of the command that is given is imported."""

#: Command -> (module with add_arguments(parser) and run(arguments), help).
COMMANDS = {
    "moves": ("gopy.learn.moves", "learn the strengths of move features from recorded games"),
    "evaluate": ("gopy.learn.evaluate", "tell how well a model predicts the moves of recorded games"),
    "show": ("gopy.learn.show", "draw a board with the model's probabilities"),
    "balance": ("gopy.papers.learning.balance", "learn the weights of the softmax playout by simulation balancing"),
    "local-shape": ("gopy.papers.learning.local_shape", "learn values of local shapes by self-play"),
}
