lengths = [1.0, 0.5]
PART(1, GROUND=True)
for i in range(3):
    MARKER(i + 1, PART=1, QP=[lengths[i], 0, 0])
