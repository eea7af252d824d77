"""Queries of the JSON analysis: what is understood, and what is refused in KataGo's words, with the field that is wrong."""
import pytest
from clients.analysis_client import query
from hypothesis import given
from hypothesis import strategies as st

from gopy.engine.decision import Restriction
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move
from gopy.go.rules import Ko, Scoring
from gopy.protocols.analysis.fields import FieldError
from gopy.protocols.analysis.query import KNOWN, MAX_MOVES, read_query
from gopy.protocols.analysis.settings import Settings


def point(text):
    return parse_vertex(text, 9)


def read(**fields):
    return read_query(query(**fields), lambda size: Settings())


def test_a_query_of_few_fields():
    found = read(moves=[["b", "C3"], ["White", "g7"], ["B", "PASS"]])
    assert found.moves == ((BLACK, point("C3")), (WHITE, point("G7")), (BLACK, pass_move(9)))
    assert found.priorities == {3: 0} and found.settings == Settings(visits=64) and found.pv_length == 16
    assert not (found.ownership or found.moves_ownership or found.policy or found.pv_visits)
    assert found.every is None is found.first and found.warnings == ()
    game = found.game(2)
    assert (game.size, game.komi, game.to_play, len(game.moves)) == (9, 7.5, BLACK, 2)


def test_places_by_column_and_row_from_the_top():
    assert read(moves=[["B", "(0,0)"], ["W", "(8,8)"], ["B", "(2,6)"]]).moves == (
        (BLACK, point("A9")), (WHITE, point("J1")), (BLACK, point("C3")))


@pytest.mark.parametrize("stones, moves, given, expected", [
    ([], [], None, BLACK), ([], [["W", "C3"]], None, WHITE), ([], [], "w", WHITE),
    ([["B", "C3"]], [], None, BLACK), ([["B", "C3"], ["B", "G7"]], [], None, WHITE),
    ([["B", "C3"], ["B", "G7"]], [], "B", BLACK), ([["B", "C3"], ["B", "G7"], ["W", "E5"]], [], None, BLACK)])
def test_who_moves_first(stones, moves, given, expected):
    found = read(initialStones=stones, moves=moves, initialPlayer=given)
    assert found.first_player == expected and found.game(0).to_play == expected


def test_handicap_stones_count_by_the_rules():
    stones = [["B", "C3"], ["B", "G7"]]
    assert read(initialStones=stones).game(0).effective_komi == 7.5 + 2
    assert read(initialStones=stones, whiteHandicapBonus="N-1").game(0).effective_komi == 7.5 + 1
    assert read(initialStones=stones, whiteHandicapBonus="0", komi=0.5).game(0).effective_komi == 0.5
    assert read(initialStones=stones, initialPlayer="B").game(0).effective_komi == 7.5


def test_a_stone_that_is_named_twice_is_what_it_was_last():
    assert read(initialStones=[["B", "C3"], ["W", "C3"]]).stones == {point("C3"): WHITE}


@pytest.mark.parametrize("rules, scoring, ko, komi", [
    ("new zealand", Scoring.AREA, Ko.SITUATIONAL, 7.5), ("Chinese", Scoring.AREA, Ko.SIMPLE, 7.5),
    ("tromp-taylor", Scoring.AREA, Ko.POSITIONAL, 7.5), ("japanese", Scoring.TERRITORY, Ko.SIMPLE, 6.5),
    ("koSITUATIONALscoreTERRITORYtaxSEKIsui0", Scoring.TERRITORY, Ko.SITUATIONAL, 6.5),
    ({"ko": "SITUATIONAL", "scoring": "AREA", "tax": "NONE", "suicide": True}, Scoring.AREA, Ko.SITUATIONAL, 7.5)])
def test_rules_in_both_forms_and_the_komi_that_goes_with_them(rules, scoring, ko, komi):
    found = read(rules=rules, komi=None)
    assert (found.rules.scoring, found.rules.ko, found.komi) == (scoring, ko, komi)


def test_turns_and_their_priorities():
    moves = [["B", "C3"], ["W", "G7"]]
    assert read(moves=moves, analyzeTurns=[2, 0, 2], priority=5).priorities == {0: 5, 2: 5}
    assert read(moves=moves, analyzeTurns=[2, 0], priorities=[7, -3]).priorities == {0: -3, 2: 7}


