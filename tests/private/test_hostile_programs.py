"""Programs of a hostile solver: each is refused or bounded, on both sides of the wall, in time.

Every program is given to the released layer (what goes back to the solver as a format fault) and,
past it, to the interpreter that would run it on true values; a dozen also to the real child.
"""

from __future__ import annotations

import ast
import asyncio
import time
from fractions import Fraction

import pytest

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.recover.executor import ChildExecutor
from recast_agent.private.recover.interpreter import Stop, run
from recast_agent.private.recover.protocol import RestoredProgram
from recast_agent.released.solve.faults import faults

RECORD = ProtectedRecord(
    id="case",
    modality="image",
    context=Table(
        title="Website visits", categories=("Tuesday", "Wednesday"), cells=(("48K",), ("71K",))
    ).to_text(),
    question="How much did visits increase from Tuesday to Wednesday?",
)

ESCAPES = [
    "import os",
    "import os\nanswer = protected(48)",
    "from os import system\nanswer = protected(48)",
    "answer = __import__('os').system('id')",
    "answer = protected(48)\n__builtins__",
    "answer = ().__class__.__bases__[0].__subclasses__()",
    "answer = (lambda: 0).__globals__",
    "answer = protected.__class__",
    "answer = [].append(protected(48))",
    "answer = 'a'.join(['b'])",
    "answer = '{0.__class__}'.format(protected(48))",
    "answer = f'{protected(48)}'",
    "answer = f'{protected(48)!r:>1000000000}'",
    "answer = '%1000000000d' % protected(48)",
    "answer = '%s' % protected(48)",
    "answer = b'a' * protected(48)",
    "answer = eval('protected(48)')",
    "exec('answer = protected(48)')",
    "answer = open('/etc/passwd')",
    "answer = compile('1', '', 'eval')",
    "answer = getattr(protected(48), 'real')",
    "answer = globals()",
    "answer = vars()",
    "answer = input()",
    "answer = print(protected(48))",
    "answer = type(protected(48))",
    "answer = breakpoint()",
    "class A: pass\nanswer = protected(48)",
    "try:\n    answer = protected(48)\nexcept Exception:\n    answer = protected(71)",
    "with protected(48) as answer: pass",
    "async def f():\n    await g()\nanswer = protected(48)",
    "def f():\n    yield protected(48)\nanswer = f()",
    "@protected\ndef f(): pass\nanswer = f()",
    "def f(x=protected(48)): return x\nanswer = f()",
    "def f(*xs): return xs\nanswer = f(protected(48))",
    "answer = max(*[protected(48), protected(71)])",
    "answer = dict(**{'a': protected(48)})",
    "global answer\nanswer = protected(48)",
    "del answer\nanswer = protected(48)",
    "assert protected(48) > 1\nanswer = protected(48)",
    "raise protected(48)",
    "answer: int = protected(48)",
    "if (answer := protected(48)) > 1: pass",
    "match protected(48):\n    case _: answer = 1",
    "__answer__ = protected(48)\nanswer = __answer__",
    "protected = 1\nanswer = protected",
    "def protected(x): return x\nanswer = protected(48)",
    "answer = [protected][0](48)",
    "answer = (protected)(x := 48)",
    "answer = protected(protected(48))",
    "answer = protected(40 + 8)",
    "a = 48\nanswer = protected(a)",
    "answer = protected(48, 71)",
    "answer = protected('Tuesday')",
    "answer = protected()",
    "answer = protected(True)",
    "answer = 48 .real + protected(48)",
    "answer = ...",
    "answer = 1j * protected(48)",
    "answer = protected(48) @ protected(71)",
    "answer = ~protected(48)",
    "answer = 1 << 2 ** 40",
    "answer = protected(48)\x00",
    "answer = (",
    "<html><body>502 Bad Gateway</body></html>",
    "",
]

