"""The stand-in's HTTP side, in its own process and as any OpenAI-compatible client sees it."""

from __future__ import annotations

import base64
import http.client
import io
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import openai
import pytest
from PIL import Image

from recast_agent.core.errors import Code, InputError
from recast_agent.core.prompts import render
from recast_agent.core.table import Table
from recast_agent.standin.process import running
from recast_agent.standin.server import BadRequest, bind, read_request

QUESTION = "How many lamps does the pier have left?"
PASSAGE = "The pier had 86 lamps. The storm took 31 lamps."
LAMPS = Table(categories=("Ash", "Birch"), cells=(("48",), ("71",)))
ANSWER_OF_LAMPS = "```python\nanswer = protected(71)\n```"


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    with running() as url:
        yield url


def blank_png() -> str:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def request(**fields: Any) -> dict[str, Any]:
    content = [
        {"type": "text", "text": "What is the total?"},
        {"type": "image_url", "image_url": {"url": blank_png()}},
    ]
    messages = [
        {"role": "system", "content": "system"},
        {"role": "user", "content": content},
    ]
    return {"model": "recast-standin", "messages": messages, **fields}


def post(
    base_url: str, body: bytes, path: str = "/v1/chat/completions", **headers: str
) -> tuple[int, dict[str, Any]]:
    parts = urlsplit(base_url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_an_openai_client_gets_a_whole_and_a_streamed_reply(base_url: str) -> None:
    with openai.OpenAI(base_url=base_url, api_key="any", max_retries=0, timeout=60) as client:
        whole = client.post("/chat/completions", body=request(), cast_to=dict[str, Any])
        text = whole["choices"][0]["message"]["content"]
        assert whole["choices"][0]["finish_reason"] == "stop"
        assert text == "EVIDENCE MISSING"
        streamed = client.chat.completions.create(**request(stream=True))
        chunks = list(streamed)
        assert [model.id for model in client.models.list()] == ["recast-standin"]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == text
    assert [chunk.choices[0].finish_reason for chunk in chunks][-1] == "stop"


def test_a_question_without_a_picture_misses_its_evidence(base_url: str) -> None:
    sent = {"model": "recast-standin", "messages": [{"role": "user", "content": "How many?"}]}
    code, reply = post(base_url, json.dumps(sent).encode())
    assert (code, reply["choices"][0]["message"]["content"]) == (200, "EVIDENCE MISSING")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid_request"),
        (b"{", 400, "invalid_request"),
        (b"[]", 400, "invalid_request"),
        (b"\xff\xfe", 400, "invalid_request"),
        (b"[" * 100_000, 400, "invalid_request"),
        (json.dumps(request(model="gpt-x")).encode(), 404, "model_not_found"),
        (json.dumps(request(messages=[])).encode(), 400, "no_user_message"),
        (json.dumps(request(messages=[{"role": "user"}])).encode(), 400, "invalid_request"),
        (json.dumps(request(messages=["x"])).encode(), 400, "invalid_request"),
        (
            json.dumps(
                request(
                    messages=[
                        {
                            "role": "user",
                            "content": [
                                {"type": "image_url", "image_url": {"url": "http://127.0.0.1/a"}}
                            ],
                        }
                    ]
                )
            ).encode(),
            400,
            "image_not_inline",
        ),
    ],
)
def test_a_bad_request_gets_an_error_of_the_usual_shape(
    base_url: str, body: bytes, status: int, code: str
) -> None:
    got, reply = post(base_url, body)
    assert (got, reply["error"]["code"]) == (status, code)
    assert reply["error"].keys() == {"message", "type", "param", "code"}


def test_other_paths_are_not_found(base_url: str) -> None:
    assert post(base_url, b"{}", "/v1/completions")[0] == 404


