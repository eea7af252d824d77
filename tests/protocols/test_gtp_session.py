"""The conversation: order of answers, what interrupts what, and how it ends."""

import os
import random
import threading
import time

import pytest
from clients.gtp_client import Client, answers
from clocks import NEVER
from fakes.gtp_fake_engine import FakeEngine
from hypothesis import given
from hypothesis import strategies as st

from gopy.protocols.gtp.outgoing import ClientGone, Outgoing
from gopy.protocols.gtp.registry import COMMANDS, Command

#: Command names for random arguments; the rest of GTP would write files.
_HARMLESS = [name.encode() for name in COMMANDS if name not in ("savesgf", "printsgf", "gopy-save_tree")]


def test_300_pipelined_plays_then_genmove():
    plays = "".join(f"{i} play {'bw'[i % 2]} pass\n" for i in range(300))
    got = answers(plays + "300 genmove b\n")
    assert got == [f"={i}" for i in range(300)] + ["=300 A1"]


@pytest.mark.parametrize("command", ["lz-analyze b 1", "kata-analyze 1", "analyze b 1", "kata-analyze"])
def test_a_raw_newline_stops_an_analysis(command):
    with Client() as client:
        client.send(f"5 {command}\n")
        time.sleep(0.05)
        client.send("\n")
        assert client.answer().startswith("=5\n")
        assert client.ask("6 name") == "=6 gopy\n\n"


def test_analysis_reports_until_a_command_which_is_answered_too():
    with Client() as client:
        client.send("1 lz-analyze b 1\n")
        client.read_until("info move A1")
        client.read_until("info move A1")
        client.send("2 name\n")
        rest = client.read_until("=2 gopy\n\n")
        analysis, end, answer = rest.rpartition("\n\n=2")
        assert end and answer == " gopy\n\n" and "\n\n" not in analysis


def test_two_analyses_in_a_row_and_a_third_stopped_by_interrupt():
    with Client() as client:
        client.send("lz-analyze b 1\n")
        client.read_until("info move")
        client.send("kata-analyze w 1\n")
        client.read_until("\n\n=\n")
        client.read_until("scoreLead")
        client.send("# interrupt\n")
        client.read_until("\n\n")
        assert client.silent()
        assert client.ask("name") == "= gopy\n\n"


def test_an_analysis_whose_stop_is_already_waiting_ends_at_once():
    assert answers("1 lz-analyze b 1\n\n2 name\n") == ["=1", "=2 gopy"]
    assert answers("kata-analyze 1\nlz-analyze 1\nquit\n")[-1] == "="


def test_the_end_of_input_stops_an_analysis():
    with Client() as client:
        client.send("lz-analyze b 1\n")
        client.read_until("info move")
        client.close_input()
        client.read_until("\n\n")
        client.thread.join(NEVER)
        assert client.exit_code == 0 and client.engine.closed


def test_quit_during_an_analysis():
    with Client() as client:
        client.send("lz-analyze b 1\n")
        client.read_until("info move")
        client.send("9 quit\n")        # the analysis would go on for ever
        client.read_until("=9\n\n")
        client.thread.join(NEVER)
        assert client.exit_code == 0


def test_loading_kernels_do_not_delay_the_end_of_an_analysis():
    engine = FakeEngine()
    engine.ready.clear()
    with Client(engine) as client:
        client.send("1 lz-analyze b 1\n")
        client.read_until("=1\n")
        # The kernels never come, the answer does.
        assert client.ask("2 name").endswith("=2 gopy\n\n") or client.answer() == "=2 gopy\n\n"
        assert engine.calls == []


def test_an_analysis_of_a_finished_game_waits_for_the_client():
    engine = FakeEngine()
    engine.analyze = lambda *arguments, **options: None
    with Client(engine) as client:
        client.send("1 kata-analyze b 1\n")
        client.read_until("=1\n")
        assert client.silent()
        client.send("2 name\n")
        assert client.answer() == "\n=2 gopy\n\n"


def test_interrupt_makes_genmove_answer_and_other_lines_wait():
    with Client(FakeEngine(thinking_seconds=60)) as client:
        client.send("1 genmove b\n2 name\n\n")
        assert client.silent()
        client.send("# interrupt\n")
        assert client.answer() == "=1 A1\n\n" and client.answer() == "=2 gopy\n\n"


def test_interrupt_sent_along_with_the_command():
    with Client(FakeEngine(thinking_seconds=60)) as client:
        for between in ("", "\n", "# a comment\n") * 30:
            client.send(f"1 reg_genmove b\n{between}# interrupt\n")
            assert client.answer() == "=1 A1\n\n"


def test_an_interrupt_while_idle_stops_nothing_later():
    with Client(FakeEngine(thinking_seconds=0.2)) as client:
        assert client.ask("name") == "= gopy\n\n"
        client.send("# interrupt\n")
        time.sleep(0.05)
        assert client.ask("genmove b") == "= A1\n\n"
        assert client.engine.thoughts == ["ended"]


