"""Searches the empty boards of study.toml until their result is proven or the simulations are used up.

    python scripts/studies/pn_mcts/pn_go/measure.py [--only SIZE ...]

results.jsonl gets a line a board, variant and seed as it ends, and what has one is not searched again; report.md is
written anew.
"""
import argparse
import time
from pathlib import Path

from gopy import game
from gopy.base.files import write_whole
from gopy.games.go import new_go
from gopy.go.knowledge.params import new_go_params
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct, new_uct_rave
from gopy.search.threads import Search

HERE = Path(__file__).parent

#: Simulations between two looks at what is proven.
STEP = 1000


def is_decided(proven, layers):
    """Whether nothing more can be proven."""
    return proven in ("win", "loss", "draw") or (layers == 1 and proven != "")


def search_board(board, variant, seed, memory_mb):
    """A dict: what was proven of the empty board, and at what cost."""
    size, layers, plain = board["size"], board.get("layers", 1), variant["policy"] == "uct"
    position = new_go(size, board["komi"], "tromp-taylor")
    params = new_search_params(expansion_threshold=1, even_prior=0 if plain else 10, proofs=variant["proofs"],
                               layers=layers, solve_draws=True)
    search = Search(position, new_uct(0.7071) if plain else new_uct_rave(), params,
                    new_go_params(size)._replace(prune_ladders=0), memory_bytes=memory_mb << 20, seed=seed)
    search.set_root(position, history=[int(game.position_hash(position))])
    search.run(simulations=1)       # the kernels are loaded
    began, done, proven = time.thread_time(), 1, ""
    while done < board["simulations"] and not is_decided(proven, layers):
        report = search.run(simulations=min(STEP, board["simulations"] - done))
        done, proven = done + report.simulations, report.proven
        if report.simulations == 0:
            break
    return {"proven": proven, "simulations": done, "nodes": report.nodes, "best": report.best.move,
            "seconds": round(time.thread_time() - began, 3)}


def key_of(line):
    """What tells a line of results.jsonl from the others."""
    return line["size"], line["komi"], line["variant"], line["seed"]


def is_false(proven, result):
    """Whether what was proven contradicts the known result."""
    allowed = {"win": {"win", "no loss"}, "draw": {"draw", "no win", "no loss"}, "no win": {"no win", "loss"}}[result]
    return proven != "" and proven not in allowed


def write_report(study, lines):
    """Remake report.md."""
    rows, wrong = [], 0
    for board in study["board"]:
        for variant in study["variants"]:
            mine = sorted((line for line in lines if key_of(line)[:3] == (board["size"], board["komi"], variant)),
                          key=lambda line: line["seed"])
            if not mine:
                continue
            wrong += sum(is_false(line["proven"], board["result"]) for line in mine)
            cells = [f"{line['proven'] or '-'} {line['simulations']:,}" for line in mine]
            seconds = [line["seconds"] for line in mine]
            rows.append(f"| {board['size']}x{board['size']} | {board['komi']} | {board.get('layers', 1)} | {board['result']} | "
                        f"{variant} | {', '.join(cells)} | {min(seconds):.1f}-{max(seconds):.1f} | "
                        f"{max(line['nodes'] for line in mine):,} |")
    table = "\n".join(rows)
    write_whole(HERE / "report.md", f"""# pn_go

{study["question"].strip()}

Decided by: {study["rule"].strip()}

False proofs: {wrong} of {len(lines)} searches.

| board | komi | layers | known | variant | proven for Black after simulations, by seed | s | most nodes |
|---|---|---|---|---|---|---|---|
{table}
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, nargs="+", metavar="SIZE", help="these boards alone")
    only = parser.parse_args().only
    study = read_document(HERE)
    results = ResultsFile(HERE / "results.jsonl")
    lines = results.read()
    done = {key_of(line) for line in lines}
    for board in study["board"]:
        for name, variant in study["variants"].items():
            for seed in study["seeds"]:
                about = {"size": board["size"], "komi": board["komi"], "variant": name, "seed": seed}
                if key_of(about) in done or only and board["size"] not in only:
                    continue
                lines.append({**about, **search_board(board, variant, seed, study["memory_mb"])})
                results.append(lines[-1])
                print(lines[-1])
    write_report(study, lines)


if __name__ == "__main__":
    main()
