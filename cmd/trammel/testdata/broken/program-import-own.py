from rods import lengths
PART(1, GROUND=True)
