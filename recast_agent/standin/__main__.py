"""``python -m recast_agent.standin [--port N]``: the stand-in without the command line's weight."""

from __future__ import annotations

import argparse

from recast_agent.standin.server import serve


def main() -> None:
    """Serve on loopback; port 0 picks a free one, which the first line of output names."""
    parser = argparse.ArgumentParser(prog="recast_agent.standin")
    parser.add_argument("--port", type=int, default=8331)
    serve("127.0.0.1", parser.parse_args().port)


if __name__ == "__main__":
    main()
