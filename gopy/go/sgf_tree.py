"""Game records in SGF with all their variations: read into a GameTree and written from one."""
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from gopy.base.numbers import parse_number
from gopy.go.game_tree import ROOT, GameTree
from gopy.go.game_tree import Node as TreeNode
from gopy.go.geometry import points_from_the_top
from gopy.go.record.header import names_of, read_header, said
from gopy.go.record.nodes import Node, Property, Record
from gopy.go.record.parse import parse_record
from gopy.go.record.replay import Replay
from gopy.go.record.source import SgfError
from gopy.go.record.values import comments, escaped, first_line, parts_of, point_text, points_of, text_of
from gopy.go.record.write import written
from gopy.go.rules import CHINESE, Rules
from gopy.go.sgf import new_record, write_header, write_move, write_position

#: A comment that is longer is cut off where it is shown.
LONGEST_COMMENT = 20_000

#: Marks on points, by the properties for them.
_MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "SL": "point", "TB": "black", "TW": "white"}

#: Properties of lines between two points.
_LINES = {"AR": "arrow", "LN": "line"}

#: The most characters of a label that are shown.
_LONGEST_LABEL = 4


class TreeRecord(NamedTuple):
    """A record: the GameTree, at the end of its main line, and what the root says of the game ("" for nothing).

    remarks     list of sentences about what the record gets wrong: it was corrected or left out
    """

    tree: GameTree
    black: str
    white: str
    result: str
    remarks: list[str]


def load_tree(data: bytes | str, *, komi: float = 7.5, rules: Rules = CHINESE) -> TreeRecord:
    """The TreeRecord of an SGF record (bytes or str). SgfError if it cannot be loaded, see gopy.go.sgf.read_game.

    komi, rules   used for records that do not state them, or not in a way that gopy knows
    """
    record = parse_record(data)
    header = read_header(record, komi, rules)
    try:
        tree = _tree(record, Replay(record, header))
    except SgfError:
        raise
    except ValueError as error:     # the tree is full
        raise SgfError(str(error)) from None
    black, white = names_of(record.root)
    return TreeRecord(tree, black, white, said(record.root, "RE"), record.remarks.texts())


def save_tree(tree: GameTree, *, black: str = "", white: str = "", result: str = "") -> str:
    """The SGF text of a GameTree. What a record had that it was read from is kept, see gopy.go.record.write.written."""
    source = tree.source or new_record(tree.start)
    nodes: dict[int, Node] = {}
    for node in tree:
        new = source.root.properties if node.parent is None and tree.source is None else ()
        nodes[node.number] = _record_node(node, tree.start.size, new)
        if node.parent is None:
            write_header(nodes[ROOT], tree.start, black, white, result)
        else:
            nodes[node.parent].children.append(nodes[node.number])
    return written(Record(nodes[ROOT], source.encoding, source.after))


def _tree(record: Record, replay: Replay) -> GameTree:
    tree: GameTree | None = None
    waiting = [(record.root, ROOT)]     # the nodes that are still to be read, and the numbers of the nodes before them in the tree
    while waiting:
        given, parent = waiting.pop()
        if tree is not None:
            tree.go(parent)
        game = replay.begin() if tree is None else tree.game
        sets_up, played = replay.sets_up(given, game), replay.move(given)
        turn = None if sets_up else replay.turn(given)
        if sets_up:
            game = replay.set_up(game, given)
        if tree is None:
            tree = GameTree(game)
        elif sets_up:
            tree.begin(game)
        elif played is not None:
            tree.let_begin(played[0])
            tree.record(*played)
        elif given.properties or not given.children:
            tree.note()
        if turn is not None:
            tree.set_to_play(turn)
        if given.properties:
            _read_notes(given, tree.current)
        waiting += [(child, tree.current.number) for child in reversed(given.children)]
    assert tree is not None     # made for the root
    tree.source = record
    _go_to_end(tree)
    return tree


def _go_to_end(tree: GameTree) -> None:
    node = tree.root
    while node.children:
        node = tree[node.children[0]]
    tree.go(node.number)


def _read_notes(given: Node, node: TreeNode) -> None:
    """Take over what a record says at a node."""
    node.properties = tuple(given.properties)
    node.comment, node.winrate = _comment(given), _winrate(given)


def _comment(given: Node) -> str:
    return "\n".join(comments(given))[:LONGEST_COMMENT]


def _winrate(given: Node) -> float | None:
    """Black's chance of winning as Sabaki writes it, from 0 to 1; None without one."""
    try:
        percent = parse_number(first_line(given, "SBKV"))
    except ValueError:
        return None
    return percent / 100 if 0 <= percent <= 100 else None


def _record_node(node: TreeNode, size: int, properties: Sequence[Property]) -> Node:
    """The node of a record for one of a tree, with `properties` that it lacks before its own."""
    own = {each.name for each in node.properties}
    lacked = [each for each in properties if each.name not in own]
    given = Node([Property(each.written, each.values) for each in (*lacked, *node.properties)])
    if node.move is not None and not given.has("B", "W"):
        write_move(given, *node.move, size)
    if node.number != ROOT and node.start is not None and not given.has("AB", "AW", "AE", "PL"):
        write_position(given, node.start.initial)
    if node.winrate is not None and node.winrate != _winrate(given):
        given.set("SBKV", f"{100 * node.winrate:.2f}")
    if node.comment != _comment(given):
        given.set("C", escaped(node.comment))
    return given