EXHAUSTIONS = [
    "answer = 10**10**9",
    "answer = 2**2**30",
    "answer = 2**-(2**30)",
    "answer = (protected(48)) ** (10 ** 12)",
    "answer = (1/3) ** 10**9",
    "answer = pow(2, 10**10)",
    "answer = 'a' * 10**9",
    "answer = 'a' * 10000 * 10000",
    "answer = [0] * 10**9",
    "answer = (0,) * 10**12",
    "answer = len([[0] * 10**5] * 10**5)",
    "answer = range(10**12)",
    "answer = sum(range(10**12))",
    "answer = list(range(-10**30, 10**30))",
    "answer = len(range(0, 10**40, 1))",
    "while True: pass",
    "while 1:\n    answer = protected(48)",
    "answer = 0\nwhile True:\n    answer += protected(48)",
    "answer = protected(48)\nwhile True:\n    answer = answer * answer",
    "answer = protected(48)\nfor i in range(19999):\n    answer = answer / 7 + 1 / 3",
    "a = [1]\nwhile True:\n    a += a",
    "a = 'x'\nwhile True:\n    a = a + a",
    "a = []\nfor i in range(10000):\n    a = [a]\nanswer = a == [a]",
    "a = [1]\nfor i in range(100):\n    a = [a, a]\nanswer = a == a",
    "a = (1,)\nfor i in range(60):\n    a = (a, a)\nanswer = {a: 1}",
    "a = [0]\na[0] = a\nanswer = a == a",
    "a = [0]\na[0] = a\nanswer = a",
    "def f(x): return f(x)\nanswer = f(protected(48))",
    "def f(x): return f(x - 1) + f(x - 2)\nanswer = f(40)",
    "f = lambda x: f(x)\nanswer = f(protected(48))",
    "answer = [i for i in range(9999) for j in range(9999) for k in range(9999)]",
    "answer = sum(1 for i in range(9999) for j in range(9999))",
    "d = {}\nwhile True:\n    d[len(d)] = [0] * 9999",
    "answer = sorted([list(range(999))] * 999)",
    "answer = any(0 for i in range(9999) for j in range(9999))",
    "answer = round(protected(48), 10**9)",
    "answer = round(protected(48), -10**9)",
    "answer = " + "(" * 5000 + "1" + ")" * 5000,
    "answer = " + "-" * 15000 + "1",
    "answer = " + "not " * 4000 + "1",
    "answer = " + "+".join(["protected(48)"] * 1400),
    "answer = " + "[" * 55 + "protected(48)" + "]" * 55,
    "answer = " + "9" * 5000,
    "answer = 1e999 * protected(48)",
    "answer = " + "lambda: " * 2000 + "protected(48)",
    "answer = protected(48)\n" + "x = 1\n" * 4000,
    "#" * 30_000 + "\nanswer = protected(48)",
    "answer = zip(range(19999), range(19999), range(19999), [0] * 19999, range(19999), 1)",
    "answer = sqrt(10 ** 1000 + 1) ** 10**6",
    "answer = str(10**1000) * 10**6",
]

LAUNDERED = [
    "answer = 23",
    "answer = '23'",
    "answer = [23]",
    "answer = 'Wednesday'",
    "a = protected(71)\nb = protected(48)\nanswer = 23",
    "a = protected(71) - protected(48)\nanswer = 23 # a",
    "answer = protected(48)\nanswer = 23",
    "answer = protected(48) * 0 + 23",
    "answer = 0 * protected(48) + 23",
    "a = protected(48)\nanswer = a - a + 23",
    "answer = 23 + protected(48) ** 0",
    "answer = pow(protected(48), 0) * 23",
    "answer = [protected(48), 23][1]",
    "answer = {'a': protected(48), 'b': 23}['b']",
    "a, answer = protected(48), 23",
    "for x in [protected(48)]:\n    y = 1\nanswer = 71",
    "a = protected(48)\nanswer = 23 if a == a else 24",
    "def f(x): return 23\nanswer = f(protected(48))",
    "f = lambda x: 23\nanswer = f(protected(48))",
    "a = protected(48)\nanswer = 23 * a / a",
    "answer = 71 - 48",
    "answer = protected(71) - 48",
    "answer = protected(71) - 48000",
    "answer = int('71') - protected(48)",
    "answer = protected(71) - float('48000')",
    "answer = protected(23)",
    "answer = protected('23K')",
    "answer = protected(48) + 23",
    "answer = protected(48.5)",
    "answer = 23 if protected(48) > 0 else 24",
]

