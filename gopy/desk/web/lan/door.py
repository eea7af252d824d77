"""The door: the page on which a visitor types a name and the word, in a language of the visitor's browser. It needs no script."""
from collections.abc import Iterable
from html import escape
from typing import Any

from gopy.desk.languages import ENGLISH, OTHERS, phrases
from gopy.desk.web.lan.names import LONGEST, path_of
from gopy.desk.web.lan.word import LETTERS

_PAGE = """<!doctype html>
<html lang="{language}" data-theme="auto">
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


def language_of(accepted: str) -> str:
    """The language of gopy that an Accept-Language header (RFC 9110, 12.5.4) wants most; English if it names none."""
    found, most = ENGLISH, 0.0
    for choice in accepted.split(","):
        name, _, weight = choice.partition(";")
        name, weight = name.strip().lower().partition("-")[0], weight.strip().removeprefix("q=")
        quality = float(weight or 1) if weight.replace(".", "", 1).isdecimal() or not weight else 0.0
        if quality > most and name in (ENGLISH, *OTHERS):
            found, most = name, quality
    return found


def door_page(language: str, said: dict[str, Any] | None = None, name: str = "", known: Iterable[str] = ()) -> str:
    """The page as HTML.

    language    one of gopy.desk.languages
    said        for a visitor who could not come in, what gopy.desk.languages.told says of it
    name        what was typed as the name
    known       the names under which this browser has come in
    """
    def say(key, **values):
        return escape(phrases(language)[key].format(**values))

    links = "".join(f'<p><a href="{escape(path_of(each))}">{say("door.go_on", name=each)}</a></p>\n' for each in known)
    refusal = f'<p class="bad" role="alert">{say(said["key"], **said["values"])}</p>\n' if said else ""
    return _PAGE.format(language=language, title=say("door.title"), welcome=say("door.welcome"), known=links, said=refusal,
                        name_label=say("door.name"), word_label=say("door.word"), enter=say("door.enter"), name=escape(name),
                        longest=LONGEST, letters=LETTERS)
