"""Saved games, games kept on leaving, and the completion of what is typed."""
import io
import os

import pytest
from fakes.stub_engine import StubEngine
from typed_lines import in_one_line, lines_reader

from gopy.base.state_folder import state_folder
from gopy.desk.terminal import kept
from gopy.desk.terminal.console import Console
from gopy.desk.terminal.editing import completions
from gopy.desk.terminal.go import GoConversation
from gopy.go.geometry import BLACK
from gopy.go.sgf import load_file


def test_a_new_file_is_written():
    with pytest.raises(kept.CannotSave, match="cannot save /nowhere/x: No such file"):
        kept.save("/nowhere/x", "text")


def test_a_file_of_others_is_replaced_only_if_that_is_asked_for(tmp_path):
    path = tmp_path / "x.sgf"
    assert kept.save(str(path), "one") == (path, False)
    with pytest.raises(kept.CannotSave, match="to replace it: save! "):
        kept.save(str(path), "two")
    assert path.read_text() == "one"
    assert kept.save(str(path), "two", own=path) == (path, True)
    assert kept.save(str(path), "three", replace=True) == (path, True)
    assert path.read_text() == "three"


@pytest.mark.parametrize("name", ["", ".", "a\0b", "x" * 5000, "missing/x", "~nobody-of-that-name/x"])
def test_names_that_cannot_be(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kept.CannotSave):
        kept.save(name, "text", replace=True)
    assert list(tmp_path.iterdir()) == []


def test_the_home_folder_may_be_abbreviated(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept.save("~/x.sgf", "text")[0] == tmp_path / "x.sgf"


def test_games_are_kept_apart_and_the_last_is_found(tmp_path):
    folder = tmp_path / "state" / "gopy"
    assert kept.last_kept(folder) is None
    first, second = kept.keep("one", ".sgf", folder=folder), kept.keep("two", ".json", folder=folder)
    third = kept.keep("three", ".sgf", own=tmp_path / "mine.sgf", folder=folder)
    assert len({first, second, third}) == 3 and third.parent == folder
    assert kept.keep("four", ".sgf", own=first, folder=folder) == first
    os.utime(second, ns=(2**61, 2**61))
    assert kept.last_kept(folder) == second


def test_the_folder_of_kept_games(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder({"XDG_STATE_HOME": "/state"}) == kept.Path("/state/gopy")
    assert state_folder({"XDG_STATE_HOME": "relative"}) == tmp_path / ".local" / "state" / "gopy"


def test_home_is_abbreviated(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept.short_name(tmp_path / "a" / "b") == "~/a/b" and kept.short_name(kept.Path("/x/y")) == "/x/y"


def leave(engine, typed, keeps):
    out = io.StringIO()
    conversation = GoConversation(engine, 0, Console(lines_reader(typed, out), out, keeps=keeps))
    conversation.run()
    return out.getvalue()


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "gopy"


def test_an_unsaved_game_is_kept_when_the_person_leaves(state):
    told = leave(StubEngine(["D4"]), ["C3"], True)
    path, = state.iterdir()
    assert f"The game is kept in {path}; `gopy play --resume` goes on with it." in in_one_line(told)
    assert len(load_file(path).moves) == 2 and kept.last_kept() == path


@pytest.mark.parametrize("typed, keeps", [(["C3"], False), (["undo", "quit"], True), (["C3", "save {}/x.sgf", "quit"], True)])
def test_what_nobody_would_miss_is_not_kept(state, tmp_path, typed, keeps):
    assert "kept" not in leave(StubEngine(["D4"]), [line.format(tmp_path) for line in typed], keeps)
    assert not state.exists()


def test_a_game_that_another_replaces_is_kept(state):
    leave(StubEngine(["D4", "D2"]), ["C3", "new", "quit"], True)
    path, = state.iterdir()
    assert len(load_file(path).moves) == 2


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert "The game could not be kept: " in in_one_line(leave(StubEngine(["D4"]), ["C3"], True))


def complete(line, words=("save", "save!", "score", "B2")):
    return completions(line, len(line) - len(line.rpartition(" ")[2]), words, ("save", "save!", "load"))


def test_commands_and_moves_are_completed():
    assert complete("sa") == ["save ", "save! "] and complete("SCO") == ["score "] and complete("b") == ["B2 "]
    assert complete("xyz") == [] and complete("score sa") == []


def test_names_of_files_are_completed_with_their_blanks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("My game.sgf", "My other.sgf", ".hidden"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x").write_text("")
    assert complete("load M") == ["My game.sgf", "My other.sgf"]
    assert complete("load My g") == ["game.sgf"]
    assert complete("save fo") == ["folder/"] and complete("save! folder/") == ["folder/x"]
    assert complete("load ") == ["My game.sgf", "My other.sgf", "folder/"] and complete("load .h") == [".hidden"]
    assert complete("load nowhere/") == []


def test_a_record_of_another_form_is_not_written_over(tmp_path):
    path = tmp_path / "game.gib"
    path.write_text("\\HS\n\\HE\n\\GS\nINI 0 1 0\nSTO 0 2 1 3 3\n\\GE\n")
    out = io.StringIO()
    conversation = GoConversation(StubEngine(["D3"]), BLACK, Console(lines_reader([f"load {path}", "save", "quit"], out), out))
    conversation.run()
    assert "save where? try: save game.sgf" in out.getvalue() and path.read_text().startswith("\\HS")