COUNTED_TEXT = [
    "answer = len('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx') + protected(71) - protected(48)",
    "t = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'\nanswer = len(t) + protected(71) - protected(48)",
    "answer = len('Tuesday' + 'x') + protected(48)",
    "answer = len(str(protected(48)))",
    "answer = 'Wednesday' * protected(48)",
    "answer = protected(48) * 'Wednesday'",
    "t = 'x'\nt *= 31\nanswer = t if protected(48) > 1 else ''",
    "answer = int('31') + protected(48)",
    "answer = float('31.5') + protected(48)",
    "answer = int('3' + '1') + protected(48)",
    "answer = int('3' + str(protected(48)))",
    "answer = sum(1 for c in 'xxxxxxxxxx') + protected(48)",
    "n = protected(48)\nfor c in 'xxxxxxxxxx':\n    n += 1\nanswer = n",
    "t = 'xxxxxxxxxx'\nanswer = sum([1 for c in t]) + protected(48)",
    "answer = len({c: 1 for c in 'abcdefghij'}) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(list(t)) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(tuple(t)) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(set(t)) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(sorted(t)) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(list(reversed(t))) + protected(48)",
    "t = 'abcdefghij'\nanswer = max(i for i, c in enumerate(t)) + protected(48)",
    "t = 'abcdefghij'\nanswer = len(list(zip(t, t))) + protected(48)",
    "t = 'ab'\nx, y = t\nanswer = x if protected(48) > 1 else y",
    "t = ['x']\nt += 'abcdefghij'\nanswer = len(t) + protected(48)",
    "t = 'Tuesday'\nanswer = t[0] if protected(48) > 1 else t[1]",
    "t = 'Tuesday'\nanswer = t[:3] if protected(48) > 1 else t",
    "t = 'Tuesday'\nanswer = max(t) if protected(48) > 1 else t",
    "t = 'Tuesday'\nanswer = mode(t) if protected(48) > 1 else t",
    "answer = ('a' < 'b') + ('b' < 'c') + protected(48)",
    "answer = ('a' in 'ab') * 12 + protected(48)",
    "answer = sum(['a' < 'b', 'b' < 'c', 'c' < 'd']) + protected(48)",
    "answer = int('a' < 'b') + protected(48)",
    "answer = float(bool('x')) + protected(48)",
    "answer = abs(bool('x')) + protected(48)",
    "answer = -('a' < 'b') + protected(48)",
    "answer = round(not 'x') + protected(48)",
    "answer = len(range('a' < 'b')) + protected(48)",
    "answer = pow('a' < 'b', 2) + protected(48)",
    "answer = mean(['a' < 'b', 'a' < 'c']) + protected(48)",
    "n = protected(48)\nn += 'a' < 'b'\nanswer = n",
]
"""Numbers made of texts: their letters, their digits, and what comparisons of them come to."""

ORACLES = [
    "answer = 1 / (protected(48) > 40000)",
    "answer = [0][int(protected(48) > 0)]",
    "answer = {'a': 0}[protected(48) > 0]",
    "answer = 1 / 0 if protected(48) > 0 else protected(71)",
    "while protected(48) > 0: pass",
    "answer = 10 ** (10 ** 9 * int(protected(48) > 0))",
    "answer = 'x' * int(protected(48) * 10**6)",
    "answer = range(int(protected(48) * 10**9))",
]


