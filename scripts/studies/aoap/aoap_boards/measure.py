"""Plays a won game for each pair of figures 3 and 5, as study.toml says, and draws its last board.

    python scripts/studies/aoap/aoap_boards/measure.py [--report]

Adds what results.jsonl lacks (a line: the game of a panel), then writes report.md; --report plays nothing. Stopped at any time, it
goes on where it was.
"""
import argparse
import time
from pathlib import Path

import numpy as np

from gopy import game
from gopy.base.files import write_whole
from gopy.games.catalogue import game_kind
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.tournaments import new_policy
from gopy.search.sampling.params import search_params_for
from gopy.search.sampling.trials import count_choices, new_trials

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
NAMES = {"aoap": "AOAP", "ocba": "OCBA", "ttts": "TTTS", "uct_max": "UCT", "uniform": "Random"}


def wanted(study):
    """Yield (figure, number of the panel) of every game."""
    for figure in study["figure"]:
        for panel in range(len(figure["pairs"])):
            yield figure, panel


def play_game(settings, figure, names, seed):
    """(moves, value for the first player) of a game."""
    state = game_kind(figure["game"]).new_state()
    policies = [new_policy(name, settings["opponent"], {**settings, **figure}) for name in names]
    budget = np.array([figure["simulations"]], np.int64)
    trials = [new_trials(state, policy, figure["simulations"], seed << 1 | seat) for seat, policy in enumerate(policies)]
    moves = []
    while not game.is_over(state):
        seat = len(moves) & 1
        counts = np.zeros((1, game.num_moves(state)), np.int64)
        game.copy_state(trials[seat].state, state)
        count_choices(trials[seat], policies[seat], search_params_for(policies[seat]), None, 1, budget, counts)
        moves.append(int(counts.argmax()))
        game.play(state, moves[-1])
    return moves, float(game.value(state))


def measure(settings, figure, panel):
    """One line: the first game of the panel's pair that somebody wins, or the last one if nobody wins any."""
    names = figure["pairs"][panel].split()
    began = time.thread_time()
    for number in range(1, settings["most_games"] + 1):
        moves, value = play_game(settings, figure, names, number << 8 | figure["number"] << 4 | panel)
        if value != 0.5:
            break
    return {"figure": figure["number"], "panel": panel, "games": number, "moves": moves, "value": value,
            "cpu_seconds": round(time.thread_time() - began, 2)}


def diagram(moves):
    """The board after a game: of each stone the colour of its player, X the first and O the second, and the number of its move."""
    side = 3 if max(moves) < 9 else 8
    cells = [" ."] * side * side
    for number, move in enumerate(moves, 1):
        cells[move] = f"{'OX'[number & 1]}{number}"
    width = max(len(cell) for cell in cells)
    return "\n".join(" ".join(cell.rjust(width) for cell in cells[row * side:(row + 1) * side]) for row in range(side))


def report(study, lines):
    """The report in Markdown."""
    found = {(line["figure"], line["panel"]): line for line in lines}
    parts = []
    for figure, panel in wanted(study):
        line = found.get((figure["number"], panel))
        if line:
            names = [NAMES[name] for name in figure["pairs"][panel].split()]
            ended = {1.0: f"{names[0]}, the first player, wins", 0.5: "nobody wins", 0.0: f"{names[1]}, the second player, wins"}
            parts.append(f"""
**Figure {figure["number"]}{"abcdefgh"[panel]}: {names[0]} against {names[1]}.** In game {line["games"]} {ended[line["value"]]}.

```
{diagram(line["moves"])}
```
""")
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(HERE)}{"".join(parts)}
{sum(line["cpu_seconds"] for line in lines):.0f} s of processor time in all.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", action="store_true", help="play nothing")
    args = parser.parse_args()
    study = read_document(HERE)
    lines = RESULTS.read()
    done = {(line["figure"], line["panel"]) for line in lines}
    for figure, panel in () if args.report else wanted(study):
        if (figure["number"], panel) not in done:
            lines.append(measure(study["measurement"], figure, panel))
            RESULTS.append(lines[-1])
    write_whole(HERE / "report.md", report(study, lines))


if __name__ == "__main__":
    main()
