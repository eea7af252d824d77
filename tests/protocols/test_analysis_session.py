"""`gopy analysis` as a client sees it: answers, priorities, termination, reports during a search, lines that are no queries."""
import json

import pytest
from clients.analysis_client import Client, SlowSearch, answers, query
from fakes.fake_search import FakeSearch

import gopy
from gopy.go.geometry import BLACK, parse_vertex, vertex_text
from gopy.protocols.analysis import work
from gopy.protocols.analysis.session import MAX_LINE_BYTES
from gopy.protocols.gtp.analysis_text import PRIOR_VISITS


def finals(found):
    return [(answer["id"], answer["turnNumber"]) for answer in found if answer.get("isDuringSearch") is False]


def has(identity):
    return lambda found: any(answer.get("id") == identity for answer in found)


class Known(FakeSearch):
    """Prefers D4, then E5; Black is ahead."""

    def report(self, **how):
        wishes = {parse_vertex("D4", 9): 2, parse_vertex("E5", 9): 1}
        self.preference = lambda game, colour, move: wishes.get(move, -move)
        self.winrate = 0.7 if self._root.colour == BLACK else 0.3
        report = super().report(**how)
        report.lead = 5.0
        for child in report.children:
            child.scored, child.lead = child.visits, 9.0
        return report


def test_an_answer_has_what_clients_read():
    answer, = answers(query(moves=[["B", "C3"]], includeOwnership=True, includeMovesOwnership=True, includePolicy=True,
                            includePVVisits=True, maxVisits=1024), make=Known)
    assert (answer["id"], answer["turnNumber"], answer["isDuringSearch"]) == ("q", 1, False)
    assert answer["rootInfo"]["currentPlayer"] == "W" and answer["rootInfo"]["visits"] == 1024
    assert answer["rootInfo"]["winrate"] == 0.3 and answer["rootInfo"]["scoreLead"] == -5.0, "of the side to move"
    first = answer["moveInfos"][0]
    assert first["move"] == "D4" and first["order"] == 0 and first["visits"] == first["edgeVisits"] == 921
    assert first["pv"] == ["D4"] and first["pvVisits"] == [921] and len(first["ownership"]) == 81
    assert first["scoreLead"] == pytest.approx(-(921 * 9 + PRIOR_VISITS * 5) / (921 + PRIOR_VISITS), abs=1e-4)
    assert 0 <= first["lcb"] < first["winrate"] and first["utility"] == pytest.approx(2 * first["winrate"] - 1)
    assert len(answer["ownership"]) == 81 and len(answer["policy"]) == 82
    assert answer["policy"][6 * 9 + 2] == -1, "C3 has a stone"
    assert all(share > 0 for place, share in enumerate(answer["policy"]) if place != 6 * 9 + 2)
    assert {"ownership", "policy"} & set(answers(query())[0]) == set()


@pytest.mark.parametrize("whose, rate, lead", [("BLACK", 0.7, 5.0), ("WHITE", 0.3, -5.0), ("SIDETOMOVE", 0.3, -5.0)])
def test_numbers_are_for_whom_the_query_says(whose, rate, lead):
    answer, = answers(query(moves=[["B", "C3"]], overrideSettings={"reportAnalysisWinratesAs": whose},
                            includeOwnership=True), make=Known)
    root = answer["rootInfo"]
    assert (root["winrate"], root["scoreLead"]) == (rate, lead)
    assert root["lcb"] <= rate if whose != "BLACK" else root["lcb"] >= rate, "of White to move, it bounds Black from above"
    assert set(answer["ownership"]) == {1.0 if lead > 0 else -1.0}, "the one stone is Black's"


def test_every_turn_is_answered_once():
    moves = [["B", "C3"], ["W", "G7"], ["B", "G3"]]
    found = answers(query(moves=moves, analyzeTurns=[0, 1, 3]), query(id="other", moves=moves), positions=3)
    assert sorted(finals(found)) == [("other", 3), ("q", 0), ("q", 1), ("q", 3)]
    assert {answer["turnNumber"]: answer["rootInfo"]["currentPlayer"] for answer in found} == {0: "B", 1: "W", 3: "W"}


def test_the_urgent_come_first_and_among_them_the_earlier():
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**6, reportDuringSearchEvery=0.001))
        client.wait(has("slow"))
        client.send(query(id="a"), query(id="b", priority=1), query(id="c", analyzeTurns=[0, 1], priorities=[-1, 5],
                                                                  moves=[["B", "C3"]]), query(id="d", priority=1))
        client.send({"id": "t", "action": "terminate", "terminateId": "slow"})
        order = [entry for entry in finals(client.close()) if entry[0] != "slow"]
    assert order == [("c", 1), ("b", 0), ("d", 0), ("a", 0), ("c", 0)]


