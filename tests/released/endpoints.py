"""Loopback servers that behave as badly as a solver can, and record what reached them."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Handler"], None]


@dataclass
class Endpoint:
    """A running server. ``script`` says what each request gets; its last entry repeats."""

    script: list[Behaviour]
    url: str = ""
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, _, body in self.requests]


class Handler(BaseHTTPRequestHandler):
    endpoint: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen = self.endpoint.requests
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen.append((self.path, headers, body))
        behaviour = self.endpoint.script[min(len(seen), len(self.endpoint.script)) - 1]
        try:
            behaviour(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_CONNECT = do_POST

    def start(
        self, status: int = 200, media_type: str = "text/event-stream", **headers: str
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def say(self, **choice: Any) -> None:
        chunk = {"id": "c", "object": "chat.completion.chunk", "choices": [{"index": 0, **choice}]}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())

    def log_message(self, format: str, *args: Any) -> None:
        return


@contextmanager
def endpoint(*script: Behaviour) -> Iterator[Endpoint]:
    """Run a server with these behaviours."""
    state = Endpoint(list(script))
    handler = type("Bound", (Handler,), {"endpoint": state})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield state
        finally:
            state.closing.set()
            server.shutdown()
            thread.join()


def reply(text: str) -> Behaviour:
    def behave(handler: Handler) -> None:
        handler.start()
        for piece in (text[:5], text[5:]):
            handler.say(delta={"content": piece}, finish_reason=None)
        handler.say(delta={}, finish_reason="stop")
        handler.wfile.write(b"data: [DONE]\n\n")

    return behave


def status(code: int, secret: str = "the server says SECRET", **headers: str) -> Behaviour:
    def behave(handler: Handler) -> None:
        handler.start(code, "application/json", **headers)
        handler.wfile.write(json.dumps({"error": {"message": secret}}).encode())

    return behave


def redirect(to: str, code: int = 307) -> Behaviour:
    return lambda handler: handler.start(code, Location=to)


def hang(handler: Handler) -> None:
    handler.endpoint.closing.wait(20)


def hang_after_start(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"content": "answer"}, finish_reason=None)
    handler.endpoint.closing.wait(20)


def half(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"content": "answer = protected("}, finish_reason=None)


def dropped(handler: Handler) -> None:
    handler.start(Content_Length="100000")
    handler.say(delta={"content": "answer = protected("}, finish_reason=None)


def endless_text(handler: Handler) -> None:
    handler.start()
    while not handler.endpoint.closing.is_set():
        handler.say(delta={"content": "x" * 2000}, finish_reason=None)


def endless_comments(handler: Handler) -> None:
    handler.start()
    while not handler.endpoint.closing.is_set():
        handler.wfile.write(b": keep-alive\n\n" * 500)


def endless_error_page(handler: Handler) -> None:
    handler.start(500, "text/plain")
    while not handler.endpoint.closing.is_set():
        handler.wfile.write(b"e" * 8000)


def html(handler: Handler) -> None:
    handler.start(200, "text/html")
    handler.wfile.write(b"<html>SECRET captive portal</html>")


def html_as_stream(handler: Handler) -> None:
    handler.start()
    handler.wfile.write(b"<html>SECRET captive portal</html>")


def whole_json(handler: Handler) -> None:
    handler.start(200, "application/json")
    handler.wfile.write(b'{"choices": [{"message": {"content": "x"}}]}')


def not_json(handler: Handler) -> None:
    handler.start()
    handler.wfile.write(b"data: {SECRET\n\n")


def odd_types(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"content": 17}, finish_reason=None)


def lone_surrogate(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"content": "\ud800"}, finish_reason="stop")


def error_event(handler: Handler) -> None:
    handler.start()
    handler.wfile.write(b'data: {"error": {"message": "SECRET"}}\n\n')


def refusal(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"refusal": "SECRET no"}, finish_reason="stop")


def content_filter(handler: Handler) -> None:
    handler.start()
    handler.say(delta={"content": "a"}, finish_reason=None)
    handler.say(delta={}, finish_reason="content_filter")


def nothing(handler: Handler) -> None:
    handler.start()
    handler.say(delta={}, finish_reason="stop")


def bomb(handler: Handler) -> None:
    handler.start(Content_Encoding="gzip")
    handler.wfile.write(gzip.compress(b"\0" * 10_000_000))
