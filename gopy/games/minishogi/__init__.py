"""MiniShogi on 5x5: drops, promotion on the last rank, checkmate wins.

The rules are those of the game description behind Kowalski et al., "Proof Number Based Monte-Carlo Tree Search" (2024):
- Each side starts with king, gold, silver, bishop, rook and pawn; player 0's king stands on a1, player 1's on e5.
- A pawn, silver, bishop or rook may promote on a move to or from the last rank; a pawn that arrives there must. A
  captured piece goes to hand unpromoted; instead of a move, a piece in hand may be dropped on an empty square.
- A pawn may not be dropped on the last rank, on a file with an own unpromoted pawn, or so that it gives checkmate.
- No move may leave the own king attacked. A player who has no legal move has lost, in check (checkmate) or not. (The
  paper's text speaks of capturing the king; its game description ends at the mate, as here.)
- There is no rule about repetition, as in the description: a game of 2500 plies is a draw, the limit of the system that
  the paper used.
Moving and promoting are one move here, and two decisions of one player in the description.
"""
import gopy.games.minishogi.observation  # noqa: F401 (its verbs)
from gopy.games.minishogi.contract import MiniShogi, new_minishogi

__all__ = ["MiniShogi", "new_minishogi"]