def operands_of(program: str) -> tuple[Fraction, ...]:
    """True values for as many operands as the text marks."""
    try:
        nodes = list(ast.walk(ast.parse(program)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    calls = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    return tuple(Fraction(30 + i) for i, n in enumerate(c for c in calls if _marks(c)))


def _marks(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "protected"


def interpreted(program: str) -> str:
    """The code with which the interpreter stops, or "" where it answers."""
    try:
        run(program, operands_of(program), {})
    except Stop as stop:
        return stop.code
    return ""


def test_the_suite_is_as_large_as_promised() -> None:
    programs = {*ESCAPES, *EXHAUSTIONS, *LAUNDERED, *ORACLES}
    assert len(programs) >= 80
    assert len(programs) == len(ESCAPES + EXHAUSTIONS + LAUNDERED + ORACLES)


@pytest.mark.parametrize("program", ESCAPES)
def test_an_escape_is_refused_by_both_sides(program: str) -> None:
    start = time.monotonic()
    assert faults(program, RECORD)
    assert interpreted(program) != ""
    assert time.monotonic() - start < 0.5


@pytest.mark.parametrize("program", EXHAUSTIONS, ids=lambda p: p[:40])
def test_an_exhaustion_is_bounded_by_both_sides(program: str) -> None:
    start = time.monotonic()
    faults(program, RECORD)
    assert time.monotonic() - start < 1
    start = time.monotonic()
    code = interpreted(program)
    assert code in ("program_refused", "program_timeout", "program_failed", "answer_constant")
    assert time.monotonic() - start < 3


@pytest.mark.parametrize("program", LAUNDERED)
def test_a_laundered_constant_is_a_format_fault_on_released_values(program: str) -> None:
    start = time.monotonic()
    assert faults(program, RECORD)
    assert time.monotonic() - start < 0.5


@pytest.mark.parametrize("program", COUNTED_TEXT)
def test_no_number_is_made_of_text(program: str) -> None:
    assert interpreted(program) == "program_refused"


@pytest.mark.parametrize(
    "program",
    [
        "answer = len('xxxxxxxxxx') + protected(48)",
        "answer = 'Wednesday' * protected(48)",
        "answer = protected(48) * 'Wednesday'",
        "answer = sum(1 for c in 'xxxxxxxxxx') + protected(48)",
        "n = protected(48)\nfor c in 'xxxxxxxxxx':\n    n += 1\nanswer = n",
        "answer = 'Tuesday'[0] if protected(48) > 1 else 'Wednesday'",
        "answer = len(list('xxxxxxxxxx')) + protected(48)",
    ],
)
def test_letters_of_a_text_written_out_go_back_to_the_solver(program: str) -> None:
    (fault,) = faults(program, RECORD)
    assert fault["code"] == "syntax_refused"
    assert "text" in fault["seen"]


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("answer = int('2031') - int('2030') + protected(48)", Fraction(31)),
        ("answer = sum(v > 1 for v in [protected(48), protected(71)])", 2),
        ("n = 0\nfor k, v in zip(['a', 'b'], [protected(48), protected(71)]):\n"
         "    n += k != 'b'\nanswer = n", 1),
        ("d = {'a': protected(48), 'b': protected(71)}\n"
         "answer = sum(d[k] for k in d if 'a' in k)", 30),
        ("answer = len(['a', 'b']) * protected(48)", 60),
        ("d = {'a': protected(48)}\nanswer = 'b' not in d", True),
    ],
)  # fmt: skip
def test_labels_and_counts_of_what_was_read_still_work(program: str, answer: object) -> None:
    names = {"2031": "2014", "2030": "2013"}
    if "not in" in program:
        program += " or protected(48) > 1"
    assert run(program, operands_of(program), names) == answer


CONSTANTS_SEEN_RUNNING = LAUNDERED[:19]


@pytest.mark.parametrize("program", CONSTANTS_SEEN_RUNNING)
def test_an_answer_without_an_operand_is_no_answer_even_past_the_format_check(program: str) -> None:
    assert interpreted(program) == "answer_constant"


@pytest.mark.parametrize("program", ORACLES)
def test_an_oracle_learns_at_most_a_code(program: str) -> None:
    start = time.monotonic()
    with pytest.raises(Stop) as caught:
        run(program, operands_of(program), {})
    assert caught.value.args == (caught.value.code,)
    assert caught.value.__cause__ is None
    assert time.monotonic() - start < 2


IN_THE_CHILD = [
    "import os",
    "answer = ().__class__.__bases__[0].__subclasses__()",
    "answer = open('/etc/passwd')",
    "answer = f'{protected(48)!r:>1000000000}'",
    "answer = 10**10**9",
    "answer = 'a' * 10**9",
    "while True: pass",
    "a = [1]\nfor i in range(100):\n    a = [a, a]\nanswer = a == a",
    "answer = " + "-" * 15000 + "1",
    "answer = " + "+".join(["protected(48)"] * 1400),
    "a = protected(48)\nanswer = a - a + 23",
    "answer = 1 / (protected(48) > 40000)",
]


@pytest.mark.parametrize("program", IN_THE_CHILD, ids=lambda p: p[:40])
def test_the_child_bounds_what_reaches_it(program: str) -> None:
    restored = RestoredProgram(program, operands_of(program), {})
    start = time.monotonic()
    with pytest.raises(Unanswered) as caught:
        asyncio.run(ChildExecutor().execute(restored, timeout_s=5))
    assert time.monotonic() - start < 6
    assert caught.value.code in (
        Code.PROGRAM_REFUSED,
        Code.PROGRAM_FAILED,
        Code.PROGRAM_TIMEOUT,
        Code.ANSWER_CONSTANT,
    )
    assert caught.value.__cause__ is None
