"""Game records in SGF, by the library sgfmill: load a game up to any move, save one with names, result and comments."""
import re
from collections.abc import Iterator
from contextlib import suppress

from sgfmill import sgf, sgf_properties

import gopy
from gopy.inputs.files import read_bounded
from gopy.inputs.numbers import shown
from gopy.go.geometry import BLACK, WHITE, pass_move, point_at, row_and_column
from gopy.go.handicap import may_be_handicap
from gopy.go.history import Game, IllegalMove
from gopy.go.rules import CHINESE, Rules, check_komi, name_of, parse_rules

#: Encodings of old records, which often do not name them. In these, the byte of a backslash may be half a character.
#: Strictest first: gb18030 takes almost any pair of bytes, and single bytes are characters to Shift-JIS.
_DOUBLE_BYTE = ("big5", "euc_kr", "gb18030", "shift_jis")

#: The printable characters of ASCII, but for two that some variants of Shift-JIS have replaced.
_ASCII = bytes(code for code in range(32, 127) if code not in b"\\~")

#: Limits of what is loaded. A record with an analysis of every move has some MB; reading takes time in proportion, most of it
#: for its nodes and parts, which are those of variations too. A part is a bracket of a variation, a node's semicolon, a name or a
#: value of a property, or a backslash.
MAX_BYTES = 4 << 20
MAX_NODES = 50_000
MAX_PARTS = 300_000
MAX_MOVES = 10_000
MAX_SETUP_NODES = 1000

COLOURS = {"b": BLACK, "w": WHITE}
LETTERS = ("b", "w")


#: Its repetitions are bounded, so that a search cannot run from every place in a record to the record's end.
_DECLARED_ENCODING = re.compile(rb"CA\s{0,20}\[([^]]{0,40})\]")

_START = re.compile(r"\(\s*;", re.ASCII)
_PART = re.compile(r"\s*(\[[^\\\]]*(?:\\.[^\\\]]*)*\]|[A-Za-z]{1,64}|[;()])", re.ASCII | re.DOTALL)


class SgfError(ValueError):
    """A record that cannot be loaded; the text says why."""


class _TooLong(SgfError):
    pass


def load_file(path, **options) -> Game:
    """`load_game` of a file's contents; SgfError if `read_record` cannot read it."""
    return load_game(read_record(path), **options)


def read_record(path) -> bytes:
    """The bytes of a record's file; SgfError if it cannot be read, is no regular file or has over MAX_BYTES."""
    try:
        return read_bounded(path, MAX_BYTES)
    except OSError as error:
        raise SgfError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:     # no file can have such a name
        raise SgfError(f"cannot read {path!r}: {error}") from None


def player_names(data) -> list[str]:
    """[Black's name, White's name] in a record (bytes or str), "" where there is none. SgfError if it is no record."""
    root = parse_record(data).get_root()
    return [text_of(root, identifier) for identifier in ("PB", "PW")]


def values_of(node, identifier) -> Iterator:
    """Generate the values of a property of a record's node, each as sgfmill reads it alone.

    Values that it cannot read are left out; a node without the property has none. A property should have one value, unless
    its values are points; some records repeat it.
    """
    for raw in node.get_raw_list(identifier) if node.has_property(identifier) else ():
        with suppress(ValueError):
            yield node.get_presenter().interpret(identifier, [raw])


def text_of(node, identifier) -> str:
    """The first text that a property of a record's node holds, "" if there is none."""
    return next(values_of(node, identifier), "")


def load_game(data, *, before_move=None, komi=7.5, rules=CHINESE) -> Game:
    """The `Game` that is the main line of an SGF record (bytes or str).

    before_move   stop before this move, 1 being the first (passes count); None for the whole game
    komi, rules   used for records that do not state them, or not in a way that gopy knows

    Stones set up in the middle of a record start the game anew from there. Moves are taken as they stand,
    whatever the rules say, unless the point is occupied. Raises SgfError, also for a main line of over MAX_MOVES moves
    or MAX_SETUP_NODES nodes with set-up stones, and where `parse_record` does.
    """
    record = parse_record(data)
    root = record.get_root()
    try:
        game = Game(record.get_size(), komi_of(root, komi), rules_of(root, rules))
        _replay(game, record.get_main_sequence(), before_move, declared_handicap(root))
    except IllegalMove as error:
        raise SgfError(f"illegal move {error}") from None
    except ValueError as error:
        raise SgfError(str(error)) from None
    return game