def marks_of(node: TreeNode, size: int) -> list[list[Any]]:
    """[[number of a point by rows from the top left, kind, text]]: the marks of a record at a node of a GameTree.

    kind    "label" with its text, or "triangle", "square", "circle", "cross", "point", "black", "white", and "" for the text
    """
    place = {point: number for number, point in enumerate(points_from_the_top(size))}
    found: dict[int, list[Any]] = {}
    for each in node.properties:
        for at, kind, text in islice(_marks(each), size * size):
            with suppress(ValueError):
                found.update({place[point]: [place[point], kind, text] for point in points_of(at, size)})
    return list(found.values())


def dimmed_of(tree: GameTree, node: TreeNode, size: int) -> list[int]:
    """Numbers of the points, by rows from the top left, that a record dims at a node: what it says last on the way there holds."""
    place = {point: number for number, point in enumerate(points_from_the_top(size))}
    at: TreeNode | None = node
    while at is not None:
        given = [each for each in at.properties if each.name == "DD"]
        if given:
            found: set[int] = set()
            for part in islice((part for each in given for raw in each.values for part in parts_of(raw)), size * size):
                with suppress(ValueError):
                    found.update(place[point] for point in points_of(part, size))
            return sorted(found)
        at = None if at.parent is None else tree[at.parent]
    return []


def lines_of(node: TreeNode, size: int) -> list[list[Any]]:
    """[[number of a point by rows from the top left, that of another, kind]]: the lines between points of a record at a node of a GameTree.

    kind    "arrow", to the other point, or "line"
    """
    place = {point: number for number, point in enumerate(points_from_the_top(size))}
    found = []
    for each in node.properties:
        for raw in islice(each.values, size * size) if each.name in _LINES else ():
            with suppress(ValueError):
                (start,), (end,) = (points_of(at, size) for at in raw.split(":"))
                found.append([place[start], place[end], _LINES[each.name]])
    return found


def set_arrow(node: TreeNode, size: int, start: int, end: int) -> None:
    """Draw an arrow from one point to another at a node, or take it away if it is there."""
    value = f"{point_text(start, size)}:{point_text(end, size)}"
    arrows = [raw for each in node.properties if each.name == "AR" for raw in each.values]
    kept = [raw for raw in arrows if raw != value]
    others = [each for each in node.properties if each.name != "AR"]
    values = kept if len(kept) < len(arrows) else [*arrows, value]
    node.properties = (*others, *([Property("AR", values)] if values else ()))


def set_mark(node: TreeNode, size: int, point: int, kind: str, label: str = "") -> None:
    """Put a mark on a point of a node in the place of the one that is there; `kind` as in `marks_of`, or "" for none."""
    properties = []
    for each in node.properties:
        kept = each if each.name != "LB" and each.name not in _MARKS else _without(each, size, point)
        if kept is not None:
            properties.append(kept)
    if kind:
        name = "LB" if kind == "label" else next(name for name, known in _MARKS.items() if known == kind)
        at = point_text(point, size)
        value = f"{at}:{escaped(label)}" if kind == "label" else at
        place = next((place for place, each in enumerate(properties) if each.name == name), None)
        if place is None:
            properties.append(Property(name, [value]))
        else:
            properties[place] = Property(properties[place].written, [*properties[place].values, value])
    node.properties = tuple(properties)


def _without(given: Property, size: int, point: int) -> Property | None:
    """A property of marks without those on a point; None if nothing is left."""
    values = []
    for raw in given.values:
        try:
            points = [each for part in ([raw.partition(":")[0]] if given.name == "LB" else parts_of(raw)) for each in points_of(part, size)]
        except ValueError:
            points = []         # it names no point, and stays as it is
        if point not in points:
            values.append(raw)
        elif given.name != "LB":
            values += [point_text(each, size) for each in points if each != point]
    return Property(given.written, values) if values else None


#: What a record says about its game, by property: players and their ranks, event, place, date and the like.
ABOUT = ("PB", "BR", "BT", "PW", "WR", "WT", "EV", "RO", "PC", "DT", "RE", "TM", "OT", "GN", "ON", "AN", "US", "SO", "CP", "GC")


def about_game(tree: GameTree) -> dict[str, str]:
    """What the root of a record says about its game: {property of ABOUT: text}, without those that it lacks."""
    root = Node(list(tree.root.properties))
    told = {name: "\n".join(map(text_of, root.values(name))).strip() if name == "GC" else first_line(root, name) for name in ABOUT}
    return {name: text for name, text in told.items() if text}


def tell_about(tree: GameTree, texts: dict[str, str]) -> None:
    """Let the root of a record say something else about its game; "" takes a property out."""
    root = Node(list(tree.root.properties))
    for name, text in texts.items():
        if text:
            root.set(name, escaped(text))
        else:
            root.properties = [each for each in root.properties if each.name != name]
    tree.root.properties = tuple(root.properties)


def _marks(given: Property) -> Iterator[tuple[str, str, str]]:
    """Yield (a point or rectangle as it is written, kind, text) of a property's marks."""
    if given.name == "LB":
        for raw in given.values:
            at, _, label = raw.partition(":")
            yield at, "label", text_of(label).strip()[:_LONGEST_LABEL]
    elif given.name in _MARKS:
        for raw in given.values:
            for part in parts_of(raw):
                yield part, _MARKS[given.name], ""
