# Spectra and filters are not there; interpolation is.

import numpy as np
from exudyn.refused import _refused

for _n in "FilterSensorOutput FilterSignal ComputeFFT".split():
    globals()[_n] = _refused("exudyn.signalProcessing", _n, "filters and spectra")


def GetInterpolatedSignalValue(time, dataArray, timeArray=[], dataArrayIndex=-1, timeArrayIndex=-1, rangeWarning=True, tolerance=1e-6):
    # The value at a time of a signal, linear between its samples.
    data, t = np.array(dataArray), timeArray
    if len(timeArray) == 0:
        t = data[:, max(0, timeArrayIndex)]
    elif timeArrayIndex >= 0:
        t = np.array(timeArray)[:, timeArrayIndex]
    if dataArrayIndex >= 0:
        data = data[:, dataArrayIndex]
    return float(np.interp(time, t, data))
