# What scripts use of statistics.
from _statistics import mean, fmean, variance, pvariance, stdev, pstdev


class StatisticsError(ValueError):
    pass


def _ordered(data, name):
    data = sorted(data)
    if len(data) == 0:
        raise StatisticsError("no " + name + " for empty data")
    return data


def median(data):
    data = _ordered(data, "median")
    n = len(data)
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = _ordered(data, "median")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = _ordered(data, "median")
    return data[len(data) // 2]


def mode(data):
    best, most, counts = None, 0, {}
    data = list(data)
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    for x in data:
        if counts[x] > most:
            best, most = x, counts[x]
    if most == 0:
        raise StatisticsError("no mode for empty data")
    return best


def harmonic_mean(data):
    data = list(data)
    if len(data) == 0:
        raise StatisticsError("harmonic_mean requires at least one data point")
    return 1 / mean([1 / x for x in data])
