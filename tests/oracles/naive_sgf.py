"""A slow, independent reading of SGF records, as FF[4] says and as people mean them. It shares no code with gopy.

    record = read(data)         # bytes of a file; NotARecord if there is no Go record in them
    record.stones               # {(column, row): "B" or "W"} at the end of the main line

Points are (column, row) from the upper left corner, as SGF counts them. Everything is read one character at a time and
written for clarity: a game of 300 moves takes some milliseconds.
"""
import codecs
import re
import unicodedata
from dataclasses import dataclass, field

#: Labels of encodings whose bytes are always read as the larger encoding that programs write under the label.
LARGER = {"gb2312": "gb18030", "gbk": "gb18030", "euc-cn": "gb18030", "x-gbk": "gb18030", "gb_2312-80": "gb18030",
          "cp936": "gb18030", "big5": "big5hkscs", "big-5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932",
          "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "ms_kanji": "cp932", "windows-31j": "cp932",
          "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "uhc": "cp949", "ascii": "cp1252",
          "us-ascii": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "iso-8859-1": "cp1252", "iso8859-1": "cp1252",
          "iso8859_1": "cp1252", "iso_8859-1": "cp1252"}

#: Where a fixed handicap stands on 19x19, in the order in which servers place the stones.
HANDICAP = {2: "pd dp", 3: "pd dp pp", 4: "pd dp pp dd", 5: "pd dp pp dd jj", 6: "pd dp pp dd dj pj",
            7: "pd dp pp dd dj pj jj", 8: "pd dp pp dd dj pj jd jp", 9: "pd dp pp dd dj pj jd jp jj"}

#: Properties whose values are points, where white space means nothing.
POINTS = ("B W AB AW AE MA TR SQ CR DD TB TW SL VW L M").split()


class NotARecord(Exception):
    """There is no record of a Go game in the bytes; the text says why."""


@dataclass
class Node:
    """Properties by name, each with the list of its values as they stand between the brackets, and the nodes after it."""
    properties: dict = field(default_factory=dict)
    children: list = field(default_factory=list)


@dataclass
class Record:
    """The main line of the first game in a file."""
    root: Node
    encoding: str
    size: tuple                                     # (columns, rows)
    komi: str | None                                # as it is given
    stones: dict = field(default_factory=dict)      # {(column, row): "B" or "W"}
    moves: list = field(default_factory=list)       # [(colour, point or None for a pass)]
    dropped: list = field(default_factory=list)     # moves and stones that are not on the board, as they are given
    to_play: str | None = None                      # None where the record does not say it: no move, no PL, no handicap


def read(data):
    """The Record of the first game in the bytes, or NotARecord."""
    text, encoding = decode(data)
    root = parse(text)
    game = first_value(root, "GM")
    if game is not None and game.strip().isdigit() and int(game) != 1:
        raise NotARecord(f"game {game.strip()}, not Go")
    line = main_line(root)
    record = Record(root, encoding, size_of(line), about_the_game(line, "KM") or first_value(root, "KO"))
    play(record, line)
    return record


# -- 1. from bytes to text

def decode(data):
    """The text of the bytes and the name of the encoding in which they were read."""
    for mark, name in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace"), name
    if data[:4].count(0) == 2 and b"(" in data[:4]:
        name = "utf-16-le" if data[1] == 0 else "utf-16-be"
        return data.decode(name, "replace"), name
    found = re.search(rb"CA\s*\[\s*([\w:.-]+)\s*\]", data)
    label = known_encoding(found.group(1).decode("ascii")) if found else None
    # Bytes that happen to be whole UTF-8 are UTF-8, whatever the label; only pairs of bytes may happen to be so.
    if decodes(data, "utf-8"):
        pairs_only = not any(byte >= 0xE0 for byte in data)
        if label and pairs_only and decodes(data, label):
            return strictly(data, label), label
        return data.decode("utf-8"), "utf-8"
    if label and label != "utf-8" and decodes(data, label):
        return strictly(data, label), label
    if mistakes(data, "utf-8") <= 0.2:      # a name that a limit has cut in the middle of a character
        return data.decode("utf-8", "replace"), "utf-8"
    best = max(("cp949", "gb18030", "big5hkscs", "cp932", "cp1252"),
               key=lambda name: plausibility(data, name) + (0.05 if name == label else 0))
    if label and label != "utf-8" and plausibility(data, label) > 0.9 * plausibility(data, best):
        best = label
    if label == "utf-8" and mistakes(data, "utf-8") <= mistakes(data, best):
        best = label
    return strictly(data, best), best


