"""What counts as local, and where a checked URL really leads.

Only one plain spelling of a URL is understood. Whatever two parsers could read differently
(userinfo, backslashes, numeric or hexadecimal hosts, mapped addresses, trailing dots, zones) is
refused instead of interpreted.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from recast_agent.core.errors import Code, InputError, Unanswered

_URL = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9A-Fa-f:]+\]|[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)"
    r"(:(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(/[A-Za-z0-9._~-]+)*/?)"
)
_NUMERIC_HOST = re.compile(r"(.*\.)?(0[xX][0-9A-Fa-f]*|[0-9]+)")
_DEFAULT_PORTS = {"http": 80, "https": 443}

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Endpoint:
    """Where a URL leads: ``address`` is the one that was checked, and the only one to connect to.

    ``local`` is true for loopback and for a declared ``host:port``.
    """

    scheme: str
    host: str
    port: int
    address: str
    local: bool


@dataclass(frozen=True)
class _Plain:
    scheme: str
    host: str
    port: int

    @property
    def literal(self) -> Address | None:
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None

    def declared(self, trusted_hosts: Iterable[str]) -> bool:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" in {trusted.lower() for trusted in trusted_hosts}


def is_local(url: str, trusted_hosts: Iterable[str] = ()) -> bool:
    """Whether ``url`` is loopback or a declared ``host:port``; anything unclear is not.

    ``localhost`` is local where every address that it resolves to is loopback. Nothing is
    resolved for any other name.
    """
    plain = _plain(url)
    if plain is None:
        return False
    if plain.declared(trusted_hosts):
        return True
    if plain.host != "localhost":
        return plain.literal is not None and plain.literal.is_loopback
    try:
        found = _lookup(plain.host, plain.port)
    except OSError:
        return False
    return _all_loopback(found)


async def resolve(url: str, trusted_hosts: Iterable[str] = ()) -> Endpoint:
    """Resolve ``url`` once.

    Raises InputError(settings_invalid) for a URL that is not plain or would go unencrypted to
    another machine, Unanswered(solver_unreachable) where the name has no address.
    """
    plain = _readable(url)
    declared = plain.declared(trusted_hosts)
    if plain.literal is not None:
        addresses = [str(plain.literal)]
    else:
        try:
            addresses = await asyncio.to_thread(_lookup, plain.host, plain.port)
        except OSError:
            raise Unanswered(
                Code.SOLVER_UNREACHABLE, "the host of the address cannot be resolved"
            ) from None
    loopback = _all_loopback(addresses) and (plain.host == "localhost" or bool(plain.literal))
    if not (loopback or declared) and plain.scheme != "https":
        raise _unencrypted()
    return Endpoint(plain.scheme, plain.host, plain.port, addresses[0], loopback or declared)


def check_url(url: str, trusted_hosts: Iterable[str] = ()) -> None:
    """What can be told of ``url`` before anything is looked up but ``localhost``.

    Raises InputError(settings_invalid) as ``resolve`` does.
    """
    if _readable(url).scheme != "https" and not is_local(url, trusted_hosts):
        raise _unencrypted()


def port_open(url: str, *, within_s: float) -> bool:
    """Whether something listens at a local URL: a connection is made and closed at once."""
    plain = _readable(url)
    try:
        with socket.create_connection((plain.host, plain.port), within_s):
            return True
    except OSError:
        return False


def _readable(url: str) -> _Plain:
    plain = _plain(url)
    if plain is None:
        hint = "RECAST_SOLVER_BASE_URL is a plain http(s)://host:port/path without credentials"
        empty = "RECAST_SOLVER_BASE_URL is empty: set it, or unset it for the stand-in's address"
        raise InputError(
            Code.SETTINGS_INVALID, hint if url.strip() else empty, where="solver_base_url"
        )
    return plain


def _unencrypted() -> InputError:
    hint = "use https in RECAST_SOLVER_BASE_URL, or declare host:port in RECAST_TRUSTED_HOSTS"
    return InputError(Code.SETTINGS_INVALID, hint, where="solver_base_url")


def public_url(url: str) -> str:
    """``url`` for logs: scheme, host, port and path; no userinfo, query or fragment."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if ":" in host:
        host = f"[{host}]"
    netloc = host if port is None else f"{host}:{port}"
    return f"{parts.scheme}://{netloc}{parts.path}" if parts.scheme and host else ""


def _plain(url: str) -> _Plain | None:
    match = _URL.fullmatch(url)
    if match is None or ".." in match["host"]:
        return None
    scheme, host = match["scheme"], match["host"].strip("[]").lower()
    port = int(match["port"] or _DEFAULT_PORTS[scheme])
    plain = _Plain(scheme, host, port)
    if not 0 < port < 65536 or not _unambiguous(plain):
        return None
    return plain


def _unambiguous(plain: _Plain) -> bool:
    literal = plain.literal
    if literal is None:
        return ":" not in plain.host and not _NUMERIC_HOST.fullmatch(plain.host)
    if isinstance(literal, ipaddress.IPv6Address) and literal.ipv4_mapped is not None:
        return False
    return not literal.is_unspecified


def _lookup(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # IPv4 first: a server that listens on 127.0.0.1 alone is the common case
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _all_loopback(addresses: list[str]) -> bool:
    return bool(addresses) and all(ipaddress.ip_address(a).is_loopback for a in addresses)
