"""Times simulations with and without proof numbers in turns, as study.toml says.

    python scripts/studies/pn_mcts/pn_overhead/measure.py [--rounds N] [--report]

results.jsonl (a line a round and game) and report.md are written anew; with --rounds it is a trial, which prints the
report and keeps nothing, with --report the report is remade from the lines.
"""
import statistics
import time
from pathlib import Path

from gopy.games.catalogue import game_kind
from gopy.lab.study.measured import record_or_try
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct
from gopy.search.threads import Search

HERE = Path(__file__).parent

#: What is timed: the parameters of proofs, by name.
KINDS = {"UCT": {}, "xxx": {"proofs": "xxx"}, "FSU": {"proofs": "FSU"},
         "xxx, two layers": {"proofs": "xxx", "layers": 2}, "FSU, two layers": {"proofs": "FSU", "layers": 2}}


def nanoseconds(search, state, simulations, seed):
    """Processor time of a simulation, mean of one search."""
    search.reseed(seed)
    search.set_root(state)
    began = time.thread_time()
    done = search.run(simulations=simulations).simulations
    return 1e9 * (time.thread_time() - began) / done


def rounds(study):
    """Yield a dict for each round and game."""
    for entry in study["game"]:
        kind = game_kind(entry["game"])
        state, game_params = kind.new_state(), kind.new_params()
        searches = {kind: Search(state, new_uct(study["exploration"]),
                                 new_search_params(expansion_threshold=1, even_prior=0, **changes), game_params,
                                 memory_bytes=512 << 20) for kind, changes in KINDS.items()}
        for search in searches.values():
            search.run(simulations=50)
        for number in range(study["rounds"]):
            yield {"game": entry["name"], "round": number,
                   **{kind: round(nanoseconds(search, state, entry["simulations"], number))
                      for kind, search in searches.items()}}


def report(study, lines):
    """report.md as text."""
    rows = []
    for entry in study["game"]:
        mine = [line for line in lines if line["game"] == entry["name"]]
        if not mine:
            continue
        added = {kind: statistics.median(line[kind] - line["UCT"] for line in mine) for kind in KINDS}
        ratios = sorted(line["UCT"] / line["FSU"] for line in mine)
        rows.append(f"| {entry['name']} | {len(mine)} | {statistics.median(line['UCT'] for line in mine):.0f} | "
                    + " | ".join(f"{added[kind]:+.0f}" for kind in KINDS if kind != "UCT")
                    + f" | {statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f}) | "
                    + f"{entry.get('published', '')} |")
    return "\n".join([
        "# pn_overhead", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", "",
        "Nanoseconds of processor time a simulation, and what proof numbers add to it: the median over the rounds of the "
        "difference from UCT in the same round; speed with FSU by that of UCT in the same round, median and range; the "
        "paper's ratio.", "",
        "| game | rounds | UCT | " + " | ".join(kind for kind in KINDS if kind != "UCT") + " | FSU / UCT | paper |",
        "|" + "---|" * (len(KINDS) + 4), *rows, *_verdict(study, lines), ""])


def _verdict(study, lines):
    mine = [line["UCT"] / line["FSU"] for line in lines if line["game"] == "Gomoku 15x15"]
    if not mine:
        return []
    met = statistics.median(mine) >= study["gomoku_bar"]
    return ["", f"Gomoku on 15x15: bar {study['gomoku_bar']:g}: {'met' if met else 'NOT met'}."]


if __name__ == "__main__":
    record_or_try(HERE, __doc__, rounds, report, count="rounds")
