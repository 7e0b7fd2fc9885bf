"""The conversation with ``trammel serve``: sdk/wire/SESSION.md, version 1."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import warnings
import weakref
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._errors import ToolError, error_of
from ._laws import Laws
from ._tool import find_tool

PROTOCOL = 1

HELLO, BYE, FAULT, REQUEST, REPLY, STEP, STEPPED, CANCEL = 1, 13, 14, 19, 20, 21, 22, 23

_HEADER = struct.Struct("<HHIII")  # kind, flags, length, number, checksum
_PIECE = 1 << 14  # bytes that are read at once
_COUNT = struct.Struct("<II")
_STEPPED = struct.Struct("<IIdII")  # stopped, warnings, time, number of outputs, 0


class RunWarning(UserWarning):
    """A warning of the solver."""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a server: it ends by itself when its input is closed, also in the middle of a step."""
    for stream in (process.stdin, process.stdout):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            pass
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Server:
    """A child process ``trammel serve``, and the conversation with it. It belongs to one thread at a time."""

    def __init__(self, tool: Optional[str] = None, options: Sequence[str] = ()) -> None:
        command = [find_tool(tool), "serve", *options]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as e:
            raise ToolError("%s cannot be started: %s" % (command[0], e)) from e
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._buffer = bytearray()
        self.number = 1  # of the next message of ours
        self.owed = False  # a reply is still to come, after an interruption
        self.laws = Laws(self)
        self._steps: Dict[int, struct.Struct] = {}
        self._reals: Dict[int, struct.Struct] = {}
        self._finalizer = weakref.finalize(self, _end, self._process)
        kind, payload = self._receive()
        if kind != HELLO:
            raise ToolError("%s does not begin with HELLO" % command[0])
        hello = json.loads(self._text(payload)[0])
        if hello.get("protocol") != PROTOCOL:
            self.close()
            raise ToolError("%s speaks protocol %s, this package %d" % (command[0], hello.get("protocol"), PROTOCOL))
        self.version: str = hello.get("version", "")

    def close(self) -> None:
        """End the process."""
        self._finalizer()

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def request(self, request: str, **keys: Any) -> Tuple[Dict[str, Any], Tuple[float, ...]]:
        """Send a request, without the keys that are None, and return the reply with its numbers. Errors are raised."""
        body: Dict[str, Any] = {"request": request}
        body.update((k, v) for k, v in keys.items() if v is not None)
        text = json.dumps(body).encode("utf-8")
        payload = _COUNT.pack(len(text), 0) + text + bytes(-len(text) % 8) + _COUNT.pack(0, 0)
        self._send(_HEADER.pack(REQUEST, 0, len(payload), self.number, 0) + payload)
        kind, payload = self._await()
        return self._reply(kind, payload)

    def step(self, dt: float, inputs: Sequence[float]) -> Tuple[bool, float, Tuple[float, ...]]:
        """Take a step. Returns whether a sensor has ended the run, the time, and the outputs."""
        n = len(inputs)
        form = self._steps.get(n)
        if form is None:
            form = self._steps[n] = struct.Struct("<HHIIIdII%dd" % n)  # header, dt, number of inputs, 0, inputs
        self._send(form.pack(STEP, 0, 16 + 8 * n, self.number, 0, dt, n, 0, *inputs))
        kind, payload = self._await()
        if kind != STEPPED:
            self._reply(kind, payload)
            raise ToolError("the tool has sent message %d where STEPPED must come" % kind)
        stopped, waiting, time, n, _ = _STEPPED.unpack_from(payload)
        reals = self._reals.get(n)
        if reals is None:
            reals = self._reals[n] = struct.Struct("<%dd" % n)
        return bool(stopped), time, reals.unpack_from(payload, 24)

    def _send(self, message: bytes) -> None:
        if self.closed:
            raise ToolError("the session is closed")
        if self.owed:  # what was interrupted has its reply now
            self._next()
            self.owed = False
            message = message[:8] + struct.pack("<I", self.number) + message[12:]
        self.write(message)
        self.owed = True

    def write(self, message: bytes) -> None:
        """Send a message that has the next number."""
        self.number = (self.number + 2) & 0xFFFFFFFF
        try:
            n = os.write(self._in, message)
            while n < len(message):
                n += os.write(self._in, message[n:])
        except OSError as e:
            raise self._gone() from e

    def _await(self) -> Tuple[int, bytes]:
        """Return the answer to the message sent. Ctrl-C cancels what is under way."""
        if self.laws:
            with self.laws.interruptions():
                kind, payload = self._next()
        else:
            try:
                kind, payload = self._receive()
            except KeyboardInterrupt:
                self.cancel()
                self._receive()
                self.owed = False
                raise
        self.owed = False
        return kind, payload

    def cancel(self) -> None:
        """Cancel what is under way."""
        os.write(self._in, _HEADER.pack(CANCEL, 0, 0, 0, 0))

    def _next(self) -> Tuple[int, bytes]:
        """Return the next message that is no call of a law; those are made."""
        while True:
            kind, payload = self._receive()
            if kind == STEPPED or kind == REPLY:
                return kind, payload
            self.laws.act(kind, payload)

    def receive(self) -> Tuple[int, bytes]:
        """Return the next message, for laws."""
        return self._receive()

    def send(self, kind: int, payload: bytes) -> None:
        """Send a message of a law."""
        self.write(_HEADER.pack(kind, 0, len(payload), self.number, 0) + payload)

    def _receive(self) -> Tuple[int, bytes]:
        if not self._buffer:  # mostly a message comes alone, and whole
            piece = self._read(_PIECE)
            if len(piece) >= 16:
                kind, flags, length, _, _ = _HEADER.unpack_from(piece)
                if length == len(piece) - 16 and kind != FAULT and not flags & 1:
                    return kind, piece[16:]
            self._buffer += piece
        buffer = self._buffer
        while len(buffer) < 16:
            buffer += self._read(_PIECE)
        kind, flags, length, _, _ = _HEADER.unpack_from(buffer)
        if flags & 1 or length > 1 << 26:
            raise ToolError("the tool has sent something that is no message: its output is not that of trammel serve")
        end = 16 + length
        while len(buffer) < end:
            buffer += self._read(max(_PIECE, min(end - len(buffer), 1 << 20)))
        payload = bytes(buffer[16:end])
        del buffer[:end]
        if kind == FAULT:
            raise ToolError("the tool refuses a message: %s" % self._text(payload)[0])
        return kind, payload

    def _read(self, n: int) -> bytes:
        try:
            piece = os.read(self._out, n)
        except OSError as e:
            raise self._gone() from e
        if not piece:
            raise self._gone()
        return piece

    def _gone(self) -> ToolError:
        self.close()
        code = self._process.returncode
        how = "by signal %d" % -code if code is not None and code < 0 else "with exit code %s" % code
        return ToolError("the tool has ended %s (see what it has printed)" % how, code if code else 1)

    @staticmethod
    def _text(payload: bytes) -> Tuple[str, int]:
        """Return the text at the start of a payload, and where it ends."""
        n, _ = _COUNT.unpack_from(payload)
        return payload[8:8 + n].decode("utf-8"), 8 + n + -n % 8

    def _reply(self, kind: int, payload: bytes) -> Tuple[Dict[str, Any], Tuple[float, ...]]:
        if kind != REPLY:
            raise ToolError("the tool has sent message %d where REPLY must come" % kind)
        text, at = self._text(payload)
        body: Dict[str, Any] = json.loads(text)
        n, _ = _COUNT.unpack_from(payload, at)
        numbers = struct.unpack_from("<%dd" % n, payload, at + 8)
        for w in body.get("warnings", ()):
            warnings.warn(w, RunWarning, stacklevel=4)
        if "error" in body:
            error = error_of(body["error"])
            setattr(error, "reply", (body, numbers))
            raise error from self.laws.failed
        return body, numbers


def names_of(items: List[Dict[str, Any]]) -> List[str]:
    """Return the names by which inputs and outputs are called: their labels where these are unique, else "Reference_Variable 3" or "3.F2"."""
    labels = [x.get("label", "") for x in items]
    return [label if label and labels.count(label) == 1 else x["name"] for label, x in zip(labels, items)]
