# Variations of parameters and sensitivities, one run after the other.

import exudyn
import numpy as np
from exudyn.refused import _refused

for _n in "GeneticOptimization Minimize".split():
    globals()[_n] = _refused("exudyn.processing", _n, "optimizers")


def PlotOptimizationResults2D(*args, **kw):
    return [None, None]


def PlotSensitivityResults(*args, **kw):
    return None


def ProcessParameterList(parameterFunction, parameterList, *args, **kw):
    return [parameterFunction(p) for p in parameterList]


def _space(value, useLogSpace):
    # The values of a parameter, and whether they are whole numbers.
    if isinstance(value, list):
        return value, not [v for v in value if not isinstance(v, int)]
    if not isinstance(value, tuple) or len(value) != 3 or value[2] < 1:
        raise ValueError("ParameterVariation: a parameter has a tuple (begin, end, numberOfValues) or a list of values, not %r" % (value,))
    a, b, n = value
    step = (b - a + 1) / n
    if useLogSpace:
        space = [10 ** x for x in np.linspace(np.log10(a), np.log10(b), n)]
    else:
        space = [x for x in np.linspace(a, b, n)]
    return space, isinstance(a, int) and isinstance(b, int) and step == int(step)


def ParameterVariation(parameterFunction, parameters, useLogSpace=False, debugMode=False, addComputationIndex=False, useMultiProcessing=False,
                       showProgress=True, parameterFunctionData={}, clusterHostNames=[], numberOfThreads=None, resultsFile="", **kwargs):
    # All combinations; the last parameter varies the fastest.
    sets = [{}]
    for name in parameters:
        space, whole = _space(parameters[name], useLogSpace)
        more = []
        for s in sets:
            for v in space:
                d = dict(s)
                d[name] = float(v)
                if whole:
                    d[name] = int(v)
                more.append(d)
        sets = more
    columns = {}
    for name in parameters:
        columns[name] = np.array([s[name] for s in sets])
    if addComputationIndex:
        for k in range(len(sets)):
            sets[k]["computationIndex"] = k
        columns["computationIndex"] = np.array([k for k in range(len(sets))])
    if parameterFunctionData != {}:
        for s in sets:
            s["functionData"] = parameterFunctionData
    return [columns, ProcessParameterList(parameterFunction, sets)]


def ComputeSensitivities(parameterFunction, parameters, scaledByReference=False, debugMode=False, addComputationIndex=False, useMultiProcessing=False,
                         showProgress=True, parameterFunctionData={}, **kwargs):
    # Differences of what the function gives: a parameter has a value, a relative change, and the number of steps to both
    # sides, 0 for one step forward.
    names, spec = [n for n in parameters], {}
    for n in names:
        v = parameters[n]
        if not isinstance(v, (list, tuple)):
            v = (v, 1e-3)
        spec[n] = tuple(v) + (0,) * (3 - len(v))
    start = dict([(n, spec[n][0]) for n in names])
    sets, of = [start], {}
    for n in names:
        x, change, steps = spec[n]
        of[n] = []
        for j in [k for k in range(-steps, steps + 1) if k != 0] or [1]:
            d = dict(start)
            d[n] = x * (1 + j * change)
            if d[n] == 0:
                d[n] = max(change, 1e-6)
            of[n].append(len(sets))
            sets.append(d)
    for k in range(1, len(sets)):
        if addComputationIndex:
            sets[k]["computationIndex"] = k
    if parameterFunctionData != {}:
        for s in sets:
            s["functionData"] = parameterFunctionData
    values = []
    for v in ProcessParameterList(parameterFunction, sets):
        if not hasattr(v, "__len__"):
            v = [v]
        values.append([float(x) for x in v])
    rows, ordered = [], {}
    for n in names:
        steps = spec[n][2]
        low, high = 0, of[n][0]
        if steps:
            low, high = of[n][steps - 1], of[n][steps]
        f = 1.0
        if scaledByReference:
            f = start[n]
        rows.append([f * (b - a) / (sets[high][n] - sets[low][n]) for a, b in zip(values[low], values[high])])
        ordered[n] = np.array([values[k] for k in of[n]])
    return [sets, np.array(values[0]), ordered, np.array(rows)]
