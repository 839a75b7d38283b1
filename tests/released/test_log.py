"""The request log: durable, chained, anchored, safe for processes and threads."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recast_agent.core.errors import Code, InternalError
from recast_agent.released.egress.log import HEAD, LOG, MEDIA, RequestLog, entries, verify

KEY = b"k" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "log"


@pytest.fixture
def log(folder: Path) -> RequestLog:
    return RequestLog(folder, KEY)


def fill(log: RequestLog, count: int = 3) -> None:
    for number in range(count):
        log.write("attempt", number=number)


def test_events_come_back_in_order_and_verify(log: RequestLog, folder: Path) -> None:
    ids = [log.write("attempt", number=number, text="é\n☃\ud800") for number in range(3)]
    found = list(entries(folder))
    assert [event["event"] for event in found] == ids
    assert [event["seq"] for event in found] == [1, 2, 3]
    report = verify(folder, KEY)
    assert (report.ok, report.events, report.broken_at, report.torn) == (True, 3, None, False)


def test_no_log_yet_is_whole_and_empty(folder: Path) -> None:
    assert verify(folder, KEY).ok
    assert list(entries(folder)) == []


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_changed_event_is_found(log: RequestLog, folder: Path, line: int) -> None:
    fill(log)
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(f'"number":{line}'.encode(), b'"number":7')
    (folder / LOG).write_bytes(b"".join(lines))
    report = verify(folder, KEY)
    assert (report.ok, report.broken_at) == (False, line + 1)


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_removed_event_is_found(log: RequestLog, folder: Path, line: int) -> None:
    fill(log)
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    del lines[line]
    (folder / LOG).write_bytes(b"".join(lines))
    report = verify(folder, KEY)
    assert (report.ok, report.broken_at) == (False, line + 1)
    with pytest.raises(InternalError) as caught:
        log.write("attempt")
    assert caught.value.code is Code.LOG_BROKEN


def test_exchanged_repeated_and_respelled_events_are_found(log: RequestLog, folder: Path) -> None:
    fill(log)
    good = (folder / LOG).read_bytes()
    first, second, third = good.splitlines(keepends=True)
    respelled = json.dumps(json.loads(third)).encode() + b"\n"
    for bad in (second + first + third, first + first + third, first + second + respelled):
        (folder / LOG).write_bytes(bad)
        assert not verify(folder, KEY).ok
    (folder / LOG).write_bytes(good)
    assert verify(folder, KEY).ok


def test_a_log_cut_short_is_found_with_and_without_its_anchor(
    log: RequestLog, folder: Path
) -> None:
    fill(log)
    first = (folder / LOG).read_bytes().splitlines(keepends=True)[0]
    (folder / LOG).write_bytes(first)
    assert verify(folder, KEY).broken_at == 2
    (folder / HEAD).unlink()
    assert not verify(folder, KEY).ok
    with pytest.raises(InternalError):
        log.write("attempt")
    (folder / LOG).unlink()
    shutil.rmtree(folder)
    fill(log)
    (folder / LOG).unlink()
    assert verify(folder, KEY).broken_at == 1


@pytest.mark.parametrize("field", ["count", "size", "mac", "seal"])
def test_a_changed_anchor_is_found(log: RequestLog, folder: Path, field: str) -> None:
    fill(log)
    head = json.loads((folder / HEAD).read_bytes())
    head[field] = head[field] - 1 if isinstance(head[field], int) else "0" * 64
    (folder / HEAD).write_text(json.dumps(head))
    assert verify(folder, KEY).broken_at == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seal": 1}', '{"seal":"é","x":1}', "null"])
def test_an_anchor_that_is_no_anchor_is_found(log: RequestLog, folder: Path, text: str) -> None:
    fill(log)
    (folder / HEAD).write_text(text)
    assert verify(folder, KEY).broken_at == 0


@pytest.mark.parametrize("line", [b"null", b"[]", b"{", b'{"mac":"\xc3\xa9"}', b"\xff", b""])
def test_a_line_that_is_no_event_is_found(log: RequestLog, folder: Path, line: bytes) -> None:
    fill(log, 1)
    with open(folder / LOG, "ab") as file:
        file.write(line + b"\n")
    assert verify(folder, KEY).broken_at == 2
    with pytest.raises(InternalError):
        log.write("attempt")


def test_another_key_does_not_verify_and_cannot_append(log: RequestLog, folder: Path) -> None:
    fill(log)
    assert not verify(folder, b"x" * 32).ok
    with pytest.raises(InternalError) as caught:
        RequestLog(folder, b"x" * 32).write("attempt")
    assert caught.value.code is Code.LOG_BROKEN
    assert verify(folder, KEY).events == 3


def test_an_interrupted_append_is_told_from_tampering(log: RequestLog, folder: Path) -> None:
    """Part of a line behind the anchor: that request was never sent; the log goes on."""
    fill(log)
    with open(folder / LOG, "ab") as file:
        file.write(b'{"event":"ab')
    report = verify(folder, KEY)
    assert (report.ok, report.events, report.torn) == (True, 3, True)
    assert len(list(entries(folder))) == 3
    log.write("attempt", number=3)
    report = verify(folder, KEY)
    assert (report.ok, report.events, report.torn) == (True, 5, False)
    assert [event["kind"] for event in entries(folder)][3:] == ["torn_line_removed", "attempt"]


def test_an_append_that_crashed_before_its_anchor_is_taken_in(
    log: RequestLog, folder: Path
) -> None:
    fill(log)
    head = (folder / HEAD).read_bytes()
    log.write("attempt", number=3)
    (folder / HEAD).write_bytes(head)
    assert verify(folder, KEY).events == 4
    log.write("attempt", number=4)
    report = verify(folder, KEY)
    assert (report.ok, report.events) == (True, 5)


def test_the_part_that_the_anchor_counts_cannot_pass_for_torn(
    log: RequestLog, folder: Path
) -> None:
    fill(log)
    data = (folder / LOG).read_bytes()
    (folder / LOG).write_bytes(data[:-5])
    assert not verify(folder, KEY).ok


def test_media_is_kept_once_and_its_absence_or_change_is_found(
    log: RequestLog, folder: Path
) -> None:
    digest = log.keep_media(b"picture")
    assert log.keep_media(b"picture") == digest
    assert os.listdir(folder / MEDIA) == [digest]
    log.write("attempt", media=digest)
    assert verify(folder, KEY).ok
    (folder / MEDIA / digest).write_bytes(b"another")
    assert verify(folder, KEY).broken_at == 1
    (folder / MEDIA / digest).unlink()
    assert verify(folder, KEY).broken_at == 1


def test_nobody_else_can_read_it(log: RequestLog, folder: Path) -> None:
    old = os.umask(0)
    try:
        log.write("attempt", media=log.keep_media(b"picture"))
        log.seal("case")
    finally:
        os.umask(old)
    for place in (folder, *folder.rglob("*")):
        allowed = 0o700 if place.is_dir() else 0o600
        assert stat.S_IMODE(place.stat().st_mode) == allowed, place.name


def test_a_seal_is_seen_by_others_and_by_its_case_alone(log: RequestLog, folder: Path) -> None:
    assert not log.is_sealed("a/../b")
    log.seal("a/../b")
    log.seal("a/../b")
    assert RequestLog(folder, KEY).is_sealed("a/../b")
    assert not log.is_sealed("b")


def _append_many(folder: Path, name: int) -> None:
    for number in range(15):
        RequestLog(folder, KEY).write("attempt", writer=name, number=number)


def test_processes_write_one_whole_chain(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_append_many, args=(folder, n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    report = verify(folder, KEY)
    assert (report.ok, report.events) == (True, 45)
    for name in range(3):
        numbers = [e["number"] for e in entries(folder) if e["writer"] == name]
        assert numbers == list(range(15))


def test_threads_write_one_whole_chain(log: RequestLog, folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(lambda number: log.write("attempt", number=number), range(60)))
    report = verify(folder, KEY)
    assert (report.ok, report.events) == (True, 60)
    assert {event["event"] for event in entries(folder)} == ids


def test_a_log_that_cannot_be_written_has_its_code(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file stands in the way")
    with pytest.raises(InternalError) as caught:
        RequestLog(folder, KEY).write("attempt")
    assert caught.value.code is Code.LOG_UNWRITABLE
    assert str(folder) not in str(caught.value)


def test_a_link_in_place_of_the_log_is_not_followed(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    folder.mkdir(parents=True)
    log = RequestLog(folder, KEY)
    fill(log, 1)
    (folder / LOG).rename(tmp_path / "moved")
    (folder / LOG).symlink_to(elsewhere)
    with pytest.raises(InternalError):
        log.write("attempt")
    assert elsewhere.read_text() == "precious"


def _write_until_full(folder: Path, room: int) -> None:
    log = RequestLog(folder, KEY)
    fill(log, 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    try:
        log.write("attempt", text="x" * room)
    except InternalError as error:
        os._exit(7 if error.code is Code.DISK_FULL else 8)


def test_a_full_disk_has_its_code_and_leaves_the_log_whole(folder: Path) -> None:
    """A limit on the size of files stops the write half-way, as a full disk does."""
    process = multiprocessing.get_context("spawn").Process(
        target=_write_until_full, args=(folder, 4_000)
    )
    process.start()
    process.join()
    assert process.exitcode == 7
    report = verify(folder, KEY)
    assert (report.ok, report.events, report.torn) == (True, 2, False)
    RequestLog(folder, KEY).write("attempt")
    assert verify(folder, KEY).events == 3
