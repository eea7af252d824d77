"""Judgements of commands that search: moves chosen, analyses, scores and statuses."""
import json
import re

from oracles.naive import PASS

from fuzz.framing import Wrong
from fuzz.judge import judges
from fuzz.judge_game import analysis_colour
from fuzz.words import Bad, Unsure, colour, integer, is_colour, move, number, word

_SCORE = re.compile(r"0|[BW]\+\d+(\.\d+)?")
_INFO = re.compile(r"info move (\S+) ")


def _take_choice(judge, request, text, who, plays):
    """Judge a move that the engine chose, in its word of GTP, and play it if the engine has."""
    if text == "resign":
        judge.require(not judge.parameters or judge.parameters.get("resign") is not False, request, text)
        return
    try:
        chosen = move([text], 0, judge.game.size)
    except Bad:
        raise Wrong("malformed answer", f"{request.name}: {text!r} is no move") from None
    judge.genmoves += 1
    if judge.unsure:
        return
    judge.allowed(who, chosen, request)
    if plays:
        judge.game.play(who, chosen)


@judges("genmove", "kgs-genmove_cleanup")
def genmove(judge, request, ok, text):
    who = colour(request.words, 0)
    judge.accepted(request, ok, text)
    _take_choice(judge, request, text, who, plays=True)


@judges("reg_genmove", quiet=True)
def reg_genmove(judge, request, ok, text):
    who = colour(request.words, 0)
    judge.accepted(request, ok, text)
    _take_choice(judge, request, text, who, plays=False)


@judges("restricted_genmove", quiet=True)
def restricted_genmove(judge, request, ok, text):
    words = request.words
    who = colour(words, 0)
    allowed = {move(words, i, judge.game.size) for i in range(1, len(words))}
    if not allowed:
        raise Bad("no moves")
    if judge.unsure or judge.rules_unsure:
        return
    if judge.accepted(request, ok, text, any(judge.game.allows(who, each) for each in allowed)):
        judge.require(text == "resign" or move([text], 0, judge.game.size) in allowed, request, text)
        _take_choice(judge, request, text, who, plays=False)


@judges("cgos-genmove_analyze")
def cgos_genmove_analyze(judge, request, ok, text):
    who = colour(request.words, 0)
    judge.accepted(request, ok, text)
    lines = text.strip().split("\n")
    judge.require(len(lines) == 2 and lines[1].startswith("play "), request, text, kind="malformed answer")
    json.loads(lines[0])
    _take_choice(judge, request, lines[1][5:], who, plays=True)


@judges("lz-analyze", "kata-analyze", "analyze", quiet=True)
def analyze(judge, request, ok, text):
    _judge_analysis(judge, request, ok)
    if ok:
        _judge_infos(judge, request, text.strip("\n").split("\n"))


@judges("lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze")
def genmove_analyze(judge, request, ok, text):
    _choice_with_analysis(judge, request, ok, text, plays=True)


@judges("kata-search_analyze", "kata-search_analyze_cancellable", quiet=True)
def search_analyze(judge, request, ok, text):
    _choice_with_analysis(judge, request, ok, text, plays=False)


def _choice_with_analysis(judge, request, ok, text, plays):
    _judge_analysis(judge, request, ok)
    if not ok:
        return
    *infos, last = text.strip("\n").split("\n")
    if last == "play cancelled":
        judge.require(request.name.endswith("cancellable"), request, text)
    else:
        judge.require(last.startswith("play "), request, text, kind="malformed answer")
    _judge_infos(judge, request, infos)
    if last != "play cancelled":
        _take_choice(judge, request, last[5:], analysis_colour(judge, request.words), plays)


def _judge_analysis(judge, request, ok):
    """Whether plain arguments are accepted: no more than colour, interval and numbers of moves."""
    words = list(request.words)
    while words and (is_colour(words[0]) or re.fullmatch("[0-9]+", words[0])):
        words.pop(0)
    if ok:
        return
    while words:
        if words[0] not in ("interval", "minmoves", "maxmoves") or integer(words, 1) < 0:
            raise Unsure
        words = words[2:]
    judge.accepted(request, ok, "refused")


