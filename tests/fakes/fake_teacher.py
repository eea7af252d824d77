"""A program that speaks KataGo's JSON analysis and judges by simple rules: python fake_teacher.py LOG [refuse] [stop]

Every query is appended to LOG. The best move is the point whose number from A1 is that of the moves played; the upper left corner is
the side to move's, all else its opponent's. `refuse` refuses positions after three moves, `stop` ends after five answers.
"""
import json
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def answer(query):
    size, played = query["boardXSize"], query["analyzeTurns"][0]
    row, column = divmod(played, size)
    best = f"{LETTERS[column]}{row + 1}" if played < size * size else "pass"
    moves = [{"move": best, "visits": 3 * query["maxVisits"] // 4}, {"move": "pass", "visits": query["maxVisits"] // 4}]
    return {"id": query["id"], "turnNumber": played, "isDuringSearch": False, "moveInfos": moves if query["maxVisits"] > 1 else [],
            "rootInfo": {"winrate": played / 1000, "scoreLead": query["komi"], "scoreStdev": 4.0},
            "policy": [0.5 if point == 1 else -1 for point in range(size * size)] + [0.5],
            "ownership": [1 if point == 0 else -1 for point in range(size * size)]}


def main():
    with open(sys.argv[1], "a") as log:
        for number, line in enumerate(sys.stdin):
            query = json.loads(line)
            log.write(line)
            log.flush()
            found = answer(query)
            print(json.dumps({"id": query["id"], "warning": "a warning", "field": "komi"}))
            print(json.dumps(found | {"isDuringSearch": True}))
            if "refuse" in sys.argv and found["turnNumber"] == 3:
                found = {"id": query["id"], "error": "no", "field": "moves"}
            print(json.dumps(found), flush=True)
            if "stop" in sys.argv and number == 4:
                break


main()