def test_reports_during_a_search_until_it_is_terminated():
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**7, reportDuringSearchEvery=0.001))
        client.wait(lambda found: len(found) >= 3)
        client.send({"id": "t", "action": "terminate", "terminateId": "slow", "more": [1]})
        client.wait(lambda found: finals(found))
        client.send(query(id="after"))
        found = client.close()
    assert {"id": "t", "action": "terminate", "terminateId": "slow", "more": [1]} in found
    slow = [answer for answer in found if answer["id"] == "slow"]
    assert [answer["isDuringSearch"] for answer in slow] == [True] * (len(slow) - 1) + [False]
    visits = [answer["rootInfo"]["visits"] for answer in slow]
    assert visits == sorted(visits) and finals(found)[-1] == ("after", 0)


def test_the_first_report_has_a_time_of_its_own():
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**7, firstReportDuringSearchAfter=0.001))
        client.wait(has("slow"))
        client.send({"id": "t", "action": "terminate_all"})
        found = client.close()
    assert [answer["isDuringSearch"] for answer in found if answer["id"] == "slow"] == [True, False]


def test_what_is_terminated_before_it_began_has_no_results():
    moves = [["B", "C3"], ["W", "G7"]]
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**7, reportDuringSearchEvery=0.001))
        client.wait(has("slow"))
        client.send(query(id="w", moves=moves, analyzeTurns=[0, 1, 2]),
                    {"id": "t1", "action": "terminate", "terminateId": "w", "turnNumbers": [1, 2]})
        client.wait(has("t1"))
        client.send({"id": "t2", "action": "terminate_all", "turnNumbers": [2]}, {"id": "t3", "action": "terminate_all"})
        found = client.close()
    nothing = [answer for answer in found if answer.get("noResults")]
    assert nothing == [{"id": "w", "turnNumber": turn, "isDuringSearch": False, "noResults": True} for turn in (1, 2, 0)]
    assert "moveInfos" in next(answer for answer in found if answer["id"] == "slow" and not answer["isDuringSearch"])


def test_restrictions():
    answer, = answers(query(avoidMoves=[{"player": "B", "moves": ["D4"], "untilDepth": 1},
                                        {"player": "W", "moves": ["E5"], "untilDepth": 1}]), make=Known)
    assert answer["moveInfos"][0]["move"] == "E5"
    answer, = answers(query(allowMoves=[{"player": "B", "moves": ["A1"], "untilDepth": 1}]), make=Known)
    assert [info["move"] for info in answer["moveInfos"]] == ["A1"]
    everything = [vertex_text(row * 10 + column, 9) for row in range(9) for column in range(9)] + ["pass"]
    answer, = answers(query(avoidMoves=[{"player": "B", "moves": everything, "untilDepth": 1}]))
    assert (answer["id"], answer["field"]) == ("q", "avoidMoves") and answer["error"] == "no legal move is allowed"


def test_actions():
    found = answers({"id": "v", "action": "query_version"}, {"id": "m", "action": "query_models"},
                    {"id": "c", "action": "clear_cache", "x": None})
    assert found == [{"id": "v", "action": "query_version", "version": gopy.__version__, "git_hash": "<omitted>"},
                     {"id": "m", "action": "query_models", "models": []}, {"id": "c", "action": "clear_cache", "x": None}]
    assert answers({"id": "v", "action": "query_version"}, gtp_version="1.16.0")[0]["version"] == "1.16.0"
    found = answers({"id": "x", "action": "dance"}, {"id": "t", "action": "terminate"},
                    {"id": "t", "action": "terminate_all", "turnNumbers": ["1"]})
    assert found[0] == {"error": "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or "
                                 "'terminate_all'"}
    assert [(answer["id"], answer["field"]) for answer in found[1:]] == [("t", "terminateId"), ("t", "turnNumbers")]


HOSTILE = [b"{", b"nonsense", b"[]", b"3", b'"text"', b"{}", b'{"id":3}', b"\xff\xfe\x00", b'{"id":"q","komi":NaN}',
           b'{"id":"q","komi":1e999}', b"[" * 100_000, b'{"id":' + b"1" * 5000 + b"}", b'{"id":"\xff"}',
           b'{"id":"' + b"x" * MAX_LINE_BYTES + b'"}']


def test_every_tenth_line_malformed_and_nothing_lost():
    found, number = [], 0
    with Client(positions=2) as client:
        for line in HOSTILE:
            client.send(*(query(id=str(number + each)) for each in range(9)))
            client.send(line)
            number += 9
        found = client.close()
    assert sorted(int(identity) for identity, _ in finals(found)) == list(range(number))
    errors = [answer for answer in found if "error" in answer]
    assert len(errors) == len(HOSTILE)
    assert all(set(error) == {"error"} and len(error["error"]) < 300 for error in errors)


def test_what_can_be_read_but_not_written_is_refused():
    # Where reading or writing gives up depends on Python: one of these depths is between the two in Python 3.11.
    depths = range(950, 1010)
    found = answers(*(b'{"id":"%d","action":"clear_cache","x":%s}' % (depth, b"[" * depth + b"]" * depth) for depth in depths),
                    query())
    assert len(found) == len(depths) + 1 and finals(found) == [("q", 0)]
    assert all(len(answer["error"]) < 300 for answer in found if "error" in answer)


