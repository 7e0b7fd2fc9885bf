größe = "é"; PART(1, LABEL="Körper", GROUND=True); MARKER(1, PART=1, QP=["ä", 0, 0]); MARKER(2, LABEL="é" , PART=3)
