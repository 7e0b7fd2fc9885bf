PART(1, GROUND=True)
print "made"
