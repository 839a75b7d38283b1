"""Strict mode: only the door connects. The hook cannot be removed, so each test has a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from recast_agent.released.egress.log import entries
from tests.released import endpoints
from tests.released.endpoints import endpoint

ASIDE = {
    "connection": "socket.create_connection(('127.0.0.1', port), timeout=5)",
    "connect_ex": "socket.socket().connect_ex(('127.0.0.1', port))",
    "lookup": "socket.getaddrinfo('localhost', port)",
    "old lookup": "socket.gethostbyname('localhost')",
    "datagram": "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', port))",
    "urllib": "urllib.request.urlopen(f'http://127.0.0.1:{port}/', timeout=5)",
    "event loop": "asyncio.run(asyncio.open_connection('127.0.0.1', port))",
}


def run(script: str, *arguments: str) -> str:
    """What a strict process prints."""
    head = (
        "import asyncio, pathlib, socket, sys, urllib.request\n"
        "from recast_agent.released.egress.guard import guard_sockets\n"
        "guard_sockets()\nguard_sockets()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", head + script, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("way", ASIDE)
def test_nothing_beside_the_door_connects_or_looks_up(way: str) -> None:
    with endpoint(endpoints.reply("stolen")) as server:
        port = server.url.split(":")[2].removesuffix("/v1")
        shown = run(f"port = int(sys.argv[1])\n{ASIDE[way]}\nprint('through')", port)
    assert "only the door opens connections" in shown
    assert "through" not in shown
    assert server.requests == []


def test_the_door_works_and_closes_behind_itself(tmp_path: Path) -> None:
    script = (
        "from recast_agent.released.egress.door import Pace\n"
        "from tests.released.doors import PERMIT, body, budget, door_to\n"
        "door = door_to(sys.argv[1], pathlib.Path(sys.argv[2]), pace=Pace())\n"
        "ask = door.ask('solver', body(), permit=PERMIT, budget=budget())\n"
        "print('reply:', asyncio.run(ask).text)\n"
        "try:\n"
        "    socket.create_connection(('127.0.0.1', int(sys.argv[3])), timeout=5)\n"
        "except PermissionError:\n"
        "    print('closed')\n"
    )
    with endpoint(endpoints.reply("answer = 1")) as server:
        port = server.url.split(":")[2].removesuffix("/v1")
        url = server.url.replace("127.0.0.1", "localhost")
        shown = run(script, url, str(tmp_path), port)
    assert shown == "reply: answer = 1\nclosed\n"
    assert len(list(entries(tmp_path / "log"))) == 2


def test_sockets_within_the_machine_are_left_alone() -> None:
    assert run("a, b = socket.socketpair()\na.send(b'x')\nprint(b.recv(1))") == "b'x'\n"


def test_the_recognition_runtime_reports_nothing(tmp_path: Path) -> None:
    """It keeps a device id and a queue in the user's cache unless telemetry is off."""
    code = "from recast_agent.cli.doctor import _recognition\nprint(_recognition())\n"
    given = {k: v for k, v in os.environ.items() if not k.startswith(("ORT_", "XDG_"))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**given, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.stdout.strip() == "reads"
    assert not [path for path in tmp_path.rglob("*") if "onnx" in path.name.lower()]
