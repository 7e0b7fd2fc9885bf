PART(1, GROUND=True)
for i in range(1, 3):
    MARKER(i, PART=1, LABEL=f"marker {i:>3")
