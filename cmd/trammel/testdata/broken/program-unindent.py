for i in range(3):
        MARKER(i, PART=1)
    MARKER(10 + i, PART=1)