def save_game(game, *, black="", white="", result="", comments=None, winrates=None) -> str:
    """The SGF text of a game.

    comments, winrates   dicts from the number of moves played (0: the root) to a text and to Black's winning
                         probability in [0, 1]; the probability goes into the comment and, for Sabaki, into SBKV
    """
    comments, winrates = comments or {}, winrates or {}
    record = new_record(game, black, white, result)
    node = record.get_root()
    write_notes(node, comments.get(0), winrates.get(0))
    for number, (colour, move) in enumerate(game.moves, start=1):
        node = node.new_child()
        write_move(node, colour, move, game.size)
        write_notes(node, comments.get(number), winrates.get(number))
    return record.serialise().decode("utf-8")


def new_record(game, black, white, result) -> sgf.Sgf_game:
    """A record of no moves, whose root says what is known of the game and has its first stones."""
    record = sgf.Sgf_game(game.size)
    root = record.get_root()
    root.set("AP", ("gopy", gopy.__version__))
    root.set("KM", game.komi)
    root.set("RU", rules_text(game.rules))
    for identifier, text in (("PB", black), ("PW", white), ("RE", result)):
        if text:
            root.set(identifier, expressible(text))
    write_setup(game, root)
    return record


def write_move(node, colour, move, size) -> None:
    """Write a move into a node of a record."""
    node.set_move(LETTERS[colour], None if move == pass_move(size) else row_and_column(move, size))


def parse_record(data) -> sgf.Sgf_game:
    """The record (bytes or str) as sgfmill's Sgf_game, its text always readable.

    SgfError if it is none, or if it has over MAX_NODES nodes or MAX_PARTS parts, counted before any work is done.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogateescape")
    left, reason = MAX_PARTS, ""
    for encoding in _encodings(data):
        try:
            text = data.decode(encoding)
            parts = _count_parts(text)
            if parts > left and reason:
                break           # trying every encoding of a broken record must not take longer than reading a whole one
            left -= parts
            return sgf.Sgf_game.from_string(text)
        except _TooLong:
            raise
        except (ValueError, LookupError) as error:
            reason = error
    raise SgfError(f"not an SGF record: {reason}")


def _count_parts(text):
    """The number of parts of the first record in a text, up to where it is a record no more. _TooLong if they are too many."""
    start = _START.search(text)
    at, parts, nodes, depth = start.start() if start else len(text), text.count("\\"), 0, 0
    if parts > MAX_PARTS:
        raise _TooLong(f"more than {MAX_PARTS} backslashes")
    while found := _PART.match(text, at):
        at, parts, mark = found.end(), parts + 1, text[found.start(1)]
        if mark == ";":
            nodes += 1
        if nodes > MAX_NODES:
            raise _TooLong(f"more than {MAX_NODES} nodes")
        if parts > MAX_PARTS:
            raise _TooLong(f"more than {MAX_PARTS} brackets, names, values and backslashes")
        if mark in "()":
            depth += 1 if mark == "(" else -1
            if depth == 0:
                break
    return parts


def _encodings(data):
    """Encodings to try, the likeliest first.

    The structure of a record is ASCII, so Latin-1, in which every byte is a character, reads any of them, unless
    half a character looks like a backslash or a bracket.
    """
    declared = _DECLARED_ENCODING.search(data)
    names = [declared[1].decode("ascii", "replace").strip()] if declared else []
    names = [*filter(_keeps_ascii, names), "utf-8-sig"]
    if data.isascii():
        return names            # the same text in all of them
    if re.search(rb"[\x80-\xff]\\", data):
        return names + [*_DOUBLE_BYTE, "latin-1"]
    return names + ["latin-1", *_DOUBLE_BYTE]


def _keeps_ascii(encoding):
    """Whether ASCII characters are themselves in an encoding. No records are in others, of which some take quadratic time."""
    try:
        return _ASCII.decode(encoding) == _ASCII.decode("ascii")
    except (ValueError, LookupError):
        return False


def komi_of(root, default) -> float:
    """The komi that the root of a record states, `default` if it states none that is possible."""
    try:
        return check_komi(root.get("KM"))
    except (KeyError, ValueError):
        return default


def rules_of(root, default) -> Rules:
    """The rules that the root of a record states, `default` if it states none that gopy knows."""
    try:
        return parse_rules(root.get("RU"))
    except (KeyError, ValueError):
        return default


#: The text of the property RU for rules, by gopy's name of the rules. FF[4] fixes four of the texts; others are free.
_RU = {"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ", "chinese": "Chinese"}


def rules_text(rules) -> str:
    """The text of RU: the name by which the rules were chosen, else another name of the same rules, else KataGo's compact text."""
    name = name_of(rules)
    return _RU.get(name, name) if name else rules.compact()