def known_encoding(label):
    """The name of Python's encoding for a label, or None."""
    label = label.lower()
    try:
        return codecs.lookup(LARGER.get(label, label)).name
    except LookupError:
        return None


def decodes(data, name):
    """Whether the bytes are whole in the encoding. In cp1252 all bytes are."""
    if name == "cp1252":
        return True
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def strictly(data, name):
    """The text; bytes that the encoding does not have become U+FFFD (in cp1252, control characters, as in browsers)."""
    if name == "cp1252":
        return "".join(chr(byte) if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]).decode(name) for byte in data)
    return data.decode(name, "replace")


def mistakes(data, name):
    """The share of characters that the encoding does not have."""
    text = strictly(data, name)
    return text.count("\ufffd") / max(1, sum(not each.isascii() for each in text))


def plausibility(data, name):
    """How likely it is that people wrote these bytes in the encoding, from -5 to 1: the share of common characters among
    those that are not ASCII, less five times the share of mistakes."""
    if name == "cp1252":
        # Letters with accents, curved quotes and the sign of degrees stand between ASCII letters, alone or two alike.
        runs = re.findall(rb"[\x80-\xff]+", data)
        usual = [run for run in runs if len(set(run)) == 1 and len(run) <= 2
                 and (run[0] >= 0xC0 or run[0] in b"\x91\x92\x93\x94\x96\xb0")]
        return sum(map(len, usual)) / max(1, sum(map(len, runs)))
    text = strictly(data, name)
    high = [each for each in text if not each.isascii()]
    bad = text.count("\ufffd")
    common = sum(is_common(each, name) for each in high if each != "\ufffd")
    # The bytes of all Korean syllables are common Chinese characters too, but not the other way round. A few characters of a
    # Chinese name may happen to be syllables, a text will not.
    doubt = 0.3 if name == "cp949" and len(high) < 8 else 0
    return (common - 5 * bad) / max(1, len(high)) - doubt


def is_common(character, name):
    """Whether the character is one of those that texts in the encoding mostly consist of."""
    try:
        code = character.encode(name)
    except UnicodeEncodeError:
        return False
    lead, trail = code[0], code[1] if len(code) == 2 else 0
    if name == "gb18030":
        return trail >= 0xA1 and (0xB0 <= lead <= 0xD7 or lead == 0xA3 or lead == 0xA1)
    if name == "big5hkscs":
        return 0xA4 <= lead <= 0xC6 or lead == 0xA1
    if name == "cp932":
        return lead in (0x81, 0x82, 0x83) or 0x88 <= lead <= 0x97
    return trail >= 0xA1 and (0xB0 <= lead <= 0xC8 or lead == 0xA1)      # cp949


# -- 2. from text to the tree of nodes

