"""Small changes to modules, drawn at random."""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice, starmap
from pathlib import Path
from typing import Any, Final

from cosmic_ray.ast import get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests.mutants.equivalent import EQUIVALENT

ROOT: Final = Path(__file__).resolve().parents[2]
_DECLARING: Final = ("frozen", "kw_only", "lock", "skip_locked", "slots", "strict", "total")
"""Arguments whose opposite no code of this project tries, or the fast tests cannot try."""
OPERATORS: Final = (
    *("ExceptionReplacer", "NumberReplacer", "RemoveDecorator", "ZeroIterationForLoop"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *map("ReplaceUnaryOperator_Delete_{}".format, ("Not", "USub", "Invert")),
    *map("ReplaceBinaryOperator_{}".format, ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul")),
    *map("ReplaceBinaryOperator_{}".format, ("Div_Mul", "Mod_Mul", "BitAnd_BitOr", "BitXor_BitAnd")),
    "ReplaceBinaryOperator_LShift_RShift",
    *map("ReplaceComparisonOperator_{}".format, ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *map("ReplaceComparisonOperator_{}".format, ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *map("ReplaceComparisonOperator_{}".format, ("Lt_Gt", "Gt_Lt", "LtE_GtE", "GtE_LtE")),
)
"""The changes that are made. ``|`` is left alone: it joins types far more often than bits."""


@dataclass(frozen=True)
class Mutant:
    """One small change to a module."""

    module: Path
    operator: str
    line: int
    original: str
    code: str
    """The whole module, changed."""

    @property
    def change(self) -> list[str]:
        """The lines that differ, as in a diff."""
        lines = unified_diff(self.original.splitlines(), self.code.splitlines(), lineterm="", n=0)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]

    @property
    def equivalent(self) -> bool:
        """Whether there is a reason in `EQUIVALENT` why tests need not notice it."""
        changed = (line[1:].strip() for line in self.change)
        return any(line.startswith(known) for line in changed for known in EQUIVALENT.values())


def modules_of(names: Sequence[str]) -> list[Path]:
    """The Python files with these names or in folders with these names, relative to the checkout."""
    found = [ROOT / name for name in names]
    files = [file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])]
    return sorted(file.relative_to(ROOT) for file in files if "conformance" not in file.parts)


def draw(modules: Sequence[Path], count: int, rng: random.Random) -> list[Mutant]:
    """Draw mutants: each change that could be made and noticed is as likely as any other."""
    everywhere = [(module, *place) for module in modules for place in _places(module)]
    rng.shuffle(everywhere)
    return list(islice((one for one in starmap(_mutant, everywhere) if one and not one.equivalent), count))


def _mutant(module: Path, name: str, occurrence: int, line: int) -> Mutant | None:
    """The mutant, or None where the operator fails or leaves no valid Python: it cannot replace a dotted name
    among several exceptions, and takes the star of parameters for a product.
    """
    original = (ROOT / module).read_text()
    try:
        code = mutate_code(original, get_operator(f"core/{name}")(), occurrence)
        assert code is not None
        ast.parse(code)
    except (AttributeError, SyntaxError):
        return None
    return Mutant(module, name, line, original, code)


def _places(module: Path) -> Iterator[tuple[str, int, int]]:
    """Every change that could be made to a module: an operator, which of its occurrences, and the line."""
    nodes = list(_nodes(get_ast_from_path(ROOT / module)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        occurrences = (node for node in nodes for _ in operator.mutation_positions(node))
        for occurrence, node in enumerate(occurrences):
            if _matters(node):
                yield name, occurrence, node.start_pos[0]


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _matters(node: Any) -> bool:
    """Whether a change here can make a difference to what the program does.

    It cannot in an annotation or in the words of a log line. It cannot in declarations whose opposite no code
    of this project tries: that a class is immutable, that fields are given by keyword, that two lists have
    the same length. It cannot in a protocol, whose body never runs, or in the locking of rows, as the fast
    tests run on SQLite.
    """
    while (parent := node.parent) is not None:
        before = [child.get_code().strip() for child in parent.children if child.start_pos < node.start_pos]
        match parent.type:
            case "annassign" | "tfpdef" if before and before[-1] == ":":
                return False
            case "funcdef" if before and before[-1] == "->":
                return False
            case "classdef" if "(Protocol" in "".join(before):
                return False
            case "atom_expr" if parent.children[0].get_code().strip() == "log":
                return False
            case "argument" if before and before[0] in _DECLARING:
                return False
        node = parent
    return True
