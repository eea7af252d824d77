"""The bytes of a game record to text. Old records often do not say in which encoding they are, or say it wrongly."""
import codecs
import re

import webencodings

from gopy.go.record.plausible import CANDIDATES, DOUBLE_BYTE, plausibility
from gopy.go.record.source import Remarks

#: Its repetitions are bounded, so that a search cannot run from every place in a record to the record's end.
_LABEL = re.compile(rb"(?<![A-Za-z])CA\s{0,20}\[([^]]{0,40})\]")

#: Byte order marks. That of UTF-32 begins like that of UTF-16.
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
          (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

#: What stays itself in an encoding that is built on ASCII (some variants of Shift-JIS have other signs for two of its characters).
_PROBE = bytes(code for code in range(32, 127) if code != ord("~"))

#: Encodings of Python's that are for other purposes than text in files.
_NO_CHARSETS = frozenset(("idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf_7"))

#: What everyone means by some encodings, by Python's names.
_SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs", "ascii": "cp1252",
              "iso8859-1": "cp1252"}

#: How many bytes are looked at to find out an encoding, from the first that is not ASCII.
_SAMPLE = 8192

#: An encoding whose text is less plausible is not taken for the record's.
_LEAST = 0.3

#: A text of Chinese, Japanese or Korean that is more plausible is one, whatever the record says.
_CERTAIN = 0.6

#: How much more plausible an encoding is because the record names it.
_NAMED = 1.0

#: A character that was cut in two by a limit of bytes, so that its rest and the closing bracket look like one character.
_CUT = re.compile(r"[^\x00-\x7f](?=\s{0,20}(?:[A-Z]{1,2}\[|;|\)\s{0,20}(?:[;()]|\Z)))")


def decoded(data: bytes | str, remarks: Remarks) -> tuple[str, str | None]:
    """(the text of a record, the name of its encoding). Bytes that are no character become U+DC80 to U+DCFF, as in Python's
    file names; without a known encoding, and then its name is None, so does every byte that is not ASCII.
    """
    if isinstance(data, str):
        return data, "UTF-8"
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _text(data[len(mark):], codec), codec
    wide = _wide(data[:200])
    if wide is not None:
        return _text(data, wide), wide
    label = _label(data)
    named = _codec(label)
    if data.isascii():
        return _of_seven_bits(data, named)
    likeliest = _likeliest(data, named)
    if likeliest is None:
        remarks.add("encoding", "the encoding of its text is not known")
        return data.decode("ascii", "surrogateescape"), None
    if label and named != likeliest:
        remarks.add("encoding", f"its text is not in the encoding that it names, but in {likeliest}")
    return _text(data, likeliest), likeliest


def _label(data: bytes) -> str:
    found = _LABEL.search(data)
    return found[1].decode("ascii", "replace").strip() if found else ""


def _codec(label: str) -> str | None:
    """Python's name of the encoding that a label means; None if there is none, or if it is not built on ASCII.

    A label means what WHATWG's table says, often a superset: windows-1252 for latin1. Others mean what they mean to Python.
    """
    names = [label, re.sub(r"[-_ ]", "", label)]
    known = next(filter(None, map(webencodings.lookup, names)), None)
    if known is not None and known.name != "replacement":
        names = [known.codec_info.name]
    for name in names:
        try:
            if codecs.lookup(name).name.replace("-", "_") in _NO_CHARSETS:
                return None
            # No records are in encodings that are not built on ASCII, of which some take quadratic time.
            if _PROBE.decode(name).replace("\xa5", "\\").replace("\u203e", "~") == _PROBE.decode("ascii"):
                name = codecs.lookup(name).name
                return _SUPERSETS.get(name, name)
        except (ValueError, LookupError):
            continue
    return None


def _wide(beginning: bytes) -> str | None:
    """The codec of a text without a byte order mark of which every second byte is zero; None for others."""
    for codec, zeros, characters in (("utf-16-le", 1, 0), ("utf-16-be", 0, 1)):
        if len(beginning) > 3 and beginning[characters] and beginning[zeros::2].count(0) * 4 > len(beginning) and b"(" in beginning:
            return codec
    return None


def _text(data: bytes, codec: str) -> str:
    if codec.startswith("utf-"):
        wide = codec != "utf-8"
        return data.decode(codec, "replace" if wide else "surrogateescape").removeprefix("\ufeff")
    return _CUT.sub(lambda found: _cut_in_two(found[0], codec), data.decode(codec, "surrogateescape"))


def _of_seven_bits(data: bytes, named: str | None) -> tuple[str, str]:
    """ASCII, or an encoding that switches to characters of two bytes and back."""
    codec = "hz" if named == "hz" else "iso2022_jp_2" if b"\x1b$" in data else None
    try:
        if codec is not None:
            return data.decode(codec), codec
    except UnicodeDecodeError:
        pass
    return data.decode("ascii"), "ascii"


def _cut_in_two(character: str, codec: str) -> str:
    r"""Half a character and a bracket for a character whose second byte is the bracket: \xba] for what GBK reads as one."""
    written = character.encode(codec, "ignore")
    if len(written) == 2 and written[1:] == b"]":
        return written[:1].decode("ascii", "surrogateescape") + "]"
    return character


def _likeliest(data: bytes, named: str | None) -> str | None:
    """The codec in which the text is the most plausible; None if it is in none. `named` is what the record names, or None."""
    found = re.search(rb"[\x80-\xff]", data)
    first = found.start() if found else 0
    sample = data[max(0, first - 20):first + _SAMPLE]
    fits = {codec: plausibility(sample, codec) for codec in dict.fromkeys(filter(None, (named, *CANDIDATES)))}
    best = max(fits, key=fits.__getitem__)
    if named is None or not _is_strict(data, named):
        if named is not None:
            fits[named] += _NAMED
            best = max(fits, key=fits.__getitem__)
        return best if fits[best] > _LEAST else None
    # In some encodings every text is a text: the label is wrong if another one fits much better.
    if named in DOUBLE_BYTE:
        return "utf-8" if fits["utf-8"] > fits[named] + _NAMED else named
    if _is_strict(data, "utf-8"):
        return "utf-8"
    return best if named in CANDIDATES and best in DOUBLE_BYTE and fits[best] > _CERTAIN and fits[named] < 0 else named


def _is_strict(data: bytes, codec: str) -> bool:
    """Whether all the bytes are text in an encoding."""
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True
