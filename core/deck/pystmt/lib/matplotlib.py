import matplotlib.pyplot as pyplot
