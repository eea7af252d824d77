"""The run of a search in slices."""
from gopy.search import slices
from gopy.search.slices import Slices


class Clock:
    """A clock that moves when work is done: one simulation a millisecond."""

    def __init__(self):
        self.seconds, self.quotas = 100.0, []

    def now(self):
        return self.seconds

    def work(self, quota):
        self.quotas.append(quota)
        self.seconds += quota / 1000.0
        return quota


def test_a_goal_is_met_exactly():
    clock = Clock()
    run = Slices(clock.now)
    assert run.run(clock.work, 1000) == 1000 == sum(clock.quotas)
    assert clock.quotas[0] == slices.FIRST_QUOTA and set(clock.quotas[1:-1]) == {20}    # 0.02 s of them


def test_a_deadline_is_kept_by_what_the_last_slice_took():
    clock = Clock()
    run = Slices(clock.now)
    run.run(clock.work, 100)
    began = clock.now()
    assert run.run(clock.work, 10**9, deadline=began + 0.05) == 50 and clock.now() <= began + 0.0501
    assert run.run(clock.work, 10**9, deadline=clock.now()) == 0


def test_it_ends_after_the_slice_in_which_it_is_told_to():
    clock = Clock()
    run = Slices(clock.now)
    assert run.run(clock.work, 10**9, ended=lambda: len(clock.quotas) == 3) == sum(clock.quotas)
    assert len(clock.quotas) == 3


def test_work_that_makes_nothing_does_not_grow():
    clock, calls = Clock(), []
    run = Slices(clock.now)

    def idle(quota):
        calls.append(quota)
        clock.seconds += 1.0
        return 0
    assert run.run(idle, 100, ended=lambda: len(calls) == 4) == 0 and calls[-1] == 1
