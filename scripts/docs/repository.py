"""What reads well in the repository does so on the site: links that lead out of docs/, and lists as CommonMark has them.

A hook of MkDocs (see mkdocs.yml). The site has pages for files outside docs/ that its pages link to: reports of studies, sources,
CONTRIBUTING.md. A file PATH of the repository is the page or file repository/PATH of the site; a folder is its report or its README; a
source is shown as a page.
"""
import os
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]

#: Pages that mkdocs.yml names and no page of docs/ has to link to.
NAMED = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "scripts/studies/README.md")
#: What of a folder is shown in its place, the first that is there.
FACES = ("report.md", "README.md", "study.toml", "measure.py")
#: How sources are coloured.
LANGUAGES = {".py": "python", ".toml": "toml", ".txt": "text", "": "text"}
#: How a list begins, and how one goes on.
FIRST_ITEM, ITEM = re.compile(r"[-*] |1\. "), re.compile(r"[-*] |\d+\. ")
INDENTED = re.compile(r"^ {2,3}(?! )")
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)


def on_files(files, config):
    """Add what pages link to, and what these link to, and so on."""
    waiting = [*NAMED, *(target for page in (ROOT / "docs").rglob("*.md") for target in targets(path_of(page)))]
    known = set()
    while waiting:
        path = waiting.pop()
        if path in known or path.startswith("docs/"):
            continue
        known.add(path)
        files.append(as_file(path, config))
        if path.endswith(".md"):
            waiting += targets(path)
    return files


def on_page_markdown(markdown, page, config, files):
    """Let links lead to where things are on the site."""
    uri = page.file.src_uri
    if uri.startswith("repository/scripts/studies/") and uri.count("/") > 3:
        page.meta.setdefault("search", {})["exclude"] = True        # the pages of docs/ say what was found
    here = uri.removeprefix("repository/") if uri.startswith("repository/") else "docs/" + uri
    return with_links(with_wide_lists(markdown), lambda link: site_link(link, here))


def path_of(file):
    """The path of a file in the repository, with slashes."""
    return file.relative_to(ROOT).as_posix()


def targets(path):
    """Paths of the files that a page of the repository links to."""
    found = []
    with_links((ROOT / path).read_text(encoding="utf-8"), lambda link: found.append(target_of(link, path)) or link)
    return [target for target in found if target]


def with_links(text, change):
    """The text of a page with each link outside code as `change` has it."""
    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(lambda link: link[1] + change(link[2]) + link[3], text[end:code.start()]), code[0]]
        end = code.end()
    return "".join(parts) + LINK.sub(lambda link: link[1] + change(link[2]) + link[3], text[end:])


def with_wide_lists(text):
    """The text with lists as MkDocs wants them: a blank line before, and four blanks before what belongs to an item."""
    lines, in_list, in_code, apart = [], False, False, True       # apart: a blank line was seen since the last item
    for line in text.split("\n"):
        in_code ^= line.startswith("```")
        item = not in_code and (ITEM if in_list else FIRST_ITEM).match(line)
        if item and apart and lines and lines[-1].strip():
            lines.append("")
        apart = not item and (apart or not line)
        in_list = bool(item or in_list and not in_code and (line.startswith(" ") or not line or lines[-1]))
        apart |= not in_list
        lines.append(INDENTED.sub("    ", line) if in_list else line)
    return "\n".join(lines)


def target_of(link, page):
    """The path of the file that a link of the page at the path `page` leads to; None for addresses and what is not there."""
    name = link.partition("#")[0]
    if not name or re.match(r"\w+:", name):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
    if path.startswith("../"):
        return None
    if (ROOT / path).is_dir():
        path = next((f"{path}/{face}" for face in FACES if (ROOT / path / face).exists()), path)
    return path if (ROOT / path).is_file() else None


def site_uri(path):
    """Where a file of the repository is among the files of the site."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return "repository/" + path + (".md" if is_source(path) else "")


def is_source(path):
    return posixpath.splitext(path)[1] in LANGUAGES


def site_link(link, page):
    """The link of the page at `page` as it is on the site; one that leads nowhere stays, and MkDocs warns of it."""
    target = target_of(link, page)
    if target is None:
        return link
    heading = link.partition("#")[1:]
    return posixpath.relpath(site_uri(target), posixpath.dirname(site_uri(page)) or ".") + "".join(heading)


def as_file(path, config):
    """A file of the repository as one of the site."""
    if not is_source(path):
        return File.generated(config, site_uri(path), abs_src_path=os.fspath(ROOT / path))
    text = (ROOT / path).read_text(encoding="utf-8")
    language = LANGUAGES[posixpath.splitext(path)[1]]
    return File.generated(config, site_uri(path), content=f"# {path}\n\n~~~~{language}\n{text.rstrip()}\n~~~~\n")
