# Messages: lists of None, numbers, texts, arrays and lists.

_head = struct.Struct("<cI")
_int = struct.Struct("<cq")
_real = struct.Struct("<cd")


class single(float):
    """The result of a utility that gives an array of one: scripts take it as
    a list (value[0]) or as a number (2 * value), and both are right."""
    __slots__ = ()

    def __len__(self):
        return 1

    def __iter__(self):
        return iter((float(self),))

    def __getitem__(self, key):
        return [float(self)][key]


def pack(items):
    out = [_head.pack(b"l", len(items))]
    for x in items:
        if x is None:
            out.append(b"n")
        elif isinstance(x, str):
            text = x.encode("utf-8", "replace")
            out.append(_head.pack(b"s", len(text)))
            out.append(text)
        elif isinstance(x, int) and -2**63 <= x < 2**63:
            out.append(_int.pack(b"i", x))
        elif isinstance(x, (float, int)):
            out.append(_real.pack(b"d", x))
        else:
            out.append(pack(x))
    return b"".join(out)


def unpack(data, at=0):
    return _unpack(data, at)[0]


def _unpack(data, at):
    kind = data[at:at + 1]
    if kind == b"n":
        return None, at + 1
    if kind == b"i":
        return _int.unpack_from(data, at)[1], at + 9
    if kind == b"d":
        return _real.unpack_from(data, at)[1], at + 9
    if kind == b"x":
        return single(_real.unpack_from(data, at)[1]), at + 9
    n = _head.unpack_from(data, at)[1]
    at += 5
    if kind == b"s":
        return data[at:at + n].decode(), at + n
    if kind == b"b":
        return bytes(data[at:at + n]), at + n
    if kind == b"D":
        return list(struct.unpack_from("<%dd" % n, data, at)), at + 8 * n
    items = []
    for _ in range(n):
        x, at = _unpack(data, at)
        items.append(x)
    return items, at


def send(*items):
    """Asks the solver; an answer may be an exception."""
    got = unpack(ask(pack(items)))
    if got and got[0] == "raise":
        raise getattr(builtins, got[1])(got[2])
    if got and got[0] == "stop":
        if NOW is not None:
            global LEFT
            NOW.stop, LEFT = got[1], True
        raise Stop(got[1])
    return got


class Stop(BaseException):
    """Ends a call whatever the script catches."""
