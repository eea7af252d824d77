import json

import pytest

from gopy.go.rules import NAMED_RULES, Ko, Rules, Scoring, parse_rules


@pytest.mark.parametrize("name", NAMED_RULES)
def test_names_and_json_round_trip(name):
    rules = parse_rules(name)
    assert parse_rules(str(rules)) == rules
    assert parse_rules(json.dumps(rules.to_json())) == rules


def test_what_the_names_mean():
    assert parse_rules("tromp-taylor") == Rules(Ko.POSITIONAL, Scoring.AREA, True, "0", False)
    assert parse_rules("Chinese") == Rules(Ko.SIMPLE, Scoring.AREA, False, "N", True)
    assert parse_rules("chinese_ogs").ko is Ko.POSITIONAL
    assert parse_rules("chinese-kgs").ko is Ko.POSITIONAL
    assert parse_rules("JAPANESE") == parse_rules("korean") == Rules(scoring=Scoring.TERRITORY)
    assert parse_rules("aga") == parse_rules("bga") == Rules(Ko.SITUATIONAL, handicap_bonus="N-1")
    assert parse_rules("new_zealand") == parse_rules("New Zealand") == Rules(Ko.SITUATIONAL, suicide=True)
    assert parse_rules("cgos") == Rules(Ko.POSITIONAL, friendly_pass_ok=False)


def test_kernels_know_ko_rules_by_number():
    assert [int(ko) for ko in (Ko.SIMPLE, Ko.POSITIONAL, Ko.SITUATIONAL)] == [0, 1, 2]


def test_json_keys_missing_stay_as_they_were():
    rules = parse_rules('{"ko": "SITUATIONAL"}', base=parse_rules("chinese"))
    assert rules == Rules(Ko.SITUATIONAL, handicap_bonus="N")
    assert rules.with_value("suicide", "true").suicide
    assert rules.with_value("whiteHandicapBonus", 0).handicap_bonus == "0"


@pytest.mark.parametrize("text", [
    "", "checkers", "{", "[]", '{"ko": "TRIPLE"}', '{"hasButton": true}', '{"tax": "ALL"}', '{"scoring": "STONES"}',
    '{"suicide": "maybe"}', '{"whiteHandicapBonus": "2N"}', '{"komi": 7}', '{"scoring": "TERRITORY", "tax": "NONE"}'])
def test_unsupported_rules_are_refused(text):
    with pytest.raises(ValueError):
        parse_rules(text)


def test_handicap_bonus():
    assert [parse_rules("chinese").white_bonus(n) for n in (0, 1, 2, 9)] == [0, 0, 2, 9]
    assert [parse_rules("aga").white_bonus(n) for n in (0, 1, 2, 9)] == [0, 0, 1, 8]
    assert [parse_rules("japanese").white_bonus(n) for n in (0, 2)] == [0, 0]
