"""The command line: where options come from, errors in one sentence, and commands that start light."""
import argparse
import gc
import os
import re
import shlex
import signal
import subprocess
import sys

import pytest
from places import ROOT
from refusals import no_number, no_whole_number, outside

from gopy import __main__ as cli
from gopy import __version__
from gopy.base.errors import UserError
from gopy.engine import settings
from gopy.engine.options import PARAMETERS, Options
from gopy.go.rules import check_komi
from gopy.lab.learn.cli import LEARNERS
from gopy.lab.match import cli as match


def options(*words, environ=None):
    parser = argparse.ArgumentParser()
    settings.add_flags(parser)
    return settings.read_options(parser.parse_args(words), environ or {})


@pytest.fixture
def config(tmp_path):
    def write(text):
        path = tmp_path / "gopy.toml"
        path.write_text(text)
        return str(path)
    return write


def test_defaults_are_those_of_options():
    assert options() == Options()


def test_every_option_has_a_flag_and_a_help_text():
    fields = set(PARAMETERS)
    assert fields == set(Options.__dataclass_fields__)


def test_every_flag_reaches_its_option():
    chosen = options("--size", "9", "--komi", "6.5", "--rules", "japanese", "--sims", "100", "--seconds", "2",
                     "--threads", "2", "--memory", "64", "--seed", "7", "--ponder", "--no-resign",
                     "--preset", "mogo2007", "--gtp-name", "Leela Zero", "--gtp-version", "0.17", "--log", "-")
    assert chosen == Options(size=9, komi=6.5, rules="japanese", sims=100, seconds=2.0, threads=2, memory=64,
                             seed=7, ponder=True, resign=False, preset="mogo2007", gtp_name="Leela Zero",
                             gtp_version="0.17", log="-")


def test_precedence(config):
    """Each source overrules the next: flag, environment, file, default."""
    path = config("size = 9\nkomi = 5.5\nseed = 1\n")
    chosen = options("--config", path, "--size", "13", environ={"GOPY_SIZE": "5", "GOPY_KOMI": "6.5"})
    assert (chosen.size, chosen.komi, chosen.seed) == (13, 6.5, 1)
    assert chosen.threads == Options().threads


def test_config_named_by_the_environment(config):
    assert options(environ={"GOPY_CONFIG": config("memory = 512\ngtp-name = 'x'")}).memory == 512


def test_a_flag_for_simulations_overrules_a_level_in_the_file(config):
    path = config("level = 3")
    assert options("--config", path).level == 3
    chosen = options("--config", path, "--sims", "10")
    assert (chosen.sims, chosen.level) == (10, None)
    with pytest.raises(UserError, match="sims and level"):
        options("--sims", "10", "--level", "2")


def test_booleans_of_the_environment():
    assert options(environ={"GOPY_PONDER": "1"}).ponder
    assert not options(environ={"GOPY_RESIGN": "no"}).resign
    with pytest.raises(UserError, match="GOPY_PONDER: ponder wants 1 or 0, not 'maybe'"):
        options(environ={"GOPY_PONDER": "maybe"})


@pytest.mark.parametrize("text, message", [
    ("siz = 9", "unknown key 'siz'; did you mean 'size'?"),
    ("xyzzy = 9", "unknown key 'xyzzy'; there are size, komi"),
    ("size = 'nine'", no_whole_number("size", "nine")),
    ("size = 99", outside("size", 99, 2, 25)),
    ("size = [9]", "'size' wants a single value"),
    ("[engine]\nsize = 9", "unknown key 'engine'"),
    ("size 9", "is not TOML"),
    ("ponder = 1", "ponder wants 1 or 0, not 1"),
    ("rules = 'chess'", "unknown rules 'chess'"),
])
def test_mistakes_in_the_file(config, text, message):
    with pytest.raises(UserError) as error:
        options("--config", config(text))
    assert message in str(error.value)


@pytest.mark.parametrize("words, message", [
    ([], "the following arguments are required: COMMAND"),
    (["gpt"], "invalid choice: 'gpt'"),
    (["learn"], "the following arguments are required: COMMAND"),
    (["learn", "mvoes"], "invalid choice: 'mvoes'"),
    (["gtp", "--size", "nine"], no_whole_number("size", "nine")),
    (["gtp", "--size", "1"], outside("size", 1, 2, 25)),
    (["gtp", "--siz", "9"], "unrecognized arguments: --siz 9"),
    (["warmup", "9", "99"], outside("size", 99, 2, 25)),
    (["gtp", "--config", "/nowhere/gopy.toml"], "cannot read /nowhere/gopy.toml: No such file"),
    (["selfplay", "--sgf", "/dev/null/x"], "Not a directory"),
])
def test_mistakes_are_one_sentence_and_status_2(capsys, words, message):
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1 and captured.err.startswith("gopy: ") and message in captured.err


