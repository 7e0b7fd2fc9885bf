for i in range(1, 3):
    PART(i)
	MARKER(i, PART=i)
