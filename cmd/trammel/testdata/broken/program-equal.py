n = 3
if n = 3:
    PART(1, GROUND=True)