@pytest.mark.parametrize("words", [
    ["play"], ["gtp"], ["selfplay"], ["web"], ["match", "gopy", "gopy", "--size", "9", "--games", "2", "--out", "x"],
    ["learn", "local-shape", "--out", "x"], ["learn", "balance", "--out", "x"]])
def test_a_komi_is_refused_in_the_same_words_everywhere(words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for komi, sentence in (("1e155", outside("komi", 1e155, -1000, 1000)), ("-1000.5", outside("komi", -1000.5, -1000, 1000)),
                           ("six", no_number("komi", "six"))):
        assert cli.main([*words, f"--komi={komi}"]) == 2
        assert capsys.readouterr().err.startswith(f"gopy: {sentence}")
    with pytest.raises(ValueError, match=re.escape(outside("komi", 1e155, -1000, 1000))):
        check_komi(1e155)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("command", [
    "gtp --size 5 --move-model {}", "match gopy:move_model={} gopy --size 5 --games 2 --out x", "regress {}", "learn evaluate {}.tsv",
    "learn moves {}.tsv --out x", "learn balance --start {} --out x", "learn local-shape --size 3 --out {}"])
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(command, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("pipe", "pipe.tsv"):
        os.mkfifo(name)

    def stop(*_):
        raise TimeoutError("opening it waits for ever")
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    try:
        assert cli.main(command.format("pipe").split()) == 2
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert "regular file" in capsys.readouterr().err


def test_an_unexpected_error_is_one_sentence(capsys, monkeypatch):
    def fail(arguments):
        raise RuntimeError("two\nlines")
    monkeypatch.setattr("gopy.protocols.gtp.cli.run", fail)
    assert cli.main(["gtp"]) == 1
    assert capsys.readouterr().err == "gopy: RuntimeError: two lines\n"


#: Every command, those of `gopy learn` with both words.
COMMANDS = [name for name in cli.COMMANDS if name != "learn"] + [f"learn {name}" for name in LEARNERS]


@pytest.mark.parametrize("command", [*COMMANDS, "learn"])
def test_help_of_every_command(run_gopy, command):
    done = run_gopy(*command.split(), "--help")
    assert done.returncode == 0 and f"usage: gopy {command}" in done.stdout


def test_version(run_gopy):
    done = run_gopy("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"gopy {__version__}\n", "")


@pytest.mark.parametrize("statement", [
    "import gopy",
    "from gopy.__main__ import main; main(['gtp', '--size', '1'])",
    "import gopy.protocols.gtp.session, gopy.engine.engine",
    "from gopy.__main__ import main; main(['learn', 'local-shape', '--size', '1'])",
])
def test_starts_without_the_compiler(statement):
    """What answers at once must not import numba or numpy."""
    program = statement + "; import sys; print({'numba', 'numpy', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr


def test_closed_output_is_no_traceback(run_gopy):
    program = f"'{sys.executable}' -m gopy --help | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True)
    assert "Traceback" not in done.stderr


def documented_commands():
    """Every `scripts/gopy COMMAND --flags` of the README and of docs/, each once."""
    root = ROOT
    command = "|".join(COMMANDS)
    pattern = rf"gopy ((?:{command})(?: --[a-z-]+(?: (?:\"[^\"]*\"|-(?!\S)|[\w./%][\w./%=,-]*))?)+)"
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    return sorted({line for page in pages for line in re.findall(pattern, page.read_text(encoding="utf-8"))
                   if "--help" not in line})


def documented_matches():
    """Every whole line of the README and of docs/ that plays a match."""
    root = ROOT
    return [line for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]
            for line in re.findall(r"^ +scripts/gopy (match .*)$", page.read_text(encoding="utf-8").replace("\\\n", " "), re.MULTILINE)]


@pytest.mark.parametrize("line", documented_matches())
def test_documented_matches_have_all_that_is_needed(line):
    words = shlex.split(line, comments=True)
    match.settings_of(cli._parser(words).parse_args(words))


def test_there_are_documented_commands():
    assert len(documented_commands()) > 5


@pytest.mark.parametrize("line", documented_commands())
def test_documented_commands_are_accepted(line, monkeypatch):
    monkeypatch.setattr("gopy.engine.cluster.ray_session.is_installed", lambda: True)      # an extra
    words = shlex.split(line.replace("%SRAND", "1").replace("%SEED", "1"))
    arguments = cli._parser(words).parse_args(words)
    if words[0] == "gtp":
        settings.read_options(arguments, {})


def test_a_command_looks_for_garbage_less_often_and_a_caller_of_its_function_as_before(capsys):
    usual = gc.get_threshold()
    assert cli.main(["games"]) == 0 and gc.get_threshold() == usual
    program = "import gc, sys; from gopy.__main__ import main; sys.argv = ['gopy', 'games']; main(); print(gc.get_threshold()[0])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert int(done.stdout.split()[-1]) > 10 * usual[0]
