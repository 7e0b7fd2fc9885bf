"""Messages in frames, through shared memory or over a socket; the format stands in sdk/wire/FRAMES.md."""

import mmap
import os
import platform
import select
import socket
import struct
import sys
import threading
import time

HELLO, DESCRIBE, DESCRIPTION, FIND, FOUND, OPEN, OPENED, CALL, DONE, ASK, ANSWER, NEXT, BYE, FAULT = range(1, 15)
MORE, SUMMED = 1, 2
PAGE, HEADER, LONGEST = 4096, 16, 64 << 20
TURN, HOST_SLEEPS, PLUGIN_SLEEPS = 64 // 4, 128 // 4, 192 // 4  # words of the control page

_head = struct.Struct("<HHIII")
_u32 = struct.Struct("<I")


class Gone(Exception):
    """The solver is gone."""


class Garbled(Exception):
    """A message of the solver makes no sense."""


class Offer:
    """What the solver offers in TRAMMEL_FRAMES."""

    def __init__(self, text):
        words = text.split()
        if not words or not words[0].isdigit():
            raise ValueError("TRAMMEL_FRAMES=%r begins with no version" % text)
        known = {"mem": None, "sock": None, "size": 0, "check": 0}
        for word in words[1:]:
            key, _, value = word.partition("=")
            if key in known:
                known[key] = int(value)
        self.mem, self.sock, self.size, self.check = (known[k] for k in ("mem", "sock", "size", "check"))
        if self.sock is None or not PAGE + 256 <= self.size <= LONGEST:
            raise ValueError("TRAMMEL_FRAMES=%r lacks a socket or a size" % text)


class Conn:
    """One end of a conversation: the plugin's."""

    def __init__(self, offer):
        os.set_inheritable(offer.sock, False)
        self.sock = socket.socket(fileno=offer.sock)
        self.check = offer.check
        self.most = (offer.size - PAGE) // 8 * 8
        self.seq = 0
        self.port = None
        if offer.mem is not None:
            try:
                self.port = _Memory(offer, self.sock)
            except (OSError, ValueError) as e:
                print("no shared memory: %s" % e, file=sys.stderr)
            os.close(offer.mem)
        hello = struct.pack("<IIII", 1, 1 if self.port else 2, 1, os.getpid())
        stream = _Stream(self.sock)
        stream.put(self._piece(HELLO, 0, hello), 0)
        self.port = self.port or stream

    def _piece(self, kind, flags, payload):
        if not self.check:
            return _head.pack(kind, flags, len(payload), self.seq, 0) + payload
        piece = bytearray(_head.pack(kind, flags | SUMMED, len(payload), self.seq, 0) + payload)
        piece[12:16] = _u32.pack(checksum(piece))
        return bytes(piece)

    def send(self, kind, payload):
        """Sends a message and gives the turn away."""
        room = self.most - HEADER
        while len(payload) > room:
            self._put(kind, MORE, payload[:room])
            payload = payload[room:]
            if self._get()[0] != NEXT:
                raise Garbled("NEXT must come")
        self._put(kind, 0, payload)

    def _put(self, kind, flags, payload):
        self.seq = (self.seq + 1) & 0xFFFFFFFF
        self.port.put(self._piece(kind, flags, payload), self.seq)

    def receive(self):
        """Waits for a message: its kind and payload."""
        kind, flags, payload = self._get()
        if not flags & MORE:
            return kind, payload
        parts, n = [payload], len(payload)
        while flags & MORE:
            self._put(NEXT, 0, b"")
            other, flags, payload = self._get()
            n += len(payload)
            if other != kind or n > LONGEST:
                raise Garbled("a piece of kind %d came where one of %d must, or too much" % (other, kind))
            parts.append(payload)
        return kind, b"".join(parts)

    def _get(self):
        head, payload = self.port.get(self.seq, self.most)
        kind, flags, _, seq, summed = _head.unpack(head)
        self.seq = (self.seq + 1) & 0xFFFFFFFF
        if seq != self.seq:
            raise Garbled("message %d came, expected was %d" % (seq, self.seq))
        if flags & ~(MORE | SUMMED):
            raise Garbled("its flags are %#x" % flags)
        if flags & SUMMED:
            if checksum(head[:12] + b"\0\0\0\0" + payload) != summed:
                raise Garbled("its checksum is wrong")
        elif self.check:
            raise Garbled("it has no checksum")
        return kind, flags, payload

    def watch(self):
        """Ends the process when the solver is gone, also while a routine computes."""

        def wait():
            poll = select.poll()
            poll.register(self.sock.fileno(), 0)  # poll always reports a hang-up
            poll.poll()
            os._exit(1)

        threading.Thread(target=wait, daemon=True).start()


def _length(head, most):
    n = _head.unpack(head)[2]
    if n % 8 or n > most - HEADER:
        raise Garbled("its length is %d bytes, a multiple of 8 up to %d is possible" % (n, most - HEADER))
    return n


class _Stream:
    """Moves pieces over the socket."""

    def __init__(self, sock):
        self.sock = sock

    def put(self, piece, seq):
        try:
            self.sock.sendall(piece)
        except OSError:
            raise Gone()

    def get(self, last, most):
        head = self._read(HEADER)
        return head, self._read(_length(head, most))

    def _read(self, n):
        parts = []
        while n:
            try:
                part = self.sock.recv(min(n, 1 << 20))
            except OSError:
                part = b""
            if not part:
                raise Gone()
            parts.append(part)
            n -= len(part)
        return b"".join(parts)


