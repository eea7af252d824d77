"""Lines of results as a match writes them, for tests of what reads them."""


def record(game_id, winner, names, end="score", /, **changes):
    """The dict of a game between `names`, a's and b's; `changes` take the place of what it would hold."""
    black, white = names if game_id % 2 == 0 else names[::-1]
    result = {None: "Void", "jigo": "0", black: "B+1", white: "W+1"}[winner]
    return {"id": game_id, "match": "first", "black": black, "white": white, "winner": winner, "end": end,
            "result": result, "moves": 50, "disputed": False, "opening": [], "chosen": dict.fromkeys(names, 24),
            "seconds": dict.fromkeys(names, 2.4), "cpu": {names[0]: 1.2, names[1]: None}, "digest": str(game_id),
            "simulations": {names[0]: 24000}, **changes}
