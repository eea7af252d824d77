"""Judgements of commands about the game: moves, boards, handicap, records, rules."""
import json
import re

from oracles.naive import PASS

from fuzz.framing import Wrong
from fuzz.judge import judges
from fuzz.records import read_record
from fuzz.slow_game import vertex
from fuzz.words import Bad, Unsure, colour, coloured_moves, integer, is_colour, move, number, word

#: What rule sets forbid to recur, and whether they allow suicide.
RULES = {"chinese": ("SIMPLE", False), "chinese-ogs": ("POSITIONAL", False), "chinese-kgs": ("POSITIONAL", False),
         "japanese": ("SIMPLE", False), "korean": ("SIMPLE", False), "aga": ("SITUATIONAL", False),
         "bga": ("SITUATIONAL", False), "new-zealand": ("SITUATIONAL", True), "tromp-taylor": ("POSITIONAL", True),
         "cgos": ("POSITIONAL", False)}

#: The most points on which every legal move is judged; larger boards are judged at some.
ALL_POINTS = 49


@judges("boardsize", "rectangular_boardsize")
def boardsize(judge, request, ok, text):
    words = request.words
    size = integer(words, 0)
    width = integer(words, 1) if len(words) > 1 or request.name == "rectangular_boardsize" else size
    if judge.accepted(request, ok, text, 2 <= size == width <= 25):
        judge.game.start(size)


@judges("clear_board")
def clear_board(judge, request, ok, text):
    if judge.accepted(request, ok, text):
        judge.game.start(judge.game.size)


@judges("komi")
def komi(judge, request, ok, text):
    value = number(request.words, 0)
    if judge.accepted(request, ok, text):
        judge.game.komi = value + 0.0       # -0 is 0


@judges("get_komi", steady=True)
def get_komi(judge, request, ok, text):
    judge.same("komi", text, f"{judge.game.komi:g}")


@judges("play")
def play(judge, request, ok, text):
    who, where = colour(request.words, 0), move(request.words, 1, judge.game.size)
    if judge.accepted(request, ok, text, judge.unsure or judge.game.takes(who, where)):
        judge.game.play(who, where)
    else:
        judge.require(text == "illegal move", request, text)


@judges("gogui-play_sequence")
def play_sequence(judge, request, ok, text):
    sequence = coloured_moves(request.words, judge.game.size)
    trial, legal = judge.game.copy(), True
    for who, where in sequence:
        legal = legal and trial.takes(who, where)
        if legal:
            trial.play(who, where)
    if judge.accepted(request, ok, text, legal):
        judge.game = trial


@judges("undo", "gg-undo")
def undo(judge, request, ok, text):
    count = integer(request.words, 0) if request.name == "gg-undo" and request.words else 1
    if count < 0:
        raise Bad("negative")
    if judge.accepted(request, ok, text, count <= len(judge.game.moves)):
        for _ in range(count):
            judge.game.undo()
    else:
        judge.require(text == "cannot undo", request, text)


