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


class chain(object):
    def __init__(self, *iterables):
        self._g = _chained(iterables)

    @staticmethod
    def from_iterable(iterables):
        return _chained(iterables)

    def __iter__(self):
        return self._g

    def __next__(self):
        return next(self._g)


def _chained(iterables):
    for it in iterables:
        for x in it:
            yield x


def accumulate(iterable, func=None, initial=None):
    first = initial is None
    total = initial
    if not first:
        yield total
    for x in iterable:
        if first:
            total = x
        elif func is None:
            total = total + x
        else:
            total = func(total, x)
        first = False
        yield total


def zip_longest(*iterables, fillvalue=None):
    lists = [list(it) for it in iterables]
    for i in range(max([len(v) for v in lists] + [0])):
        yield tuple([v[i] if i < len(v) else fillvalue for v in lists])


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def filterfalse(unwanted, iterable):
    for x in iterable:
        if not (x if unwanted is None else unwanted(x)):
            yield x


def compress(data, selectors):
    for x, wanted in zip(data, selectors):
        if wanted:
            yield x


def pairwise(iterable):
    first = True
    last = None
    for x in iterable:
        if not first:
            yield (last, x)
        first, last = False, x


def groupby(iterable, key=None):
    # The groups are lists' iterators: all of a group is read at once.
    first, kept, value = True, [], None
    for x in iterable:
        k = x if key is None else key(x)
        if not first and k != value:
            yield (value, iter(kept))
            kept = []
        first, value = False, k
        kept.append(x)
    if not first:
        yield (value, iter(kept))


def tee(iterable, n=2):
    # All of it is read at once.
    kept = list(iterable)
    return tuple([iter(kept) for _ in range(n)])


def combinations_with_replacement(iterable, r):
    pool = list(iterable)
    for places in product(range(len(pool)), repeat=r):
        if sorted(places) == list(places):
            yield tuple([pool[i] for i in places])


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


def product(*iterables, repeat=1):
    results = [()]
    for kept in [list(it) for it in iterables] * repeat:
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