def test_blank_lines_and_line_ends_of_windows_are_no_errors():
    found = answers(b"", b"   ", json.dumps(query()).encode() + b"\r")
    assert finals(found) == [("q", 0)] and len(found) == 1


def test_an_error_names_the_query_and_the_field_and_a_warning_is_not_fatal():
    found = answers(query(komi=0.3), query(id="w", overrideSettings={"fancy": 1}))
    assert found[:2] == [
        {"error": "Must be a integer or half-integer from -400.0 to 400.0", "field": "komi", "id": "q"},
        {"warning": "Unknown config params: fancy", "field": "overrideSettings", "id": "w"}]
    assert finals(found) == [("w", 0)]


def test_text_that_utf8_cannot_hold_comes_back_as_it_was_sent():
    assert finals(answers(b'{"id":"\\ud800","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":9}')) == [
        ("\ud800", 0)]


@pytest.mark.parametrize("method", ["set_root", "run"])
def test_a_failing_search_is_an_answer_and_the_next_query_is_served(method):
    class Failing(FakeSearch):
        def set_root(self, root):
            self.fails_at = None if root.game.moves else method
            if self.fails_at == "set_root":
                raise RuntimeError("broken")
            super().set_root(root)

        def run(self, *given, **how):
            if self.fails_at == "run":
                raise RuntimeError("broken")
            return super().run(*given, **how)

    found = answers(query(id="bad"), query(id="good", moves=[["B", "C3"]]), make=Failing)
    assert found[0] == {"error": "internal error: RuntimeError: broken", "id": "bad"} and finals(found) == [("good", 1)]


def test_a_level_is_that_of_the_board_size_of_the_query():
    found = answers(*(query(id=str(size), boardXSize=size, boardYSize=size, maxVisits=None) for size in (9, 13, 19)), level=10)
    assert {answer["id"]: answer["rootInfo"]["visits"] for answer in found} == {"9": 1024, "13": 320, "19": 256}, "by 32"


def test_a_search_of_another_size_is_made_when_it_is_asked_for():
    with Client() as client:
        client.send(query(), query(id="r", boardXSize=13, boardYSize=13), query(id="s", boardXSize=13, boardYSize=13))
        found = client.close()
    assert len(finals(found)) == 3 and [search.size for search in client.searches][-1] == 13
    assert [search.size for search in client.searches].count(13) == 1


@pytest.mark.parametrize("more, refused", [
    ({"id": "c", "moves": [["B", "C3"]], "analyzeTurns": [0, 1]}, "4 turns of at most 3 and 2 moves of at most 5"),
    ({"id": "c", "moves": [["B", "pass"], ["W", "pass"]] * 3}, "3 turns of at most 3 and 7 moves of at most 5"),
])
def test_the_queries_that_wait_are_bounded(monkeypatch, more, refused):
    """One too many is answered at once and as a whole; when others have left the queue, it is taken."""
    monkeypatch.setattr(work, "MOST_TURNS", 3)
    monkeypatch.setattr(work, "MOST_MOVES", 5)
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**7, reportDuringSearchEvery=0.001))
        client.wait(has("slow"))
        client.send(query(id="a", moves=[["B", "C3"]]), query(id="b"), query(**more))
        client.wait(has("c"))
        client.send({"id": "t", "action": "terminate", "terminateId": "a"}, query(id="d", moves=[["B", "C3"]]))
        client.wait(has("t"))
        client.send({"id": "t2", "action": "terminate_all"})
        found = client.close()
    error, = (answer for answer in found if answer["id"] == "c")
    assert error == {"error": f"Too many queries are waiting: with this one, {refused}", "id": "c"}
    assert {identity for identity, _ in finals(found)} == {"slow", "a", "b", "d"}


@pytest.mark.parametrize("turns", [[0, 1, 2, 3], [3]])
def test_a_queue_that_was_emptied_takes_as_much_again(monkeypatch, turns):
    monkeypatch.setattr(work, "MOST_MOVES", 5)
    moves = [["B", "C3"], ["W", "D4"], ["B", "E5"]]
    with Client() as client:
        for number in range(4):
            client.send(query(id=str(number), moves=moves, analyzeTurns=turns))
            client.wait(lambda found: len(finals(found)) == (number + 1) * len(turns))
        assert not [answer for answer in client.close() if "error" in answer]


def test_without_waiting_the_end_of_input_is_the_end():
    with Client(make=SlowSearch, waits=False) as client:
        client.send(query(id="slow", maxVisits=10**7, reportDuringSearchEvery=0.001), query(id="later"))
        client.wait(has("slow"))
        found = client.close()
    assert finals(found) == []


def test_a_client_that_reads_no_more_ends_the_work():
    with Client(make=SlowSearch) as client:
        client.send(query(id="slow", maxVisits=10**7, reportDuringSearchEvery=0.001))
        client.wait(has("slow"))

        def closed(data):
            raise BrokenPipeError
        client.output.write = closed
