"""The door: the page on which a visitor types a name and the word. It needs no script."""
from collections.abc import Iterable
from html import escape

from gopy.desk.web.lan.names import LONGEST, path_of
from gopy.desk.web.lan.word import LETTERS

#: All that the door says.
TITLE = "gopy: come in"
WELCOME = "Play Go against gopy, at a table of your own. Your games are kept under your name."
NAME = "Your name"
WORD = "The word that the teacher shows"
ENTER = "Come in"
GO_ON = "Go on as {name}"

_PAGE = """<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main class="door">
<h1><span class="logo" aria-hidden="true"></span>gopy</h1>
<p>{welcome}</p>
{known}{said}<form method="post" action="/" class="card">
<label>{name_label}<input name="name" required maxlength="{longest}" value="{name}" autocomplete="nickname"></label>
<label>{word_label}
<input name="word" required maxlength="{letters}" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>
<button class="primary">{enter}</button>
</form>
</main>
</body>
</html>
"""


def door_page(said: str = "", name: str = "", known: Iterable[str] = ()) -> str:
    """The page as HTML.

    said    a sentence for a visitor who could not come in
    name    what was typed as the name
    known   the names under which this browser has come in
    """
    links = "".join(f'<p><a href="{escape(path_of(each))}">{escape(GO_ON.format(name=each))}</a></p>\n' for each in known)
    return _PAGE.format(title=TITLE, welcome=WELCOME, known=links, said=f'<p class="bad" role="alert">{escape(said)}</p>\n' if said else "",
                        name_label=NAME, word_label=WORD, enter=ENTER, name=escape(name), longest=LONGEST, letters=LETTERS)
