"""What gopy and the slow reading say of one record, and what is left of it after gopy has loaded and saved it."""
import re
from collections import Counter
from dataclasses import dataclass, field

from oracles import naive_sgf
from oracles.naive_sgf import NotARecord, meaning

from gopy.go.geometry import BLACK, WHITE, row_and_column
from gopy.go.sgf import SgfError, load_game, player_names
from gopy.go.sgf_tree import load_tree, save_tree

#: Properties that say how a record is written, and those of stones and players, which the positions tell.
_NOT_COMPARED = set("FF GM CA AP SZ B W AB AW AE PL KM".split())

#: Properties that say something without a value.
_BARE = set("DO IT KO VW DD".split())

#: What load_game is to take where a record gives no komi; no record gives this.
_NO_KOMI = -99.5


@dataclass
class Found:
    """What is found about a record.

    kinds                   [(kind, name of a property or "")], each once
    refused, slow_refused   the reasons of gopy and of the slow reading, None if it is read
    told                    what the two readings say where they differ, by kind
    """

    kinds: list = field(default_factory=list)
    refused: str | None = None
    slow_refused: str | None = None
    told: dict = field(default_factory=dict)

    def differs(self, kind, name="", **told):
        if (kind, name) not in self.kinds:
            self.kinds.append((kind, name))
        self.told.update({f"{kind} {name}".strip(): told} if told else {})


def differences(data, leaves) -> Found:
    """What is found about a record (bytes). leaves: how many branches to compare after saving."""
    found, slow = Found(), None
    try:
        slow = naive_sgf.read(data)
    except NotARecord as error:
        found.slow_refused = str(error)
    try:
        game, loaded, names = load_game(data, komi=_NO_KOMI), load_tree(data), player_names(data)
    except SgfError as error:
        found.refused = str(error)
        found.differs("refused" if slow else "refused by both")
        return found
    except Exception as error:      # whatever a record may do to a reader is found here
        found.differs("failed", error=repr(error))
        return found
    if slow is None:
        found.differs("loaded, but no record to the slow reading")
        return found
    _compare_reading(found, slow, game, loaded.tree, names)
    _compare_saved(found, slow, loaded, leaves)
    return found


def _compare_reading(found, slow, game, tree, names):
    if slow.size != (game.size, game.size):
        found.differs("another size", slow=slow.size, gopy=game.size)
        return
    stones = _stones(game)
    if stones != slow.stones:
        found.differs("another position", slow_only=_text(slow.stones.items() - stones.items()),
                      gopy_only=_text(stones.items() - slow.stones.items()))
    if _stones(tree.game) != stones:
        found.differs("another position in the tree")
    if _tree_moves(tree) != len(slow.moves):
        found.differs("another number of moves", slow=len(slow.moves), gopy=_tree_moves(tree))
    if slow.to_play not in (None, "BW"[game.board.to_play != BLACK]):
        found.differs("another player to move", slow=slow.to_play)
    komi = naive_sgf.komi_meant(slow)
    if game.komi != (_NO_KOMI if komi is None else komi):
        found.differs("another komi", slow=slow.komi, gopy=game.komi)
    line = naive_sgf.main_line(slow.root)
    for identifier, name in zip(("PB", "PW"), names, strict=True):
        given = naive_sgf.about_the_game(line, identifier)
        if _squeezed(name) != _squeezed(meaning(given or "")):
            found.differs("another name", slow=given, gopy=name)
    written = "".join(meaning(text) for node in line for text in node.properties.get("C", ()))
    shown = "".join(node.comment for node in _tree_line(tree))
    if _squeezed(written) != _squeezed(shown):
        found.differs("other comments", slow=written[:300], gopy=shown[:300])


def _compare_saved(found, slow, loaded, leaves):
    tree = loaded.tree
    try:
        text = save_tree(tree, black=loaded.black, white=loaded.white, result=loaded.result)
        again = load_tree(text)
    except Exception as error:
        found.differs("saved: failed", error=repr(error))
        return
    if _stones(again.tree.game) != _stones(tree.game) or _tree_moves(again.tree) != _tree_moves(tree):
        found.differs("saved: another position")
    saved = naive_sgf.read(text.encode("utf-8", "ignore"))
    before, after = _leaf_positions(slow, leaves), _leaf_positions(saved, leaves)
    if len(before) != len(after):
        found.differs("saved: another number of branches", before=len(before), after=len(after))
    elif Counter(before) != Counter(after):
        found.differs("saved: another position in a branch")
    written, kept = _values(slow.root), _values(saved.root)
    for name, values in written.items():
        missing = values - kept.get(name, Counter())
        if name not in kept:
            found.differs("saved: a property is lost", name)
        elif missing:
            found.differs("saved: a value is changed", name, before=[value[:200] for value in list(missing)[:3]],
                          after=[value[:200] for value in list(kept[name] - values)[:3]])


def _stones(game):
    """{(column, row): "B" or "W"} of a gopy Game."""
    places = ((letter, row_and_column(point, game.size)) for colour, letter in ((BLACK, "B"), (WHITE, "W"))
              for point in game.board.stones(colour))
    return {(column, game.size - 1 - row): letter for letter, (row, column) in places}


def _tree_line(tree):
    """The nodes of the main line of a GameTree."""
    node = tree.root
    line = [node]
    while node.children:
        node = tree[node.children[0]]
        line.append(node)
    return line


def _tree_moves(tree):
    return sum(node.move is not None for node in _tree_line(tree))


def _leaf_positions(record, limit):
    """The final positions of at most so many branches, evenly chosen, each as a frozenset of its stones."""
    paths, waiting = [], [(record.root, None)]
    while waiting:
        node, path = waiting.pop()
        path = (node, path)
        if node.children:
            waiting += [(child, path) for child in reversed(node.children)]
        else:
            paths.append(path)
    chosen = paths if len(paths) <= limit else [paths[len(paths) * number // limit] for number in range(limit)]
    positions = []
    for path in chosen:
        line = []
        while path:
            line.append(path[0])
            path = path[1]
        end = naive_sgf.Record(record.root, record.encoding, record.size, None)
        naive_sgf.play(end, line[::-1])
        positions.append(frozenset(end.stones.items()))
    return positions if len(paths) <= limit else [*positions, *[None] * (len(paths) - limit)]


def _values(root):
    """{property: Counter of its values} in all nodes, points one by one, texts as they are shown, without empty ones."""
    found, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        for name, values in node.properties.items():
            if name in _NOT_COMPARED:
                continue
            for value in values:
                parts = _points(value) if name in naive_sgf.POINTS else [" ".join(meaning(value).replace("\ufffd", "").split())]
                if any(parts) or name in _BARE:
                    found.setdefault(name, Counter()).update(parts)
    return found


def _points(value):
    """The points of a value: one, or all of a rectangle."""
    value = re.sub(r"\s", "", value)
    first, _, last = value.partition(":")
    if not (naive_sgf.is_point(first) and naive_sgf.is_point(last)):
        return [value]
    (left, upper), (right, lower) = naive_sgf.point_of(first), naive_sgf.point_of(last)
    return [f"{column} {row}" for column in range(left, right + 1) for row in range(upper, lower + 1)]


def _squeezed(text):
    """The text without white space, and without what is no character: halves of characters that a limit has cut."""
    return re.sub(r"[\s\ufffd\ud800-\udfff]", "", text)


def _text(stones):
    return " ".join(sorted(f"{colour}{column},{row}" for (column, row), colour in stones))[:300]
