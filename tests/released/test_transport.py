"""One attempt over the openai client, against servers of every bad kind."""

from __future__ import annotations

import asyncio
import datetime
import logging
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from http.server import HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

from recast_agent.core.errors import Code, InputError
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.protocol import FAILURES, Failed, Outgoing
from recast_agent.released.egress.transport import OpenAITransport
from tests.released import endpoints
from tests.released.audit import connections
from tests.released.doors import API_KEY, body, budget
from tests.released.endpoints import Behaviour, endpoint


def attempt(
    url: str,
    *,
    trusted: tuple[str, ...] = (),
    allowed: Budget | None = None,
    timeout_s: float = 5.0,
) -> str:
    """The text of one attempt."""
    outgoing = Outgoing("solver", url, body(), timeout_s, allowed or budget())

    async def run() -> str:
        transport = OpenAITransport(SecretStr(API_KEY), trusted)
        async with aclosing(transport.stream(outgoing)) as stream:
            return "".join([piece async for piece in stream])

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (endpoints.html, "not_a_stream"),
        (endpoints.html_as_stream, "cut_short"),
        (endpoints.whole_json, "not_a_stream"),
        (endpoints.half, "cut_short"),
        (endpoints.dropped, "cut_short"),
        (endpoints.not_json, "malformed"),
        (endpoints.odd_types, "malformed"),
        (endpoints.lone_surrogate, "malformed"),
        (endpoints.error_event, "malformed"),
        (endpoints.bomb, "malformed"),
        (endpoints.refusal, "refusal"),
        (endpoints.content_filter, "refusal"),
        (endpoints.nothing, "empty"),
        (endpoints.status(400), "rejected"),
        (endpoints.status(401), "rejected"),
        (endpoints.status(404), "rejected"),
        (endpoints.status(429), "overloaded"),
        (endpoints.status(500), "overloaded"),
        (endpoints.status(503), "overloaded"),
    ],
)
def test_each_bad_reply_has_one_stable_kind_and_none_of_the_servers_words(
    behaviour: Behaviour, kind: str
) -> None:
    with endpoint(behaviour) as server, pytest.raises(Failed) as caught:
        attempt(server.url)
    assert caught.value.kind == kind
    assert caught.value.code is FAILURES[kind][0]
    assert "SECRET" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert len(server.requests) == 1


@pytest.mark.parametrize("behaviour", [endpoints.hang, endpoints.hang_after_start])
def test_a_hanging_server_is_a_timeout(behaviour: Behaviour) -> None:
    started = time.monotonic()
    with endpoint(behaviour) as server, pytest.raises(Failed) as caught:
        attempt(server.url, timeout_s=0.3)
    assert caught.value.kind == "timeout"
    assert time.monotonic() - started < 15


@pytest.mark.parametrize(
    "behaviour",
    [endpoints.endless_text, endpoints.endless_comments, endpoints.endless_error_page],
)
def test_an_endless_reply_is_cut_at_the_byte_budget(behaviour: Behaviour) -> None:
    allowed = budget(max_bytes=300_000)
    with endpoint(behaviour) as server, pytest.raises(Failed) as caught:
        attempt(server.url, allowed=allowed)
    assert caught.value.code is Code.BYTE_BUDGET
    assert allowed.spent


def test_a_request_beyond_the_byte_budget_does_not_leave() -> None:
    with endpoint(endpoints.reply("answer = 1")) as server, pytest.raises(Failed) as caught:
        attempt(server.url, allowed=budget(max_bytes=100))
    assert caught.value.code is Code.BYTE_BUDGET
    assert server.requests == []


def test_nobody_listening_is_unreachable() -> None:
    with endpoint(endpoints.reply("gone")) as server:
        url = server.url
    with pytest.raises(Failed) as caught:
        attempt(url)
    assert caught.value.kind == "unreachable"


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(code: int) -> None:
    with (
        endpoint(endpoints.reply("stolen")) as elsewhere,
        endpoint(endpoints.redirect(f"{elsewhere.url}/chat/completions", code)) as server,
        pytest.raises(Failed) as caught,
    ):
        attempt(server.url)
    assert caught.value.kind == "redirect"
    assert elsewhere.requests == []


