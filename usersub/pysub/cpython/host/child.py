# What makes the host of scripts (which stands before this text) a process of its
# own: messages on descriptors 0 and 1, each with its length and a letter first.
#
#	q  a message for handle      Q  its answer
#	m  views of a call           l  the queries of a call    both Q
#	c  a call                    r  its outputs      f  what went wrong
#	a  a query to the solver  A  its answer
#
# While a query waits for its answer other calls may come: they nest.

_frame = struct.Struct("<Ic")
_number = struct.Struct("<I")

TURN = 0  # messages so far: identifies what runs
WANTED = None  # what is to be ended, a turn (0 is whatever runs) and why


def start():
    global READ, WRITE
    import select
    import signal
    import threading
    READ = os.fdopen(os.dup(0), "rb", 1 << 16)
    WRITE = os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)  # what libraries print
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the solver ends this process
    if len(sys.argv) > 1 and sys.argv[1]:
        end, main = os._exit, threading.get_ident()

        def watch(life):
            """Takes orders, lines with a turn and why, until the solver is gone."""
            global WANTED
            while True:
                if select.select([life], [], [], 0.02 if WANTED else None)[0]:
                    lines = os.read(life, 4096).decode().splitlines()
                    if not lines:
                        end(1)
                    turn, _, why = lines[-1].partition(" ")
                    WANTED = int(turn), why
                if overdue():  # once more and again: the script may catch what is raised
                    signal.pthread_kill(main, signal.SIGURG)
                else:
                    WANTED = None
        signal.signal(signal.SIGURG, lambda _, frame: overdue() and end_call(WANTED[1], frame))
        threading.Thread(target=watch, args=(int(sys.argv[1]),), daemon=True).start()
    del sys.argv[1:]


def overdue():
    """Whether what runs is to be ended."""
    return WANTED and WANTED[0] in (0, TURN)


def write(kind, *parts):
    data = _frame.pack(sum(map(len, parts)), kind) + b"".join(parts)
    while data:
        data = data[os.write(WRITE, data):]


def ask(data):
    write(b"a", data)
    return serve(b"A")


def serve(until):
    global TURN
    while True:
        head = READ.read(5)
        TURN += 1
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
