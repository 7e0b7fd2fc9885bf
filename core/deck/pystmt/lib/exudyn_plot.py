# Pictures are not drawn.


def _nothing(*args, **kw):
    return None


PlotSensor = PlotFFT = PlotImage = LoadImage = _nothing


class _Defaults:
    pass


_defaults = _Defaults()


def PlotSensorDefaults():
    return _defaults


def componentNorm(*args, **kw):
    return None


def DataArrayFromSensorList(mbs, sensorNumbers, positionList=[], time=""):
    # Rows of a position (or a number) and what a sensor measures, at the end.
    import numpy as np
    rows = []
    for k in range(len(sensorNumbers)):
        v, x = mbs.GetSensorValues(sensorNumbers[k]), k
        if len(positionList):
            x = positionList[k]
        if not hasattr(v, "__len__"):
            v = [v]
        rows.append([x] + [float(y) for y in v])
    return np.array(rows)
