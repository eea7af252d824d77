"""`gopy learn evaluate`: how well a model predicts the moves of recorded games."""
import json

import numpy as np

from gopy.base.errors import UserError
from gopy.go.knowledge.move_model import model_of, model_path, unpack
from gopy.lab.learn.figures import Figures
from gopy.lab.learn.move_learner import Replayer
from gopy.lab.learn.records import collect


def evaluate_model(arguments) -> None:
    """Print the figures. UserError if there are no games or the model cannot be read."""
    collection = collect(arguments.records, [arguments.size], arguments.games)
    records = collection.held_out if arguments.held_out else [*collection.learning, *collection.held_out]
    if not records:
        raise UserError("none of the games is held out")
    show_figures(arguments.move_model, records, arguments.size, arguments.json)


def show_figures(path, records, size, as_json=False) -> None:
    """Print how well the model in the file `path` (None: gopy's own) predicts the moves of records."""
    figures = evaluate(path, records, size)
    rows = [*figures.by_part(), ("all moves", figures.all())]
    if as_json:
        print(json.dumps({"games": len(records), **{name: measures for name, measures in rows}}))
        return
    print(f"{len(records)} games")
    print(f"{'':16}{'moves':>9}{'first':>9}{'first 5':>9}{'mean ln p':>11}")
    for name, measures in rows:
        print(f"{name:16}{measures['moves']:9}{100 * measures['top1']:7.1f} %{100 * measures['top5']:7.1f} %"
              f"{measures['ln_p']:11.3f}")


def evaluate(path, records, size) -> Figures:
    """The Figures of a packed model (a path, or None for gopy's own) on records."""
    try:
        shapes, logarithms, _, _ = unpack(path or model_path(size))
    except ValueError as error:
        raise UserError(str(error)) from None
    figures, replayer = Figures(), Replayer(model_of(shapes, np.ones(len(logarithms))))
    weights = logarithms.astype(np.float32)
    for record in records:
        figures.add(replayer.replay(record, weights))
    return figures
