"""axe-core in a page that Playwright drives: it looks for what people with disabilities stumble over."""
import sys
from pathlib import Path

import pytest

#: Finds what axe finds by the rules of WCAG 2.2 AA; the squares of the board are decoration, because the board is told as a whole.
_FIND = """async board => (await axe.run({exclude: board ? [] : [[".shudan-goban"]]}, {resultTypes: ["violations"],
    rules: {"target-size": {enabled: true}}, runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}))
    .violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`))"""


def axe_text():
    """The text of axe-core; skips where it is not installed."""
    path = Path(sys.prefix) / "page" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.exists():
        pytest.skip("the page's packages are not installed")
    return path.read_text()


def findings(page, board=False):
    """What axe, which was put into the page, finds there; board: on the squares of the board too."""
    return page.evaluate(_FIND, board)
