"""The phrases of the page: every language has all of them, with the same places and the right plural forms, and each is used."""
import json
import re

import pytest
from places import ROOT

from gopy.desk.languages import ENGLISH, OTHERS, Refused, english, file_text, phrases, told

DESK = ROOT / "gopy" / "desk"

#: Plural forms of whole numbers that occur here, by language.
FORMS = {"en": {"one", "other"}, "de": {"one", "other"}, "es": {"one", "other"}, "fr": {"one", "other"}, "ja": set(), "ko": set(), "zh": set()}


def table(language):
    """The phrases of a language. A key that stands twice is none."""
    def once(pairs):
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs if [each for each, _ in pairs].count(key) > 1]
        return dict(pairs)
    return json.loads(file_text(f"{language}.json"), object_pairs_hook=once)


def texts(phrase):
    return [phrase] if isinstance(phrase, str) else list(phrase.values())


def places(text):
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_phrase_with_the_same_places(language):
    own, first = table(language), phrases(ENGLISH)
    assert list(own) == list(first)                             # in the same order, so that two files can be read side by side
    wrong = {key: text for key, phrase in own.items() for text in texts(phrase) if places(text) != places(texts(first[key])[-1])}
    # Languages without declension say a number where others say "one stone, in atari".
    assert {key for key in wrong if not isinstance(first[key], dict)} == set(), wrong
    assert all(places(text) ^ places(texts(first[key])[-1]) <= {"count", "number"} for key, text in wrong.items())
    untranslated = [key for key, phrase in own.items() if phrase == first[key] and re.search("[a-z]{4}", re.sub("{\\w+}", "", str(phrase)))]
    assert len(untranslated) < 25, untranslated                 # proper names, "Score", "Position"


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_plural_forms_are_those_of_the_language(language):
    forms = {frozenset(phrase) for phrase in table(language).values() if isinstance(phrase, dict)}
    assert forms == ({frozenset(FORMS[language])} if FORMS[language] else set())
    assert all(text.strip() == text and text for phrase in table(language).values() for text in texts(phrase))


def test_the_page_offers_the_languages_that_the_server_has():
    offered = re.search(r"const LANGUAGES = {(.*)}", (DESK / "web" / "source" / "src" / "language.js").read_text())
    assert sorted(re.findall(r"(\w+): \"", offered[1])) == sorted(["en", *OTHERS]) == sorted(FORMS)
    assert sorted(path.stem for path in (DESK / "languages").glob("*.json")) == sorted(FORMS)


def test_every_phrase_is_used_and_every_key_that_is_used_is_a_phrase():
    files = [*(DESK / "web" / "source" / "src").glob("*.js*"), *DESK.glob("review/*.js"), *DESK.glob("web/**/*.py"), *DESK.glob("review/*.py"),
             DESK / "languages" / "__init__.py", DESK / "languages" / "say.js", *(ROOT / "gopy" / name for name in ("go/rules.py", "go/counting.py", "go/history.py", "go/board.py", "games/catalogue.py", "lab/problems/problem.py"))]
    source = "\n".join(path.read_text() for path in files)
    begun = {f"{start}." for start in re.findall(r'phraseOf\("([\w.]+)"', source)} | set(re.findall(r"""[`"']([a-z][\w.]*\.)(?=\$?{)""", source))
    words = set(re.findall(r"[\w-]+", source))

    def used(key):
        return f'"{key}"' in source or any(key.startswith(start) and set(re.split(r"[. ]", key[len(start):])) <= words for start in begun)
    unused = [key for key in phrases(ENGLISH) if not used(key)]
    assert not unused, "\n".join(unused)
    asked = re.findall(r"""(?:\bsay|Refused|\btold|english)\("([^"{]+)"[,)]""", source)
    assert len(asked) > 150 and [key for key in asked if key not in phrases(ENGLISH)] == []


def test_what_is_refused_is_told_in_english_and_by_its_key():
    refused = Refused("told.ko", vertex="D4")
    assert str(refused) == "D4 is not possible: that is a ko, which may not be taken back at once; play elsewhere first"
    assert refused.values == {"text": str(refused), "key": "told.ko", "values": {"vertex": "D4"}}
    assert english("told.would_resign", colour=1) == "gopy would resign for White here"
    twice = told("told.failed", reason=told("told.stopped"))        # a sentence within another
    assert twice["text"] == "gopy cannot do this: the engine has stopped" and twice["values"]["reason"]["key"] == "told.stopped"
    assert [english("told.removed", count=count) for count in (1, 2)] == ["The position is removed", "2 positions are removed"]
