"""How well moves were predicted: how often the likeliest was played, and the mean logarithm of the played move's probability."""
import numpy as np

#: Numbers of moves in the parts of a game that are told apart: up to 30, 31 to 60, ...
PARTS = (30, 60, 120, 10_000)


class Figures:
    """Figures of many decisions, in the columns of logit.FIGURES."""

    def __init__(self) -> None:
        self._chunks = []

    def add(self, figures) -> None:
        """Add the figures of a game."""
        self._chunks.append(figures)

    def all(self) -> dict[str, float]:
        """{"moves", "top1", "top5", "ln_p"} of all decisions; shares from 0 to 1."""
        return _measures(self._joined())

    def by_part(self) -> list[tuple[str, dict[str, float]]]:
        """[(text like "moves 31-60", the same measures)] for the PARTS that have decisions."""
        figures, parts, first = self._joined(), [], 0
        for end in PARTS:
            chosen = figures[(figures[:, 0] >= first) & (figures[:, 0] < end)]
            if len(chosen):
                parts.append((f"moves {first + 1}-{end}" if end < PARTS[-1] else f"moves {first + 1} on", _measures(chosen)))
            first = end
        return parts

    def short_text(self) -> str:
        """A text like "43.1 % predicted, ln p -2.332"."""
        measures = self.all()
        return f"{100 * measures['top1']:.1f} % predicted, ln p {measures['ln_p']:.3f}"

    def _joined(self):
        return np.concatenate(self._chunks) if self._chunks else np.zeros((0, 4), np.float32)


def _measures(figures):
    count = len(figures)
    if not count:
        return {"moves": 0, "top1": 0.0, "top5": 0.0, "ln_p": 0.0}
    return {"moves": count, "top1": float((figures[:, 2] == 1).mean()), "top5": float((figures[:, 2] <= 5).mean()),
            "ln_p": float(figures[:, 1].astype(np.float64).mean())}
