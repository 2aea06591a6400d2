"""Run the benchmarks named on the command line, or all. Fails where a promise is missed."""

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from tests.bench import Figure

names = [
    module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name[0] != "_"
]
wanted = sys.argv[1:] or names
unknown = [name for name in wanted if name not in names]
if unknown:
    sys.exit(f"There is no benchmark {', '.join(unknown)}; there are: {', '.join(names)}.")

missed = 0
for name in wanted:
    print(f"{name}:")
    for line in import_module(f"tests.bench.{name}").run():
        print(f"  {line}")
        missed += isinstance(line, Figure) and not line.kept
if missed:
    sys.exit(f"{missed} promises are missed.")