@judges("showboard", steady=True)
def showboard(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.take_board(text, request)


@judges("printsgf", steady=True)
def printsgf(judge, request, ok, text):
    judge.accepted(request, ok, text)
    record = read_record(text)
    judge.require(record is not None, request, text, kind="malformed answer")
    judge.take_record(record)


@judges("savesgf", quiet=True)
def savesgf(judge, request, ok, text):
    name = _file_name(request.text)
    if judge.accepted(request, ok, text, "/" not in name and not (judge.folder / name).is_dir()):
        record = read_record((judge.folder / name).read_text(encoding="utf-8"))
        judge.require(record is not None, request, text, "wrote no record")
        if not judge.unsure:
            judge.take_record(record)


@judges("loadsgf")
def loadsgf(judge, request, ok, text):
    name, before = request.text, None
    found = re.fullmatch(r"(.*\S) +([0-9]{1,9})", name)
    if found:
        name, before = found[1], int(found[2])
    data = judge.files.get(_file_name(name))
    if data is None and re.fullmatch("[a-z0-9_]+[.]sgf", name):
        raise Bad("no such file")
    record = read_record(data.decode("utf-8", "replace")) if data is not None else None
    if record is None or before == 0 or record.rules not in (None, *RULES) or not record.size <= 25 or not _is_plain(record.komi, record.size):
        raise Unsure
    game, moves = judge.game.copy(), record.moves if before is None else record.moves[:before - 1]
    possible = 2 <= record.size
    if possible and not game.holds(record.size, record.black, record.white):
        raise Unsure        # some of the stones are taken off
    handicap = 2 <= len(record.black) <= 9 and not record.white
    turn = record.moves[0][0] if record.moves else record.to_play or ("w" if handicap else "b")
    if possible:
        game.start(record.size, record.black, record.white, turn)
        for who, where in moves:
            game.play(who, where)
    if not judge.accepted(request, ok, text, possible):
        return
    game.komi = game.komi if record.komi is None else record.komi + 0.0
    judge.game = game
    if record.rules is not None:
        _take_named(judge, record.rules)


def _is_plain(komi, size):
    """Whether a record's komi is missing or one that every engine takes, of no more points than the board has."""
    return komi is None or abs(komi) <= min(size * size, 200) and f"{komi:g}" == str(komi).removesuffix(".0")


def _file_name(text):
    """The name in a text; Bad if there is none, Unsure about odd ones."""
    name = text[1:-1] if re.fullmatch('".*"', text) and len(text) > 1 else text
    if not name:
        raise Bad("no name")
    if not re.fullmatch("[ -~]{1,200}", name):
        raise Unsure
    return name


# Handicap -----------------------------------------------------------------------------------------------

@judges("fixed_handicap", "place_free_handicap")
def handicap(judge, request, ok, text):
    count, game = integer(request.words, 0), judge.game
    size = game.size
    most = size * size - 1 if request.name == "place_free_handicap" else 9 if size % 2 and size >= 9 else 4 if size >= 7 else 0
    if not judge.accepted(request, ok, text, _is_empty(game) and 2 <= count <= most):
        return
    points = [move([each], 0, size) for each in text.split()]
    judge.require(len(set(points)) == count == len(points) and PASS not in points, request, text)
    game.start(size, points, (), "w")


@judges("set_free_handicap")
def set_free_handicap(judge, request, ok, text):
    game, words = judge.game, request.words
    points = [move(words, i, game.size) for i in range(len(words))]
    good = 2 <= len(points) == len(set(points)) < game.size ** 2 and PASS not in points and _is_empty(game)
    if judge.accepted(request, ok, text, good):
        game.start(game.size, points, (), "w")


def _is_empty(game):
    return not game.moves and not game.stones


# Set-up -------------------------------------------------------------------------------------------------

@judges("set_position")
def set_position(judge, request, ok, text):
    _set_up(judge, request, ok, text, {}, "b")


@judges("gogui-setup")
def setup(judge, request, ok, text):
    _set_up(judge, request, ok, text, judge.game.stones, judge.game.to_play)


def _set_up(judge, request, ok, text, kept, to_play):
    pairs = coloured_moves(request.words, judge.game.size)
    added = {point: who for who, point in pairs}
    if len(added) < len(pairs) or PASS in added:
        raise Bad("a point twice, or a pass")
    _start_from(judge, request, ok, text, {**kept, **added}, to_play)


@judges("gogui-setup_player")
def setup_player(judge, request, ok, text):
    _start_from(judge, request, ok, text, judge.game.stones, colour(request.words, 0))


def _start_from(judge, request, ok, text, stones, to_play):
    black, white = ({point for point, found in stones.items() if found == who} for who in "bw")
    if judge.accepted(request, ok, text, judge.game.holds(judge.game.size, black, white)):
        judge.game.start(judge.game.size, black, white, to_play)


# Rules --------------------------------------------------------------------------------------------------

@judges("kata-get-rules", steady=True)
def get_rules(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.take_rules(text)


@judges("kata-set-rules", "kgs-rules")
def set_rules(judge, request, ok, text):
    name = request.text if request.name == "kata-set-rules" else word(request.words, 0)
    if not name:
        raise Bad("no rules")
    if request.name == "kgs-rules":
        name = name.lower().replace("_", "-")
        name = "chinese-kgs" if name == "chinese" else name
    if name not in RULES:
        raise Unsure
    if judge.accepted(request, ok, text):
        _take_named(judge, name)


@judges("kata-set-rule")
def set_rule(judge, request, ok, text):
    word(request.words, 1)
    raise Unsure


def _take_named(judge, name):
    ko, suicide = RULES[name]
    judge.game.set_rules({"ko": ko, "suicide": suicide})


# Questions ----------------------------------------------------------------------------------------------

@judges("list_stones", steady=True)
def list_stones(judge, request, ok, text):
    who = colour(request.words, 0)
    judge.accepted(request, ok, text)
    judge.same("list_stones", sorted(text.split()), sorted(vertex(p) for p, c in judge.game.stones.items() if c == who))


@judges("captures", steady=True)
def captures(judge, request, ok, text):
    judge.same("captures", text, str(judge.game.captures[colour(request.words, 0)]))


@judges("countlib", steady=True)
def countlib(judge, request, ok, text):
    point = move(request.words, 0, judge.game.size)
    if point == PASS:
        raise Bad("a pass")
    if judge.accepted(request, ok, text, judge.unsure or point in judge.game.stones) and not judge.unsure:
        judge.same("countlib", text, str(judge.game.liberties(point)))


@judges("is_legal", steady=True)
def is_legal(judge, request, ok, text):
    who, where = colour(request.words, 0), move(request.words, 1, judge.game.size)
    judge.accepted(request, ok, text)
    if not judge.rules_unsure:
        judge.same("is_legal", text, "1" if judge.game.allows(who, where) else "0")


@judges("all_legal", steady=True)
def all_legal(judge, request, ok, text):
    who, size = colour(request.words, 0), judge.game.size
    judge.accepted(request, ok, text)
    if judge.unsure or judge.rules_unsure:
        return
    found = {move([each], 0, size) for each in text.split()}
    points = list(judge.game.board.points)
    for point in points[::1 + len(points) // ALL_POINTS]:
        judge.same(f"all_legal of {vertex(point)}", point in found, judge.game.allows(who, point))


@judges("last_move", steady=True)
def last_move(judge, request, ok, text):
    if judge.accepted(request, ok, text, judge.unsure or bool(judge.game.moves)) and not judge.unsure:
        judge.same("last_move", text.lower(), _move_text(judge.game.moves[-1]))


@judges("move_history", steady=True)
def move_history(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.same("move_history", text.lower().split("\n") if text else [], [_move_text(each) for each in judge.game.moves[::-1]])


def _move_text(played):
    return f"{'black' if played[0] == 'b' else 'white'} {vertex(played[1]).lower()}"


@judges("unconditional_status", steady=True)
def unconditional_status(judge, request, ok, text):
    if move(request.words, 0, judge.game.size) == PASS:
        raise Bad("a pass")
    judge.accepted(request, ok, text)
    judge.require(text in ("alive", "dead", "undecided", "black_territory", "white_territory"), request, text)


# Parameters ---------------------------------------------------------------------------------------------

@judges("kata-get-params", steady=True)
def get_params(judge, request, ok, text):
    judge.accepted(request, ok, text)
    try:
        judge.parameters = json.loads(text)
    except ValueError:
        raise Wrong("malformed answer", f"kata-get-params: {text}") from None


@judges("kata-set-param", "kata-set-params", "set_random_seed", "gopy-param")
def set_param(judge, request, ok, text):
    needed = {"kata-set-param": 2, "gopy-param": 0}.get(request.name, 1)
    if len(request.words) < needed:
        raise Bad("a word is missing")
    if ok and request.name == "gopy-param" and not request.text:
        judge.require(re.search(r"^\[\w+\] sims ", text, re.MULTILINE), request, text)
    elif ok:
        judge.parameters = None


@judges("gopy-param_search")
def set_search_parameter(judge, request, ok, text):
    if ok and not request.text:
        judge.require(re.search(r"^\[string\] even_prior [0-9]+$", text, re.MULTILINE), request, text)
    elif ok:
        judge.parameters = None


@judges("gopy-param_rules")
def set_rule_of_the_dialog(judge, request, ok, text):
    if request.text:
        raise Unsure
    judge.accepted(request, ok, text)
    judge.require(re.search(r"^\[string\] komi -?[0-9.e+]+$", text, re.MULTILINE), request, text)


@judges("kata-get-param", steady=True)
def get_param(judge, request, ok, text):
    name = word(request.words, 0)
    known = judge.parameters
    if known is not None and judge.accepted(request, ok, text, name in known) and not isinstance(known[name], str):
        judge.same(f"parameter {name}", text, "none" if known[name] is None else json.dumps(known[name]))


def analysis_colour(judge, words):
    """The side that an analysis with these arguments is for: the last colour before the first key."""
    who = judge.game.to_play
    for text in words:
        if is_colour(text):
            who = colour([text], 0)
        elif not re.match("[-+.]?[0-9]", text):
            break
    return who
