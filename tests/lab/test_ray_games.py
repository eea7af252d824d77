"""Games through Ray's calls, with a stand-in for Ray: what is lost is played again, what comes twice is dropped."""
import sys
from types import SimpleNamespace

import pytest

from gopy.lab.match import ray_games
from gopy.lab.match.ray_games import RETRIES, play_on_ray


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause):
        super().__init__("a long traceback\nof another process")
        self.cause = cause


class FakeRay:
    """Carries tasks out when they are asked about, `processors` at a time at most; the last begun ends first."""
    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, processors=2):
        self.processors, self.most, self.options, self.cancelled = processors, 0, None, 0

    def cluster_resources(self):
        return {"CPU": float(self.processors)}

    def put(self, value):
        return value

    def remote(self, function):
        def options(**how):
            self.options = how
            return SimpleNamespace(remote=lambda *arguments: lambda: function(*arguments))
        return SimpleNamespace(options=options)

    def wait(self, references, num_returns):
        self.most = max(self.most, len(references))
        return references[-1:], references[:-1]

    def get(self, reference):
        return reference()

    def cancel(self, reference):
        self.cancelled += 1


@pytest.fixture
def fake(monkeypatch):
    fake = FakeRay()
    monkeypatch.setattr(ray_games, "connect", lambda address: fake)
    return fake


def play(settings, game_id):
    return {"id": game_id, "settings": settings}, f"game {game_id}"


def test_each_game_once_and_as_many_at_a_time_as_there_are_processors(fake):
    played = list(play_on_ray(play, "S", [3, 5, 6, 8, 9], address="local"))
    assert sorted(record["id"] for record, _ in played) == [3, 5, 6, 8, 9]
    assert all(record["settings"] == "S" and sgf == f"game {record['id']}" for record, sgf in played)
    assert fake.most == 2 and fake.options == {"num_cpus": 1, "max_retries": RETRIES}
    list(play_on_ray(play, "S", range(7), address="local", jobs=3))
    assert fake.most == 3
    assert list(play_on_ray(play, "S", [], address="local")) == []


def test_games_in_flight_are_cancelled_when_nobody_wants_more(fake):
    games = play_on_ray(play, "S", range(9), address="local", jobs=4)
    next(games)
    assert fake.cancelled == 0
    games.close()
    assert fake.cancelled == 3


def test_a_lost_game_is_played_again_but_not_for_ever(fake):
    losses = {4: 2}

    def lossy(settings, game_id):
        if losses.get(game_id, 0):
            losses[game_id] -= 1
            raise RayError("the node died")
        return play(settings, game_id)

    assert sorted(record["id"] for record, _ in play_on_ray(lossy, "S", range(6), address="local")) == list(range(6))
    losses[4] = RETRIES + 1
    with pytest.raises(OSError, match=f"game 4 was lost {RETRIES + 1} times: RayError"):
        list(play_on_ray(lossy, "S", range(6), address="local"))


def test_a_result_that_comes_twice_counts_once(fake):
    played = list(play_on_ray(lambda settings, game_id: play(settings, game_id % 3), "S", range(6), address="local"))
    assert sorted(record["id"] for record, _ in played) == [0, 1, 2]


def test_what_a_game_raises_is_raised_without_ray_s_words(fake):
    def broken(settings, game_id):
        raise RayTaskError(ValueError("no such player"))

    with pytest.raises(ValueError, match="^no such player$"):
        list(play_on_ray(broken, "S", range(2), address="local"))


def test_the_end_of_ray_itself_is_said_in_a_sentence(fake, monkeypatch):
    games = play_on_ray(play, "S", range(4), address="local")
    next(games)
    monkeypatch.setattr(fake, "wait", lambda *arguments, **more: sys.exit(1))
    with pytest.raises(OSError, match="^Ray ended on this machine; when it is started again, the same command goes on$"):
        list(games)