def test_proxies_and_openai_variables_of_the_environment_are_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but the endpoint is connected to, and no name is looked up."""
    with (
        endpoint(endpoints.reply("stolen")) as proxy,
        endpoint(endpoints.reply("answer = 1")) as server,
    ):
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        monkeypatch.setenv("OPENAI_BASE_URL", proxy.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
        monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-private")
        with connections() as seen:
            assert attempt(server.url) == "answer = 1"
        port = int(server.url.split(":")[2].removesuffix("/v1"))
        assert seen == {("connect", "127.0.0.1", port)}
        assert proxy.requests == []


def test_the_request_says_nothing_beyond_its_body(monkeypatch: pytest.MonkeyPatch) -> None:
    """No versions, platform or organisation; the key stands in its header alone."""
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    with endpoint(endpoints.reply("answer = 1")) as server:
        attempt(server.url)
    ((path, headers, sent),) = server.requests
    assert path == "/v1/chat/completions"
    assert headers.keys() == {
        "host",
        "accept",
        "accept-encoding",
        "authorization",
        "content-length",
        "content-type",
        "user-agent",
    }
    assert headers["authorization"] == f"Bearer {API_KEY}"
    assert (headers["user-agent"], headers["accept-encoding"]) == ("recast-agent", "identity")
    assert API_KEY.encode() not in sent
    assert server.bodies == [body()]


def test_neither_the_key_nor_the_servers_words_reach_a_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with endpoint(endpoints.status(500)) as server, pytest.raises(Failed):
        attempt(server.url)
    written = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert API_KEY not in written
    assert "SECRET" not in written


@pytest.mark.parametrize(
    ("value", "expected"), [("7", 7.0), ("-3", 0.0), ("soon", None), ("Wed, 21 Oct 2015", None)]
)
def test_the_pause_that_a_server_asks_for_is_handed_on(value: str, expected: float | None) -> None:
    with (
        endpoint(endpoints.status(429, Retry_After=value)) as server,
        pytest.raises(Failed) as caught,
    ):
        attempt(server.url)
    assert caught.value.retry_after_s == expected


def test_a_pause_may_be_given_as_a_date() -> None:
    when = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=5)
    value = when.strftime("%a, %d %b %Y %H:%M:%S GMT")
    with (
        endpoint(endpoints.status(503, Retry_After=value)) as server,
        pytest.raises(Failed) as caught,
    ):
        attempt(server.url)
    assert caught.value.retry_after_s == pytest.approx(300, abs=10)


@pytest.mark.parametrize(
    "url",
    [
        "http://203.0.113.7:9/v1",
        "http://user:password@127.0.0.1:9/v1",
        "http://2130706433:9/v1",
        "file:///etc/passwd",
        "http://127.0.0.1:9/v1?key=1",
    ],
)
def test_an_address_that_must_not_be_used_is_refused_before_any_connection(url: str) -> None:
    with connections() as seen, pytest.raises(InputError) as caught:
        attempt(url)
    assert caught.value.code is Code.SETTINGS_INVALID
    assert seen == set()
    assert "password" not in str(caught.value)


def test_a_name_is_looked_up_once_and_its_address_is_the_one_connected_to() -> None:
    with endpoint(endpoints.reply("answer = 1")) as server:
        port = int(server.url.split(":")[2].removesuffix("/v1"))
        with connections() as seen:
            attempt(server.url.replace("127.0.0.1", "localhost"))
        assert seen == {("lookup", "localhost", port), ("connect", "127.0.0.1", port)}
        assert server.requests[0][1]["host"] == f"localhost:{port}"


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    with tls_server(tmp_path) as (url, served), pytest.raises(Failed) as caught:
        attempt(url)
    assert caught.value.kind == "unreachable"
    assert served == []


def test_the_certificate_is_checked_against_the_name_not_the_pinned_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's certificate names ``localhost``; the connection goes to 127.0.0.1."""
    with tls_server(tmp_path) as (url, served):
        trusting = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        import httpcore2

        def trust(*_: object, **__: object) -> ssl.SSLContext:
            return trusting

        monkeypatch.setattr(httpcore2, "default_ssl_context", trust)
        assert attempt(url) == "answer = 1"
        with pytest.raises(Failed):
            attempt(url.replace("localhost", "127.0.0.1"))
    assert served == ["/v1/chat/completions"]


@contextmanager
def tls_server(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """An HTTPS server whose self-signed certificate names ``localhost`` only."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(certificate.public_bytes(pem))
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)
    served: list[str] = []

    class Tls(endpoints.Handler):
        def do_POST(self) -> None:
            served.append(self.path)
            self.rfile.read(int(self.headers["Content-Length"]))
            endpoints.reply("answer = 1")(self)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with HTTPServer(("127.0.0.1", 0), Tls) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"https://localhost:{server.server_address[1]}/v1", served
        finally:
            server.shutdown()
            thread.join()
