"""What the page may ask of the server: each kind of message with the shape of its fields."""
from gopy.base.documents import parse_json
from gopy.base.numbers import shown
from gopy.base.shape import FLAG, Kind, Several, Table, is_text, number, one_of, whole
from gopy.desk.web.review import DEPTHS
from gopy.desk.web.teaching.capture import MOST_STONES
from gopy.engine.levels import LEVELS
from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.record.source import MAX_BYTES
from gopy.go.rules import MAX_KOMI, NAMED_RULES
from gopy.go.sgf_tree import ABOUT

#: The longest message, in characters, and the largest record, in bytes. A record comes as a binary message.
LONGEST_MESSAGE = 1 << 15
LARGEST_RECORD = MAX_BYTES


def _text(longest):
    return Kind(f"a text of at most {longest} characters", lambda value: is_text(value) and len(value) <= longest)


_VERTEX = _text(4)
_NAME = _text(100)
_GAME = _text(30)
_NODE = whole(0, 10**9)
_STRENGTH = Table({"level": whole(min(LEVELS), max(LEVELS)), "seconds": number(0.01, 3600.0), "sims": whole(1, 10**9)})
_PLAYER = one_of("person", "gopy")

#: {kind: Table of its fields}
SHAPES = {
    # Go
    "new": Table({"size": whole(MIN_SIZE, MAX_SIZE), "komi": number(-MAX_KOMI, MAX_KOMI), "rules": one_of(*NAMED_RULES),
                  "handicap": whole(0, 9), "black": _PLAYER, "white": _PLAYER, "strength": _STRENGTH, "clock": _text(20),
                  "capture": whole(0, MOST_STONES)}),
    "set": Table({"strength": _STRENGTH}, needed=("strength",)),
    "pace": Table({"seconds": number(0.0, 60.0)}, needed=("seconds",)),
    "study": Table({"on": FLAG}, needed=("on",)),
    "go_on": Table({"black": _PLAYER, "white": _PLAYER, "strength": _STRENGTH}, needed=("black", "white")),
    "bring_back": Table({}),
    "play": Table({"vertex": _VERTEX, "teaching": number(0.0, 1.0)}, needed=("vertex",)),
    "sure": Table({}),
    "resign": Table({}),
    "undo": Table({}),
    "genmove": Table({}),
    "stop": Table({}),
    "go": Table({"node": _NODE}, needed=("node",)),
    "remove": Table({"node": _NODE}, needed=("node",)),
    "comment": Table({"node": _NODE, "text": _text(20_000)}, needed=("node", "text")),
    "restore": Table({}),
    "mark": Table({"node": _NODE, "vertex": _VERTEX, "kind": one_of("", "label", "triangle", "square", "circle", "cross", "point"),
                   "label": _text(4)}, needed=("node", "vertex", "kind")),
    "arrow": Table({"node": _NODE, "start": _VERTEX, "end": _VERTEX}, needed=("node", "start", "end")),
    "set_up": Table({"node": _NODE, "vertex": _VERTEX, "stone": one_of("black", "white", "empty")}, needed=("node", "vertex", "stone")),
    "about": Table({"texts": Table({name: _text(2000) for name in ABOUT})}, needed=("texts",)),
    "main_line": Table({"node": _NODE}, needed=("node",)),
    "insert": Table({"node": _NODE, "moves": Several(_VERTEX, most=100)}, needed=("node", "moves")),
    "analyse": Table({"on": FLAG}, needed=("on",)),
    "area": Table({"corners": Several(_VERTEX, most=2)}, needed=("corners",)),
    "estimate": Table({}),
    "hint": Table({}),
    "review": Table({"on": FLAG, "depth": one_of(*DEPTHS)}, needed=("on",)),
    "judge": Table({"number": whole(1, 10**6), "vertex": _VERTEX}, needed=("number", "vertex")),
    "agree": Table({}),
    "dead": Table({"vertex": _VERTEX}, needed=("vertex",)),
    "save": Table({}),
    "positions": Table({}),
    "open_of_collection": Table({"number": whole(0, 10**6)}, needed=("number",)),
    # games of Go that are kept
    "games": Table({}),
    "open_game": Table({"game": _GAME}, needed=("game",)),
    "delete_game": Table({"game": _GAME}, needed=("game",)),
    "restore_game": Table({"game": _GAME}, needed=("game",)),
    "star_game": Table({"game": _GAME, "on": FLAG}, needed=("game", "on")),
    # other games
    "any_game_new": Table({"game": _NAME, "person": Kind("0, 1 or null", lambda value: value in (None, 0, 1)
                                                       and not isinstance(value, bool)), "strength": _STRENGTH},
                        needed=("game",)),
    "any_game_show": Table({}),
    "any_game_open": Table({"text": _text(30_000)}, needed=("text",)),
    "any_game_bring_back": Table({}),
    "any_game_play": Table({"move": _NAME}, needed=("move",)),
    "any_game_undo": Table({}),
    "any_game_choose": Table({}),
    "any_game_hint": Table({}),
    "any_game_resign": Table({}),
    # tables of the visitors of the local network
    "free_table": Table({"table": _NAME}, needed=("table",)),
    "show_table": Table({"on": FLAG, "table": _NAME}, needed=("on",)),
    # problems
    "problems": Table({}),
    # matches
    "recorded": Table({"match": whole(0, 10**6), "game": whole(0, 10**9)}, needed=("match", "game")),
}


#: The kinds about games that are kept.
KEPT = ("games", "open_game", "delete_game", "restore_game", "star_game")

#: The kinds by which a teacher sees to the tables of visitors.
CLASS = ("free_table", "show_table")


def read_message(text) -> tuple[str, dict]:
    """(kind, fields) of a message, its fields checked. ValueError says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        raise ValueError(f"a message has more than {LONGEST_MESSAGE} characters")
    message = parse_json(text)
    if not isinstance(message, dict):
        raise ValueError(f"a message is {shown(message)}, not a table")
    kind = message.pop("do", None)
    if not isinstance(kind, str) or kind not in SHAPES:
        raise ValueError(f"there is no message {shown(kind)}")
    SHAPES[kind].check(message, kind)
    return kind, message

