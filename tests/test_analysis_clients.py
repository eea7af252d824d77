"""What clients of KataGo's JSON protocol sent and read when they were run against `gopy analysis`, sent and read again."""
import json
from pathlib import Path

import pytest
from analysis_client import answers, query

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def transcript(name, direction):
    lines = (TRANSCRIPTS / f"{name}.jsonl").read_text().splitlines()
    return [document[direction] for document in map(json.loads, lines) if direction in document]


@pytest.fixture(params=["katrain", "ogatak"])
def client(request):
    return request.param


def test_the_transcript_is_of_a_game_of_sixty_moves_without_an_error(client):
    assert max(len(line.get("moves", ())) for line in transcript(client, "sent")) == 60
    errors = [line for line in transcript(client, "received") if "error" in line]
    # Ogatak asks for a board of 29x29 and expects an error
    assert [error["id"] for error in errors] == ["test_bs29"] * (client == "ogatak")


def test_every_query_of_the_transcript_is_answered_again(client):
    sent, again = transcript(client, "sent"), answers(*transcript(client, "sent"))
    assert [line for line in again if "error" in line] == [line for line in transcript(client, "received") if "error" in line]
    turns = {(line["id"], turn) for line in sent if "moves" in line and line["id"] != "test_bs29"
             for turn in line.get("analyzeTurns", [len(line["moves"])])}
    assert len(turns) >= 60
    assert sorted((line["id"], line["turnNumber"]) for line in again if line.get("isDuringSearch") is False) == sorted(turns)
    assert [line for line in again if "action" in line] == [line for line in transcript(client, "received") if "action" in line]
    for line in again:
        if "moveInfos" in line:
            KATRAIN.read(line)
            OGATAK.read(line)


class KATRAIN:
    """The parts of an answer that game_node.py of KaTrain uses."""

    @staticmethod
    def read(answer):
        root = answer["rootInfo"]
        for info in answer["moveInfos"]:
            assert {"move", "order", "visits", "winrate", "scoreLead", "prior", "pv"} <= set(info)
            assert isinstance(root["scoreLead"] - info["scoreLead"], float) and info["pv"][0] == info["move"]
        size = round(len(answer["ownership"]) ** 0.5) if "ownership" in answer else None
        assert answer["rootInfo"]["visits"] >= 0 and 0 <= root["winrate"] <= 1
        if "policy" in answer and size is not None:
            assert len(answer["policy"]) == size * size + 1


class OGATAK:
    """`valid_analysis_object` and `receive_analysis` of Ogatak."""

    @staticmethod
    def read(answer):
        assert isinstance(answer["moveInfos"], list) and answer["moveInfos"] and answer["rootInfo"]
        assert [info["order"] for info in answer["moveInfos"]] == list(range(len(answer["moveInfos"])))
        assert "thisHash" not in answer["rootInfo"], "Ogatak would warn that it is not KataGo's"
        assert 0 <= 100 * answer["rootInfo"]["winrate"] <= 100 and f"{answer['rootInfo']['scoreLead']:.1f}"


def test_the_process_with_the_flags_that_ogatak_gives(run_gopy, tmp_path):
    lines = [query(id="a", moves=[["B", "C3"]], includePolicy=True, includeOwnership=True, includeMovesOwnership=True,
                   analyzeTurns=[0, 1], maxVisits=100),
             query(id="b", moves=[["B", "C3"]], maxVisits=100), query(id="c", moves=[["B", "C3"]], maxVisits=100)]
    done = run_gopy("analysis", "-config", tmp_path, "-model", tmp_path, "--threads", 2, "--memory", 32, "--size", 9,
                    input="".join(json.dumps(line) + "\n" for line in lines))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and "ready to begin handling requests" in done.stderr
    assert sorted((line["id"], line["turnNumber"]) for line in found) == [("a", 0), ("a", 1), ("b", 1), ("c", 1)]
    for line in found:
        KATRAIN.read(line)
        OGATAK.read(line)
        assert line["rootInfo"]["visits"] == 100
    first, = (line for line in found if line["id"] == "a" and line["turnNumber"] == 1)
    assert sum(share for share in first["policy"] if share > 0) == pytest.approx(1, abs=1e-3)
    assert first["policy"].count(-1) == 1
    leads = {info["scoreLead"] for info in first["moveInfos"]}
    assert len(leads) > 1, "each move has a score of its own"
    assert all(len(info["ownership"]) == 81 for info in first["moveInfos"])
    same = [{**line, "id": ""} for line in found if line["id"] in "bc"]
    assert same[0] == same[1], "the same query has the same answer, whichever thread it comes from"


@pytest.mark.parametrize("flags, sentence", [
    (["--positions", 3, "--threads", 2], "--positions is 3, but there are 2 threads"), (["--positions", 0], "--positions"),
    (["--memory", "much"], "memory")])
def test_flags_that_do_not_go_together(run_gopy, flags, sentence):
    done = run_gopy("analysis", *flags, input="")
    assert done.returncode == 2 and sentence in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
