PART(1, GROUND=True)


def arm(i, length):
    MARKER(10 * i, PART=1, QP=[1 / length, 0, 0])


arm(1, 2.0)
arm(2, 0)
