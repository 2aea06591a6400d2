from tests.discord.saying import FOLDER


def test_what_is_written_down_is_of_modules_that_exist() -> None:
    written = [file.relative_to(FOLDER).with_suffix(".py") for file in FOLDER.rglob("*.txt")]
    assert written
    assert [str(module) for module in written if not (FOLDER.parent / module).exists()] == []
