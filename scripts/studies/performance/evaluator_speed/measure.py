"""Times searches with an evaluator that costs nothing, in turns, as study.toml says.

    python scripts/studies/performance/evaluator_speed/measure.py [--rounds N]

OpenSpiel (`pip install open_spiel`) is measured if it is installed, mctx if the variable MCTX_PYTHON names a Python that has mctx and pgx.
"""
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

import numpy as np

from gopy import game
from gopy.compiled.jit import kernel
from gopy.games.catalogue import game_kind
from gopy.lab.study.measured import record_or_try
from gopy.search.evaluated.search import EvaluatedSearch, search_many
from gopy.search.evaluated.simulation import gather, judge
from gopy.search.evaluated.tree import clear_evaluated

HERE = Path(__file__).parent
ROOT = HERE.parents[3]

#: What is measured, as the report calls it.
COMPILED, CALLABLE, MANY, MCTX, OPENSPIEL = ("compiled as a whole", "a callable", "search_many, a callable", "mctx", "OpenSpiel (Python)")


@kernel
def simulate(tree, roots, goals, leaves, params, halving, descent, batch, told):
    """The search without Python: told is (logits, values)."""
    while tree.visits[0] < goals[0]:
        gather(tree, roots, goals, leaves, params, halving, descent, batch)
        judge(tree, params, batch, told[0], told[1])


def per_second(run, simulations, seconds):
    """Simulations by seconds of processor time."""
    run()
    began, runs = time.process_time(), 0
    while time.process_time() - began < seconds:
        run()
        runs += 1
    return runs * simulations / (time.process_time() - began)


def ours(text, study):
    """{what: a function that runs a search} of ours, and the simulations of each."""
    state = game_kind(str(ROOT / text) if text.endswith(".py") else text).new_state()
    logits = np.zeros((study["batch"], int(game.num_moves(state))), np.float32)
    values = np.zeros(study["batch"], np.float32)

    def evaluate(observations, masks):
        return logits[:len(masks)], values[:len(masks)]
    search = EvaluatedSearch([state], evaluate, batch=study["batch"], simulations=study["simulations"])

    goals = np.array([study["simulations"] + 1])

    def callable_():
        search.set_roots([state])
        search.run(study["simulations"])

    def compiled():
        clear_evaluated(search._tree, 1)
        simulate(search._tree, search._roots, goals, study["batch"], search.params, search._halving, search._descent, search._batch,
                 (logits, values))
    states = [state] * study["roots"]
    return {COMPILED: (compiled, study["simulations"]), CALLABLE: (callable_, study["simulations"]),
            MANY: (lambda: search_many(states, evaluate, study["each"]), study["roots"] * study["each"])}


def openspiel(text, study):
    """The same of OpenSpiel's, None if it is not installed."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import mcts
    except ImportError:
        return None
    theirs = pyspiel.load_game(text)

    class Nothing(mcts.Evaluator):
        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]
    count = study["simulations"] // 20
    bot = mcts.MCTSBot(theirs, 1.0, count, Nothing(), child_selection_fn=mcts.SearchNode.puct_value)
    state = theirs.new_initial_state()
    return lambda: bot.mcts_search(state), count


def mctx(text, study):
    """Simulations a second of mctx, None if there is none."""
    python = os.environ.get("MCTX_PYTHON")
    if python is None:
        return None
    words = [python, str(HERE / "peer.py"), text, *(str(study[key]) for key in ("roots", "each", "seconds"))]
    return float(json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout))


def measure(study):
    """Yield a dict for each round, game and searcher."""
    for each in study["game"]:
        runs = ours(each["ours"], study)
        other = openspiel(each["theirs"], study)
        for number in range(study["rounds"]):
            speeds = {what: per_second(run, count, study["seconds"]) for what, (run, count) in runs.items()}
            speeds[MCTX] = mctx(each["theirs"], study) if number == 0 else None
            speeds[OPENSPIEL] = None if other is None else per_second(*other, study["seconds"])
            for what, speed in speeds.items():
                if speed is not None:
                    yield {"game": each["name"], "round": number, "what": what, "per_s": round(speed)}


def report(study, lines):
    """report.md as text."""
    rows = []
    for each in study["game"]:
        speeds = {what: [line["per_s"] for line in lines if (line["game"], line["what"]) == (each["name"], what)]
                  for what in (COMPILED, CALLABLE, MANY, MCTX, OPENSPIEL)}
        shares = sorted(mine / whole for mine, whole in zip(speeds[CALLABLE], speeds[COMPILED]))
        told = [f"{statistics.median(found):,.0f}" if found else "not measured" for found in speeds.values()]
        rows.append(f"| {each['name']} | {' | '.join(told)} | {statistics.median(shares):.2f} ({shares[0]:.2f}-{shares[-1]:.2f}) |")
    return "\n".join(["# evaluator_speed", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", "",
                      f"Simulations a second of processor time, medians of {study['rounds']} rounds; share: the callable's of the compiled "
                      "one's, with the range.", "",
                      f"| | {COMPILED} | {CALLABLE} | {MANY} | {MCTX} | {OPENSPIEL} | share |", "|---|---|---|---|---|---|---|", *rows, ""])


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="rounds")
