# A spring along DX or DY of marker par[2]. In call par[1] of all its elements, and in later
# ones, it does par[0]; see scriptFaults in
# code_test.go.
count = 0


def trouble(kind):
    if kind == 1:
        raise ValueError("worn out")
    if kind == 2:
        while True:
            pass
    if kind == 3:
        return None
    if kind == 4:
        return "text"
    if kind == 5:
        return [1.0, 2.0]
    if kind == 6:
        return float("nan")
    if kind == 7:
        return 1 / 0
    if kind == 8:
        return undefined
    if kind == 9:
        return trouble(kind)
    if kind == 10:
        import sys
        sys.exit(0)
    import os
    if kind == 11:
        os._exit(0)
    if kind == 12:
        os.kill(os.getpid(), 9)
    if kind == 13:
        os.kill(os.getpid(), 19)
    if kind == 14:
        import ctypes
        ctypes.string_at(0)
    if kind == 15:
        blocks = []
        while True:
            blocks.append(bytearray(1 << 22))
    if kind == 16:
        import ctypes
        import threading
        other = threading.Thread(target=ctypes.string_at, args=(0,))
        other.start()
        other.join()
    if kind == 17:
        os.closerange(3, 100)
    if kind == 18:
        os.abort()
    if kind == 19:
        if os.fork() == 0:
            while True:
                pass
        os.kill(os.getpid(), 9)
    return 0.0


def LAW(id, time, par, npar, dflag, iflag):
    global count
    value, e = py_sysfnc("DX" if par[3] == 0 else "DY", [int(par[2])])
    count += 1
    if count >= int(par[1]) and par[0] > 0:
        return trouble(int(par[0]))
    return value
