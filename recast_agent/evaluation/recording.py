"""A recording solver: the stand-in's protocol in this process, with everything sent kept.

In this process, so that its reading of a released picture is the one that the gate made already.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from recast_agent.standin.server import Asked, read_request, reply_to

Brain = Callable[[Asked], str]


@dataclass
class Recorder:
    """A running server. ``brain`` may be exchanged between requests; ``heard`` is every request as
    it came: request line, headers and body."""

    brain: Brain
    base_url: str = ""
    heard: list[bytes] = field(default_factory=list, repr=False)


@contextmanager
def recording(brain: Brain = reply_to) -> Iterator[Recorder]:
    """Serve on a free loopback port while the block runs."""
    recorder = Recorder(brain)
    handler = type("_Bound", (_Handler,), {"recorder": recorder})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        recorder.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield recorder
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    recorder: Recorder

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.recorder.heard.append(f"{self.requestline}\n{self.headers}".encode() + body)
        text = self.recorder.brain(read_request(body))
        deltas = [({"content": text}, None), ({}, "stop")]
        events = [json.dumps(_chunk(delta, finish)) for delta, finish in deltas]
        reply = "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: what is of interest is in ``heard``."""


def _chunk(delta: dict[str, str], finish: str | None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "choices": [choice]}
