"""Rule sets: what they say of repetition, suicide, scoring and handicap, and the names that people give them.

Names, JSON keys and the compact text are those of KataGo's `kata-set-rules`, which clients already speak; `gopy.go.rule_names`
knows what else rule sets are called. What gopy does not play (a button, group tax, stone scoring) is refused by name instead of
being taken for something else.
"""
import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Real

from gopy.base.documents import json_text, parse_json
from gopy.base.numbers import shown
from gopy.base.parameters import number
from gopy.go.rule_names import compact_text, known_name, read_compact

#: The komi lies between minus this and this: the largest board has 625 points.
MAX_KOMI = 1000.0
_KOMI = number(None, -MAX_KOMI, MAX_KOMI, "points White gets")


class Ko(enum.IntEnum):
    """Which repetitions are forbidden; the numbers are those the kernels use."""
    SIMPLE = 0        # the position before the opponent's last move
    POSITIONAL = 1    # any earlier position
    SITUATIONAL = 2   # any earlier position with the same player to move


class Scoring(enum.Enum):
    """What counts at the end: stones and surrounded points, or surrounded points and prisoners."""
    AREA = "AREA"
    TERRITORY = "TERRITORY"


HANDICAP_BONUSES = ("0", "N-1", "N")

#: The most stones that servers give as a handicap: more on the board are a position that someone has set up.
MOST_HANDICAP_STONES = 9


@dataclass(frozen=True)
class Rules:
    """One rule set. `suicide` allows a move that takes off two or more own stones; a single stone may never be.

    Rules that differ in their name alone are equal. Players who count territory always agree on dead stones, because capturing
    them would cost points: `friendly_pass_ok` is true then, whatever is given.
    """
    ko: Ko = Ko.SIMPLE
    scoring: Scoring = Scoring.AREA
    suicide: bool = False
    handicap_bonus: str = "0"       # points White gets for N handicap stones: "0", "N-1" or "N"
    friendly_pass_ok: bool = True   # after the passes, players agree on dead stones instead of capturing them before
    name: str = field(default="", compare=False)    # the name in NAMED_RULES they were chosen by; "" after a change

    def __post_init__(self) -> None:
        if self.scoring is Scoring.TERRITORY:
            object.__setattr__(self, "friendly_pass_ok", True)

    def white_bonus(self, handicap: int) -> int:
        """Points added to White's score for `handicap` stones (a single stone is no handicap)."""
        if handicap < 2 or self.handicap_bonus == "0":
            return 0
        return handicap if self.handicap_bonus == "N" else handicap - 1

    def to_json(self) -> dict[str, bool | str]:
        """Dict with KataGo's keys."""
        return {
            "friendlyPassOk": self.friendly_pass_ok,
            "hasButton": False,
            "ko": self.ko.name,
            "scoring": self.scoring.name,
            "suicide": self.suicide,
            "tax": _tax_of(self.scoring),
            "whiteHandicapBonus": self.handicap_bonus,
        }

    def compact(self) -> str:
        """KataGo's compact text of these rules: "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1" for Chinese ones."""
        return compact_text(self.to_json())

    def with_value(self, key: str, value: object) -> "Rules":
        """These rules with one JSON key changed; `value` is a JSON value or its text. ValueError if it is not supported."""
        return from_json({key: value}, self)

    def __str__(self) -> str:
        return json_text(self.to_json())


CHINESE = Rules(handicap_bonus="N")
JAPANESE = Rules(scoring=Scoring.TERRITORY)
TROMP_TAYLOR = Rules(Ko.POSITIONAL, suicide=True, friendly_pass_ok=False)
AGA = Rules(Ko.SITUATIONAL, handicap_bonus="N-1")
NEW_ZEALAND = Rules(Ko.SITUATIONAL, suicide=True)
ING = Rules(Ko.POSITIONAL, suicide=True)     # Ing's own rule of ko is not played: no position may come back
CGOS = Rules(Ko.POSITIONAL, friendly_pass_ok=False)