def test_settings_that_a_query_overrides():
    found = read(maxVisits=None, overrideSettings={
        "maxVisits": "500", "maxPlayouts": 300, "maxTime": 8, "reportAnalysisWinratesAs": "black", "wideRootNoise": 0.04,
        "foo": {}, "bar": 1})
    assert found.settings == Settings(300, 8.0, BLACK)
    assert found.warnings == (("overrideSettings", "Unknown config params: foo,bar"),)
    assert read(overrideSettings={"maxVisits": 5}).settings.visits == 64, "the field says more than the setting"
    assert read_query(query(maxVisits=None), lambda size: Settings(size, 2.0)).settings == Settings(9, 2.0)


def test_reports_during_the_search():
    assert (read(reportDuringSearchEvery=0.5).every, read(reportDuringSearchEvery=0.5).first) == (0.5, 0.5)
    found = read(reportDuringSearchEvery=2, firstReportDuringSearchAfter=0.05)
    assert (found.every, found.first) == (2, 0.05)
    assert read(firstReportDuringSearchAfter=0.05).every is None


def test_restrictions_of_the_first_move():
    found = read(avoidMoves=[{"player": "B", "moves": ["C3", "pass"], "untilDepth": 1},
                             {"player": "B", "moves": ["G7"], "untilDepth": 1}])
    assert found.restriction(BLACK) == Restriction(frozenset({point("C3"), point("G7"), pass_move(9)}))
    assert found.restriction(WHITE).is_free and found.warnings == ()
    found = read(allowMoves=[{"player": "W", "moves": ["C3"], "untilDepth": 8}])
    assert found.restriction(WHITE) == Restriction(allow=frozenset({point("C3")}))
    assert [field for field, _ in found.warnings] == ["allowMoves"]


def test_what_has_no_effect_is_told():
    found = read(includeOwnershipStdev=True, includeNoResultValue=False, rootPolicyTemperature=1.1, inclPolicy=True)
    assert [field for field, _ in found.warnings] == ["rootPolicyTemperature", "includeOwnershipStdev", "inclPolicy"]


SIZE = "Must provide an integer from 2 to 25"
PAIRS = 'Must be an array of pairs of the form: ["b" or "w", GTP board vertex]'


