"""How many processors this process may use."""
import os
from pathlib import Path


def usable_cpus() -> int:
    """How many processors its affinity and, on Linux, the quota of its control group leave this process; at least 1."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        count = os.cpu_count() or 1
    return max(1, min(count, _quota()))


def _quota(root=Path("/sys/fs/cgroup")):
    """How many whole processors the control group grants (rounded down, at least 1); 65536 if it sets no limit."""
    unlimited = 1 << 16
    try:
        quota, period = (root / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            quota = (root / "cpu" / "cpu.cfs_quota_us").read_text()
            period = (root / "cpu" / "cpu.cfs_period_us").read_text()
        except OSError:
            return unlimited
    try:
        quota, period = int(quota), int(period)
    except ValueError:                  # "max"
        return unlimited
    return max(1, quota // period) if quota > 0 and period > 0 else unlimited
