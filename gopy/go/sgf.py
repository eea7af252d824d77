"""Game records in SGF: load a game up to any move, save one with names, result and comments."""
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gopy
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE
from gopy.go.handicap import may_be_handicap
from gopy.go.history import Game
from gopy.go.record.header import Header, names_of, needs_komi, read_header, rules_text
from gopy.go.record.komi import komi_text
from gopy.go.record.nodes import Node, Record
from gopy.go.record.parse import parse_record
from gopy.go.record.replay import LETTERS, Replay
from gopy.go.record.source import MAX_BYTES, MAX_MOVES, MAX_NODES, MAX_PARTS, MAX_SETUP_NODES, SgfError, read_record
from gopy.go.record.values import escaped, first_line, move_text, point_text
from gopy.go.record.write import written
from gopy.go.rules import CHINESE, Rules

__all__ = ["MAX_BYTES", "MAX_MOVES", "MAX_NODES", "MAX_PARTS", "MAX_SETUP_NODES", "GameRecord", "SgfError", "load_file", "load_game",
           "player_names", "read_file", "read_game", "read_record", "save_game", "save_onto"]


class GameRecord(NamedTuple):
    """A game that was read.

    game        the Game that is the main line
    record      the gopy.go.record.nodes.Record with everything that was written
    nodes       the nodes of the record at which the game stands after 0, 1, 2 and so on of its moves
    remarks     list of sentences about what the record gets wrong: it was corrected or left out
    """

    game: Game
    record: Record
    nodes: list[Node]
    remarks: list[str]

    def names(self) -> list[str]:
        """[Black's name, White's name], "" where there is none."""
        return names_of(self.record.root)


def load_file(path: Path, **options: Any) -> Game:
    """`load_game` of a file's contents; SgfError if `read_record` cannot read it."""
    return load_game(read_record(path), **options)


def read_file(path: Path, **options: Any) -> GameRecord:
    """`read_game` of a file's contents; SgfError if `read_record` cannot read it."""
    return read_game(read_record(path), **options)


def load_game(data: bytes | str, **options: Any) -> Game:
    """The `Game` of `read_game`, for those to whom its remarks are of no interest."""
    return read_game(data, **options).game


def read_game(data: bytes | str, *, before_move: int | None = None, komi: float = 7.5, rules: Rules = CHINESE) -> GameRecord:
    """The GameRecord of an SGF record (bytes or str), whose game is the main line.

    before_move   stop before this move, 1 being the first (passes count); None for the whole game
    komi, rules   used for records that do not state them, or not in a way that gopy knows

    Stones set up in the middle of a record start the game anew from there. Moves are taken as they stand, whatever the rules say.
    What a property gets wrong is corrected or left out, and told in the remarks. SgfError if no game can be read, if it is not Go,
    or on a board that gopy does not have; for a main line of over MAX_MOVES moves or MAX_SETUP_NODES nodes with set-up stones; and
    where `parse_record` raises it.
    """
    record = parse_record(data)
    game, nodes = _replayed(record, read_header(record, komi, rules), before_move)
    return GameRecord(game, record, nodes, record.remarks.texts())


def _replayed(record: Record, header: Header, before_move: int | None) -> tuple[Game, list[Node]]:
    """(the game, the nodes) of a GameRecord."""
    replay, number = Replay(record, header), 0
    nodes: list[Node] = []
    game = replay.begin()
    for node in record.root.main_line():
        sets_up = replay.sets_up(node, game)
        if sets_up:
            game = replay.set_up(game, node)
        played, turn = replay.move(node), None if sets_up else replay.turn(node)
        if played is None:
            nodes = nodes if game.moves else [node]
        else:
            number += 1
            if number > MAX_MOVES:
                raise SgfError(f"more than {MAX_MOVES} moves")
            if not game.moves:
                # Whoever makes the first move in the record is the first to move.
                game.set_to_play(played[0])
            if before_move is not None and number >= before_move:
                break
            game.record(*played)
            nodes.append(node)
        if turn is not None:
            game.set_to_play(turn)
    return game, nodes


def player_names(data: bytes | str) -> list[str]:
    """[Black's name, White's name] in a record (bytes or str), "" where there is none. SgfError if it is no record."""
    return names_of(parse_record(data).root)


def save_game(game: Game, *, black: str = "", white: str = "", result: str = "", comments: Mapping[int, str] | None = None,
              winrates: Mapping[int, float] | None = None) -> str:
    """The SGF text of a game.

    comments, winrates   dicts from the number of moves played (0: the root) to a text and to Black's winning
                         probability in [0, 1]; the probability goes into the comment and, for Sabaki, into SBKV
    """
    comments, winrates = comments or {}, winrates or {}
    record = new_record(game, black, white, result)
    node = record.root
    write_notes(node, comments.get(0), winrates.get(0))
    for number, (colour, move) in enumerate(game.moves, start=1):
        node = node.new_child()
        write_move(node, colour, move, game.size)
        write_notes(node, comments.get(number), winrates.get(number))
        node = _after_turn(node, game, number)
    return written(record)


