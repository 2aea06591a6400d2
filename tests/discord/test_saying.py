from tests.discord.saying import FOLDERS


def test_what_is_written_down_is_of_modules_that_exist() -> None:
    for folder in FOLDERS:
        written = [file.relative_to(folder).with_suffix(".py") for file in folder.rglob("*.txt")]
        assert written
        assert [str(module) for module in written if not (folder.parent / module).exists()] == []
