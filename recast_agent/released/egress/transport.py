"""chat.completions over the openai client: one attempt, streamed, to one checked address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from recast_agent.core.errors import Unanswered
from recast_agent.core.net import Endpoint, resolve
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.guard import passage
from recast_agent.released.egress.protocol import Failed, Outgoing

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import ChatCompletionChunk

_OVERLOADED = {408, 409, 425, 429}


class OpenAITransport:
    """Any OpenAI-compatible endpoint. The key travels in the header and nowhere else."""

    def __init__(self, api_key: SecretStr, trusted_hosts: tuple[str, ...] = ()) -> None:
        self._api_key = api_key
        self._trusted_hosts = trusted_hosts

    async def stream(self, outgoing: Outgoing) -> AsyncGenerator[str]:
        """See ``Transport.stream``.

        Raises Failed, and InputError(settings_invalid) for an address that must not be used.
        """
        endpoint = await self._resolved(outgoing.base_url)
        with passage(endpoint.address):
            client = await asyncio.to_thread(_pinned, endpoint, outgoing.budget)
            async with client as http:
                try:
                    async with (
                        _finishing(await self._open(http, outgoing)) as stream,
                        contextlib.aclosing(_pieces(stream)) as pieces,
                    ):
                        async for piece in pieces:
                            yield piece
                except Failed:
                    raise
                except Exception as error:
                    # foreign exceptions hold the server's words: only their kind is kept
                    raise _failure(error, outgoing.budget) from None

    async def _resolved(self, base_url: str) -> Endpoint:
        try:
            with passage(urlsplit(base_url).hostname or ""):
                return await resolve(base_url, self._trusted_hosts)
        except (Unanswered, ValueError):
            raise Failed("unreachable") from None

    async def _open(self, http: Any, outgoing: Outgoing) -> AsyncStream[ChatCompletionChunk]:
        from openai import AsyncStream
        from openai.types.chat import ChatCompletionChunk

        stream = await self._client(http, outgoing).post(
            "/chat/completions",
            body=outgoing.body,
            cast_to=ChatCompletionChunk,
            stream=True,
            stream_cls=AsyncStream[ChatCompletionChunk],
        )
        media_type = stream.response.headers.get("content-type", "")
        if media_type.partition(";")[0].strip().lower() != "text/event-stream":
            await stream.close()
            raise Failed("not_a_stream")
        return stream

    def _client(self, http: Any, outgoing: Outgoing) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        return AsyncOpenAI(
            api_key=self._api_key.get_secret_value() or "unset",
            base_url=outgoing.base_url,
            max_retries=0,
            timeout=outgoing.timeout_s,
            http_client=http,
        )


@contextlib.asynccontextmanager
async def _finishing(
    stream: AsyncStream[ChatCompletionChunk],
) -> AsyncIterator[AsyncStream[ChatCompletionChunk]]:
    """Close the reply, then run the client's own generators to their end: none is left to the
    collector, which would finish it in any thread at any time."""
    try:
        yield stream
    finally:
        await stream.close()
        with contextlib.suppress(Exception):
            async for _ in stream:
                pass


def _pinned(endpoint: Endpoint, budget: Budget) -> AsyncClient:
    """A client of its own, made in a thread: the certificates are read from a file."""
    from recast_agent.released.egress.pinned import pinned_client

    return pinned_client(endpoint, budget.spend)


async def _pieces(stream: AsyncStream[ChatCompletionChunk]) -> AsyncGenerator[str]:
    import openai

    try:
        async with contextlib.aclosing(_texts(stream)) as texts:
            async for piece in texts:
                yield piece
    except openai.APITimeoutError:
        raise
    except openai.APIConnectionError:
        raise Failed("cut_short") from None


async def _texts(stream: AsyncStream[ChatCompletionChunk]) -> AsyncGenerator[str]:
    said = False
    async with contextlib.aclosing(aiter(stream)) as chunks:  # type: ignore[type-var]
        async for chunk in chunks:
            if not chunk.choices:
                continue
            choice = chunk.choices[0]
            if choice.finish_reason == "content_filter" or choice.delta.refusal:
                raise Failed("refusal")
            if piece := choice.delta.content:
                piece.encode()  # a lone surrogate is no text
                said = True
                yield piece
            if choice.finish_reason:
                if not said:
                    raise Failed("empty")
                return
    raise Failed("cut_short")


def _failure(error: Exception, budget: Budget) -> Failed:
    import openai

    if budget.spent:
        return Failed("bytes")
    match error:
        case openai.APITimeoutError():
            return Failed("timeout")
        case openai.APIConnectionError():
            # an encoded reply arrives as a connection error; its cause tells
            cause = type(error.__cause__).__name__
            return Failed("malformed" if cause == "EncodedReply" else "unreachable")
        case openai.APIStatusError(status_code=status, response=response):
            if status < 400:
                return Failed("redirect")
            if status in _OVERLOADED or status >= 500:
                return Failed("overloaded", retry_after_s=_retry_after(response.headers))
            return Failed("rejected")
    return Failed("malformed")


def _retry_after(headers: Any) -> float | None:
    value = headers.get("retry-after", "")
    with contextlib.suppress(ValueError):
        return max(0.0, float(value))
    with contextlib.suppress(ValueError, OverflowError):
        when = parsedate_to_datetime(value)
        return max(
            0.0, (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - time.time()
        )
    return None