def test_a_command_does_not_stop_genmove_analyze():
    with Client(FakeEngine(thinking_seconds=0.2)) as client:
        client.send("1 lz-genmove_analyze b 2\n2 protocol_version\n")
        answer = client.answer()
        assert client.engine.thoughts == ["ended"]
        assert answer.startswith("=1\ninfo move") and answer.endswith("\nplay A1\n\n")
        assert client.answer() == "=2 2\n\n"


def test_a_command_cancels_a_cancellable_search():
    with Client(FakeEngine(thinking_seconds=60)) as client:
        client.send("1 kata-search_analyze_cancellable b 2\n")
        client.read_until("info move")
        client.send("2 name\n")
        assert client.answer().endswith("\nplay cancelled\n\n")
        assert client.answer() == "=2 gopy\n\n"
        assert client.engine.game.moves == []


def test_a_client_that_stops_reading_ends_the_session():
    with Client() as client:
        client.send("lz-analyze b 1\n")
        client.read_until("info move")
        client.close_output()
        client.thread.join(3)
        assert client.exit_code == 0 and client.engine.closed


def test_outgoing_writes_everything_in_pieces():
    class Reluctant:
        written = b""
        turns = 0

        def write(self, data):
            self.turns += 1
            if self.turns % 2:
                return None
            self.written += bytes(data[:3])
            return min(3, len(data))

        def flush(self):
            pass

    stream = Reluctant()
    Outgoing(stream).write("= 1234567890\n\n")
    assert stream.written == b"= 1234567890\n\n"
    with pytest.raises(ClientGone), open(os.devnull, "wb") as closed:
        closed.close()
        Outgoing(closed).write("x")


@pytest.fixture
def failing_command():
    def fail(session, arguments):
        session.engine.play(0, 0)
        raise KeyError("first line\nsecond line")

    COMMANDS["fail"] = Command("fail", fail, False)
    yield
    del COMMANDS["fail"]


def test_an_exception_is_one_line_and_the_session_goes_on(failing_command, caplog):
    assert answers("1 fail\n2 name\n") == [r"?1 internal error: KeyError: 'first line\nsecond line'", "=2 gopy"]
    assert "Traceback" in caplog.text


def test_garbage_is_answered_line_by_line_and_changes_nothing():
    rng = random.Random(7)
    names = [name.encode() for name in COMMANDS if name not in ("quit", "printsgf", "savesgf", "loadsgf", "gopy-save_tree")]
    words = [
        b"b",
        b"w",
        b"D4",
        b"pass",
        b"-1",
        b"1e400",
        b"nan",
        b"\xff",
        b"true",
        b'"',
        b"{",
        b"avoid",
        b"Z99",
        b"0",
        b"5",
    ]
    # Commands that change the board are left out: whatever else is sent, the game must stay as it was.
    changing = {
        b"boardsize",
        b"clear_board",
        b"komi",
        b"play",
        b"undo",
        b"gg-undo",
        b"fixed_handicap",
        b"set_position",
        b"place_free_handicap",
        b"set_free_handicap",
        b"gogui-play_sequence",
        b"gogui-setup",
        b"gogui-setup_player",
        b"kata-set-rules",
        b"kata-set-rule",
        b"kgs-rules",
    }
    lines = []
    for number in range(2000):
        name = rng.choice(names) if rng.random() < 0.8 else bytes(rng.randrange(256) for _ in range(8))
        name = name.replace(b"\n", b"").replace(b"#", b"").strip()
        if not name or b"genmove" in name or b"search" in name or name in changing:
            name = b"x"
        lines.append(b"%d %s %s" % (number, name, b" ".join(rng.choices(words, k=rng.randrange(4)))))
    engine = FakeEngine()
    engine.play(0, 40)
    got = answers(b"\n".join(lines) + b"\n", engine)
    assert [int(answer.split()[0][1:]) for answer in got] == list(range(2000))
    assert not [answer for answer in got if "internal error" in answer]
    assert engine.game.moves == [(0, 40)]


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.sampled_from(_HARMLESS).flatmap(
                lambda name: st.binary(max_size=15).map(lambda rest: name + b" " + rest)
            ),
        ),
        max_size=12,
    )
)
def test_any_bytes_get_one_answer_for_each_command_line(chunks):
    """The oracle is the protocol's text: strip what is not printed, cut comments, drop ids."""
    data = b"\n".join(chunks)
    expected = 0
    for line in data.split(b"\n"):
        printed = bytes(
            byte if byte != 9 else 32 for byte in line.split(b"#")[0] if byte >= 32 and byte != 127 or byte == 9
        )
        words = [word for word in printed.removeprefix(b"\xef\xbb\xbf").split(b" ") if word]
        if words and all(48 <= byte <= 57 for byte in words[0]):
            words = words[1:]
        expected += bool(words)
        if words[:1] == [b"quit"]:
            break
    assert len(answers(data)) == expected


def test_many_threads_of_input_chunks_keep_the_order():
    with Client() as client:
        text = "".join(f"{i} echo line {i}\n" for i in range(500))
        writer = threading.Thread(target=lambda: [client.send(text[i : i + 7]) for i in range(0, len(text), 7)])
        writer.start()
        for i in range(500):
            assert client.answer() == f"={i} line {i}\n\n"
        writer.join()
