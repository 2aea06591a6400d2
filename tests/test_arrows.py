"""Nothing names a game outside its own package, its renderer and the registries."""

import ast
from collections.abc import Iterator
from pathlib import Path

from engines.registry import ENGINES

ROOT = Path(__file__).resolve().parents[1]
REGISTRIES = {ROOT / "engines/registry.py", ROOT / "render/registry.py"}
WORDS = {
    word for engine in ENGINES.values() for word in (engine.info.key, engine.info.slug, engine.info.title)
}


def own_home(path: Path) -> bool:
    """Whether the file belongs to one game: its engine's package, its renderer's package or module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[0] in ("engines", "render") and parts[1] in ENGINES


def shared_sources() -> Iterator[Path]:
    for package in ("bot", "engines", "render"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if path not in REGISTRIES and not own_home(path):
                yield path


def names_of_games(tree: ast.AST) -> Iterator[str]:
    """Imports of a game's package, and strings that are a game's name."""
    for node in ast.walk(tree):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and node.value in WORDS:
            yield str(node.value)
        for module in modules:
            parts = module.split(".")
            if parts[0] in ("engines", "render") and len(parts) > 1 and parts[1] in ENGINES:
                yield module


def test_the_test_sees_a_name() -> None:
    assert list(names_of_games(ast.parse("from engines.roses.board import SOLDIERS"))) != []
    assert list(names_of_games(ast.parse("if key == 'roses': pass"))) == ["roses"]


def test_no_game_is_named() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in shared_sources()}
    assert len(texts) > 100
    mentioning = {path: text for path, text in texts.items() if any(word in text for word in WORDS)}
    named = {str(path): list(names_of_games(ast.parse(text))) for path, text in mentioning.items()}
    assert {path: names for path, names in named.items() if names} == {}


def test_every_game_has_a_renderer_and_its_rules() -> None:
    from render.registry import RENDERERS

    assert list(RENDERERS) == list(ENGINES)
    for engine in ENGINES.values():
        assert (ROOT / "docs" / "rules" / f"{engine.info.slug}.md").is_file()
        assert (ROOT / "tests" / "vectors" / f"{engine.info.slug}.jsonl").is_file()
