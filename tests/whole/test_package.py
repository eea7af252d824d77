"""The package as a whole: layers, light imports, what a wheel contains."""
import ast
import doctest
import os
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest
from places import ROOT

import gopy
from gopy.__main__ import COMMANDS

#: How the source tour writes the files that hold commands.
CLI = "gopy/**/cli.py"


def source_tour():
    """Paths of the source tour in docs/source.md, in its order; a folder stands for its files."""
    return re.findall(r"^(gopy/\S+)  +\S", (ROOT / "docs" / "source.md").read_text(encoding="utf-8"), re.MULTILINE)


def modules():
    """{dotted name: path} of every module of the package."""
    found = {}
    for path in (ROOT / "gopy").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path, known):
    """Names of our modules that a file imports, at its top or inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "gopy":
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in known else node.module


def rank(path, tour):
    """The line of the tour that a file belongs to: that of the commands, its own, or that of the innermost folder that has one."""
    text = path.relative_to(ROOT).as_posix()
    if path.name == "cli.py":
        return tour.index(CLI)
    homes = [entry for entry in tour if text == entry or entry.endswith("/") and text.startswith(entry)]
    return tour.index(max(homes, key=len)) if homes else None


def test_source_tour_is_complete_and_true():
    tour = source_tour()
    listed = {path: rank(path, tour) for path in modules().values() if path.name != "__init__.py"}
    assert [path.name for path, number in listed.items() if number is None] == []
    assert [entry for entry in tour if entry != CLI and not (ROOT / entry).exists()] == []


def test_a_module_imports_only_from_above():
    known, tour = modules(), source_tour()
    wrong = []
    for name, path in known.items():
        if path.name == "__init__.py":
            continue
        for imported in set(imports(path, known)) - {name}:
            other = known[imported]
            if other.name != "__init__.py" and rank(other, tour) > rank(path, tour):
                wrong.append(f"{name} imports {imported}, which is below it")
    assert wrong == []


def test_a_command_file_parses_and_prints():
    """Every command is a file cli.py, which `gopy` finds by its name. Nobody else imports it, and it holds no classes."""
    known = modules()
    commands = {name for name in known if name.endswith(".cli")}
    assert commands == {module for module, _ in COMMANDS.values()}
    assert [f"{name} imports {imported}" for name, path in known.items() for imported in imports(path, known) if imported in commands] == []
    for name in commands:
        nodes = list(ast.walk(ast.parse(known[name].read_text(encoding="utf-8"))))
        assert not [node.name for node in nodes if isinstance(node, ast.ClassDef)], name
    adders = {name for name, path in known.items() if "\ndef add_arguments(" in path.read_text(encoding="utf-8")}
    assert adders == commands


def test_the_page_and_the_terminal_stand_side_by_side():
    """What both of them need is in a room that both import, not in one of the two."""
    known = modules()
    front_ends = ("gopy.desk.terminal", "gopy.desk.web", "gopy.envs")
    home = {name: next((room for room in front_ends if name.startswith(f"{room}.")), None) for name in known if not name.endswith(".cli")}
    crossing = [f"{name} imports {imported}" for name, room in home.items() if room
                for imported in imports(known[name], known) if home.get(imported) not in (None, room)]
    assert crossing == []


def test_commands_load_no_compiler_to_be_parsed():
    program = f"import sys, {', '.join(module for module, _ in COMMANDS.values())}; print({{'numba', 'numpy'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr


def test_the_top_level_is_the_architecture():
    """Few files stand beside the folders, and no folder is too full to be read at a glance."""
    top = [path for path in (ROOT / "gopy").iterdir() if path.is_file()]
    assert len(top) <= 5
    counts = {folder.relative_to(ROOT).as_posix(): len(list(folder.glob("*.py"))) for folder in (ROOT / "gopy").rglob("*")
              if folder.is_dir()}
    assert {folder: count for folder, count in counts.items() if count > 25} == {}


def test_the_examples_of_the_page_about_python_run():
    results = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert results.attempted >= 12 and not results.failed


def test_nothing_imports_in_a_circle():
    known = modules()
    graph = {name: set(imports(path, known)) - {name, "gopy"} for name, path in known.items()}
    done, under_way = set(), []

    def visit(name):
        assert name not in under_way, " -> ".join(under_way + [name])
        if name not in done:
            under_way.append(name)
            for imported in sorted(graph[name]):
                visit(imported)
            under_way.pop()
            done.add(name)
    for name in graph:
        visit(name)


def test_public_names():
    results = doctest.testmod(gopy)
    assert results.attempted and not results.failed
    assert {"Engine", "Game", "Options"} <= set(dir(gopy))
    assert gopy.Engine.__module__ == "gopy.engine.engine"
    with pytest.raises(AttributeError, match="Enginge"):
        print(gopy.Enginge)


def test_only_kernels_compile():
    """`kernel` is the one decorator: a bare njit would miss the cache and the options."""
    users = {path.name for path in modules().values()
             if re.search(r"\bnjit\b|\bjit\(", path.read_text(encoding="utf-8"))}
    assert users <= {"jit.py", "compiler.py"}       # the second only hands it on


@pytest.mark.parametrize("folder", ["gopy", "scripts", "docs", "tests"])
def test_nobodys_paths(folder):
    """No file knows the machine it was written on."""
    pattern = re.compile(r"(?<![\w.])/(home|root|work|Users)/\w")
    found = [path for path in (ROOT / folder).rglob("*")
             if path.suffix in (".py", ".md", ".toml", "") and path.is_file()
             and pattern.search(path.read_text(encoding="utf-8", errors="replace"))]
    assert found == []


def test_links_lead_somewhere():
    """Every relative link of the pages at the top and of docs/, and the heading that it names."""
    broken = []
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "patterns" / "README.md", *(ROOT / "scripts" / "studies").rglob("*.md")):
        for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
            path, _, heading = link.partition("#")
            target = (page.parent / path) if path else page
            if not target.exists() or heading and heading not in headings(target):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def headings(page):
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_wheel_has_patterns_and_licence(tmp_path):
    pytest.importorskip("hatchling")
    done = subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wheel, = tmp_path.glob("gopy_engine-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"gopy/patterns/{path.name}" for path in (ROOT / "patterns").iterdir()} <= set(names)
    assert {path.relative_to(ROOT).as_posix() for path in modules().values()} <= set(names)
    assert {f"gopy/desk/web/static/{name}" for name in ("index.html", "page.js", "page.css", "LICENSES.txt")} <= set(names)
    assert not [name for name in names if name.startswith("gopy/desk/web/source")]
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "scripts"))]
    metadata = next(name for name in names if name.endswith("METADATA"))
    requirements = re.findall(r"^Requires-Dist: (\w+)[^;\n]*$", zipfile.ZipFile(wheel).read(metadata).decode(), re.M)
    assert sorted(requirements) == ["numba", "numpy", "webencodings"]


def tracked():
    """{path: bytes} of the files that a clone gets."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a checkout of git")
    paths = [ROOT / name for name in listed.split("\0") if name]
    return {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in paths if path.exists()}