_SETS = {
    "tromp-taylor": TROMP_TAYLOR,
    "chinese": CHINESE,
    "chinese-ogs": replace(CHINESE, ko=Ko.POSITIONAL),
    "chinese-kgs": replace(CHINESE, ko=Ko.POSITIONAL),
    "japanese": JAPANESE,
    "korean": JAPANESE,
    "aga": AGA,
    "bga": AGA,
    "french": AGA,
    "new-zealand": NEW_ZEALAND,
    "ing": ING,
    "cgos": CGOS,
}

#: Rule sets by name; several names may mean one set.
NAMED_RULES = {name: replace(rules, name=name) for name, rules in _SETS.items()}


def name_of(rules: Rules) -> str:
    """The name by which these rules were chosen, else another name of the same rules; "" if they have none."""
    return rules.name or next((name for name, known in NAMED_RULES.items() if known == rules), "")


def check_komi(komi: float) -> float:
    """The points White gets, as a float; ValueError unless they are a number within MAX_KOMI of 0."""
    if not isinstance(komi, Real) or isinstance(komi, bool):
        raise _KOMI.wrong_kind("komi", komi)
    return _KOMI.value("komi", komi) + 0.0       # -0.0 becomes 0.0: records and boards would write them differently


def parse_rules(text: str) -> Rules:
    """Rules from a name in any common form ("chinese", "New Zealand", "Japanese Rules", "中国规则"), from a JSON object, or from
    KataGo's compact text ("koPOSITIONALscoreTERRITORYtaxSEKIsui0"). ValueError says in a sentence what is wrong.

    What a JSON object or a compact text does not say is as in Tromp-Taylor rules, as in KataGo.
    """
    text = text.strip()
    if text.startswith("{"):
        try:
            values = parse_json(text)
        except ValueError as error:
            raise ValueError(f"rules: malformed JSON: {error}") from None
        return from_json(values, TROMP_TAYLOR)
    name = known_name(text)
    if name is not None:
        return NAMED_RULES[name]
    values = read_compact(text)
    if values is None:
        raise ValueError(f"unknown rules {shown(text)}; known: {', '.join(NAMED_RULES)}")
    return from_json(values, TROMP_TAYLOR)


def from_json(values: Mapping[str, object], base: Rules) -> Rules:
    """`base` with the keys of the dict `values` changed; ValueError for what gopy cannot play."""
    rules, tax = replace(base, name=""), None
    for key, value in values.items():
        if isinstance(value, (dict, list)):
            raise ValueError(f"rule {shown(key)} wants a single value")
        if key == "ko":
            rules = replace(rules, ko=Ko[_one_of(key, value, Ko.__members__)])
        elif key in ("scoring", "score"):
            rules = replace(rules, scoring=Scoring[_one_of(key, value, Scoring.__members__)])
        elif key == "suicide":
            rules = replace(rules, suicide=_boolean(key, value))
        elif key == "friendlyPassOk":
            rules = replace(rules, friendly_pass_ok=_boolean(key, value))
        elif key == "whiteHandicapBonus":
            rules = replace(rules, handicap_bonus=_one_of(key, value, HANDICAP_BONUSES))
        elif key == "tax":
            tax = _one_of(key, value, ("NONE", "SEKI", "ALL"))
        elif key == "hasButton":
            if _boolean(key, value):
                raise ValueError("unsupported rule: hasButton (gopy does not play with a button)")
        else:
            raise ValueError(f"unknown rule {shown(key)}")
    if tax is not None and tax != _tax_of(rules.scoring):
        raise ValueError(f"unsupported rule: tax {tax} with {rules.scoring.name} scoring (gopy plays {_tax_of(rules.scoring)} there)")
    return rules


def _tax_of(scoring: Scoring) -> str:
    # Territory in a seki does not count under Japanese rules, and does under area rules.
    return "SEKI" if scoring is Scoring.TERRITORY else "NONE"


def _one_of(key: str, value: object, allowed: Iterable[str]) -> str:
    value = str(value).upper()
    if value not in allowed:
        raise ValueError(f"rule {key}: {shown(str(value))} is not one of {', '.join(allowed)}")
    return value


def _boolean(key: str, value: object) -> bool:
    text = str(value).lower()
    if text not in ("true", "false"):
        raise ValueError(f"rule {key}: {shown(str(value))} is neither true nor false")
    return text == "true"
