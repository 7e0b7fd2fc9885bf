import matplotlib.pyplot as pyplot
import matplotlib.ticker as ticker

cm = colormaps = colors = ticker.MaxNLocator