def parse(text):
    """The first node of the first game. What is open at the end is closed there, and text that means nothing is passed over."""
    start = min(filter(None, (re.search(r"\(\s*(;|[A-Za-z]+\s*\[)", text),
                              re.search(r"[(;][^()\[\];]*\b(GM|FF|SZ|CA)\s*\[", text))), key=lambda found: found.start(), default=None)
    start = start or re.search(r";\s*[A-Za-z]+\s*\[", text)
    if not start:
        raise NotARecord("no record")
    top = Node()                        # stands above the first node
    open_trees, node, is_new = [], top, True
    word, last_word_ended, name = "", False, None
    at = start.start()
    while at < len(text):
        each = text[at]
        at += 1
        if each == "[":
            value, at = value_at(text, at)
            if word:
                name, word = property_name(word), ""
            if is_new:                  # a property without a node opens one
                node, is_new = child_of(node), False
                if name is None:
                    continue
            if name:
                node.properties.setdefault(name, []).append(value)
            continue
        if each.isascii() and each.isalpha():
            word = each if last_word_ended else word + each
            last_word_ended = False
            continue
        last_word_ended = True
        if each.isspace():
            continue
        word = ""
        if each == ";":
            node, is_new, name = child_of(node), False, None
        elif each == "(":
            open_trees.append(node)
            is_new, name = True, None
        elif each == ")":
            node, is_new, name = (open_trees.pop() if open_trees else node), True, None
            if not open_trees:
                break
    if not top.children:
        raise NotARecord("no node")
    return top.children[0]


def child_of(node):
    node.children.append(Node())
    return node.children[-1]


def value_at(text, at):
    """The text up to the next bracket that is not escaped, as it stands there, and where it goes on."""
    start = at
    while at < len(text) and text[at] != "]":
        at += 2 if text[at] == "\\" else 1
    return text[start:at], min(at + 1, len(text))


def property_name(word):
    """Old records write names in full, Black for B: only capital letters count."""
    return "".join(each for each in word if each.isupper()) or word.upper()


def meaning(value):
    """A text as it is shown: escapes resolved, line ends alike, other white space a blank."""
    value = re.sub(r"\r\n|\n\r|\r", "\n", value)
    value = re.sub(r"\\(.)", lambda found: "" if found.group(1) == "\n" else found.group(1), value, flags=re.DOTALL)
    return re.sub(r"[\t\v\f]", " ", value)


# -- 3. from the tree to the position

def main_line(root):
    """The nodes from the first one along the first branches."""
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


def first_value(node, name):
    return node.properties[name][0] if name in node.properties else None


def about_the_game(line, name):
    """The value of a property about the game. It should stand in the first node; in some records it stands in one soon after it."""
    for node in line:
        if first_value(node, name) or "B" in node.properties or "W" in node.properties:
            return first_value(node, name)
    return None


def size_of(line):
    """(columns, rows), from the first node that has a size; 19 without one."""
    given = next((first_value(node, "SZ") for node in line if "SZ" in node.properties), "").strip()
    if not given:
        return 19, 19
    numbers = [int(each) for each in re.findall(r"-?\d+", given)]
    if not numbers or any(not 1 <= each <= 52 for each in numbers):
        raise NotARecord(f"size {given}")
    return numbers[0], numbers[-1]


def komi_meant(record):
    """The komi in points, None if the record gives no number.

    Some servers write hundredths, of points (650) or of the Chinese count, of which a stone is two points (325, 375).
    """
    text = unicodedata.normalize("NFKC", re.sub("[。｡，、・]", ".", record.komi or ""))
    found = re.search(r"[-+]?(\d+([.,]\d+)?|[.,]\d+)", text)
    if not found:
        return None
    komi = float(found.group().replace(",", ".")) + (0.5 if re.search("[目子]半", text) else 0)
    fox = "foxwq" in (first_value(record.root, "AP") or "")
    if abs(komi) >= 200 or (fox and abs(komi) >= 50):
        komi /= 100
        if 2 < abs(komi) < 4:
            komi *= 2
    return komi


