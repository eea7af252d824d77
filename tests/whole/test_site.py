"""The documentation as a site: built without a warning, each link leads somewhere, no page is left out."""
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from places import ROOT

DOCS = ROOT / "docs"

#: What a list or a table looks like that was not understood as one, at the beginning of a line of a paragraph.
NOT_UNDERSTOOD = re.compile(r"^\s*(?:[-*] |1\. \w|\|.*\||```|:::)", re.MULTILINE)


class Page(HTMLParser):
    """What a page of the site links to, the places in it that links can name, and its paragraphs."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places, self.paragraphs, self._open = [], set(), [], False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.places |= {found[name] for name in ("id", "name") if found.get(name)}
        self.links += [found[name] for name in ("href", "src") if found.get(name)]
        if tag == "p":
            self.paragraphs.append("")
            self._open = True

    def handle_endtag(self, tag):
        self._open = self._open and tag != "p"

    def handle_data(self, data):
        if self._open:
            self.paragraphs[-1] += data


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built as strictly as can be; skips where MkDocs is not installed, but not in continuous integration."""
    try:
        import mkdocstrings_handlers.python  # noqa: F401
    except ImportError:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("MkDocs is not installed")
    folder = tmp_path_factory.mktemp("site")
    # The theme tells of its successor at each start, which is no fault of a page.
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)], cwd=ROOT, text=True,
                          capture_output=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("INFO ")]
    assert done.returncode == 0 and not lines, "\n".join(lines)
    return folder


@pytest.fixture(scope="module")
def pages(site):
    """{path: Page} of the site; 404.html, whose links are for any address, is none."""
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


@pytest.mark.slow
def test_each_link_of_the_site_leads_somewhere(site, pages):
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"\w+:|//", link):
                continue
            name, _, place = link.partition("#")
            target = (path.parent / unquote(name)).resolve() if name else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or place and target in pages and unquote(place) not in pages[target].places:
                broken.append(f"{path.relative_to(site)}: {link}")
    assert len(pages) > 60 and broken == []


@pytest.mark.slow
def test_lists_and_tables_are_understood(site, pages):
    wrong = [f"{path.relative_to(site)}: {text}" for path, page in pages.items() for text in page.paragraphs if NOT_UNDERSTOOD.search(text)]
    assert wrong == []


@pytest.mark.slow
def test_the_reference_shows_docstrings(site, pages):
    text = (site / "api" / "engine" / "index.html").read_text(encoding="utf-8")
    assert {"gopy.Engine", "gopy.Engine.genmove", "gopy.Options"} <= pages[site / "api" / "engine" / "index.html"].places
    assert "<li><code>should_stop</code>: " in text, "arguments in two columns are a list"
    assert "<li><code>lag: float = 0.1</code>: seconds lost to the network at each move</li>" in text, "options have their default and help"
    assert "<li><code>nodes: int</code></li>" in text and "<code>bytes: int</code>: of the tree's nodes in use" in text, "comments of fields"


def named(page):
    """The pages of docs/ that another page links to, or that mkdocs.yml names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return set(re.findall(r"(?:\]\(|^ +- )((?:api/)?\w+\.md)", text, re.MULTILINE))


def test_every_page_has_its_place():
    """In the index, and among the pages of the site."""
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert named("docs/README.md") | {"README.md"} == there
    assert named("mkdocs.yml") | {"README.md"} == there


def test_the_readme_has_two_screens():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 80
