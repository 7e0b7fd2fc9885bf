# What makes the host of scripts (which stands before this text) a process of its
# own: messages on descriptors 0 and 1, each with its length and a letter first.
#
#	q  a message for handle      Q  its answer
#	m  views of a call           l  the questions of a call    both Q
#	c  a call                    r  its outputs      f  what went wrong
#	a  a question to the solver  A  its answer
#
# While a question waits for its answer other calls may come: they nest.

_frame = struct.Struct("<Ic")
_number = struct.Struct("<I")


def start():
    global READ, WRITE, PARENT
    import signal
    import threading
    READ = os.fdopen(os.dup(0), "rb", 1 << 16)
    WRITE = os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)  # what libraries print
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the solver ends this process
    if len(sys.argv) > 1 and sys.argv[1]:
        end = os._exit

        def watch(life):
            os.read(life, 1)  # returns when the solver is gone
            end(1)
        threading.Thread(target=watch, args=(int(sys.argv[1]),), daemon=True).start()
    del sys.argv[1:]


def write(kind, *parts):
    data = _frame.pack(sum(map(len, parts)), kind) + b"".join(parts)
    while data:
        data = data[os.write(WRITE, data):]


def ask(data):
    write(b"a", data)
    return serve(b"A")


def serve(until):
    while True:
        head = READ.read(5)
        if len(head) < 5:
            raise SystemExit(0)
        n, kind = _frame.unpack(head)
        body = READ.read(n)
        if kind == until:
            return body
        if kind == b"c":
            call(body)
        elif kind == b"q":
            write(b"Q", handle(body))
        elif kind == b"m":
            write(b"Q", guarded(memory, *unpack(body)))
        elif kind == b"l":
            write(b"Q", guarded(learn, *unpack(body)))


def guarded(fn, *args):
    try:
        return pack(fn(*args))
    except BaseException as e:
        return pack(failed(e))


def memory(k, reals, ints):
    c = CALLS[k]
    c.memory = [bytearray(8 * reals), bytearray(4 * ints), bytearray()]
    views(k, c.memory[0], c.memory[1])
    return ["ok"]


def learn(k, asked, values):
    c = CALLS[k]
    c.memory[2] = bytearray(8 * values)
    return answers(k, asked, c.memory[2])


def call(body):
    c = CALLS[_number.unpack_from(body)[0]]
    at = 4
    for m in c.memory:
        m[:] = body[at:at + len(m)]
        at += len(m)
    r = c.go()
    if r is None:
        write(b"r", *[c.memory[0][8 * o.at:8 * (o.at + o.n)] if o.kind == "d" else c.memory[1][4 * o.at:4 * (o.at + o.n)]
                      for o in c.outs])
    else:
        write(b"f", r)


start()
try:
    serve(b"")
except SystemExit:
    pass
