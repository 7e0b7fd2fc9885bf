PART(1, GROUND=True)
MARKER(1, PART=1, QP=[length, 0, 0])
