"""The stand-in's HTTP side: chat.completions as the field speaks it, on loopback only."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import json
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from recast_agent.core import prompts
from recast_agent.core.errors import Code, InputError

MODEL = "recast-standin"
MAX_BODY = 32_000_000
READ_TIMEOUT_S = 30.0

_PORTS = range(65_536)
_PIECE = 64
_ONE_AT_A_TIME = threading.Lock()  # reading a chart takes all cores anyway, and the OCR is shared


class BadRequest(Exception):
    """A request that cannot be answered: HTTP status and a machine-readable code."""

    def __init__(self, status: int, code: str) -> None:
        self.status, self.code = status, code
        super().__init__(code)


@dataclass(frozen=True)
class Asked:
    """What a request shows: the only things the stand-in ever sees. ``question`` is empty where
    the recording asks it."""

    image: bytes | None
    question: str
    stream: bool
    passage: str | None = None
    recording: bytes | None = None


class Server(ThreadingHTTPServer):
    """Bound on construction; ``base_url`` is what a client is pointed at."""

    daemon_threads = True

    @property
    def base_url(self) -> str:
        host, port = str(self.server_address[0]), int(self.server_address[1])
        return f"http://{host}:{port}/v1"


def bind(host: str, port: int) -> Server:
    """A server on a loopback IPv4 address. Raises InputError(not_local | settings_invalid)."""
    try:
        loopback = ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise InputError(Code.NOT_LOCAL, "the stand-in listens on loopback only, like 127.0.0.1")
    if port not in _PORTS:
        raise InputError(Code.SETTINGS_INVALID, "a port is 1 to 65535; 0 picks one", where="port")
    try:
        return Server((host, port), _Handler)
    except PermissionError:
        hint = "the port is reserved: choose one above 1023"
        raise InputError(Code.SETTINGS_INVALID, hint, where="port") from None
    except OSError:
        hint = "the port is taken: choose another, or 0 for any"
        raise InputError(Code.SETTINGS_INVALID, hint, where="port") from None


def serve(host: str, port: int) -> None:
    """Serve until interrupted; the first line on standard output is the base URL."""
    with bind(host, port) as server:
        sys.stdout.write(server.base_url + "\n")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


def read_request(body: bytes) -> Asked:
    """The question and the evidence, an image, a recording or a text, of the last user message
    that shows some.

    Raises BadRequest. The question is the message's first text; a repair that follows has no
    evidence and is answered from the message that has it.
    """
    try:
        request = json.loads(body)
        messages = [m for m in request["messages"] if m["role"] == "user"]
        model, stream = request["model"], request.get("stream", False)
        shown = [(_texts(m), _images(m), _recordings(m)) for m in messages]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadRequest(400, "invalid_request") from None
    if model != MODEL:
        raise BadRequest(404, "model_not_found")
    if not shown:
        raise BadRequest(400, "no_user_message")
    texts, images, recordings = next(
        (one for one in reversed(shown) if _is_evidence(*one)), shown[-1]
    )
    question = texts[0] if texts else ""
    return Asked(
        image=images[0] if images else None,
        question="" if question == prompts.template("spoken") else question,
        stream=stream is True,
        passage=_passage(texts),
        recording=recordings[0] if recordings else None,
    )


def _is_evidence(texts: list[str], *media: list[bytes]) -> bool:
    return any(media) or _passage(texts) is not None


def _passage(texts: list[str]) -> str | None:
    """The evidence that comes as text, behind its heading and after the question."""
    found = prompts.match("evidence", texts[-1]) if len(texts) > 1 else None
    return found["evidence"] if found else None


def _texts(message: dict[str, Any]) -> list[str]:
    content = message["content"]
    if isinstance(content, str):
        return [content]
    return [str(part["text"]) for part in content if part["type"] == "text"]


def _images(message: dict[str, Any]) -> list[bytes]:
    content = message["content"]
    if isinstance(content, str):
        return []
    urls = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    return [_decoded(url) for url in urls]


def _recordings(message: dict[str, Any]) -> list[bytes]:
    content = message["content"]
    if isinstance(content, str):
        return []
    held = [part["input_audio"] for part in content if part["type"] == "input_audio"]
    return [_bytes(one["data"], "audio_not_inline") for one in held]


def _decoded(url: str) -> bytes:
    head, comma, data = url.partition(",")
    if not (comma and head.startswith("data:image/") and head.endswith(";base64")):
        raise BadRequest(400, "image_not_inline")
    return _bytes(data, "image_not_inline")


def _bytes(data: str, code: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        raise BadRequest(400, code) from None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = READ_TIMEOUT_S
    server_version = "recast-standin"
    sys_version = ""

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            self._refuse(404, "not_found")
            return
        model = {"id": MODEL, "object": "model", "created": 0, "owned_by": "recast"}
        self._json(200, {"object": "list", "data": [model]})

    def do_POST(self) -> None:
        try:
            if self.path != "/v1/chat/completions":
                raise BadRequest(404, "not_found")
            asked = read_request(self._body())
            text = _answer(asked)
        except BadRequest as refusal:
            self._refuse(refusal.status, refusal.code)
            return
        if asked.stream:
            self._events(text)
        else:
            self._json(200, _completion(text))

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            raise BadRequest(411, "length_required")
        if len(length) > len(str(MAX_BODY)) or int(length) > MAX_BODY:
            raise BadRequest(413, "request_too_large")
        return self.rfile.read(int(length))

    def _refuse(self, status: int, code: str) -> None:
        kind = "server_error" if status >= 500 else "invalid_request_error"
        error = {"message": code.replace("_", " "), "type": kind, "param": None, "code": code}
        # what is left of a body that was not read must not be taken for another request
        self.close_connection = True
        self._json(status, {"error": error})

    def _json(self, status: int, value: dict[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _events(self, text: str) -> None:
        events = [*(json.dumps(chunk) for chunk in _chunks(text)), "[DONE]"]
        body = "".join(f"data: {event}\n\n" for event in events)
        self._send(200, "text/event-stream", body.encode())

    def _send(self, status: int, media_type: str, body: bytes) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a request line in a terminal helps nobody."""


def reply_to(asked: Asked) -> str:
    """What the stand-in says to a request."""
    from recast_agent.standin.answer import answer, answer_drawing, answer_recording, answer_text

    if asked.image is not None and asked.passage is not None:
        return answer_drawing(asked.image, asked.passage, asked.question)
    if asked.image is None and asked.recording is not None:
        return answer_recording(asked.recording, asked.question)
    if asked.image is None and asked.passage is not None:
        return answer_text(asked.passage, asked.question)
    return answer(asked.image, asked.question)


def _answer(asked: Asked) -> str:
    try:
        with _ONE_AT_A_TIME:
            return reply_to(asked)
    except Exception:
        raise BadRequest(500, "internal") from None


def _envelope(kind: str, choice: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{time.time_ns():x}",
        "object": kind,
        "created": int(time.time()),
        "model": MODEL,
        "choices": [{"index": 0, **choice}],
    }


def _completion(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"message": message, "finish_reason": "stop"}
    # tokens are not counted: nothing is billed
    usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    return {**_envelope("chat.completion", choice), "usage": usage}


def _chunks(text: str) -> Iterator[dict[str, Any]]:
    deltas = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[at : at + _PIECE]} for at in range(0, len(text), _PIECE)]
    for delta in deltas:
        yield _envelope("chat.completion.chunk", {"delta": delta, "finish_reason": None})
    yield _envelope("chat.completion.chunk", {"delta": {}, "finish_reason": "stop"})
