"""Files appear whole or not at all."""

from pathlib import Path

import pytest

from verifier.cli.output import write_text
from verifier.errors import InputError
from verifier.files import write_whole


def test_text_is_written_as_utf8_and_bytes_as_they_are(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "死活\n")
    write_whole(tmp_path / "bytes", b"\x00\r\n")
    assert (tmp_path / "text").read_bytes() == "死活\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\r\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bytes", "text"]


def test_a_file_is_overwritten_by_force_only(tmp_path: Path) -> None:
    target = tmp_path / "file"
    write_whole(target, "first")
    with pytest.raises(InputError, match=r"file: exists already; use --force to overwrite it$"):
        write_whole(target, "second")
    assert target.read_text() == "first"
    write_whole(target, "second", force=True)
    assert target.read_text() == "second"


@pytest.mark.parametrize("below", ["missing", "file"])
def test_a_folder_that_is_none_is_one_line(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("kept")
    with pytest.raises(InputError, match=r"cannot be written \("):
        write_whole(tmp_path / below / "name", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"folder: cannot be written \("):
        write_whole(tmp_path / "folder", "text", force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_page_goes_where_a_link_points(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "page")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "page").read_text() == "new"
