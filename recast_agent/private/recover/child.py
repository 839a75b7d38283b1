"""The bare process in which a restored program is interpreted. Run by path, never imported.

Reads ``{"program", "operands", "names", "cpu_s"}`` as JSON from stdin and writes
``{"value": ...}`` or ``{"code": ...}`` to stdout.
"""

import ast
import json
import os
import resource
import sys
from fractions import Fraction
from typing import Any

MEMORY_BYTES = 512 * 1024 * 1024
INPUT_BYTES = 2_000_000
RECURSION = 5_000


def limit(cpu_s: int) -> None:
    """From here on nothing can be opened, not even by root: no descriptor is left to give."""
    for name, value in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NPROC", 0),
        ("RLIMIT_AS", MEMORY_BYTES),
        ("RLIMIT_CPU", cpu_s),
        ("RLIMIT_NOFILE", 0),
    ):
        resource.setrlimit(getattr(resource, name), (value, value))


def encoded(value: Any) -> Any:
    if isinstance(value, tuple):
        return {"list": [encoded(part) for part in value]}
    if isinstance(value, bool | str | float):
        return value
    return {"number": str(Fraction(value))}


def main() -> None:
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    import interpreter  # type: ignore[import-not-found]  # found by path: no package here

    # whatever the parser loads lazily is loaded while files can be opened: names beyond ASCII need
    # the tables that bring them to one form (NFKC)
    ast.parse("ä")
    given = json.loads(sys.stdin.buffer.read(INPUT_BYTES))
    limit(int(given["cpu_s"]))
    sys.setrecursionlimit(RECURSION)
    try:
        operands = tuple(Fraction(text) for text in given["operands"])
        reply = {"value": encoded(interpreter.run(given["program"], operands, given["names"]))}
    except interpreter.Stop as stop:
        reply = {"code": stop.code}
    sys.stdout.write(json.dumps(reply))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
