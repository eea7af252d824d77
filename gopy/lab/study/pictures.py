"""The pictures of a report: drawn with matplotlib; without it, those that are there already stay.

A report may be written anew on a machine without matplotlib. It must not lose the pictures that another machine drew. A picture
that only repeats a table of the report is drawn when it is asked for: most would never be looked at, and each has to be kept.
"""
_HOW = "`pip install .[viz]` in the clone of gopy, then `{command}` draws them from the recorded games."

#: What a report says that lacks pictures, and one whose pictures are not of the same games.
NO_PLOTS = f"Plots are left out, for matplotlib is missing: {_HOW}"
OLD_PLOTS = f"Plots are of fewer games than the tables, for matplotlib is missing: {_HOW}"

#: What a report says whose tables can be drawn.
TABLES_ONLY = "Not drawn: the tables of ratings and those beside published numbers. `{command}` draws them."


class Pictures:
    """Draws the pictures of a report into `folder`, if they are `wanted`; `command` draws them again.

    With `tables`, those that repeat a table are drawn too.
    """

    def __init__(self, folder, command, wanted=True, tables=False) -> None:
        self._folder, self._command, self._wanted, self._tables = folder, command, wanted, tables
        self._missing = self._kept = self._table_left = False
        self._plots = None
        if wanted:
            try:
                from gopy.lab.study import plots
                self._plots = plots
            except ImportError:
                pass

    def show_table(self, name, draw) -> str:
        """Draw, like `show`, a picture that repeats a table, if such ones are wanted."""
        if self._tables:
            return self.show(name, draw)
        self._table_left = True
        return ""

    def show(self, name, draw) -> str:
        """Draw NAME.svg by `draw(gopy.lab.study.plots, path)`; returns Markdown that shows the picture, "" if there is none."""
        path = self._folder / f"{name}.svg"
        if self._plots is not None:
            draw(self._plots, path)
        elif not self._wanted or not path.exists():
            self._missing |= self._wanted
            return ""
        else:
            self._kept = True
        return f"![{name}]({name}.svg)"

    def tables_only(self, command) -> str:
        """What the report has to say if tables were not drawn that `command` draws; "" if none was left out."""
        return TABLES_ONLY.format(command=command) if self._table_left else ""

    def note(self, report, text) -> str:
        """What the report, a path, has to say of its pictures; `text` is all the rest of it."""
        note = NO_PLOTS if self._missing else OLD_PLOTS if self._kept and not _is(report, text) else ""
        return note.format(command=self._command)


def _is(report, text):
    """Whether the report is there with just this text: then its pictures are of the same games."""
    try:
        return report.read_text(encoding="utf-8", errors="replace") == text
    except OSError:
        return False
