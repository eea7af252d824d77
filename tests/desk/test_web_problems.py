"""What the server tells the page of the problems."""
from gopy.desk.web.go_view import problem_views
from gopy.lab.problems.problem import read_problems


def test_the_page_is_shown_each_problem_with_the_answer_to_every_wrong_move():
    views = problem_views()
    for view, problem in zip(views, read_problems(), strict=True):
        assert len(view["board"]) == view["size"] ** 2 and view["task"]["key"] == f"task.{problem.task[0]}"
        assert view["task"]["text"].startswith("Black to play: ") and view["task"]["text"].endswith(".")
        assert set(problem.targets) <= set(view["marked"])
        assert view["wrong"].keys() == problem.wrong.keys() and view["elsewhere"] == problem.elsewhere.split()
