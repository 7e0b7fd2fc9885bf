# Random numbers: those of CPython for the same seed, as far as logarithms and cosines agree to the last digit.
import math
import _random

_MAGIC = 4 * math.exp(-0.5) / math.sqrt(2.0)


class Random(object):
    def __init__(self, x=None):
        self._g = _random.generator()
        self._next = None
        self.seed(x)

    def seed(self, a=None, version=2):
        if version != 2:
            raise ValueError("seed(): only version 2 is supported by the embedded interpreter")
        self._g.seed(a)
        self._next = None

    def random(self):
        return self._g.random()

    def getrandbits(self, k):
        return self._g.getrandbits(k)

    def _below(self, n):
        k = n.bit_length()
        r = self._g.getrandbits(k)
        while r >= n:
            r = self._g.getrandbits(k)
        return r

    def uniform(self, a, b):
        return a + (b - a) * self._g.random()

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            start, stop = 0, start
        n = stop - start
        if step > 0:
            n = (n + step - 1) // step
        elif step < 0:
            n = (n + step + 1) // step
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._below(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def choices(self, population, weights=None, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[int(self._g.random() * n)] for _ in range(k)]
            cum_weights, total = [], 0
            for w in weights:
                total += w
                cum_weights.append(total)
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        found = []
        for _ in range(k):
            x, i = self._g.random() * total, 0
            while i < n - 1 and cum_weights[i] <= x:
                i += 1
            found.append(population[i])
        return found

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k):
        n = len(population)
        if k < 0 or k > n:
            raise ValueError("Sample larger than population or is negative")
        found = []
        small = 21
        if k > 5:
            small += 4 ** math.ceil(math.log(k * 3) / math.log(4))
        if n <= small:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                found.append(pool[j])
                pool[j] = pool[n - i - 1]
            return found
        taken = set()
        for i in range(k):
            j = self._below(n)
            while j in taken:
                j = self._below(n)
            taken.add(j)
            found.append(population[j])
        return found

    def gauss(self, mu=0.0, sigma=1.0):
        z = self._next
        self._next = None
        if z is None:
            a = self._g.random() * (2.0 * math.pi)
            r = math.sqrt(-2.0 * math.log(1.0 - self._g.random()))
            z = math.cos(a) * r
            self._next = math.sin(a) * r
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self._g.random()
            u2 = 1.0 - self._g.random()
            z = _MAGIC * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def lognormvariate(self, mu=0.0, sigma=1.0):
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        return -math.log(1.0 - self._g.random()) / lambd

    def weibullvariate(self, alpha, beta):
        u = 1.0 - self._g.random()
        return alpha * (-math.log(u)) ** (1.0 / beta)

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self._g.random()
        if high == low:
            return low
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * math.sqrt(u * c)


_all = Random()
seed, random, getrandbits, uniform = _all.seed, _all.random, _all.getrandbits, _all.uniform
randrange, randint, choice, choices = _all.randrange, _all.randint, _all.choice, _all.choices
shuffle, sample, gauss, normalvariate = _all.shuffle, _all.sample, _all.gauss, _all.normalvariate
lognormvariate, expovariate, weibullvariate, triangular = (_all.lognormvariate, _all.expovariate, _all.weibullvariate,
                                                           _all.triangular)
