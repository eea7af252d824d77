"""Parameters by name: which values each takes, and the one way in which they are read, checked and refused.

A record of parameters (of the search, of a tree policy, of a game) declares each of them once, with its default, range and
meaning, in the annotation of its field. Its `Constructor` is how the command line, TOML files, GTP, studies and the texts of
players set them, so a wrong name or value gets the same sentence everywhere.
"""
import importlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from gopy.base.numbers import number_text, parse_integer, parse_number, range_text, shown

_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")

#: What messages call the values of each kind of parameter.
_WANTED = {int: "a whole number", float: "a number", bool: "1 or 0", str: "text"}

#: No whole number that is useful here is as large.
_TOO_LARGE = 1e19

#: Largest size of a prior, in simulations: its wins, in quarters, stay within an int16 of the tree.
MAX_PRIOR = (2**15 - 1) // 4


@dataclass(frozen=True)
class Parameter:
    """One parameter; made by `whole`, `number`, `truth`, `choice`, `word` and `text`.

    kind        int, float, bool or str: the type of its checked values
    low, high   smallest and largest value of a number, None where there is no bound
    words       the words it takes: the values of a str, the names of the values 0, 1, 2, ... of an int
    read, write functions that turn a text into a value (ValueError if they cannot) and a value into a text, for values
                that are not written as a plain number
    form        what a text for `read` looks like, in words
    """
    kind: type
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    words: tuple = ()
    read: Any = None
    write: Any = None
    form: str = ""

    def value(self, name, given) -> Any:
        """`given`, a text or a plain value, as a checked value of this parameter. ValueError names the parameter."""
        if self.words:
            return self._chosen(name, given)
        if self.read is not None and isinstance(given, str):
            return self.read(given)
        if self.kind is bool:
            return self._truth(name, given)
        if self.kind is str:
            if not isinstance(given, str):
                raise self.wrong_kind(name, given)
            return given
        found = self._number(name, given)
        low, high = self.low, self.high
        if low is not None and found < low or high is not None and found > high:
            raise ValueError(f"{name}: {number_text(found)} is not {self.range_text()}")
        return found

    def range_text(self) -> str:
        """The range in words, such as "between 0 and 1"; "" where there is none."""
        if self.words:
            return f"one of {', '.join(self.words)}"
        if self.kind is bool or self.read is not None:
            return "0 or 1" if self.kind is bool else self.form
        return range_text(self.low, self.high)

    def value_text(self, value) -> str:
        """A checked value as a person would write it."""
        if self.words and self.kind is int:
            return self.words[value]
        if self.write is not None:
            return self.write(value)
        return str(int(value)) if self.kind is bool else f"{value:.15g}" if self.kind in (int, float) else str(value)

    def full_help(self) -> str:
        """The parameter's meaning, the values it takes and its default, as a text for people."""
        default = "" if self.default is None else f"; {self.value_text(self.default)}"
        known = self.range_text() if self.words or self.high is not None and self.high < 1e6 else ""
        about = (known + default).removeprefix("; ")
        return f"{self.help} ({about})" if about else self.help

    def wrong_kind(self, name, given) -> ValueError:
        """A ValueError for a value of another kind."""
        return ValueError(f"{name} wants {_WANTED[self.kind]}, not {shown(given)}")

    def _chosen(self, name, given):
        if given in self.words:
            return given if self.kind is str else self.words.index(given)
        if self.kind is str:
            raise unknown_name(name, given, self.words)
        try:
            index = self._number(name, given)
        except ValueError:
            raise unknown_name(name, given, self.words) from None
        if not 0 <= index < len(self.words):
            raise ValueError(f"{name}: {index} is not {self.range_text()}")
        return index

    def _number(self, name, given):
        """A finite int or float of a text or a plain number."""
        try:
            found = parse_number(given) if isinstance(given, str) else float(given)
        except OverflowError:       # TOML has whole numbers of any length
            raise ValueError(f"{name}: the number is too large") from None
        except (ValueError, TypeError):
            raise self.wrong_kind(name, given) from None
        if not math.isfinite(found) or self.kind is int and found != int(found):
            raise self.wrong_kind(name, given)
        if self.kind is float:
            return found
        if abs(found) >= _TOO_LARGE:
            raise ValueError(f"{name}: the number is too large")
        try:        # a float does not hold all digits of a large whole number
            return parse_integer(given) if isinstance(given, str) else int(given)
        except ValueError:          # 3e0 or 3.0
            return int(found)

    def _truth(self, name, given):
        text = str(int(given)) if isinstance(given, (bool, int, float)) and given in (0, 1) else str(given).lower()
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        raise self.wrong_kind(name, given)