def _judge_infos(judge, request, lines):
    who, seen = analysis_colour(judge, request.words), set()
    for line in lines:
        if line:
            judge.require(line.startswith("info move ") and "nan" not in line and "inf " not in line, request, line,
                          kind="malformed answer")
            seen.update(_INFO.findall(line))
    for text in sorted(seen)[:8]:
        judge.allowed(who, move([text], 0, judge.game.size), request)


# Scores and statuses ------------------------------------------------------------------------------------

@judges("final_score", quiet=True)
def final_score(judge, request, ok, text):
    judge.require(_SCORE.fullmatch(text) if ok else text == "cannot score", request, text)


@judges("estimate_score", quiet=True)
def estimate_score(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(_SCORE.fullmatch(text), request, text)


@judges("final_status_list", quiet=True)
def final_status_list(judge, request, ok, text):
    wanted = word(request.words, 0).lower()
    if wanted not in ("alive", "dead", "seki", "black_territory", "white_territory"):
        raise Bad("no status")
    if not ok:
        judge.require(text == "cannot score", request, text)
        return
    points = [move([each], 0, judge.game.size) for each in text.split()]
    judge.require(len(set(points)) == len(points) and PASS not in points, request, text)
    if not judge.unsure and "territory" not in wanted:
        judge.require(all(point in judge.game.stones for point in points), request, text)


# GoGui's analyze commands --------------------------------------------------------------------------------

@judges("gopy-visits", "gopy-winrates", "gopy-rave_values", "gopy-priors", quiet=True)
def pairs(judge, request, ok, text):
    judge.accepted(request, ok, text)
    words = text.split()
    for vertex, value in zip(words[::2], words[1::2], strict=True):
        judge.allowed(analysis_colour(judge, []), move([vertex], 0, judge.game.size), request)
        number([value] if len(value) < 12 else ["0"], 0)


@judges("gopy-territory", "gopy-criticality", quiet=True)
def territory(judge, request, ok, text):
    judge.accepted(request, ok, text)
    rows = [line.split() for line in text.strip().split("\n")]
    judge.require(len({len(row) for row in rows} | {len(rows)}) == 1 and
                  all(-1 <= float(value) <= 1 for row in rows for value in row), request, text)


@judges("gopy-principal_variation", quiet=True)
def principal_variation(judge, request, ok, text):
    judge.accepted(request, ok, text)
    words = text.split()
    for index in range(0, len(words), 2):
        colour(words, index), move(words, index + 1, judge.game.size)


@judges("gopy-best_moves", "gopy-tree_statistics", quiet=True)
def shown(judge, request, ok, text):
    judge.accepted(request, ok, text)


@judges("gopy-patterns", quiet=True)
def patterns(judge, request, ok, text):
    who = colour(request.words, 0) if request.words else judge.game.to_play
    judge.accepted(request, ok, text)
    for vertex in text.split():
        judge.allowed(who, move([vertex], 0, judge.game.size), request)


@judges("gopy-policy", quiet=True)
def policy(judge, request, ok, text):
    judge.accepted(request, ok, text)
    shares = [float(value) for value in text.split() if value not in ("policy", "policyPass", "NAN")]
    judge.require(all(0 <= share <= 1 for share in shares) and abs(sum(shares) - 1) < 0.01, request, text)


@judges("gopy-save_tree", quiet=True)
def save_tree(judge, request, ok, text):
    judge.require(ok or text == "syntax error" or text.startswith("cannot save "), request, text)


@judges("kata-raw-nn", quiet=True)
def raw_network(judge, request, ok, text):
    """Refused without a network; with one, the probabilities that it gives sum to one."""
    if not ok:
        judge.require(text, request, text)
        return
    _, _, shares = text.partition("\npolicy\n")
    shares, _, others = shares.partition("\nwhiteOwnership\n")
    probabilities = [float(word) for word in shares.split() if word not in ("policyPass", "NAN")]
    judge.require(abs(sum(probabilities) - 1) < 0.01 and others, request, text)
