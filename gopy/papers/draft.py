"""Drafts of the parameters of Go: of GoParams, or of PaperParams when something that only papers describe is on."""
from functools import partial
from typing import Any

from gopy.go.knowledge.params import GoParams, go_draft
from gopy.inputs.parameters import Draft
from gopy.papers.params import OF_PAPERS, PAPER_PARAMETERS, PaperParams


class PaperDraft(Draft):
    """A Draft that makes PaperParams, or GoParams when nothing that only papers describe is on."""

    def make(self, **changes) -> Any:
        """The record, with some values changed. ValueError for a wrong name or value."""
        made = super().make(**changes)
        return made if _uses_papers(made._asdict()) else GoParams(*made[:len(GoParams._fields)])


def paper_draft(size, preset="default", patterns=None, **values) -> PaperDraft:
    """The Draft of the parameters of Go with those of papers, for a board size; the arguments are those of `go_draft`."""
    go = go_draft(size, preset, patterns, **values)
    return PaperDraft(PAPER_PARAMETERS, go.values, partial(_tables, go.extra, size, patterns))


def new_paper_params(size, preset="default", **changes) -> Any:
    """What `paper_draft` makes of a preset with some parameters changed. ValueError for an unknown name or a wrong value."""
    return paper_draft(size, preset).make(**changes)


def _uses_papers(values):
    return any(values[name] for name in OF_PAPERS)


def _tables(go_tables, size, patterns, values):
    """The fields that are no parameters; those of papers are None when nothing of papers is on."""
    found = {**dict.fromkeys(PaperParams._fields[len(GoParams._fields) + len(OF_PAPERS):]), **go_tables(values)}
    if _uses_papers(values):
        from gopy.papers.tables import paper_tables  # the kernels of papers are loaded only if they are used

        found.update(paper_tables(size, patterns, values))
    return found