def test_a_clone_is_light():
    """The half of what it was, and since then the search as a library, the review, the page in seven languages, 1.4 MB of networks, 0.3 MB
    of studies that are written before they are played, 0.1 MB of pictures of the page's states and of reasons read by hand, 0.1 MB of
    kernels by which networks learn and of reviews compared with long searches, 0.1 MB of games with dice and of three players with
    their tests, and of studies, and 0.3 MB of what the page and the library lacked beside others, with tests and texts in seven languages, and 0.2 MB of a wider network for
    9x9 and of what was asked about 1000 positions, and then matrix registers, games with KataGo,
    and 0.16 MB each of deeper networks for 19x19 and 13x13: 14.7 MB.
    Who adds to the bound says in the commit what for."""
    assert sum(tracked().values()) < 14_720_000


def test_results_are_packed_and_tables_are_not_drawn():
    plain = [name for name, size in tracked().items() if name.endswith((".jsonl", ".csv", ".tsv")) and size >= 20_000]
    assert plain == [], "gopy study pack --without-moves FOLDER packs them"
    pictures = {name: size for name, size in tracked().items() if name.endswith(".svg") and name.startswith("scripts/")}
    assert [name for name in pictures if re.match("(ladder(_\\d+)?|published)\\.svg", name.rpartition("/")[2])] == []
    assert {name for name, size in pictures.items() if size >= 70_000} == set()