def whole(default, low, high, help) -> Parameter:
    """A parameter whose values are whole numbers from `low` to `high`."""
    return Parameter(int, default, help, low, high)


def number(default, low, high, help) -> Parameter:
    """A parameter whose values are finite numbers from `low` to `high`."""
    return Parameter(float, default, help, low, high)


def truth(default, help) -> Parameter:
    """A parameter that is on or off, written 1 or 0."""
    return Parameter(bool, default, help)


def choice(default, words, help) -> Parameter:
    """A parameter that takes one of `words`; its value is the word's index, counted from 0."""
    return Parameter(int, words.index(default), help, words=tuple(words))


def word(default, words, help) -> Parameter:
    """A parameter that takes one of `words`; its value is the word itself."""
    return Parameter(str, default, help, words=tuple(words))


def text(default, help) -> Parameter:
    """A parameter that takes any text."""
    return Parameter(str, default, help)


class Constructor:
    """Makes records of one class from checked values. Calling it is the only way to make such a record.

    The class is a NamedTuple that declares each parameter once, in the annotation of its field:

        exploration: Annotated[float, number(0.5, 0.0, 100.0, "c of the exploration bonus")]

    The type in front says whether a kernel sees the value as an int or as a float. Fields without a Parameter cannot be set.

    help        what the record is, in one sentence
    kernels     the module with the kernels for the record, "" if nothing has to be loaded. It is named instead of imported: the
                declaration is read, and values are checked, without the compiler. The record is made after it is loaded.
    fixed       {field: value} of the fields that have a value of their own here
    check       function of the finished record that raises ValueError if its values do not go together
    differing   {parameter: {attribute: value}} of what differs from the declaration here, such as {"n0": {"low": 1}}
    parameters  the Parameters by name, in the order in which a call may give their values
    """

    def __init__(self, record: type, help: str, *, kernels: str = "", fixed: Mapping[str, Any] | None = None,
                 check: Callable[[Any], None] | None = None, **differing: Mapping[str, Any]) -> None:
        self.record, self.help = record, help
        self.parameters = {name: replace(parameter, **differing.get(name, {}))
                           for name, parameter in declared_parameters(record).items()}
        self._kernels, self._fixed, self._check = kernels, dict(fixed or {}), check
        self.__doc__ = help

    def __call__(self, *values: Any, **by_name: Any) -> Any:
        """The record with these values; the others have their defaults. ValueError, one sentence, for a wrong value."""
        if len(values) > len(self.parameters):
            raise TypeError(f"{self.record.__name__} has {len(self.parameters)} parameters, not {len(values)}")
        return self.draft(**dict(zip(self.parameters, values)), **by_name).make()

    def draft(self, **values: Any) -> "Draft":
        """A Draft of the record with these values."""
        return Draft(self, values)

    def checked(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """{name: checked value} of all parameters, with defaults where `values` has none. ValueError for a wrong name or value."""
        for name in values:
            if name not in self.parameters:
                raise unknown_name("parameter", name, self.parameters)
        return {name: parameter.value(name, values[name]) if name in values else parameter.default
                for name, parameter in self.parameters.items()}

    def record_of(self, checked: Mapping[str, Any], extra: Mapping[str, Any]) -> Any:
        """The record of checked values and of the fields that are no parameters, `extra`. Loads the kernels."""
        if self._kernels:
            importlib.import_module(self._kernels)
        kinds = {name: _plain_kind(hint) for name, hint in self.record.__annotations__.items()}
        record = self.record(**{name: kinds[name](value) for name, value in {**self._fixed, **checked}.items()}, **extra)
        if self._check is not None:
            self._check(record)
        return record


def declared_parameters(record: type) -> dict[str, Parameter]:
    """{field: Parameter} of the fields of a NamedTuple class whose annotations hold a Parameter."""
    return {name: found for name, hint in record.__annotations__.items()
            for found in getattr(hint, "__metadata__", ()) if isinstance(found, Parameter)}


def _plain_kind(hint):
    return getattr(hint, "__origin__", hint)


@dataclass(frozen=True)
class Draft:
    """A record that is still to be made.

    values   the values chosen so far, by name
    extra    the fields that are no parameters, or a function of all checked values that returns them; it may take its time
    check    function of all checked values that raises ValueError if `extra` could not return these fields; it is quick
    """
    constructor: Constructor
    values: Mapping[str, Any]
    extra: Mapping[str, Any] | Callable[[dict[str, Any]], Mapping[str, Any]] = field(default_factory=dict)
    check: Callable[[dict[str, Any]], None] | None = None

    def changed(self, changes: Mapping[str, Any]) -> "Draft":
        """A copy of the Draft in which the values in `changes` replace its own."""
        return replace(self, values={**self.values, **changes})

    def checked(self) -> "Draft":
        """A copy of the Draft that has a checked value of each parameter. ValueError for a wrong name or value. Makes nothing."""
        found = self.constructor.checked(self.values)
        if self.check is not None:
            self.check(found)
        return replace(self, values=found)

    def make(self, **changes: Any) -> Any:
        """The record, with some values changed. ValueError for a wrong name or value."""
        found = self.constructor.checked({**self.values, **changes})
        return self.constructor.record_of(found, self.extra(found) if callable(self.extra) else self.extra)


def check_all(drafts: Iterable[Draft], changes: Mapping[str, Any], also_known: Iterable[str] = ()) -> tuple[Draft, ...]:
    """The Drafts, checked, after some changes; each change applies to all Drafts that have a parameter of that name.

    ValueError for a name that no Draft has, and for a wrong value. Its text may suggest one of the names `also_known` too.
    """
    drafts = tuple(drafts)
    owned = list(dict.fromkeys(name for draft in drafts for name in draft.constructor.parameters))
    for name in changes:
        if name not in owned:
            raise unknown_name("parameter", name, [*owned, *also_known])
    return tuple(draft.changed({name: value for name, value in changes.items() if name in draft.constructor.parameters}).checked()
                 for draft in drafts)


def make_all(drafts: Iterable[Draft], changes: Mapping[str, Any], also_known: Iterable[str] = ()) -> tuple[Any, ...]:
    """The records of the Drafts that `check_all` returns."""
    return tuple(draft.make() for draft in check_all(drafts, changes, also_known))


def name_values(text) -> dict[str, str]:
    """{name: text of the value} of a text such as "equivalence=2000, proofs=FSU". ValueError for a text of another form."""
    found = {}
    for item in filter(None, (part.strip() for part in (text or "").split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value:
            raise ValueError(f"{shown(item)} is not NAME=VALUE")
        if name in found:
            raise ValueError(f"{shown(name)} is given twice")
        found[name] = value
    return found


def unknown_name(kind, name, known) -> ValueError:
    """A ValueError for a name that is not among `known`; it suggests the closest of these. `kind` says what is named."""
    close = get_close_matches(str(name), known, 1)
    return ValueError(f"unknown {kind} {shown(name)}; " + (f"did you mean {close[0]!r}?" if close
                                                      else f"there are {', '.join(known)}"))
