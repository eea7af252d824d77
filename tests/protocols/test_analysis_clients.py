"""What clients of KataGo's JSON protocol sent and read when they were run against `gopy analysis`, sent and read again."""
import json

import pytest
from clients.analysis_client import Client, answers, query
from places import ROOT, TESTS

from gopy.lab.match.results.file import ResultsFile
from gopy.protocols.analysis.work import go_search
from gopy.protocols.gtp.analysis_text import CANDIDATE_SHARE, PRIOR_SHARE, PRIOR_VISITS

TRANSCRIPTS = TESTS / "transcripts"


def transcript(name, direction):
    return [document[direction] for document in ResultsFile(TRANSCRIPTS / f"{name}.jsonl").read() if direction in document]


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


def during(lines):
    return [line for line in lines if line.get("isDuringSearch")]


def test_ogatak_received_reports_during_the_search_of_every_position():
    received = transcript("ogatak", "received")
    positions = [line["id"] for line in transcript("ogatak", "sent") if "moves" in line and line["id"] != "test_bs29"]
    assert len(positions) == 61
    for identity in positions:
        visits = [line["rootInfo"]["visits"] for line in received if line["id"] == identity and "rootInfo" in line]
        assert len([line for line in during(received) if line["id"] == identity]) >= 2
        assert visits == sorted(visits), "each report is of more simulations than the one before"


def test_reports_during_a_real_search_have_what_ogatak_reads():
    """A position of the transcript, looked at until three reports have come, as Ogatak does while its user thinks."""
    sent = next(line for line in transcript("ogatak", "sent") if len(line.get("moves", ())) == 21)
    with Client(make=go_search) as client:
        client.send(sent)
        client.wait(lambda received: len(during(received)) >= 3)
        client.send({"id": f"stop!{sent['id']}", "action": "terminate", "terminateId": sent["id"]})
        received = client.close()
    reports = [line for line in received if "rootInfo" in line]
    assert [line["isDuringSearch"] for line in reports] == [True] * (len(reports) - 1) + [False]
    for line in reports:
        OGATAK.read(line)
        assert line["id"] == sent["id"] and line["turnNumber"] == 21
        assert len(line["policy"]) == 82 and len(line["ownership"]) == 81
        assert all(len(info["ownership"]) == 81 for info in line["moveInfos"])
    visits = [line["rootInfo"]["visits"] for line in reports]
    assert visits == sorted(set(visits)), "each report is of more simulations than the one before"


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
        for info in answer["moveInfos"]:
            assert info["pv"][0] == info["move"] and 0 <= info["visits"] <= answer["rootInfo"]["visits"]
            assert all(isinstance(info[name], float) for name in ("winrate", "lcb", "prior", "scoreLead"))
        assert answer["moveInfos"][0]["visits"] > 0, "Ogatak divides by them"


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


@pytest.mark.parametrize("page", ["gtp", "analysis"])
def test_the_pages_tell_how_far_win_rates_are_shifted(page):
    text = " ".join((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").split())
    assert f"{PRIOR_VISITS} more visits" in text and f"{100 * PRIOR_SHARE:.0f} % of the position's visits" in text
    assert f"{100 * CANDIDATE_SHARE:.0f} % of the visits" in text


@pytest.mark.parametrize("flags, sentence", [
    (["--positions", 3, "--threads", 2], "--positions is 3, but there are 2 threads"), (["--positions", 0], "positions"),
    (["--memory", "much"], "memory")])
def test_flags_that_do_not_go_together(run_gopy, flags, sentence):
    done = run_gopy("analysis", *flags, input="")
    assert done.returncode == 2 and sentence in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
