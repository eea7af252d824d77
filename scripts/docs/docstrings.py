"""Docstrings as the site shows them: their lists of fields become lists, names of gopy become links, and records list their fields.

An extension of Griffe, which reads the sources for mkdocstrings (see mkdocs.yml). Our docstrings are prose. Fields and arguments
stand in two columns, the name and what it is, which a browser would run together:

    size, komi   the board's size, and the points that White gets;
                 the second may change
    board        the position now

What a field of a record is stands in a comment `#: ...` beside or above it, or in the call that makes it an option.
"""
import ast
import re

import griffe

#: Names with commas between them. What they are follows after two blanks, or on the next lines, which are indented.
FIELD = re.compile(r"^([\w.\[\]\"=*]+(?:, [\w.\[\]\"=*]+)*)(?: {2,}(\S.*))?$")
NAME = re.compile(r"`?\b(gopy(?:\.\w+)+)\b`?(?!\()")


class Docstrings(griffe.Extension):
    """Rewrites the docstring of each object that is read."""

    def on_object(self, *, obj, **others):
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)

    def on_attribute_instance(self, *, node, attr, **others):
        if isinstance(node, ast.AnnAssign) and _is_option(node):
            attr.value = _default(node) or None         # the signature of the record shows this, not the call that makes it

    def on_class_members(self, *, node, cls, **others):
        fields = record_fields(node, cls.lines_collection[cls.filepath]) if isinstance(node, ast.ClassDef) else []
        if cls.docstring and any(text for declaration, text in fields):
            items = [f"* `{declaration}`" + (f": {with_links(text)}" if text else "") for declaration, text in fields]
            cls.docstring.value += "\n\nFields:\n\n" + "\n".join(items)


def as_markdown(docstring):
    """The text of a docstring with its columns as lists, and its names of gopy as links."""
    return "\n\n".join(map(_paragraph, docstring.split("\n\n")))


def _paragraph(text):
    if text.startswith((" ", ">>>")):
        return text
    blocks, prose = [], []
    lines = text.split("\n")
    while lines:
        line = lines.pop(0)
        field = FIELD.match(line)
        indented = []
        while lines and lines[0].startswith("  "):
            indented.append(lines.pop(0).strip())
        if not field or not (field[2] or indented):
            prose += [line, *indented]
            continue
        if prose:
            blocks.append(with_links("\n".join(prose)) + "\n")
            prose = []
        names = ", ".join(f"`{name}`" for name in field[1].split(", "))
        blocks.append(f"* {names}: " + with_links(" ".join(filter(None, [field[2], *indented]))))
    if prose:
        blocks.append(("\n" if blocks else "") + with_links("\n".join(prose)))
    return "\n".join(blocks)


def with_links(text):
    """A text in which a name of gopy that the reference has is a link."""
    return NAME.sub(r'<autoref identifier="\1" optional><code>\1</code></autoref>', text)


def record_fields(node, lines):
    """[(declaration, what it is)] of the fields of a NamedTuple or dataclass, in its order; none of another class."""
    marks = [ast.unparse(mark) for mark in (*node.bases, *node.decorator_list)]
    if not any("NamedTuple" in mark or "dataclass" in mark for mark in marks):
        return []
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    return [(_declaration(each), _comment(each, lines) or _help(each.value)) for each in fields]


def _declaration(field):
    """Name, type and default of a field."""
    default = _default(field)
    return f"{field.target.id}: {ast.unparse(field.annotation)}" + (f" = {default}" if default else "")


def _is_option(field):
    return isinstance(field.value, ast.Call) and ast.unparse(field.value.func) in ("option", "needed")


def _default(field):
    """The default of a field as text, of an option the one that it is made with; "..." for one from elsewhere, "" if there is none."""
    default = field.value
    if default is None or _is_option(field) and default.func.id == "needed":
        return ""
    while isinstance(default, ast.Call) and default.args:
        default = default.args[0]
    return ast.unparse(default) if isinstance(default, (ast.Constant, ast.UnaryOp, ast.Tuple, ast.Name)) else "..."


def _comment(field, lines):
    """The text of the comment `#: ...` beside a field, or of those above it."""
    beside = lines[field.end_lineno - 1].partition("#: ")[2]
    above, number = [], field.lineno - 2
    while lines[number].strip().startswith("#: "):
        above.insert(0, lines[number].strip().removeprefix("#: "))
        number -= 1
    return beside.strip() or " ".join(above)


def _help(value):
    """The text that the calls which make a field an option end with."""
    while isinstance(value, ast.Call) and value.args:
        value = value.args[-1]
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    return "".join(part.value if isinstance(part, ast.Constant) else ast.unparse(part.value) for part in parts
                   if isinstance(part, ast.FormattedValue) or isinstance(getattr(part, "value", None), str))