class _Memory:
    """Moves pieces through shared memory, and sleeps on the socket.

    Python has no atomic operations. Loads and stores of whole words are what its interpreter does for a view of words;
    taking a lock keeps them in order on x86. Elsewhere the solver is woken after every message, needed or not, and everywhere
    a sleep looks again after a while.
    """

    LONG, ASLEEP, AGAIN = 20e-6, 10e-6, 128  # how long to look, what a sleep costs (s), and when to look again (waits)

    def __init__(self, offer, sock):
        self.map = mmap.mmap(offer.mem, offer.size)
        self.word = memoryview(self.map)[:PAGE].cast("I")
        self.data = memoryview(self.map)[PAGE:]
        self.sock = sock
        self.fence = threading.Lock()
        self.ordered = platform.machine() in ("x86_64", "AMD64", "i386", "i686")
        self.budget, self.vain = self.LONG, 0
        if list(self.word[:3]) != [0x4D415254, 1, PAGE] or self.word[3] > offer.size - PAGE:
            raise ValueError("it has no control page")
        # By itself a sleep ends after 0.1 s. (A timeout of Python's would cost three more calls of the system.)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, 100000))

    def put(self, piece, seq):
        self.data[: len(piece)] = piece
        with self.fence:
            self.word[TURN] = seq
        with self.fence:
            asleep = self.word[HOST_SLEEPS] or not self.ordered
        if asleep:
            _Stream(self.sock).put(b"w", seq)

    def get(self, last, most):
        self._wait(last)
        head = bytes(self.data[:HEADER])
        return head, bytes(self.data[HEADER : HEADER + _length(head, most)])

    def _wait(self, last):
        word = self.word
        if self._look(last):
            return
        word[PLUGIN_SLEEPS] = 1
        with self.fence:
            pass
        while word[TURN] == last:
            try:
                if not self.sock.recv(64) and word[TURN] == last:
                    raise Gone()
            except BlockingIOError:
                pass  # nothing came in time
            except OSError:
                raise Gone()
        word[PLUGIN_SLEEPS] = 0

    def _look(self, last):
        """Looks for a while; for a shorter one, and at last not at all, when that does not help."""
        word, budget = self.word, self.budget
        self.vain += 1
        if self.vain % self.AGAIN == 0:
            budget = self.LONG
        start = time.perf_counter()
        while True:
            for _ in range(16):
                if word[TURN] != last:
                    if time.perf_counter() - start < self.ASLEEP:
                        self.vain, self.budget = 0, self.LONG
                    else:
                        self.budget /= 2
                    return True
            if time.perf_counter() - start >= budget:
                break
        self.budget = self.budget / 2 if self.budget > self.LONG / 4 else 0
        return False


_table = []


def checksum(data):
    """CRC-32C, reflected."""
    if not _table:
        for i in range(256):
            for _ in range(8):
                i = i >> 1 ^ 0x82F63B78 if i & 1 else i >> 1
            _table.append(i)
    value = 0xFFFFFFFF
    for byte in data:
        value = _table[(value ^ byte) & 255] ^ value >> 8
    return value ^ 0xFFFFFFFF


class Writer:
    """A payload being written."""

    def __init__(self):
        self.parts = []

    def u32(self, *values):
        self.parts.append(struct.pack("<%dI" % len(values), *(v & 0xFFFFFFFF for v in values)))
        return self

    def ints(self, values):
        n = len(values)
        self.parts.append(struct.pack("<%di%dx" % (n, n % 2 * 4), *values))
        return self

    def reals(self, values):
        self.parts.append(struct.pack("<%dd" % len(values), *values))
        return self

    def text(self, text):
        b = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        self.parts.append(struct.pack("<II", len(b), 0) + b + bytes(-len(b) % 8))
        return self

    def payload(self):
        return b"".join(self.parts)


class Reader:
    """A payload being read. What does not fit raises Garbled."""

    def __init__(self, payload):
        self.b, self.at = payload, 0

    def take(self, n):
        if n > len(self.b) - self.at:
            raise Garbled("it ends too early")
        self.at += n
        return self.at - n

    def u32(self, n):
        return struct.unpack_from("<%dI" % n, self.b, self.take(4 * n))

    def u64(self):
        return struct.unpack_from("<Q", self.b, self.take(8))[0]

    def ints(self, n):
        at = self.take((n + n % 2) * 4)
        return struct.unpack_from("<%di" % n, self.b, at)

    def reals(self, n):
        return struct.unpack_from("<%dd" % n, self.b, self.take(8 * n))

    def raw(self):
        n, zero = self.u32(2)
        at = self.take((n + 7) // 8 * 8)
        if zero or any(self.b[at + n : self.at]):
            raise Garbled("a text is not filled up with zeros")
        return self.b[at : at + n]

    def text(self):
        return self.raw().decode("utf-8", "surrogateescape")

    def over(self):
        if self.at != len(self.b):
            raise Garbled("%d bytes too many" % (len(self.b) - self.at))
