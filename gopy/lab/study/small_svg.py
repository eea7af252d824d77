"""Makes the SVG that matplotlib writes some five times smaller: the same picture to a tenth of a point, with each style said once."""
import re
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree

_SVG, _HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"

#: Decimals of places, and of numbers below ten, of which markers are made: they are small and would lose their form.
_DECIMALS, _FINER_DECIMALS = 1, 2

#: Attributes that hold places and lengths.
_MEASURES = ("d", "x", "y", "width", "height", "viewBox", "transform", "points")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-\d+)?")
_AROUND_LETTER = re.compile(r"\s*([A-Za-z])\s*")
_STRAIGHT = re.compile(r"^M(\S+) (\S+)L(\S+) (\S+)$")
_NAMED = re.compile(r"url\(#([^)]+)\)|^#(.+)$")

#: Attributes that a group hands down to what is in it.
_LOOKS = ("class", "clip-path")

#: Every text names the same fonts; this is said once, of all.
_FONT = re.compile(r"; ?font-family: [^;]+|font-family: [^;]+; ?")
_FONTS = "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"

#: Of a group, an opacity would be that of all together, which hides where one thing is above another.
_OPACITY = re.compile(r"(?<![-\w])opacity:([^;]+)")


def small_svg(text) -> str:
    """The text of an SVG as matplotlib writes it, all texts in sans-serif, without metadata, names of parts and needless digits."""
    root = ElementTree.fromstring(text)
    sheets = [(style.text or "").replace(" ", "") for style in root.iter(f"{_SVG}style")]
    names = {}
    for element in root.iter():
        for value in element.attrib.values():
            for name in _names_in(value):
                names.setdefault(name, f"n{len(names)}")
    classes = {}
    root.text = None
    root[:] = _together(_smaller(root, names, classes))
    _shorten(root, names, classes)
    sheet = ElementTree.Element(f"{_SVG}style")
    sheet.text = "".join([*sheets, _FONTS, *(f".{name}{{{style}}}" for style, name in classes.items())])
    root.insert(0, sheet)
    ElementTree.register_namespace("", _SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def _smaller(parent, names, classes) -> Iterator:
    """The children of an element, shortened; the contents of a group that says nothing of them are in its place."""
    for child in parent:
        if child.tag in (f"{_SVG}metadata", f"{_SVG}style"):
            continue
        child[:] = _together(_smaller(child, names, classes))
        child.tail = None
        if child.tag not in (f"{_SVG}text", f"{_SVG}tspan"):
            child.text = None
        _shorten(child, names, classes)
        if child.tag == f"{_SVG}g" and not child.attrib:
            yield from child
        elif len(child) or child.tag not in (f"{_SVG}g", f"{_SVG}defs"):
            yield child


def _together(elements) -> Iterator:
    """The elements; those in a row that look alike are in a group which says it once."""
    for look, alike in groupby(elements, lambda element: {key: element.get(key) for key in _LOOKS if key in element.attrib}):
        shown = list(alike)
        if look and len(shown) > 1:
            group = ElementTree.Element(f"{_SVG}g", look)
            for element in shown:
                for key in look:
                    del element.attrib[key]
            group.extend(shown)
            shown = [group]
        yield from shown


def _shorten(element, names, classes):
    """Shorten the attributes of an element: numbers, names and style. A style becomes a class, the same one for equal styles."""
    for key, value in list(element.attrib.items()):
        del element.attrib[key]
        if key == "id":
            if value in names:
                element.set("id", names[value])
        elif key == "style":
            style = _FONT.sub("", value).replace(": ", ":").replace("; ", ";")
            style = _OPACITY.sub(r"fill-opacity:\1;stroke-opacity:\1", style)
            element.set("class", classes.setdefault(style, f"s{len(classes)}"))
        elif key == "transform" and re.match(r"rotate\(-?0 ", value):
            continue                        # every text is turned, most by nothing
        else:
            if key in _MEASURES:
                value = _NUMBER.sub(lambda found: _rounded(float(found[0])), value)
            if key == "d":
                value = _STRAIGHT.sub(_straight, _AROUND_LETTER.sub(r"\1", value).rstrip())
            value = _NAMED.sub(lambda found: found[0].replace(found[1] or found[2], names[found[1] or found[2]]), value)
            element.set("href" if key == _HREF else key, value)


def _straight(line):
    """A line along an axis, which needs the other coordinate once."""
    left, top, right, bottom = line.groups()
    return f"M{left} {top}V{bottom}" if left == right else f"M{left} {top}H{right}" if top == bottom else line[0]


def _names_in(value):
    return (found[1] or found[2] for found in _NAMED.finditer(value))


def _rounded(number):
    """A number in as few characters as it needs."""
    text = f"{number:.{_FINER_DECIMALS if abs(number) < 10 else _DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
