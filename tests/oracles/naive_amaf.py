"""AMAF, slowly: which play of a move counts for the player to move at a ply, on the list of a simulation's moves."""


def credited_ply(moves, depth, move, own_first):
    """The ply from `depth` on at which `move` counts, None if it does not.

    The first play of a point alone counts: by anybody, or, with `own_first`, by the player, as in Algorithm 2 of Gelly
    and Silver (2011): for u = t, t + 2, ... the move a_u counts if it is none of a_t, a_t+2, ..., a_u-2.
    """
    if own_first:
        for u in range(depth, len(moves), 2):
            if moves[u] == move and move not in moves[depth:u:2]:
                return u
        return None
    plies = [u for u in range(depth, len(moves)) if moves[u] == move]
    return plies[0] if plies and (plies[0] - depth) % 2 == 0 else None
