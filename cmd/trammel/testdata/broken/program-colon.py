n = 3
for i in range(n)
    PART(i + 1)
