for i in range(3):
MARKER(i, PART=1)
