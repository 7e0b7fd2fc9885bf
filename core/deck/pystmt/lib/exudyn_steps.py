# Functions of the program before steps. Their calls follow the steps of the settings, in order: each is answered with the state at the
# end of the step before, and with the time of the end of its own. Where one changes laws of forces or switches constraints, the solution
# is computed again with commands at that time.

from exudyn.live import _captured, _changes
from exudyn.results import _Then

_MOST = 60  # times at which something may be changed
_LAWS = ("SFORCE", "VFORCE", "VTORQUE", "GFORCE", "GCON", "SPRINGDAMPER", "VARIABLE")
_SWITCHED = ("JPRIM", "GCON")


def _functions(mbs):
    # Functions of the program that the solver calls.
    for list in (mbs.nodes, mbs.objects, mbs.markers, mbs.loads):
        for item in list:
            for name in item._given:
                if "UserFunction" in name and callable(vars(item)[name]) and name != "jacobianUserFunction":
                    return item, name
    return None, None


def _statements(mbs):
    # The records of the system as it is, by names and ids.
    _captured.append([])
    try:
        mbs._statements()
    finally:
        records = _captured.pop()
    return records


def _by_id(records):
    d = {}
    for r in records:
        d[(r[0], r[2])] = r
    return d


def _values(items):
    d = {}
    for x in items:
        d[x[0]] = x[1]
    return d


def _differences(mbs, before, now, off, site):
    # Commands that make one model of another: records, as those of statements. off are the elements that are switched off.
    old, new, commands = _by_id(before), _by_id(now), []
    for key in old:
        name, id = key
        if key not in new:
            if name in _SWITCHED and key not in off:
                commands.append((name, site, id, None, [("ACTIVE", False, 0, "")]))
                off.append(key)
            continue
        if key in off and name in _SWITCHED:
            commands.append((name, site, id, None, [("ACTIVE", True, 0, "")]))
            off.remove(key)
        a, b = _values(old[key][4]), _values(new[key][4])
        if a == b or name == "INTEGRATOR":
            continue
        if name == "REQUEST":
            mbs._stale.add((id - 1) // 4)
            continue
        if name not in _LAWS or set(a) != set(b):
            _refuse(site, None, "SetPreStepUserFunction: the function changes a %s while the system is solved, which is not supported" % name,
                    "laws of forces may be changed, and connectors and constraints switched off and on")
        commands.append((name, new[key][1], id, None, [x for x in new[key][4] if a[x[0]] != b[x[0]]]))
    for key in new:
        if key not in old and key[0] in _LAWS + ("JPRIM",):
            _refuse(site, None, "SetPreStepUserFunction: a constraint that is not active at the start is switched on, which is not supported", "let it be active at the start")
    return commands


class _Steps:
    def __init__(self, mbs, settings, site):
        t = settings.timeIntegration
        self.mbs, self.site, self.function = mbs, site, mbs._preStep
        self.begin, self.end, self.n = float(t.startTime), float(t.endTime), int(t.numberOfSteps)
        self.h = (self.end - self.begin) / self.n
        self.commands, self.off, self.solved, self.stop = [], [], False, self.n
        if self.n > 200000:
            _refuse(site, None, "SetPreStepUserFunction: a function before each of more than 200000 steps is not supported", "")

    def run(self):
        mbs = self.mbs
        item, name = _functions(mbs)
        if item is not None:
            _refuse(self.site, None, "SetPreStepUserFunction: functions before steps are not supported in a system with functions of forces or constraints (%s of %s)" % (
                name, item.__class__.__name__), "what such a function changes would have to be known within the steps")
        mbs._stale = set()
        self.first = self.now = _statements(mbs)
        mbs._ticket, n = None, 0
        while n < self.stop:
            if n > 0 and not self.solved:
                self.solve()
            went_on, changed = self.call(n)
            if changed:
                self.change(n)
            n += 1
            if not went_on:
                self.stop, self.solved = n, False
        if not self.solved:
            self.solve()
        mbs._time = self.begin + (self.end - self.begin) * self.stop / self.n

    def call(self, n):
        mbs, before = self.mbs, _changes[0]
        mbs._asked = None
        if n > 0:
            mbs._asked = _Then(self.rows[n])
        mbs._time = self.begin + (n + 1) * self.h
        try:
            went_on = self.function(mbs, mbs._time)
        finally:
            mbs._asked = False
        return bool(went_on), _changes[0] != before

    def change(self, n):
        new = _statements(self.mbs)
        if n == 0:
            self.first = self.now = new
            return
        commands = _differences(self.mbs, self.now, new, self.off, self.site)
        self.now = new
        if commands:
            self.commands.append((n, commands))
            self.solved = False
        if len(self.commands) > _MOST:
            _refuse(self.site, None, "SetPreStepUserFunction: the function changes the system at more than %d steps, which is not supported" % _MOST,
                    "user functions of loads and connectors change forces at all times")

    def solve(self):
        mbs, at = self.mbs, 0
        _fresh()
        for r in self.first:
            _record(*r)
        for n, commands in self.commands + [(self.stop, [])]:
            _record("SIMULATE", self.site, None, None, [("TYPE", "TRANSIENT", 0, ""), ("END", n * self.h, 0, ""), ("STEPS", n - at, 0, "")])
            for r in commands:
                _record(*r)
            at = n
        mbs._ticket, mbs._solved, self.solved = _ticket(), True, True
        # The rows of the steps, the first of several at one time.
        self.rows = []
        for i, t in enumerate(_times(mbs._ticket)):
            if t > (len(self.rows) - 0.5) * self.h:
                self.rows.append(i)

    def selected(self, outputs):
        # The rows that sensors store.
        every = max(1, self.n // outputs)
        return [self.rows[i] for i in range(0, len(self.rows), every)]
