# A spring along DX of marker 9. From time par[1] on it does par[0]; with par[2] once. Codes behind each fault:
# embedded interpreter | CPython in process | isolated. "-" is not tried there. See law.c.
count = 0


def trouble(kind):
    if kind == 1:  # exception | 5 | 5 | 5
        raise ValueError("worn out")
    if kind == 2:  # loop | 5 | 5 | 8 5
        while True:
            pass
    if kind == 3:  # None | 5 | 5 | 5
        return None
    if kind == 4:  # text | 5 | 5 | 5
        return "text"
    if kind == 5:  # list | 5 | 5 | 5
        return [1.0, 2.0]
    if kind == 6:  # NaN | 5 6 | 5 6 | 5 6
        return float("nan")
    if kind == 7:  # division by zero | 5 | 5 | 5
        return 1 / 0
    if kind == 8:  # a name that is not there | 5 4 | 5 | 5
        return undefined
    if kind == 9:  # endless recursion | 5 | 5 | 5 8
        return trouble(kind)
    if kind == 10:  # infinity | 5 6 | 5 6 | 5 6
        return 1e308 * 10
    if kind == 11:  # KeyboardInterrupt | 5 130 | 5 130 | 5 8
        raise KeyboardInterrupt()
    if kind == 12:  # SystemExit | 5 | 5 | 5
        raise SystemExit(0)
    if kind == 13:  # a large number | 5 6 | 5 6 | 5 6
        return 10 ** 400
    if kind == 14:  # complex | 5 | 5 | 5
        return 1j
    if kind == 15:  # an assertion | 5 | 5 | 5
        assert kind == 0, "no"
    if kind == 17:  # a marker that is not there | 5 said | 5 said | 5 said
        return py_sysfnc("DX", [99999])[0]
    if kind == 18:  # a query with words | 5 | 5 | 5
        return py_sysfnc("DX", ["nine"])[0]
    if kind == 19:  # index out of its range | 5 | 5 | 5
        return [1.0][7]
    if kind == 20:  # much printed | same | same | same
        for k in range(200):
            print("a line of text that nobody reads")
        return py_sysfnc("DX", [9])[0]
    import os
    import sys
    if kind == 21:  # sys.exit | - | 5 | 5
        sys.exit(0)
    if kind == 22:  # os._exit | - | 8 5 | 5 8
        os._exit(0)
    if kind == 23:  # SIGKILL | - | 8 | 8
        os.kill(os.getpid(), 9)
    if kind == 24:  # SIGSTOP | - | said same 5 | 8
        os.kill(os.getpid(), 19)
    if kind == 25:  # fault | - | 8 | 8
        import ctypes
        ctypes.string_at(0)
    if kind == 26:  # fault of a thread | - | 8 | 8
        import ctypes
        import threading
        other = threading.Thread(target=ctypes.string_at, args=(0,))
        other.start()
        other.join()
    if kind == 27:  # descriptors closed | - | same 8 1 | same 8 5
        os.closerange(3, 100)
    if kind == 28:  # abort | - | 5 8 | 5 8
        os.abort()
    if kind == 29:  # a child that stays | - | same 8 5 | same 8 5
        if os.fork() == 0:
            while True:
                os.read(os.pipe()[0], 1)
    if kind == 30:  # chdir | - | same | same
        os.chdir("/")
    if kind == 31:  # exec | - | 8 | same 5 8
        os.execv("/bin/true", ["true"])
    if kind == 32:  # stdout closed | - | same 5 | same 5 8
        sys.stdout.close()
    if kind == 33:  # stdout set to None | - | same | same
        sys.stdout = None
        print("x")
    if kind == 34:  # fork, both return | - | same 8 1 5 | same 4 5 8
        os.fork()
    if kind == 35:  # deep recursion by a raised limit | - | 5 8 | 5 8
        sys.setrecursionlimit(10 ** 8)

        def down(n):
            return list(map(down, [n + 1]))
        down(0)
    if kind == 36:  # SIGTERM | - | same 130 | 5 8
        os.kill(os.getpid(), 15)
    if kind == 37:  # a module that is not there | - | 5 | 5
        import no_such_module
    if kind == 38:  # a thread that stays | - | same | same 8
        import threading
        threading.Thread(target=threading.Event().wait, daemon=False).start()
    if kind == 39:  # junk among the rows | - | 8 5 1 | same 8 5
        for k in os.listdir("/proc/self/fd"):
            try:
                if "requests.csv" in os.readlink("/proc/self/fd/" + k):
                    os.write(int(k), b"9.9,junk\n")
            except OSError:
                pass
    if kind == 40:  # an exit function that raises | - | same 5 8 | same 5 8
        import atexit
        atexit.register(lambda: 1 / 0)
    if kind == 41:  # names of the interpreter removed | - | 5 8 | 5 8
        import builtins
        for name in list(vars(builtins)):
            if name[0] != "_":
                delattr(builtins, name)
        return float("nan")
    if kind == 42:  # SIGINT | - | same 130 5 | same 8 5
        os.kill(os.getpid(), 2)
    return py_sysfnc("DX", [9])[0]


def PFOSUB(id, time, par, npar, dflag, iflag):
    global count
    value, e = py_sysfnc("DX", [9])
    if time >= par[1] and not iflag and not (count and par[2]):
        count += 1
        return trouble(int(par[0]))
    return value
