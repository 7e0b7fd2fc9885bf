from msolve import Part, Jiont
ground = Part(ground=True)
