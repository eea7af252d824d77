"""Drafts of the parameters of Go: of GoParams, or of PaperParams when something that only papers describe is on."""
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from gopy.base.parameters import Draft
from gopy.go.knowledge.params import GoParams, go_draft
from gopy.papers.params import PAPER_NAMES, PAPER_PARAMETERS, OfPapers, local_shape_file

if TYPE_CHECKING:
    import numpy as np


class PaperDraft(Draft):
    """A Draft that makes PaperParams, or GoParams when nothing that only papers describe is on."""

    def make(self, **changes: Any) -> Any:
        """The record, with some values changed. ValueError for a wrong name or value."""
        made = super().make(**changes)
        return made if _uses_papers(made._asdict()) else GoParams(*made[:len(GoParams._fields)])


def paper_draft(size: int, preset: str = "default", move_model: str | None = None, **values: Any) -> PaperDraft:
    """The Draft of the parameters of Go with those of papers, for a board size; the arguments are those of `go_draft`."""
    go = go_draft(size, preset, move_model)
    return PaperDraft(PAPER_PARAMETERS, {**go.values, **values}, partial(_tables, go.extra, size, move_model),
                      partial(_check, go.check, size))


def new_paper_params(size: int, preset: str = "default", **changes: Any) -> Any:
    """What `paper_draft` makes of a preset with some parameters changed. ValueError for an unknown name or a wrong value."""
    return paper_draft(size, preset).make(**changes)


def _uses_papers(values):
    return any(values[name] for name in PAPER_NAMES)


def _check(go_check: Any, size: int, values: Mapping[str, Any]) -> None:
    go_check(values)
    if values["prior_local_shape"]:
        local_shape_file(size)
    if values["mogo_rule_1"] and (values["softmax"] or not values["heavy"]):
        raise ValueError("mogo_rule_1: MoGo's rules go with heavy playouts without softmax")
    for name in ("mogo_captures_first", "mogo_two_moves"):
        if values[name] and not values["mogo_rule_1"]:
            raise ValueError(f"{name}: it changes MoGo's rules, which mogo_rule_1 turns on")


def _tables(go_tables: Any, size: int, move_model: str | None, values: Mapping[str, Any]) -> "dict[str, np.ndarray | None]":
    """The fields that are no parameters; those of papers are None when nothing of papers is on."""
    found: dict[str, np.ndarray | None] = {name: None for name in OfPapers._fields if name not in PAPER_NAMES}
    found.update(go_tables(values))
    if _uses_papers(values):
        from gopy.papers.tables import paper_tables  # the kernels of papers are loaded only if they are used

        found.update(paper_tables(size, move_model, values))
    return found
