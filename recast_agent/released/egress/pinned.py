"""An HTTP client that can reach one checked address and says nothing beyond the request."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable

import httpx2

from recast_agent.core.net import Endpoint

_HEADERS = frozenset({"host", "authorization", "content-type", "content-length", "accept"})
"""Everything else that a client adds (versions, platform, organisation) stays here."""

_LIMITS = httpx2.Limits(max_connections=1, max_keepalive_connections=0)


class EncodedReply(httpx2.DecodingError):
    """A compressed reply, though none was asked for: its size cannot be bounded before decoding."""


class PinnedTransport(httpx2.AsyncHTTPTransport):
    """Connects to ``endpoint.address`` alone; ``on_bytes`` hears of every body byte that moves."""

    def __init__(self, endpoint: Endpoint, on_bytes: Callable[[int], None]) -> None:
        super().__init__(trust_env=False, limits=_LIMITS)
        self._endpoint = endpoint
        self._on_bytes = on_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self._check(request.url)
        self._on_bytes(int(request.headers.get("content-length", 0)))
        headers = [(k, v) for k, v in request.headers.raw if k.lower().decode("ascii") in _HEADERS]
        headers += [(b"Accept-Encoding", b"identity"), (b"User-Agent", b"recast-agent")]
        sent = httpx2.Request(
            request.method,
            request.url.copy_with(host=self._endpoint.address),
            headers=headers,
            stream=request.stream,
            # the certificate is checked against the name, not against the pinned address
            extensions={**request.extensions, "sni_hostname": self._endpoint.host},
        )
        response = await super().handle_async_request(sent)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise EncodedReply("the reply is encoded", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Counted(response.stream, self._on_bytes),
            extensions=response.extensions,
        )

    def _check(self, url: httpx2.URL) -> None:
        default = {"http": 80, "https": 443}.get(url.scheme)
        there = (url.scheme, url.host, url.port or default)
        if there != (self._endpoint.scheme, self._endpoint.host, self._endpoint.port):
            raise httpx2.UnsupportedProtocol("not the pinned endpoint")


class _Counted(httpx2.AsyncByteStream):
    """The body, counted. Once closed it is at its end, so that whoever still iterates finishes."""

    def __init__(self, stream: httpx2.AsyncByteStream, on_bytes: Callable[[int], None]) -> None:
        self._stream, self._on_bytes = stream, on_bytes
        self._parts: AsyncIterator[bytes] | None = None
        self._closed = False

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        if self._closed:
            raise StopAsyncIteration
        self._parts = self._parts or aiter(self._stream)
        part = await anext(self._parts)
        self._on_bytes(len(part))
        return part

    async def aclose(self) -> None:
        self._closed = True
        if isinstance(self._parts, AsyncGenerator):
            await self._parts.aclose()
        await self._stream.aclose()


def pinned_client(endpoint: Endpoint, on_bytes: Callable[[int], None]) -> httpx2.AsyncClient:
    """A client without proxies, redirects or environment, pinned to one address."""
    return httpx2.AsyncClient(
        transport=PinnedTransport(endpoint, on_bytes), trust_env=False, follow_redirects=False
    )
