def link(i):
    PART(i)
    link(i + 1)


link(1)
