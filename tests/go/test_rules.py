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


def test_json_keys_missing_are_those_of_tromp_taylor_rules():
    assert parse_rules('{"ko": "SITUATIONAL"}') == Rules(Ko.SITUATIONAL, suicide=True, friendly_pass_ok=False)
    assert parse_rules('{"score": "AREA", "suicide": false}') == parse_rules("cgos")


def test_one_rule_is_changed():
    rules = parse_rules("chinese").with_value("ko", "SITUATIONAL")
    assert rules == Rules(Ko.SITUATIONAL, handicap_bonus="N") and not rules.name
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


#: What people, servers and programs write, with the name of the rules that they mean.
WRITTEN = {
    "tromp-taylor": ["tromp-taylor", "tromptaylor", "TrompTaylor", "Tromp Taylor", "tromp_taylor", "Tromp/Taylor", " TROMP-TAYLOR rules "],
    "chinese": ["chinese", "Chinese", "CHINESE RULES", "chinese rule", "Chinese-Rules", "Chinese ruleset", "cn", "The Chinese rules",
                "中国规则", "中國規則", "中国围棋规则", "中国ルール", "중국룰", "중국 규칙", "Ｃｈｉｎｅｓｅ", "Chinese scoring"],
    "chinese-ogs": ["chinese-ogs", "chineseogs", "chinese_ogs", "Chinese OGS", "Chinese (OGS)"],
    "chinese-kgs": ["chinese-kgs", "chinesekgs", "chinese_kgs", "Chinese (KGS)"],
    "japanese": ["japanese", "Japanese", "Japanese Rules", "JAPANESE", "japanese_rules", "jp", "Nihon Ki-in", "Japanese 1989",
                 "日本ルール", "日本规则", "日本規則", "日本棋院規約", "日韩规则", "일본룰", "일본식 규칙"],
    "korean": ["korean", "Korean Rules", "kr", "한국룰", "한국 룰", "한국 바둑 규칙", "韩国规则", "韓国ルール", "韓國規則"],
    "aga": ["aga", "AGA", "AGA rules", "American", "アメリカルール", "A.G.A."],
    "bga": ["bga", "British"],
    "french": ["french", "French rules", "FFG"],
    "new-zealand": ["new-zealand", "newzealand", "new_zealand", "New Zealand", "nz", "NZ", "NZ Rules", "新西兰规则"],
    "ing": ["ing", "Ing", "GOE", "goe", "Ing Goe", "GOE Ing rules (SST)", "应氏规则", "應氏規則", "응씨룰"],
    "cgos": ["cgos", "CGOS", "CGOS rules"],
}


@pytest.mark.parametrize("name, text", [(name, text) for name, texts in WRITTEN.items() for text in texts])
def test_every_common_name_is_known(name, text):
    assert parse_rules(text).name == name


def test_all_rules_have_common_names():
    assert list(WRITTEN) == list(NAMED_RULES)


#: KataGo's compact texts of what it calls by these names. Only there Japanese rules have no friendly passes.
COMPACT = {
    "tromp-taylor": "koPOSITIONALscoreAREAtaxNONEsui1",
    "chinese": "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1",
    "chinese-ogs": "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
    "chinese-kgs": "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
    "japanese": "koSIMPLEscoreTERRITORYtaxSEKIsui0",
    "korean": "koSIMPLEscoreTERRITORYtaxSEKIsui0",
    "aga": "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
    "bga": "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
    "french": "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
    "new-zealand": "koSITUATIONALscoreAREAtaxNONEsui1fpok1",
    "ing": "koPOSITIONALscoreAREAtaxNONEsui1fpok1",
    "cgos": "koPOSITIONALscoreAREAtaxNONEsui0",
}


@pytest.mark.parametrize("name, text", COMPACT.items())
def test_compact_text_is_katagos(name, text):
    rules = NAMED_RULES[name]
    assert parse_rules(text) == parse_rules(text.lower()) == parse_rules(text + "button0") == rules
    assert rules.compact() == text + ("fpok1" if rules.scoring is Scoring.TERRITORY else "")
    assert parse_rules(rules.compact()) == rules


@pytest.mark.parametrize("text, rules", [
    ("koPOSITIONALscoreTERRITORYtaxSEKIsui0", Rules(Ko.POSITIONAL, Scoring.TERRITORY)),
    ("koSITUATIONALscoringTERRITORY", Rules(Ko.SITUATIONAL, Scoring.TERRITORY, True)),
    ("ko SIMPLE score AREA tax NONE sui 0 whb N-1", Rules(handicap_bonus="N-1", friendly_pass_ok=False)),
    ("sui0", Rules(Ko.POSITIONAL, friendly_pass_ok=False)),
])
def test_compact_text_without_a_name(text, rules):
    assert parse_rules(text) == rules and parse_rules(rules.compact()) == rules


@pytest.mark.parametrize("text, reason", [
    ("aga-button", "button"), ("AGA (button)", "button"), ("agabutton", "button"), ("stone-scoring", "a tax on every group"),
    ("Stone Scoring Rules", "a tax on every group"), ("ancient_area", "a tax on every group"), ("ancient-territory", "a tax on every group"),
    ("koSIMPLEscoreAREAtaxALLsui0", "tax ALL with AREA scoring"), ("koSIMPLEscoreAREAtaxSEKIsui0", "tax SEKI with AREA scoring"),
    ("koSIMPLEscoreTERRITORYtaxNONEsui0", "tax NONE with TERRITORY scoring"), ("koSPIGHTscoreAREAtaxNONEsui0", "'SPIGHT' is not one of"),
    ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1", "hasButton"), ("koSIMPLEscoreAREAtaxNONEsui0komi7.5", "unknown rules"),
    ("koSIMPLEscore", "unknown rules"), ("sui2", "unknown rules"), ("rules", "unknown rules"), ("规则", "unknown rules"),
    ("japanese chinese", "unknown rules"), ("rules" * 100_000, "unknown rules"), ("ko" * 100_000, "unknown rules")])
def test_what_is_not_played_is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason) as caught:
        parse_rules(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_dead_stones_are_agreed_on_where_territory_counts():
    katagos = ('{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI",'
               '"whiteHandicapBonus":"0"}')
    assert parse_rules(katagos) == parse_rules("japanese") and parse_rules(katagos).friendly_pass_ok
    assert parse_rules("tromp-taylor").with_value("scoring", "TERRITORY").friendly_pass_ok
