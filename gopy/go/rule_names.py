"""What people, servers and programs call rule sets, and KataGo's compact text of rules.

Nothing here says what the rules are: a name leads to one of the names in `gopy.go.rules.NAMED_RULES`, and the compact text to
the keys of KataGo's JSON.
"""
import re
import unicodedata
from collections.abc import Mapping

from gopy.base.numbers import shown

#: The most characters that a name or a compact text may have.
LONGEST = 200

#: {name of a rule set in NAMED_RULES: other names of it}, each as `_folded` leaves it: small letters without separators.
_OTHER_NAMES = {
    "tromp-taylor": ("tt", "logical"),
    "chinese": ("china", "cn", "中国", "中國", "中式", "중국", "중국식"),
    "chinese-ogs": (),
    "chinese-kgs": (),
    "japanese": ("japan", "jp", "nihonkiin", "日本", "日式", "日本棋院", "日本囲碁", "日韩", "日韓", "일본", "일본식"),
    "korean": ("korea", "kr", "韩国", "韓国", "韓國", "韩式", "韓式", "한국", "한국식"),
    "aga": ("american", "usa", "americangoassociation", "美国", "美國", "アメリカ", "미국"),
    "bga": ("british", "britishgoassociation"),
    "french": ("ffg", "france", "法国", "法國", "フランス", "프랑스"),
    "new-zealand": ("nz", "新西兰", "紐西蘭", "新西蘭", "ニュージーランド", "뉴질랜드"),
    "ing": ("goe", "inggoe", "goeing", "inggoesst", "goeingsst", "ingsst", "sst", "应氏", "應氏", "応氏", "应昌期",
            "應昌期", "计点", "計點", "計点", "잉", "응씨", "응창기"),
    "cgos": ("computergoserver",),
}

#: {name of rules that gopy does not play: why not}, with names as in _OTHER_NAMES.
_UNPLAYED = {
    **dict.fromkeys(("agabutton", "button", "buttongo"), "the half point of a button"),
    **dict.fromkeys(("stone", "stonescoring", "ancientarea", "ancientchinese", "oldchinese", "ancientterritory", "ancient",
                     "grouptax", "还棋头", "還棋頭", "切り賃", "순장바둑"), "a tax on every group (KataGo's tax ALL)"),
    "spight": "Spight's rule of ko",
}

#: Words that say only that a name is one of rules, and what does so at the end of a name in one word.
_WORDS = ("the", "rule", "rules", "ruleset")
_ENDINGS = ("rules", "rule", "ruleset", "scoring", "counting", "style", "围棋规则", "圍棋規則", "规则", "規則", "规定", "規定", "規約",
            "ルール", "룰", "바둑규칙", "규칙")

_SEPARATORS = re.compile(r"[\s\-_/.,:;&+()'’‐-―・]+")
_YEAR = re.compile(r"(19|20)\d\d$")

#: {field of the compact text: KataGo's key in JSON}, in the order in which they are written.
_COMPACT_KEYS = {"ko": "ko", "score": "scoring", "tax": "tax", "sui": "suicide", "button": "hasButton", "whb": "whiteHandicapBonus",
                 "fpok": "friendlyPassOk"}
_COMPACT_FIELD = re.compile(r"(KO|SCOR(?:E|ING)|TAX|SUI|BUTTON|WHB|FPOK)(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT|AREA|TERRITORY|NONE|"
                            r"SEKI|ALL|N-1|N|0|1)")
_FLAGS = {"0": False, "1": True}

#: Fields that are written only if they are not this: who reads the text takes it so.
_UNWRITTEN = {"hasButton": False, "whiteHandicapBonus": "0", "friendlyPassOk": False}


def _folded(text: str) -> str:
    """A name without case, blanks, hyphens, what else separates words, and _WORDS; full-width letters become plain ones."""
    words = _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).split()
    return "".join(word for word in words if word not in _WORDS)


_NAMES = {folded: name for name, others in _OTHER_NAMES.items() for folded in (_folded(name), *others)}


def known_name(text: str) -> str | None:
    """The name in NAMED_RULES of the rules that `text` names in any common way ("Chinese Rules", "NZ", "日本ルール").

    None if it names none. ValueError of one sentence for rules that are known by name and that gopy does not play.
    """
    if len(text) > LONGEST:
        return None
    folded = _folded(text)
    while folded:
        if folded in _NAMES:
            return _NAMES[folded]
        if folded in _UNPLAYED:
            raise ValueError(f"rules {shown(text.strip())} are not supported: they have {_UNPLAYED[folded]}, which gopy does not play")
        shorter = _YEAR.sub("", next((folded.removesuffix(each) for each in _ENDINGS if folded.endswith(each)), folded))
        if shorter == folded:
            return None
        folded = shorter
    return None


def read_compact(text: str) -> dict[str, bool | str] | None:
    """KataGo's JSON keys in its compact text, "koPOSITIONALscoreAREAtaxNONEsui1"; None if the text is no such text."""
    if len(text) > LONGEST:
        return None
    rest = "".join(text.upper().split())
    values: dict[str, bool | str] = {}
    while rest:
        found = _COMPACT_FIELD.match(rest)
        if not found:
            return None
        field, value = found[1].lower(), found[2]
        if (field in ("sui", "button", "fpok")) != (value in _FLAGS) and field != "whb":
            return None
        key = _COMPACT_KEYS["score" if field == "scoring" else field]
        values[key] = value if field == "whb" else _FLAGS.get(value, value)
        rest = rest[found.end():]
    return values or None


def compact_text(values: Mapping[str, bool | str]) -> str:
    """KataGo's compact text of rules, which are given by its JSON keys."""
    return "".join(field + str(int(value) if isinstance(value, bool) else value)
                   for field, value in ((field, values[key]) for field, key in _COMPACT_KEYS.items() if values[key] != _UNWRITTEN.get(key)))