def test_public_functions_say_what_they_return():
    missing = []
    for path in modules().values():
        body = ast.parse(path.read_text(encoding="utf-8")).body
        public = [node for node in body if not getattr(node, "name", "_").startswith("_")]
        methods = [each for node in public if isinstance(node, ast.ClassDef) for each in node.body]
        for function in [*public, *methods]:
            if isinstance(function, ast.FunctionDef) and not re.match("_[^_]", function.name):
                compiled = any(name in ast.unparse(each) for each in function.decorator_list for name in ("kernel", "register", "verb"))
                if function.returns is None and not compiled:
                    missing.append(f"{path.name}: {function.name}")
    assert not missing


def test_the_source_distribution_is_small_and_without_results(tmp_path):
    pytest.importorskip("hatchling")
    done = subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    archive, = tmp_path.glob("gopy_engine-*.tar.gz")
    tables = sum(path.stat().st_size for path in (ROOT / "patterns").glob("*.npz"))     # what is learnt cannot be compressed
    assert archive.stat().st_size - tables < 1_150_000
    with tarfile.open(archive) as files:
        names = [name.partition("/")[2] for name in files.getnames()]
    assert {"gopy/py.typed", "gopy/desk/web/static/page.js", "gopy/desk/web/source/src/main.jsx", "patterns/README.md", "scripts/gopy", "README.md", "LICENSE", "CONTRIBUTING.md", "SECURITY.md",
            "mkdocs.yml", "scripts/docs/repository.py"} <= set(names)
    assert not [name for name in names if name.startswith(("scripts/studies", "tests"))]


def test_private_parts_of_the_compiler_are_imported_in_two_files():
    pattern = re.compile(r"^\s*(?:from|import) +numba\b", re.MULTILINE)
    users = {path.relative_to(ROOT).as_posix() for path in modules().values() if pattern.search(path.read_text(encoding="utf-8"))}
    assert users == {"gopy/compiled/compiler.py", "gopy/compiled/lowering.py"}


def test_the_compiler_is_bounded_to_what_is_tested():
    from gopy.compiled.compiler import TESTED
    oldest, newest = TESTED
    major, minor = newest.split(".")
    stated = f'"numba>={oldest},<{major}.{int(minor) + 1}"'
    project, readme = ((ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "README.md"))
    assert stated in project
    assert all(f"{oldest} to {newest}; these two are tested" in text for text in (project, readme))


def test_a_compiler_without_a_part_is_one_sentence(tmp_path):
    """A numba of another version, whose private parts have moved."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("__version__ = '9.9.9'\nnjit = literal_unroll = types = None\n")
    (tmp_path / "numba" / "extending.py").write_text("intrinsic = None\n")
    sentence = (r"numba 9\.9\.9 lacks a part that gopy is built on \(.*\); gopy takes numba 0\.61 to 0\.68: "
                r"pip install numba~=0\.68\.0")

    def run(*words, **given):
        return subprocess.run([sys.executable, "-m", "gopy", *words], capture_output=True, text=True, cwd=ROOT,
                              env={**os.environ, "PYTHONPATH": str(tmp_path)}, **given)
    query = '{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5}\n'
    for words, typed in ((["warmup", "5"], ""), (["selfplay", "--size", "5"], ""),
                         (["play", "--size", "5"], "C3\n"), (["match", *["gopy:sims=1"] * 2, "--game", "tictactoe", "--games",
                                                              "2", "--out", str(tmp_path / "match")], "")):
        done = run(*words, input=typed)
        # a start of more than a second, as on a busy machine, tells first that it loads
        told = re.fullmatch(f"(gopy: loading the search .*\n)?gopy: {sentence}\n", done.stderr)
        assert done.returncode == 2 and told, (words, done.stderr)
    done = run("gtp", "--size", "5", input="genmove b\nplay b C3\ngenmove w\nname\n")
    assert re.fullmatch(rf"\? {sentence}\n\n=\n\n\? {sentence}\n\n= gopy\n\n", done.stdout) and done.returncode == 0
    done = run("analysis", input=query)
    assert re.search(rf'"error": ?"{sentence}"', done.stdout), done.stdout
