K = 18
calls = 0


def force(z):
    global calls
    calls += 1
    return -K * z
