"""The problems on the page, in headless Chromium: right and wrong moves, hints, what is remembered, by keyboard and for those who hear it."""
import pytest
from clients.page_browser import DESKTOP, PHONE, READY_PATIENCE, opened, picture, serving, wait_until

from gopy.desk.web.go_view import problem_views
from gopy.go.geometry import COLUMN_LETTERS

pytestmark = pytest.mark.slow

PROBLEMS = problem_views()


@pytest.fixture(scope="module")
def ready(browser):
    with serving() as server, opened(browser, server.address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.address = server.address
        yield page


@pytest.fixture
def page(ready):
    """The list of problems with nothing solved, and the first one on the board."""
    ready.evaluate("localStorage.clear()")
    ready.goto("about:blank")
    ready.goto(ready.address + "#problems")
    ready.wait_for_selector(".problem h2:has-text('Problem 1:')")
    return ready


def click(page, vertex, size):
    x, y = COLUMN_LETTERS.index(vertex[0]), size - int(vertex[1:])
    page.locator(f'.shudan-vertex[data-x="{x}"][data-y="{y}"]').click()


def told(page):
    return page.locator(".problem .told").inner_text()


def test_a_wrong_move_is_answered_on_the_board_and_the_right_one_is_remembered(page):
    problem = PROBLEMS[0]
    assert page.locator(".problem .task").inner_text() == problem["task"]["text"]
    assert page.locator(".shudan-marker_triangle").count() == len(problem["marked"])
    wrong, answer = next((move, answer) for move, answer in problem["wrong"].items() if answer)
    click(page, wrong, problem["size"])
    assert told(page).startswith(f"{wrong} does not work: White {answer[0]}")
    page.wait_for_selector(f".shudan-marker_label[title='{len(answer) + 1}'], .shudan-vertex:has-text('{len(answer) + 1}')")
    picture(page, "problem_wrong")
    assert "0 of 60 solved" in page.locator(".problem-list").inner_text()
    page.get_by_role("button", name="Try again").click()
    assert told(page) == ""
    click(page, problem["right"][0], problem["size"])
    assert told(page).startswith("Right!")
    page.reload()
    page.wait_for_selector("text=1 of 60 solved")
    assert page.get_by_role("button", name="Problem 1: Capture, easy, solved").count() == 1


#: Of each lesson: a move that is answered or refused, and how; the right move; what is said of it; and the stones that are gone then.
LESSONS = {
    "stones": (None, None, "A5", "That is a move.", ()),
    "liberties": ("E5", "E5 does not work: White C2.", "C2", "a chain with three liberties", ()),
    "capture": ("A1", "A1 does not work: White C2.", "C2", "the stone is gone", ("C3",)),
    "forbidden points": ("A5", "A5 is not possible: a stone there would have no liberty", "E1", "Two white stones are captured", ("D1", "E2")),
    "ko": ("C2", "C2 is not possible: that is a ko", "E5", "you may take back", ()),
    "two eyes": ("A1", "A1 does not work: White B1.", "B1", "these stones live", ()),
    "counting": ("A1", "A1 does not work: White C5.", "C5", "Black has 15 points, White 10.", ()),
}


def test_the_rules_are_learnt_in_seven_boards(page):
    for number, (name, (wrong, answer, right, done, gone)) in enumerate(LESSONS.items(), 1):
        page.get_by_role("button", name=f"The rules: {name}", exact=True).click()
        page.wait_for_selector(f".problem h2:has-text('The rules: {name}')")
        if wrong:
            click(page, wrong, 5)
            assert told(page).startswith(answer)
            page.keyboard.press("r")
        for vertex in gone:
            assert stone(page, vertex)
        click(page, right, 5)
        assert done in told(page)
        assert stone(page, right) == 1 and [stone(page, vertex) for vertex in gone] == [0] * len(gone)
        page.get_by_role("button", name=f"The rules: {name}, solved").wait_for()
        if number == 4:
            picture(page, "rules")
    assert "0 of 60 solved" in page.locator(".problem-list").inner_text()
    black = page.locator(".shudan-vertex.shudan-sign_1").count()
    assert (black + 10, page.locator(".shudan-vertex.shudan-sign_-1").count() + 5) == (15, 10)        # columns A and B, column E


def stone(page, vertex):
    """1 for a black stone, -1 for a white one, 0 for none."""
    x, y = COLUMN_LETTERS.index(vertex[0]), 5 - int(vertex[1:])
    kinds = page.locator(f'.shudan-vertex[data-x="{x}"][data-y="{y}"]').get_attribute("class").split()
    return next(sign for sign in (1, -1, 0) if f"shudan-sign_{sign}" in kinds)


def test_hints_the_answer_and_the_next_problem(page):
    page.get_by_role("button", name="Hint").click()
    assert told(page)
    page.get_by_role("button", name="Hint").click()
    assert page.locator(".shudan-heat_5").count() > 0
    page.get_by_role("button", name="Show").click()
    assert told(page).startswith(f"The answer is Black {PROBLEMS[0]['line'][0]}")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".problem h2:has-text('Problem 2:')")
    assert told(page) == "" and "0 of 60 solved" in page.locator(".problem-list").inner_text()


def test_a_problem_by_keyboard(page):
    number = next(number for number, problem in enumerate(PROBLEMS) if problem["ko"])
    problem = PROBLEMS[number]
    for _ in range(number):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(f".problem h2:has-text('Problem {number + 1}:')")
    page.locator(".board").focus()
    size, middle = problem["size"], problem["size"] // 2
    page.keyboard.press("ArrowRight")               # the cursor appears in the middle

    def to(vertex, at):
        x, y = COLUMN_LETTERS.index(vertex[0]), size - int(vertex[1:])
        for _ in range(abs(x - at[0])):
            page.keyboard.press("ArrowRight" if x > at[0] else "ArrowLeft")
        for _ in range(abs(y - at[1])):
            page.keyboard.press("ArrowDown" if y > at[1] else "ArrowUp")
        return x, y

    at = to(problem["ko"], (middle, middle))
    assert page.locator(".board").get_attribute("aria-label").endswith("empty, ko")
    page.keyboard.press("Enter")
    assert told(page) == f"{problem['ko']} is not possible: that is a ko, which may not be taken back at once; play elsewhere first"
    at = to(problem["marked"][0], at)
    assert ", marked" in page.locator(".board").get_attribute("aria-label")
    page.keyboard.press("Enter")
    assert told(page) == f"{problem['marked'][0]} is not possible: there is a stone already"
    to(problem["right"][0], at)
    page.keyboard.press("Enter")
    assert told(page).startswith("Right!")
    wait_until(page, f"document.querySelectorAll('.shudan-marker_label').length > 0 || {len(problem['line'])} === 1")


def test_the_problems_on_a_phone(browser, ready):
    with opened(browser, ready.address + "#problems", patience=READY_PATIENCE, viewport=PHONE, has_touch=True) as page:
        page.wait_for_selector(".problem .task")
        picture(page, "problem_phone")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for title in ("The rules: counting", *["The rules"] * 6, "Problem 60:"):         # the lessons lie between the last and the first
            page.get_by_role("button", name="Before").tap()
            page.wait_for_selector(f".problem h2:has-text('{title}')")
        assert page.locator(".board").bounding_box()["y"] > 0           # its number is far below, and the board stays