@pytest.mark.parametrize("fields, field, message", [
    ({"boardXSize": None}, "boardXSize", SIZE), ({"boardXSize": 26, "boardYSize": 26}, "boardXSize", SIZE),
    ({"boardXSize": 29, "boardYSize": 29}, "boardXSize", SIZE), ({"boardYSize": 9.0}, "boardYSize", SIZE),
    ({"boardYSize": True}, "boardYSize", SIZE), ({"boardYSize": 13}, "boardYSize", "gopy plays on square boards alone"),
    ({"moves": None}, "moves", "Must specify an array of [player,location] pairs"),
    ({"moves": "C3"}, "moves", PAIRS), ({"moves": [["B"]]}, "moves", PAIRS), ({"moves": [["B", 3]]}, "moves", PAIRS),
    ({"moves": [["X", "C3"]]}, "moves", "Could not parse player: X"),
    ({"moves": [["B", "Z99"]]}, "moves", "Could not parse board location: Z99"),
    ({"moves": [["B", "(9,0)"]]}, "moves", "Could not parse board location: (9,0)"),
    ({"moves": [["B", "C3"], ["W", "C3"]]}, "moves", "Illegal move 1: C3"),
    ({"moves": [["B", "pass"]] * (MAX_MOVES + 1)}, "moves", f"More than {MAX_MOVES} moves"),
    ({"initialStones": [["B", "pass"]]}, "initialStones", "Could not parse board location: pass"),
    ({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]}, "initialStones", "set-up stone without liberty"),
    ({"initialPlayer": "blue"}, "initialPlayer", 'Must be "b" or "w"'),
    ({"initialPlayer": 1}, "initialPlayer", 'Must be "b" or "w"'),
    ({"analyzeTurns": "all"}, "analyzeTurns", "Must specify an array of integers indicating turns to analyze"),
    ({"analyzeTurns": []}, "analyzeTurns", "Must name at least one turn to analyze"),
    ({"analyzeTurns": [], "priorities": []}, "analyzeTurns", "Must name at least one turn to analyze"),
    ({"analyzeTurns": [1]}, "analyzeTurns", "Invalid turn number: 1"),
    ({"priorities": [1]}, "priorities", "Can only specify when also specifying analyzeTurns"),
    ({"priorities": [1], "analyzeTurns": [0, 0]}, "priorities", "Must be of matching length to analyzeTurns"),
    ({"priorities": [1 << 62], "analyzeTurns": [0]}, "priorities", f"Invalid priority: {1 << 62}"),
    ({"priority": 1.5}, "priority", "Must be a number between -2^62 and 2^62"),
    ({"priority": 1, "priorities": [1], "analyzeTurns": [0]}, "priority", "Cannot specify both priority and priorities"),
    ({"rules": None}, "rules", "Must specify rules string"), ({"rules": 3}, "rules", "Must specify rules string"),
    ({"rules": "stone_scoring"}, "rules", "Could not parse rules: stone_scoring"),
    ({"rules": {"tax": "ALL"}}, "rules", "Could not parse rules"),
    ({"komi": "6.5"}, "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
    ({"komi": 6.25}, "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
    ({"komi": 401}, "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
    ({"komi": float("nan")}, "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
    ({"komi": 10**400}, "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
    ({"reportDuringSearchEvery": 10**400}, "reportDuringSearchEvery", "Must be number of seconds"),
    ({"rootPolicyTemperature": -10**400}, "rootPolicyTemperature", "Must be a number from"),
    ({"whiteHandicapBonus": 1}, "whiteHandicapBonus", "Must be a string"),
    ({"overrideSettings": []}, "overrideSettings", "Must be an object"),
    ({"overrideSettings": {"maxTime": "long"}}, "overrideSettings", "Could not set settings: maxTime"),
    ({"overrideSettings": {"reportAnalysisWinratesAs": "RED"}}, "overrideSettings", "Could not set settings: report"),
    ({"maxVisits": 0}, "maxVisits", "Must be an integer from 1 to 2^50"),
    ({"maxVisits": 10**30}, "maxVisits", "Must be an integer from 1 to 2^50"),
    ({"analysisPVLen": 0}, "analysisPVLen", "Must be an integer from 1 to 1000"),
    ({"includePolicy": 1}, "includePolicy", "Must be a boolean"),
    ({"rootFpuReductionMax": 3}, "rootFpuReductionMax", "Must be a number from 0.0 to 2.0"),
    ({"reportDuringSearchEvery": 0}, "reportDuringSearchEvery", "Must be number of seconds from 0.001 to 1000000.0"),
    ({"avoidMoves": [], "allowMoves": []}, "allowMoves", "Cannot specify both allowMoves and avoidMoves"),
    ({"avoidMoves": {}}, "avoidMoves", "Must be a list of dicts"), ({"avoidMoves": [[]]}, "avoidMoves", "Must be a list of dicts"),
    ({"avoidMoves": [{"player": "B", "moves": ["Z1"], "untilDepth": 1}]}, "moves", "Could not parse board location: Z1"),
    ({"avoidMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 0}]}, "untilDepth", "Must be a positive integer"),
    ({"allowMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 1}] * 2}, "allowMoves",
     "Cannot specify allowMoves more than once for the same player"),
])
def test_refusals(fields, field, message):
    with pytest.raises(FieldError) as caught:
        read(**fields)
    assert caught.value.field == field and str(caught.value).startswith(message)


def test_moves_that_only_a_rule_of_ko_or_of_suicide_forbids_are_taken_as_played():
    ko = [["B", "D5"], ["B", "E4"], ["B", "E6"], ["W", "F4"], ["W", "F6"], ["W", "G5"], ["W", "E5"]]
    assert read(initialStones=ko, moves=[["B", "F5"], ["W", "E5"]], initialPlayer="B").game(2).board.colours[point("E5")] == WHITE
    edge = [["W", "A3"], ["W", "B2"], ["W", "B1"], ["B", "A2"]]
    assert len(read(initialStones=edge, moves=[["B", "A1"]]).game(1).moves) == 1
    with pytest.raises(FieldError, match="Illegal move 0: A1"):
        read(initialStones=[["W", "A2"], ["W", "B1"]], moves=[["B", "A1"]])


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
    | st.sampled_from(["B", "w", "C3", "pass", "(1,1)", "chinese", "N-1", "BLACK", "maxVisits", "player", "moves", "untilDepth"]),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.sampled_from(
        ["player", "moves", "untilDepth", "maxVisits", "maxTime", "reportAnalysisWinratesAs", "ko", "tax", "x"]), values, max_size=3),
    max_leaves=8)


@given(st.dictionaries(st.sampled_from(sorted(KNOWN - {"id", "action"})), _VALUES, max_size=4))
def test_whatever_a_field_holds_is_read_or_refused(fields):
    try:
        found = read(**fields)
    except FieldError as error:
        assert error.field in KNOWN | {"player", "moves", "untilDepth"} and 0 < len(str(error)) < 300
        return
    for turn in found.priorities:
        assert len(found.game(turn).moves) == turn
        found.restriction(found.game(turn).to_play)
