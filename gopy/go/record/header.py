"""What a record says of its game: size, komi, rules, handicap, names. It should stand in the root, and what is wrong is told."""
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from gopy.base.numbers import number_text, range_text, shown
from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.handicap import fixed_handicap
from gopy.go.record.komi import is_fox, read_komi
from gopy.go.record.nodes import Node, Record
from gopy.go.record.source import Remarks, SgfError
from gopy.go.record.values import first_line
from gopy.go.rules import Rules, name_of, parse_rules

#: The size of a board whose record does not say it.
_SIZE = 19

_SIZE_TEXT = re.compile(r"\D{0,20}(\d{1,4})(?:\.0*)?(?:\s*[:xX\xd7*,/-]\s*(\d{1,4}))?\D{0,20}", re.ASCII)
_COUNT = re.compile(r"\D{0,20}(\d{1,4})\D{0,20}", re.ASCII)

#: The text of the property RU for rules, by gopy's name of the rules. FF[4] fixes four of the texts; others are free.
_RU = {"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ", "chinese": "Chinese"}


class Header(NamedTuple):
    """What a record says of its game.

    handicap    the number of handicap stones in HA; None without it
    stones      points of handicap stones that the record means and does not set up
    """

    size: int
    komi: float
    rules: Rules
    handicap: int | None
    stones: Sequence[int]


def read_header(record: Record, komi: float, rules: Rules) -> Header:
    """The Header of a record. `komi` and `rules` are those of records that say none, or none that can be meant.

    SgfError if it is no game of Go, or on a board that gopy does not have.
    """
    root, remarks = record.root, record.remarks
    size, program = _size(root), said(root, "AP")
    handicap = _handicap(root, remarks)
    return Header(size, _komi(root, size, program, komi, remarks), _rules(root, rules, remarks), handicap,
                  _stones(root, size, handicap, remarks) if is_fox(program) else ())


def said(root: Node, name: str) -> str:
    """The text of a property about the game, which some records have after the root, but not after the first move; "" without one."""
    for node in root.main_line():
        text = first_line(node, name)
        if text or node.has("B", "W"):
            return text
    return ""


def _size(root: Node) -> int:
    game = said(root, "GM")
    if re.fullmatch(r"\d{1,3}", game) and int(game) != 1:
        raise SgfError(f"a record of another game than Go (GM is {int(game)})")
    text = unicodedata.normalize("NFKC", said(root, "SZ"))
    if not text:
        return _SIZE
    found = _SIZE_TEXT.fullmatch(text)
    if not found:
        raise SgfError(f"the board size {shown(text)} is no size")
    width, height = int(found[1]), int(found[2] or found[1])
    if width != height:
        raise SgfError(f"the board is not square: {width}x{height}")
    if not MIN_SIZE <= width <= MAX_SIZE:
        raise SgfError(f"the board size {width} is not {range_text(MIN_SIZE, MAX_SIZE)}")
    return width


def _komi(root: Node, size: int, program: str, default: float, remarks: Remarks) -> float:
    text = said(root, "KM") or first_line(root, "KO")   # the Nihon Kiin's records have KO
    if not text:
        return default
    try:
        komi = read_komi(text, size, program)
    except ValueError as error:
        remarks.add("komi", f"{error}; it is {number_text(default)} instead")
        return default
    if not is_plain_komi(text, komi):
        remarks.add("komi", f"the komi {shown(text)} is read as {number_text(komi)}")
    return komi


def needs_komi(root: Node, size: int, komi: float) -> bool:
    """Whether a root should be given a komi. What it says is left if it is this komi as SGF writes it, or if nobody can read it."""
    text = first_line(root, "KM")
    if not text or is_plain_komi(text, komi):
        return not text
    try:
        read_komi(text, size, said(root, "AP"))
    except ValueError:
        return False
    return True


def is_plain_komi(text: str, komi: float) -> bool:
    """Whether a text is a komi as SGF writes it."""
    return re.fullmatch(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d{1,3})?", text, re.ASCII) is not None and float(text) == komi


def _rules(root: Node, default: Rules, remarks: Remarks) -> Rules:
    text = said(root, "RU")
    if not text:
        return default
    try:
        return parse_rules(text)
    except ValueError as error:
        remarks.add("rules", f"{str(error).partition('; known')[0]}: the rules are {name_of(default) or default} instead")
        return default


def _handicap(root: Node, remarks: Remarks) -> int | None:
    text = unicodedata.normalize("NFKC", said(root, "HA"))
    found = _COUNT.fullmatch(text)
    if text and not found:
        remarks.add("handicap", f"the handicap {shown(text)} is no number of stones")
    return int(found[1]) if found else None


def _stones(root: Node, size: int, handicap: int | None, remarks: Remarks) -> Sequence[int]:
    """Points of the handicap stones that Fox means and does not write."""
    if not handicap or handicap < 2:
        return ()
    for node in root.main_line():
        if node.has("AB", "AW"):
            return ()
        mover = next((each.name for each in node.properties if each.name in ("B", "W")), None)
        if mover is not None:
            if mover == "B":
                return ()
            break
    try:
        stones = tuple(fixed_handicap(size, handicap))
    except ValueError:
        return ()
    remarks.add("stones", f"the {handicap} handicap stones are placed where Fox has them")
    return stones


def names_of(root: Node) -> list[str]:
    """[Black's name, White's name] in a record; "" where there is none."""
    return [said(root, name) for name in ("PB", "PW")]


def rules_text(rules: Rules) -> str:
    """The text of RU: the name by which the rules were chosen, else another name of the same rules, else KataGo's compact text."""
    name = name_of(rules)
    return _RU.get(name, name) if name else rules.compact()