@pytest.mark.parametrize(
    ("length", "status"),
    [
        ("99999999999", 413),
        ("9" * 5000, 413),
        ("0" * 12 + "9" * 12, 413),
        ("-1", 411),
        ("x", 411),
        ("²", 411),
    ],
)
def test_a_body_of_no_or_too_great_length_is_not_read(
    base_url: str, length: str, status: int
) -> None:
    parts = urlsplit(base_url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    connection.putrequest("POST", "/v1/chat/completions")
    connection.putheader("Content-Length", length.encode("latin-1"))
    connection.endheaders()
    assert connection.getresponse().status == status
    connection.close()


def test_a_repair_is_answered_from_the_message_with_the_picture() -> None:
    repaired = request()["messages"]
    repaired += [{"role": "assistant", "content": "x"}, {"role": "user", "content": "again"}]
    asked = read_request(json.dumps(request(messages=repaired)).encode())
    assert (asked.question, asked.image is not None, asked.stream) == (
        "What is the total?",
        True,
        False,
    )


def text_request(evidence: str, *others: str, question: str = QUESTION) -> dict[str, Any]:
    """A request whose evidence is text, as the solver's side writes it."""
    texts = [question, *others, render("evidence", evidence=evidence)]
    content = [{"type": "text", "text": text} for text in texts]
    return request(messages=[{"role": "user", "content": content}])


def test_evidence_that_is_text_is_unwrapped() -> None:
    sent = json.dumps(text_request(PASSAGE, render("choices", choices="- 1\n- 2"))).encode()
    asked = read_request(sent)
    assert (asked.question, asked.passage, asked.image) == (QUESTION, PASSAGE, None)


def test_a_question_alone_is_no_evidence() -> None:
    """Whatever it says: evidence comes behind a question."""
    content = [{"type": "text", "text": render("evidence", evidence=PASSAGE)}]
    sent = request(messages=[{"role": "user", "content": content}])
    assert read_request(json.dumps(sent).encode()).passage is None


def test_a_repair_is_answered_from_the_message_with_the_passage() -> None:
    repaired = text_request(PASSAGE)["messages"]
    repaired += [{"role": "assistant", "content": "x"}, {"role": "user", "content": "again"}]
    asked = read_request(json.dumps(request(messages=repaired)).encode())
    assert (asked.question, asked.passage) == (QUESTION, PASSAGE)


@pytest.mark.parametrize(
    ("evidence", "question", "reply"),
    [
        (PASSAGE, QUESTION, "```python\nanswer = protected(86) - protected(31)\n```"),
        (PASSAGE, "Who lit the lamps?", "EVIDENCE MISSING"),
        ("", QUESTION, "EVIDENCE MISSING"),
        (LAMPS.to_text(), "What is the value of Birch?", ANSWER_OF_LAMPS),
    ],
)
def test_a_passage_and_the_text_of_a_table_are_answered(
    base_url: str, evidence: str, question: str, reply: str
) -> None:
    sent = text_request(evidence, question=question)
    code, got = post(base_url, json.dumps(sent).encode())
    assert (code, got["choices"][0]["message"]["content"]) == (200, reply)


def test_choices_are_not_taken_for_the_question() -> None:
    sent = request()
    sent["messages"][1]["content"].insert(1, {"type": "text", "text": "Choose one"})
    assert read_request(json.dumps(sent).encode()).question == "What is the total?"


def test_a_request_that_is_not_one_is_refused_before_any_work() -> None:
    with pytest.raises(BadRequest):
        read_request(b"{}")


@pytest.mark.parametrize("host", ["0.0.0.0", "", "192.168.1.5", "localhost", "::"])
def test_it_listens_on_loopback_only(host: str) -> None:
    with pytest.raises(InputError) as caught:
        bind(host, 0)
    assert caught.value.code is Code.NOT_LOCAL


def test_a_taken_port_is_said_to_be_taken() -> None:
    with bind("127.0.0.1", 0) as server, pytest.raises(InputError) as caught:
        bind("127.0.0.1", int(server.server_address[1]))
    assert caught.value.code is Code.SETTINGS_INVALID


def test_several_clients_are_served_at_once(base_url: str) -> None:
    codes: list[int] = []
    sent = json.dumps(request()).encode()
    threads = [
        threading.Thread(target=lambda: codes.append(post(base_url, sent)[0])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [200] * 4


def test_it_starts_without_loading_anything_heavy() -> None:
    """Of ours it imports core alone, and no model before the first picture."""
    script = (
        "import sys, recast_agent.standin.server\n"
        "print([m for m in sys.modules if m.startswith('recast_agent.')"
        " and not m.startswith(('recast_agent.core', 'recast_agent.standin'))])\n"
        "print([m for m in ('numpy', 'cv2', 'rapidocr', 'openai', 'spacy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split("\n")[:2] == ["[]", "[]"], done.stderr


def test_its_process_ends_with_the_block() -> None:
    with running() as url:
        parts = urlsplit(url)
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=5).request("GET", "/")
