"""`gopy learn`: one command for each learner. Only the module of the command that is given is imported."""

#: Command -> (module with add_arguments(parser) and run(arguments), help).
COMMANDS = {
    "balance": ("gopy.learn.balance", "learn the weights of the softmax playout by simulation balancing"),
    "local-shape": ("gopy.learn.local_shape", "learn values of local shapes by self-play"),
}