def _replay(game, nodes, before_move, declared):
    number = setups = 0
    for node in nodes:
        if node.has_setup_stones():
            setups += 1
            if setups > MAX_SETUP_NODES:
                raise SgfError(f"more than {MAX_SETUP_NODES} nodes with set-up stones")
        if sets_up(node, game):
            set_up(game, node, declared)
        colour = mover(node)
        if colour is None:
            continue
        number += 1
        if number > MAX_MOVES:
            raise SgfError(f"more than {MAX_MOVES} moves")
        if not game.moves:
            # Whoever makes the first move in the record is the first to move.
            game.set_to_play(colour)
        if before_move is not None and number >= before_move:
            return
        game.record(colour, move_of(node, game.size))


def sets_up(node, game) -> bool:
    """Whether a node of a record sets up stones, or says who is to move in a game that has not begun."""
    return node.has_setup_stones() or (node.has_property("PL") and not game.moves)


def mover(node) -> int | None:
    """The colour that moves in a node of a record; None if the node has no move."""
    colour, _ = node.get_raw_move()
    return None if colour is None else COLOURS[colour]


def move_of(node, size) -> int:
    """The move in a node of a record that has one. SgfError if it does not exist on this board size."""
    letter, raw = node.get_raw_move()
    try:
        place = sgf_properties.interpret_go_point(raw, size)
    except ValueError:
        raise _no_point(letter.upper(), raw, size) from None
    return pass_move(size) if place is None else point_at(*place, size)


def set_up(game, node, declared) -> None:
    """Start the game anew with the stones that a node of a record sets up. ValueError if that is impossible.

    declared: what `declared_handicap` says of the record.
    """
    black, white, empty = (_points_of(node, name, game.size) for name in ("AB", "AW", "AE"))
    board = game.board
    stones = [(set(board.stones(colour)) - black - white - empty) | added
              for colour, added in ((BLACK, black), (WHITE, white))]
    to_play = _first_player(node)
    handicap = ()
    if not game.moves and to_play != BLACK and may_be_handicap(*stones, declared):
        handicap, to_play = stones[BLACK], WHITE
    game.setup(sorted(stones[BLACK]), sorted(stones[WHITE]), board.to_play if to_play is None else to_play,
               sorted(handicap))


def _points_of(node, name, size):
    """The set of points that a property of a record's node names. SgfError if one of them does not exist."""
    values = node.get_raw_list(name) if node.has_property(name) else []
    if len(values) > size * size:
        raise SgfError(f"{name} names more points than there are")
    places = set()
    for raw in values:
        try:
            places |= node.get_presenter().interpret(name, [raw])
        except ValueError:
            raise _no_point(name, raw, size) from None
    return {point_at(*place, size) for place in places}


def _no_point(name, raw, size):
    return SgfError(f"{name} {_shown(raw)} names no point of a {size}x{size} board")


def _first_player(node):
    """The colour that PL names in a node of a record, None without it. SgfError if it names no colour."""
    if not node.has_property("PL"):
        return None
    raw = node.get_raw("PL")
    if raw.lower() not in (b"b", b"w"):
        raise SgfError(f"PL {_shown(raw)} is neither B nor W")
    return COLOURS[raw.lower().decode()]


def _shown(raw):
    return shown(raw.decode("utf-8", "replace"))


def declared_handicap(root) -> int | None:
    """The number of handicap stones in the property HA; None in records without it."""
    try:
        return root.get("HA")
    except (KeyError, ValueError):
        return None


def write_setup(game, root) -> None:
    """Write the stones on the board before the first move into the root of a record."""
    size, initial = game.size, game.initial
    places = [[row_and_column(point, size) for point in initial.stones(colour)] for colour in (BLACK, WHITE)]
    if any(places):
        root.set_setup_stones(*places)
    if any(places) or initial.to_play != BLACK:
        root.set("PL", LETTERS[initial.to_play])
    could_be = initial.to_play == WHITE and may_be_handicap(*places)
    if any(places) and (game.handicap or could_be):
        root.set("HA", game.handicap)


def write_notes(node, comment, winrate) -> None:
    """Write a comment and Black's chance of winning, each None if there is none, into a node of a record."""
    parts = [comment] if comment else []
    if winrate is not None:
        parts.append(f"Black wins {100 * winrate:.1f} %")
        node.set("SBKV", f"{100 * winrate:.2f}")
    if parts:
        node.set("C", expressible("\n".join(parts)))


def expressible(text) -> str:
    """The text with escapes for what UTF-8 cannot express: a name may come from bytes that are not UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
