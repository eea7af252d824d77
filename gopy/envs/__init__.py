"""Environments for reinforcement learning. Importing this package registers `gopy/Go-v0` and other games with Gymnasium.

>>> import gymnasium, gopy.envs
>>> env = gymnasium.make("gopy/Go-v0", board_size=9)
>>> envs = gymnasium.make_vec("gopy/Go-v0", num_envs=1024, board_size=9)
"""
try:
    import gymnasium
except ImportError:
    raise ImportError('gopy.envs needs gymnasium, which `pip install ".[rl]"` in the clone of gopy installs') from None

gymnasium.register("gopy/Go-v0", entry_point="gopy.envs.go:GoEnv", vector_entry_point="gopy.envs.go_vector:GoVectorEnv")

for _id, _game in (("TicTacToe", "tictactoe"), ("Gomoku", "gomoku"), ("LinesOfAction", "lines_of_action"),
                   ("Knightthrough", "knightthrough"), ("MiniShogi", "minishogi"), ("Awari", "awari")):
    gymnasium.register(f"gopy/{_id}-v0", entry_point="gopy.envs.any_game:AnyGameEnv", kwargs={"game": _game})
gymnasium.register("gopy/Goofspiel-v0", entry_point="gopy.envs.any_game:AnyGameEnv",
                   kwargs={"game": "goofspiel", "opponent": "random"})
