# What scripts use of itertools.


def count(start=0, step=1):
    while True:
        yield start
        start += step


def repeat(x, times=None):
    n = 0
    while times is None or n < times:
        yield x
        n += 1


def cycle(iterable):
    kept = list(iterable)
    while kept:
        for x in kept:
            yield x


def chain(*iterables):
    for it in iterables:
        for x in it:
            yield x


def accumulate(iterable):
    first = True
    total = None
    for x in iterable:
        total = x if first else total + x
        first = False
        yield total


def islice(iterable, *bounds):
    start, stop, step = 0, bounds[0], 1
    if len(bounds) > 1:
        start, stop = bounds[0] or 0, bounds[1]
    if len(bounds) > 2:
        step = bounds[2] or 1
    n = 0
    if stop is not None and stop <= 0:
        return
    for x in iterable:
        if n >= start and (n - start) % step == 0:
            yield x
        n += 1
        if stop is not None and n >= stop:
            return


def takewhile(wanted, iterable):
    for x in iterable:
        if not wanted(x):
            return
        yield x


def dropwhile(unwanted, iterable):
    dropping = True
    for x in iterable:
        if dropping and unwanted(x):
            continue
        dropping = False
        yield x


def product(*iterables):
    results = [()]
    for it in iterables:
        kept = list(it)
        results = [r + (x,) for r in results for x in kept]
    for r in results:
        yield r


def _chosen(n, r):
    # places in ascending order
    at = list(range(r))
    if r > n:
        return
    while True:
        yield at[:]
        i = r - 1
        while i >= 0 and at[i] == i + n - r:
            i -= 1
        if i < 0:
            return
        at[i] += 1
        for j in range(i + 1, r):
            at[j] = at[j - 1] + 1


def combinations(iterable, r):
    kept = list(iterable)
    for at in _chosen(len(kept), r):
        yield tuple([kept[i] for i in at])


def permutations(iterable, r=None):
    kept = list(iterable)
    if r is None:
        r = len(kept)
    for at in product(*[range(len(kept)) for i in range(r)]):
        if all(at[i] != at[j] for i in range(r) for j in range(i)):
            yield tuple([kept[i] for i in at])