def _after_turn(node: Node, game: Game, number: int) -> Node:
    """The node after which a game goes on: one more that says who is to move, if that is not the opponent of who moved last."""
    if number not in game.turns:
        return node
    node = node.new_child()
    node.set("PL", LETTERS[game.turns[number]])
    return node


def save_onto(found: GameRecord, game: Game, *, black: str = "", white: str = "", result: str = "") -> str:
    """The SGF text of a game that goes on from a GameRecord, with everything that the record had: moves after the record's, and
    other moves than those, become its main line, in which what followed in the record is a variation.

    found           read for this purpose: it is changed
    black, white    names for a record without names
    """
    root = found.record.root
    if (game.size, game.initial.colours, game.initial.to_play) != (found.game.size, found.game.initial.colours,
                                                                  found.game.initial.to_play):
        return save_game(game, black=black, white=white, result=result)
    names = ("", "") if any(found.names()) else (black, white)
    if game.moves != found.game.moves:
        _go_on(found, game)
        result = result or (first_line(root, "RE") and "?")
    write_header(root, game, *names, result)
    return written(found.record)


def _go_on(found: GameRecord, game: Game) -> None:
    before = found.game.moves
    common = next((at for at, (one, other) in enumerate(zip(game.moves, before)) if one != other), min(len(game.moves), len(before)))
    *_, node = found.record.root.main_line() if common == len(before) else [found.nodes[common]]
    if len(game.moves) == common:
        last = Node()       # the main line ends here
        if common in game.turns:
            last.set("PL", LETTERS[game.turns[common]])
        node.children.insert(0, last)
    for colour, move in game.moves[common:]:
        child = Node()
        write_move(child, colour, move, game.size)
        node.children.insert(0, child)
        node = child


def new_record(game: Game, black: str = "", white: str = "", result: str = "") -> Record:
    """A record of no moves, whose root says what is known of the game and has its first stones."""
    record = Record(Node())
    record.root.set("FF", "4")
    record.root.set("GM", "1")
    record.root.set("CA", "UTF-8")
    record.root.set("AP", f"gopy:{gopy.__version__}")
    write_header(record.root, game, black, white, result)
    return record


def write_header(root: Node, game: Game, black: str = "", white: str = "", result: str = "") -> None:
    """Let the root of a record say what is known of a game. What it says already stays as it is written, if it says the same."""
    size = str(game.size)
    if not root.has("GM"):
        root.set("GM", "1")
    if first_line(root, "SZ") != size:
        root.set("SZ", size)
    if needs_komi(root, game.size, game.komi):
        root.set("KM", komi_text(game.komi))
    if not first_line(root, "RU"):
        root.set("RU", rules_text(game.rules))
    for name, text in (("PB", black), ("PW", white), ("RE", result)):
        if text and first_line(root, name) != text:
            root.set(name, escaped(text))
    if not root.has("AB", "AW"):
        write_setup(game, root)


def write_move(node: Node, colour: int, move: int, size: int) -> None:
    """Write a move into a node of a record."""
    node.set(LETTERS[colour], move_text(move, size))


def write_setup(game: Game, root: Node) -> None:
    """Write the stones on the board before the first move into the root of a record."""
    initial = game.initial
    stones = initial.stones(BLACK), initial.stones(WHITE)
    _write_stones(root, stones, initial.size)
    if (any(stones) or initial.to_play != BLACK) and not root.has("PL"):
        root.set("PL", LETTERS[initial.to_play])
    could_be = initial.to_play == WHITE and may_be_handicap(*stones)
    if any(stones) and (game.handicap or could_be) and not root.has("HA"):
        root.set("HA", str(game.handicap))


def write_position(node: Node, board: Position) -> None:
    """Write a whole position into a node of a record, whatever the board before it was."""
    _write_stones(node, [board.stones(colour) for colour in (BLACK, WHITE, EMPTY)], board.size)
    node.set("PL", LETTERS[board.to_play])


def _write_stones(node: Node, stones: Iterable[Sequence[int]], size: int) -> None:
    for name, found in zip(("AB", "AW", "AE"), stones):
        if found:
            node.set(name, *(point_text(point, size) for point in found))


def write_notes(node: Node, comment: str | None, winrate: float | None) -> None:
    """Write a comment and Black's chance of winning, each None if there is none, into a node of a record."""
    parts = [comment] if comment else []
    if winrate is not None:
        parts.append(f"Black wins {100 * winrate:.1f} %")
        node.set("SBKV", f"{100 * winrate:.2f}")
    if parts:
        node.set("C", escaped("\n".join(parts)))
