from matplotlib.pyplot import _nothing

MaxNLocator = MultipleLocator = FormatStrFormatter = ScalarFormatter = _nothing
