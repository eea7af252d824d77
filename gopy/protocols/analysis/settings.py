"""The settings that one query may override, by KataGo's names of them."""
from dataclasses import dataclass, replace

from gopy.base.numbers import parse_number, shown
from gopy.go.geometry import BLACK, WHITE
from gopy.protocols.analysis.fields import FieldError

#: Whose chances are reported, by the value of reportAnalysisWinratesAs; None stands for the side to move.
_PERSPECTIVES = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": None}

#: KataGo's settings that clients send with every query and that gopy has nothing like: no warning tells of them.
_PASSED_OVER = ("wideRootNoise", "rootNumSymmetriesToSample", "ignorePreRootHistory")

MOST_VISITS = 1 << 50


@dataclass(frozen=True)
class Settings:
    """What a search of one position keeps to. None: no limit."""
    visits: int | None = None
    seconds: float | None = None
    perspective: int | None = None      #: BLACK or WHITE; None: the side to move

    def overridden(self, values) -> "tuple[Settings, list[str]]":
        """(these settings with the dict `values` of a query, names that are not known). FieldError for a wrong value."""
        if not isinstance(values, dict):
            raise FieldError("overrideSettings", "Must be an object")
        changed, unknown, visits = self, [], []
        for name, value in values.items():
            text = str(value)
            if name in ("maxVisits", "maxPlayouts"):
                visits.append(int(_number(name, text, 1, MOST_VISITS)))
            elif name == "maxTime":
                changed = replace(changed, seconds=_number(name, text, 0.0, 1e20))
            elif name == "reportAnalysisWinratesAs":
                if text.upper() not in _PERSPECTIVES:
                    raise _refusal(f"{name} must be BLACK, WHITE or SIDETOMOVE, not {shown(text)}")
                changed = replace(changed, perspective=_PERSPECTIVES[text.upper()])
            elif name not in _PASSED_OVER:
                unknown.append(name)
        return replace(changed, visits=min(visits)) if visits else changed, unknown


def _number(name, text, low, high):
    try:
        value = parse_number(text)
    except ValueError:
        raise _refusal(f"{name} is {shown(text)}, not a number") from None
    if not low <= value <= high:
        raise _refusal(f"{name} must be from {low:g} to {high:g}")
    return value


def _refusal(message):
    return FieldError("overrideSettings", f"Could not set settings: {message}")
