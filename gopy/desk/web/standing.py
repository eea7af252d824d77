"""How a game of the page stands, as values for JSON, and a game made again from them and from its record."""
from contextlib import suppress

from gopy.desk.web.go_game import GoGame
from gopy.desk.web.kept_games import PROPERTY
from gopy.desk.web.playing_clock import PlayingClock
from gopy.desk.web.wire import board_text
from gopy.go.sgf_tree import load_tree


def standing_of(played, when) -> dict:
    """What gopy.desk.web.kept_games keeps of a GoGame beside its record; `when` it changed last, in seconds since 1970."""
    tree = played.tree
    shown = tree.current.number
    tree.go(played.live)
    board = tree.game.board
    values = {
        "when": round(when, 3), "size": board.size, "number": tree.moves_before(played.live), "to_play": tree.game.to_play,
        "board": board_text(board),
        "players": played.players, "strength": played.strength, "agreed": played.agreed, "studying": played.studying,
        "star": played.star, **_way(tree, played.live),
    }
    tree.go(shown)
    if played.capture:
        values["capture"] = played.capture
    if played.names is not None:
        values["names"] = played.names
    if played.result is not None:
        values["result"] = played.result
    if played.clock.text is not None:
        values.update(clock=played.clock.text, left=played.clock.left())
    return values


def _way(tree, number):
    """How a node is reached from the root: `depth` nodes, of which the `turns` are not the first child, as (place, which child)."""
    way = []
    node = tree[number]
    while node.parent is not None:
        parent = tree[node.parent]
        way.append(parent.children.index(node.number))
        node = parent
    way.reverse()
    return {"depth": len(way), "turns": [[place, child] for place, child in enumerate(way) if child]}


def game_of(data, standing, komi, rules) -> GoGame:
    """The GoGame of a record and of how it stands. ValueError if they do not fit together.

    komi, rules   those of records that say none
    """
    record = load_tree(data, komi=komi, rules=rules)
    tree = record.tree
    forget_standing(tree)
    clock = PlayingClock(standing.get("clock"))
    for colour, left in enumerate(standing.get("left", ())):
        clock.set_left(colour, *left)
    turns = {int(place): int(child) for place, child in standing["turns"]}
    node = tree.root
    with suppress(IndexError):      # the record was changed by hand: the game stands at the end of its line
        for place in range(standing["depth"]):
            node = tree[node.children[turns.get(place, 0)]]
    tree.go(node.number)
    game = GoGame(tree, standing["players"], standing["strength"], clock=clock, names=standing.get("names"),
                  result=standing.get("result"), studying=standing.get("studying", False), capture=standing.get("capture", 0))
    game.agreed, game.star = standing.get("agreed", False), standing.get("star", False)
    return game


def forget_standing(tree) -> None:
    """Take how a game stood out of the record that it was read from: what is kept is written anew."""
    tree.root.properties = tuple(each for each in tree.root.properties if each.name != PROPERTY)
