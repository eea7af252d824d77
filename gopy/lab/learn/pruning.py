"""Make what was learnt fit for a packed file: strengths near 1, and no shapes that say next to nothing."""
import numpy as np

from gopy.go.knowledge.features import NUM_PLAIN, PLAIN_KINDS, first_of
from gopy.go.knowledge.move_model import SHAPE_KINDS, Shapes
from gopy.go.knowledge.shapes import RINGS

#: Kinds of which every stone has one feature, at least after the first moves.
_EVERYWHERE = ("distance", "second distance", "line", "tactic", "chains")


def centred(logarithms, seen) -> np.ndarray:
    """Logarithms of strengths that give all moves the same probabilities, of which those of each kind have the mean 0.

    A factor on all features of a kind that every stone has changes nothing if the pass gets it too. Online learning lets such
    factors drift apart, beyond what a packed file holds.
    seen    int[features]: how often each feature was seen, by which the mean is weighted
    """
    found = logarithms.copy()
    passing = first_of("pass")
    for kind in _EVERYWHERE:
        own = slice(first_of(kind), first_of(kind) + len(PLAIN_KINDS[kind]))
        mean = np.average(found[own], weights=seen[own] + 1e-9)
        found[own] -= mean
        found[passing:passing + len(PLAIN_KINDS["pass"])] -= mean
    return found


def without_weak(shapes, logarithms, rates, weakest) -> tuple[Shapes, np.ndarray, np.ndarray]:
    """(shapes, logarithms, rates) without diamonds, answers and shapes with rings whose strength has a logarithm below `weakest`.

    A shape that lies inside a larger shape that stays, stays as well. The arguments are not modified.
    """
    firsts, counts = shapes.firsts(), shapes.counts()
    strong = {kind: np.abs(logarithms[firsts[kind]:firsts[kind] + counts[kind]]) >= weakest for kind in SHAPE_KINDS}
    for kind in ("small", "near1", "near2"):
        strong[kind][:] = True
    for ring in range(RINGS, 1, -1):
        inside = shapes.parents[ring - 1][strong[f"ring{ring}"]]
        strong[f"ring{ring - 1}"][inside] = True
    parents, codes, place = [], [], np.arange(len(shapes.small))
    for ring in range(1, RINGS + 1):
        kept = strong[f"ring{ring}"]
        parents.append(place[shapes.parents[ring - 1][kept]].astype(np.uint32))
        codes.append(shapes.codes[ring - 1][kept])
        place = np.cumsum(kept) - 1
    kept = np.concatenate([np.ones(NUM_PLAIN, bool), *(strong[kind] for kind in SHAPE_KINDS)])
    return (Shapes(shapes.small, shapes.near, shapes.diamond[strong["diamond"]], shapes.answer[strong["answer"]],
                   tuple(parents), tuple(codes)),
            logarithms[kept], rates[kept])
