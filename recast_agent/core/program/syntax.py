"""The allow-list: a small, attribute-free part of Python. What is not listed is refused."""

from __future__ import annotations

import ast
import math
import re

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.literals import SCALES

ALLOWED_FUNCTIONS = frozenset(
    {"abs", "all", "any", "bool", "dict", "enumerate", "float", "int", "len", "list", "max"}
    | {"mean", "median", "min", "mode", "pow", "range", "reversed", "round", "set", "sorted"}
    | {"sqrt", "str", "sum", "tuple", "zip"}
)
"""Functions a program may call, beside ``protected`` and those it defines itself."""

_OF_ITEMS = frozenset(
    {"all", "any", "dict", "enumerate", "len", "list", "max", "mean", "median", "min", "mode"}
    | {"reversed", "set", "sorted", "sum", "tuple", "zip"}
)
"""Functions that take items one by one: of a text, its letters, which can count out any number."""

ALLOWED_KEYWORDS = frozenset({"default", "key", "ndigits", "reverse", "start", "strict"})

MAX_SOURCE = 20_000
MAX_NODES = 6_000
MAX_DEPTH = 150
MAX_BRACKETS = 60
MAX_DIGITS = 40
MAX_TEXT = 500
MAX_NAME = 60

PROTECTED = "protected"

_NODES: tuple[type[ast.AST], ...] = (
    ast.Module, ast.Expr, ast.Assign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Break,
    ast.Continue, ast.Pass, ast.FunctionDef, ast.Return, ast.arguments, ast.arg, ast.Lambda,
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.keyword,
    ast.Constant, ast.Name, ast.Load, ast.Store, ast.Tuple, ast.List, ast.Dict, ast.Set,
    ast.Subscript, ast.Slice, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.comprehension, ast.And, ast.Or, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv,
    ast.Mod, ast.Pow, ast.UAdd, ast.USub, ast.Not, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt,
    ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
)  # fmt: skip


class ProgramRefused(Unanswered):
    """A program outside the allow-list. ``kind`` is what was seen (a node kind, never content)."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind, self.line = kind, line
        super().__init__(
            Code.PROGRAM_REFUSED, f"a program may not hold {kind}", where=f"line {line}"
        )


def checked_tree(source: str) -> ast.Module:
    """The syntax tree of ``source``, every node of it allowed. Raises ProgramRefused."""
    if len(source) > MAX_SOURCE:
        raise ProgramRefused("a program of this length", 1)
    _check_brackets(source)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise ProgramRefused("invalid syntax", error.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError):
        raise ProgramRefused("invalid syntax", 1) from None
    _check_size(tree)
    defined = _defined(tree)
    for node in ast.walk(tree):
        _check_node(node, defined)
    return tree


def _check_brackets(source: str) -> None:
    """Before the parser runs: it recurses on the machine's own stack."""
    depth = 0
    for line, text in enumerate(source.split("\n"), 1):
        for character in text:
            depth += (character in "([{") - (character in ")]}")
            if depth > MAX_BRACKETS:
                raise ProgramRefused("nesting this deep", line)


def _check_size(tree: ast.Module) -> None:
    level: list[ast.AST] = [tree]
    count = depth = 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > MAX_NODES or depth > MAX_DEPTH:
            raise ProgramRefused("a program of this size", 1)
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def _defined(tree: ast.Module) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return frozenset(names)


def _check_node(node: ast.AST, defined: frozenset[str]) -> None:
    line = getattr(node, "lineno", 1)
    if not isinstance(node, _NODES):
        raise ProgramRefused(type(node).__name__, line)
    match node:
        case ast.Name(id=name):
            _check_name(name, line)
            if name == PROTECTED and isinstance(node.ctx, ast.Store):
                raise ProgramRefused("assigning to protected", line)
        case ast.arg(arg=name, annotation=annotation):
            _check_name(name, line)
            if annotation is not None or name == PROTECTED:
                raise ProgramRefused("this parameter", line)
        case ast.FunctionDef(name=name):
            _check_name(name, line)
            if node.decorator_list or node.returns or name == PROTECTED:
                raise ProgramRefused("this function definition", line)
        case ast.arguments():
            if node.posonlyargs or node.kwonlyargs or node.vararg or node.kwarg or node.defaults:
                raise ProgramRefused("these parameters", line)
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            raise ProgramRefused("else after a loop", line)
        case ast.comprehension(is_async=1):
            raise ProgramRefused("an asynchronous comprehension", line)
        case ast.Dict(keys=keys) if None in keys:
            raise ProgramRefused("unpacking into a dict", line)
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str())):
            raise ProgramRefused("formatting of text", line)
        case ast.BinOp(op=ast.Mult(), left=left, right=right) if _is_text(left) or _is_text(right):
            raise ProgramRefused("repetition of text", line)
        case ast.Subscript(value=held) | ast.For(iter=held) | ast.comprehension(iter=held):
            if _is_text(held):
                raise ProgramRefused("taking letters out of text", held.lineno)
        case ast.Constant(value=value):
            _check_constant(value, line)
        case ast.Call():
            _check_call(node, defined)


def _check_name(name: str, line: int) -> None:
    if "__" in name or len(name) > MAX_NAME:
        raise ProgramRefused("this name", line)


def _check_constant(value: object, line: int) -> None:
    match value:
        case None | bool():
            return
        case int():
            allowed = abs(value) < 10**MAX_DIGITS
        case float():
            allowed = math.isfinite(value)
        case str():
            allowed = len(value) <= MAX_TEXT
        case _:
            allowed = False
    if not allowed:
        raise ProgramRefused("this literal", line)


def _check_call(node: ast.Call, defined: frozenset[str]) -> None:
    if not isinstance(node.func, ast.Name):
        raise ProgramRefused("calling this", node.lineno)
    if any(keyword.arg not in ALLOWED_KEYWORDS for keyword in node.keywords):
        raise ProgramRefused("this keyword argument", node.lineno)
    name = node.func.id
    if name == PROTECTED:
        if len(node.args) != 1 or node.keywords or not is_operand(node.args[0]):
            raise ProgramRefused("protected() around anything but one number", node.lineno)
    elif name not in ALLOWED_FUNCTIONS and name not in defined:
        raise ProgramRefused("a call of this function", node.lineno)
    elif name in _OF_ITEMS - defined and len(node.args) == 1 and _is_text(node.args[0]):
        raise ProgramRefused("taking letters out of text", node.lineno)


def _is_text(node: ast.expr) -> bool:
    """A text written out; one in a variable is seen where the program runs."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


_NUMBER_TEXT = re.compile(r"[-+]?\s*\d[\d,]*(?:\.\d+)?\s*([A-Za-z]*|%)")


def is_operand(node: ast.expr) -> bool:
    """One numeric literal, signed or not, or a string that shows one number (``"48K"``)."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd | ast.USub):
        node = node.operand
        return isinstance(node, ast.Constant) and _is_number(node.value)
    if not isinstance(node, ast.Constant):
        return False
    if isinstance(node.value, str):
        shown = _NUMBER_TEXT.fullmatch(node.value.strip()[: MAX_DIGITS + 1])
        return shown is not None and shown[1].lower() in {"", "%", *SCALES}
    return _is_number(node.value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
