"""Run the benchmarks named on the command line, or all."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

names = [
    module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name[0] != "_"
]
wanted = sys.argv[1:] or names
unknown = [name for name in wanted if name not in names]
if unknown:
    sys.exit(f"There is no benchmark {', '.join(unknown)}; there are: {', '.join(names)}.")

for name in wanted:
    print(f"{name}:")
    for line in import_module(f"tests.bench.{name}").run():
        print(f"  {line}")
