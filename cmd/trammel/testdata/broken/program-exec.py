PART(1, GROUND=True)
exec "made"
