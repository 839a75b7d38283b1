"""What counts as local, and where a URL leads."""

from __future__ import annotations

import asyncio
import socket

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recast_agent.core.errors import Code, InputError, Unanswered
from recast_agent.core.net import Endpoint, is_local, public_url, resolve


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8331/v1",
        "http://127.0.0.1",
        "http://127.8.9.10:1/v1/",
        "https://[::1]:8443/v1",
        "http://localhost:8331/v1",
        "http://LOCALHOST:8331/v1",
    ],
)
def test_loopback_is_local(url: str) -> None:
    assert is_local(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.5:8331/v1",
        "http://10.0.0.1/v1",
        "http://0.0.0.0:8331/v1",
        "http://[::]:8331/v1",
        "http://localhost.evil.com/v1",
        "http://127.0.0.1.evil.com/v1",
        "http://127.0.0.1.nip.io/v1",
        "http://evil.com/127.0.0.1",
        "http://evil.com#@127.0.0.1/",
        "http://evil.com?@127.0.0.1/",
        "http://127.0.0.1@evil.com/v1",
        "http://127.0.0.1:80@evil.com/v1",
        "http://user@127.0.0.1:8331/v1",
        "http://127.0.0.1\\@evil.com/v1",
        "http://evil.com\\@127.0.0.1/v1",
        "http://2130706433:8331/v1",
        "http://0x7f000001:8331/v1",
        "http://0x7f.0.0.1/v1",
        "http://017700000001/v1",
        "http://0177.0.0.1/v1",
        "http://127.1/v1",
        "http://127.0.0.01/v1",
        "http://127.0.0.1./v1",
        "http://localhost./v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://[::ffff:7f00:1]/v1",
        "http://[::1%25eth0]/v1",
        "http://[::1%eth0]/v1",
        "http://①②⑦.0.0.1/v1",
        "http://127。0。0。1/v1",
        "http://loc\u0430lhost/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:8331/v1?token=1",
        "http://127.0.0.1:8331/v1#x",
        "http://127.0.0.1:8331/../v1 ",
        " http://127.0.0.1:8331/v1",
        "http://127.0.0.1:8331/v1\n",
        "http://127.0.0.1\t:8331/v1",
        "http:/127.0.0.1/v1",
        "http:127.0.0.1",
        "//127.0.0.1/v1",
        "ftp://127.0.0.1/v1",
        "unix:///run/solver.sock",
        "127.0.0.1:8331",
        "",
    ],
)
def test_anything_unclear_is_not_local(url: str) -> None:
    assert not is_local(url)


def test_a_declared_host_is_local_on_its_declared_port_alone() -> None:
    trusted = ("gpu.lan:8000", "10.0.0.9:80", "[fd00::1]:9000")
    assert is_local("http://gpu.lan:8000/v1", trusted)
    assert is_local("http://GPU.lan:8000/v1", trusted)
    assert is_local("http://10.0.0.9/v1", trusted)
    assert is_local("http://[fd00::1]:9000/v1", trusted)
    assert not is_local("http://gpu.lan:8001/v1", trusted)
    assert not is_local("http://gpu.lan/v1", trusted)
    assert not is_local("http://gpu.lan.evil.com:8000/v1", trusted)
    assert not is_local("http://x@gpu.lan:8000/v1", trusted)


PIECES = ["127", "0", "1", ".0.0.1", "0x7f", "localhost", ".", ":", "@", "[", "]", "::1", "/", "#"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join))
@example("127.0.0.1")
@example("[::1]:1")
@example("localhost:1")
def test_whatever_is_local_connects_to_loopback(authority: str) -> None:
    """Whenever a spelling is accepted, the system's own resolver agrees that it is loopback."""
    url = f"http://{authority}"
    if is_local(url):
        endpoint = asyncio.run(resolve(url))
        assert endpoint.local
        assert endpoint.address.startswith("127.") or endpoint.address == "::1"


def test_an_endpoint_holds_the_address_that_was_checked() -> None:
    assert asyncio.run(resolve("http://127.0.0.1:8331/v1")) == Endpoint(
        "http", "127.0.0.1", 8331, "127.0.0.1", local=True
    )
    found = asyncio.run(resolve("http://localhost:8331/v1"))
    assert (found.host, found.local) == ("localhost", True)
    assert found.address in ("127.0.0.1", "::1")


def test_a_name_that_leads_to_loopback_is_not_thereby_local(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer of a name server makes nothing local: it may be another one the next time."""
    monkeypatch.setattr(socket, "getaddrinfo", answering("127.0.0.1"))
    assert not is_local("https://rebind.example/v1")
    assert not asyncio.run(resolve("https://rebind.example/v1")).local
    with pytest.raises(InputError):
        asyncio.run(resolve("http://rebind.example/v1"))


def test_localhost_that_leads_elsewhere_is_not_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", answering("127.0.0.1", "203.0.113.7"))
    assert not is_local("http://localhost:8331/v1")
    with pytest.raises(InputError):
        asyncio.run(resolve("http://localhost:8331/v1"))


def test_another_machine_is_reached_encrypted_or_not_at_all() -> None:
    with pytest.raises(InputError) as caught:
        asyncio.run(resolve("http://203.0.113.7/v1"))
    assert caught.value.code is Code.SETTINGS_INVALID
    remote = asyncio.run(resolve("https://203.0.113.7/v1"))
    assert (remote.port, remote.local) == (443, False)
    declared = asyncio.run(resolve("http://203.0.113.7:8000/v1", ("203.0.113.7:8000",)))
    assert declared.local


def test_a_name_without_address_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", failing)
    assert not is_local("http://localhost:8331/v1")
    with pytest.raises(Unanswered) as caught:
        asyncio.run(resolve("https://nowhere.invalid/v1"))
    assert caught.value.code is Code.SOLVER_UNREACHABLE
    assert "nowhere" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:pass@api.example:8443/v1/x?key=1#f", "https://api.example:8443/v1/x"),
        ("http://[::1]:80/v1", "http://[::1]:80/v1"),
        ("https://api.example", "https://api.example"),
        ("http://host:port/v1", ""),
        ("http://[broken/v1", ""),
        ("key=sk-123", ""),
    ],
)
def test_a_logged_url_has_no_credentials_and_no_query(url: str, shown: str) -> None:
    assert public_url(url) == shown


def answering(*addresses: str) -> object:
    def getaddrinfo(host: str, port: int, **_: object) -> list[object]:
        kind = socket.SOCK_STREAM
        return [(socket.AF_INET, kind, 6, "", (address, port)) for address in addresses]

    return getaddrinfo


def failing(*_: object, **__: object) -> list[object]:
    raise socket.gaierror(socket.EAI_NONAME, "name or service not known: nowhere.invalid")