def play(record, line):
    """Put the stones of the nodes on the board one after the other."""
    root = line[0]
    handicap = first_value(root, "HA") or ""
    handicap = int(handicap) if handicap.strip().isdigit() else 0
    if handicap >= 2:
        fixed = "foxwq" in (first_value(root, "AP") or "") and record.size == (19, 19)
        if fixed and handicap in HANDICAP and "AB" not in root.properties:
            record.stones.update({point_of(each): "B" for each in HANDICAP[handicap].split()})
        if record.stones or "AB" in root.properties:
            record.to_play = "W"
    for node in line:
        for name, values in node.properties.items():
            if name in ("AB", "AW", "AE"):
                for value in values:
                    for part in several_points(value):
                        set_up(record, name[1], part)
        for name, values in node.properties.items():        # PL before a move tells who makes it, PL after it who is next
            if name in ("B", "W"):
                for value in values:
                    move(record, name, value)
            player = values[0].strip().upper()[:1] if name == "PL" else ""
            if player in ("B", "W", "1", "2"):
                record.to_play = {"1": "B", "2": "W"}.get(player, player)


def several_points(value):
    """The points of one value, in which some programs write all of them, parted by commas or by blanks."""
    parts = re.split("[,;、]", unicodedata.normalize("NFKC", value))
    if all(re.fullmatch(r"\s*\w{2,3}(\s+\w{2,3})+\s*", part) for part in parts):
        parts = value.split()
    return [part for part in parts if part.strip()]


def point_of(value):
    """The point of two letters, a to z and then A to Z."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters.index(value[0]), letters.index(value[1])


def as_letters(value, size):
    """A point that is named as people name it, R16, in two letters; any other value as it is."""
    value = unicodedata.normalize("NFKC", value)
    if max(size) <= 26:
        value = value.lower()           # on larger boards capital letters are the columns and rows after the 26th
    if not re.fullmatch("[A-HJ-Za-hj-z][0-9]{1,2}", value) or not 1 <= int(value[1:]) <= size[1]:
        return value
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters["ABCDEFGHJKLMNOPQRSTUVWXYZ".index(value[0].upper())] + letters[size[1] - int(value[1:])]


def is_point(value):
    return re.fullmatch("[a-zA-Z]{2}", value) is not None


def on_board(point, size):
    return point[0] < size[0] and point[1] < size[1]


def set_up(record, colour, value):
    """Put the stones of AB, AW or AE there: a point, or a rectangle as the points of two corners."""
    value = re.sub(r"\s", "", value)
    first, last = (as_letters(each, record.size) for each in value.partition(":")[::2])
    if not is_point(first) or not is_point(last or first):
        record.dropped.append(value)
        return
    (left, upper), (right, lower) = point_of(first), point_of(last or first)
    for column in range(min(left, right), max(left, right) + 1):
        for row in range(min(upper, lower), max(upper, lower) + 1):
            if not on_board((column, row), record.size):
                record.dropped.append(value)
            elif colour == "E":
                record.stones.pop((column, row), None)
            else:
                record.stones[column, row] = colour


def move(record, colour, value):
    """Play the move whatever was there before: no rule forbids it, and what has no liberty is taken off."""
    value = as_letters(re.sub(r"\s", "", value), record.size)
    if value == "" or (value == "tt" and max(record.size) <= 19) or value.lower() == "pass":
        record.moves.append((colour, None))
    elif is_point(value) and on_board(point_of(value), record.size):
        point = point_of(value)
        record.stones[point] = colour
        for each in neighbours(point):
            if record.stones.get(each, colour) != colour:
                remove_if_dead(record.stones, each, record.size)
        remove_if_dead(record.stones, point, record.size)
        record.moves.append((colour, point))
    else:
        record.dropped.append(value)
        return
    record.to_play = "W" if colour == "B" else "B"


def neighbours(point):
    column, row = point
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def remove_if_dead(stones, point, size):
    """Flood the chain of the stone; take it off if it touches no empty point."""
    colour, chain, todo = stones[point], {point}, [point]
    while todo:
        for each in neighbours(todo.pop()):
            if each in chain or min(each) < 0 or not on_board(each, size):
                continue
            if each not in stones:
                return
            if stones[each] == colour:
                chain.add(each)
                todo.append(each)
    for each in chain:
        del stones[each]
