"""Tests of laws that are functions of this program, against closed forms. $TRAMMEL names the tool."""

import math
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
import unittest

import trammel_mbd as tm

try:
    import numpy
except ImportError:
    numpy = None

# A mass of 2 that moves along x, with the speed 1 at first. Force 6 acts on it along x, force 7 along the line from marker 22 at x = -1. Both are zero in the deck.
SLIDER = """<MotionSolve><Model>
<Parameter name="k" value="8"/><Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" zp_x="1"/><Reference_Marker id="22" body_id="1" pos_x="-1"/>
<Body_Rigid id="2" label="slider" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="11"/>
<Reference_Variable id="3" label="push" expr="0"/><Reference_Variable id="4" label="position" expr="DX(20,1)"/><Reference_Variable id="5" label="own" expr="7"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="3"/><Control_PlantOutput id="1" num_element="2" variable_id_list="4,5"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="VARVAL(3)" fy_expression="0" fz_expression="0"/>
<Force_Scalar_TwoBody id="7" type="FORCE" i_marker_id="20" j_marker_id="22" val="0" usrsub_param_string="USER(20,${k})" usrsub_dll_name="nothing"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20,1)" expr2="VX(20,1)"/>
</Model><Command><Simulate analysis_type="TRANSIENT" end_time="1" num_steps="4"/></Command></MotionSolve>"""

SCALAR, VECTOR = "Force_Scalar_TwoBody/7", "Force_Vector_OneBody/6"


def moved(t, k=8.0, x=0.0, v=1.0, m=2.0):
    """Return the position after t of m x" + k x = 0."""
    w = math.sqrt(k / m)
    return x * math.cos(w * t) + v / w * math.sin(w * t)


def spring(t, par):
    return -par[1] * tm.sysfnc("DX", int(par[0]), 1)


class Laws(unittest.TestCase):
    def load(self, text=SLIDER, **kw):
        kw.setdefault("laws", {SCALAR: spring})
        m = tm.load(text=text, **kw)
        self.addCleanup(m.close)
        return m

    def session(self, m, **kw):
        s = m.session(**kw)
        self.addCleanup(s.close)
        return s

    def assert_moves(self, r, k=8.0):
        self.assertEqual(r.status, "ok")
        for t, x in zip(r.time, r["9.F1"]):
            self.assertAlmostEqual(x, moved(t, k), 6)


class TestForms(Laws):
    """What a law may return and ask."""

    def test_scalar(self):
        """The law takes the place of a routine that cannot be loaded. The numbers of USER(...) reach it, those that parameters give as well."""
        with self.assertRaises(tm.DeckError):
            tm.load(text=SLIDER)
        m = self.load()
        r = m.run()
        self.assert_moves(r)
        self.assertEqual([(x["element"], "caller" in x.values()) for x in r.document["routines"]], [("Force_Scalar_TwoBody 7", True)])
        m.set(k=18.0)
        self.assert_moves(m.run(), 18.0)

    def test_vector(self):
        """A list, an array of numpy, other numbers; the law of an element is replaced, and given back."""
        m = self.load(laws={SCALAR: lambda t, par: 0.0})
        forms = [lambda f: [f, 0.0, 0.0], lambda f: (f, 0, 0)]
        if numpy is not None:
            forms += [lambda f: numpy.array([f, 0, 0]), lambda f: [numpy.float64(f), numpy.float32(0), numpy.int64(0)]]
        for form in forms:
            m.law("force_vector_onebody/6", lambda t, par: form(-8.0 * tm.sysfnc("DX", 20, 1)))
            self.assert_moves(m.run())
        m.law(VECTOR, None)
        self.assertAlmostEqual(m.run()["9.F1"][-1], 1.0, 9)

    def test_decorator(self):
        m = self.load(laws={SCALAR: lambda t, par: 0})

        @m.law(VECTOR)
        def force(t, par, call):
            self.assertEqual((call.element, call.element_id, call.time), ("Force_Vector_OneBody", 6, t))
            return [-8 * tm.sysfnc(" dx ", 20, 1), 0, 0]

        self.assert_moves(m.run())
        self.assertEqual(force.__name__, "force")

    def test_queries(self):
        """Vectors, attributes of elements, utilities, and queries that come up later."""
        asked = set()

        def law(t, par):
            asked.add(float(tm.modfnc("Body_Rigid", 2, "mass")))
            x = float(tm.sysary("TDISP", 20, 1)[0]) if t > 0.3 else tm.sysfnc("DX", *[20, 1])
            return -8.0 * x + tm.use("STEP", t, -2.0, 0.0, -1.0, 5.0, 0)[0] - 5.0

        self.assert_moves(self.load(laws={SCALAR: law}).run())
        self.assertEqual(asked, {2.0})
        for name, par in (("DXX", (20, 1)), ("DX", (99, 1))):
            with self.assertRaisesRegex(tm.RunError, "the solver does not know it"):
                self.load(laws={SCALAR: lambda t, p: tm.sysfnc(name, *par)}).run()
        with self.assertRaisesRegex(RuntimeError, "inside of a law only"):
            tm.sysfnc("DX", 20, 1)

    def test_variable(self):
        """A variable, whose law reads another one, and its derivative."""
        m = self.load(laws={SCALAR: lambda t, par: tm.sysfnc("VARVAL", 5), "Reference_Variable/5": lambda t, par: -8 * tm.sysfnc("DX", 20, 1)})
        self.assert_moves(m.run())
        s = self.session(m, outputs=["own"])
        s.step(0.25)
        self.assertAlmostEqual(s.values[0], -8 * moved(0.25), 4)

    def test_many(self):
        """Laws of several elements, whose calls travel together."""
        m = self.load(laws={SCALAR: lambda t, par: -3 * tm.sysfnc("DX", 20, 1), VECTOR: lambda t, par: [-5 * tm.sysfnc("DX", 20, 1), 0, 0]})
        self.assert_moves(m.run())

    def test_setup_call(self):
        """In the call that finds out what is asked values are 0: errors of arithmetic do not count there."""
        self.assert_moves(self.load(laws={SCALAR: lambda t, par: -8 * tm.sysfnc("DX", 20, 1) * (2 / tm.sysfnc("DX", 20, 22)) * tm.sysfnc("DX", 20, 22) / 2}).run())


class TestSessions(Laws):
    def test_steps(self):
        """Steps, states that are restored, and a linearization see the law."""
        s = self.session(self.load())
        for n in range(1, 4):
            s.step(0.1)
            self.assertAlmostEqual(s.values[0], moved(0.1 * n), 6)
        state = s.save()
        want = [s.step_values(0.1) for _ in range(3)]
        s.restore(state)
        self.assertEqual([s.step_values(0.1) for _ in range(3)], want)
        x = s.linearize()
        self.assertAlmostEqual(x.A[1][0], -4.0, 5)
        s.reset(k=18.0)
        s.step(0.1)
        self.assertAlmostEqual(s.values[0], moved(0.1, 18.0), 6)

    def test_beside_each_other(self):
        """A session and runs, each with the law that it began with."""
        m = self.load()
        s = self.session(m)
        m.law(SCALAR, lambda t, par: -18.0 * tm.sysfnc("DX", 20, 1))
        s.step(0.1)
        self.assert_moves(m.run(), 18.0)
        s.step(0.1)
        self.assertAlmostEqual(s.values[0], moved(0.2), 6)

    def test_model_inside(self):
        """A law may run another model."""
        other = self.load()
        inner = []

        def law(t, par):
            if not inner:
                inner.append(float(other.run()["9.F1"][-1]))
            return spring(t, par)

        self.assert_moves(self.load(laws={SCALAR: law}).run())
        self.assertAlmostEqual(inner[0], moved(1.0), 6)


class TestFailures(Laws):
    def test_exception(self):
        """An exception of the law is the cause of the error, which names the element and has the rows up to there."""

        def late(t, par):
            if t > 0.6:
                raise KeyError("friction")
            return spring(t, par)

        m = self.load(laws={SCALAR: late})
        with self.assertRaises(tm.RunError) as c:
            m.run()
        e = c.exception
        self.assertEqual((e.element, e.exit_code, type(e.__cause__), len(e.result)), ("Force_Scalar_TwoBody 7", 5, KeyError, 3))
        self.assertTrue(0.6 < e.time < 0.8)
        self.assertIn("KeyError: 'friction'", str(e))
        text = "".join(traceback.format_exception(type(e), e, e.__traceback__))
        self.assertIn('raise KeyError("friction")', text)
        s = self.session(m)
        with self.assertRaises(tm.RunError):
            s.step(1.0)
        at = s.time
        s.reset()
        s.step(0.5)
        self.assertAlmostEqual(s.values[0], moved(0.5), 6)
        self.assertTrue(0 <= at < 0.8)
        m.law(SCALAR, spring)
        self.assert_moves(m.run())

    def test_results(self):
        """What a law must not return."""
        for result, want in (("1", "must be a number"), ([1.0, 2.0], "must be a number"), ({"x": 1}, "must be a number"), (1j, "must be a number")):
            m = self.load(laws={SCALAR: lambda t, par: result})
            with self.assertRaisesRegex(tm.RunError, want):
                m.run()
        with self.assertRaisesRegex(tm.RunError, "3 numbers"):
            self.load(laws={SCALAR: spring, VECTOR: lambda t, par: [1.0, 2.0]}).run()
        with self.assertRaisesRegex(tm.RunError, "NaN"):
            self.load(laws={SCALAR: lambda t, par: math.nan if t > 0.5 else 0.0}).run()

    def test_refused(self):
        m = self.load()
        for name, want in (("Force_Scalar_TwoBody/8", "there is no Force_Scalar_TwoBody 8"), ("Force_Scalar_TwoBdy/7", "did you mean Force_Scalar_TwoBody"),
                           ("Body_Rigid/2", "no user subroutine"), ("spring", "KIND/ID")):
            with self.assertRaisesRegex(tm.UsageError, want):
                m.law(name, spring)
        with self.assertRaisesRegex(tm.UsageError, "4 arguments"):
            m.law(SCALAR, lambda a, b, c, d: 0)
        self.assert_moves(m.run())

    def test_retry(self):
        """A law may request shorter steps: it jumps once, and no step may cross that by more than 1e-3."""
        last = [0.0]

        def law(t, par):
            if t > last[0] + 0.02:
                raise tm.Retry("too far")
            last[0] = max(last[0], t) if tm.sysfnc("TIME") >= 0 else 0
            return spring(t, par)

        self.assert_moves(self.load(laws={SCALAR: law}).run())

    @unittest.skipIf(os.name == "nt", "signals")
    def test_interrupt(self):
        """Ctrl-C ends a law that does not return, and a step that takes for ever beside laws; what follows works."""
        running = threading.Event()

        def endless(t, par):
            while t > 0.3:
                running.set()
                time.sleep(0.01)
            return spring(t, par)

        def interrupt():
            running.wait()
            os.kill(os.getpid(), signal.SIGINT)

        m = self.load(laws={SCALAR: endless})
        threading.Thread(target=interrupt).start()
        with self.assertRaises(KeyboardInterrupt):
            m.run()

        def slow(t, par):
            running.set()
            return spring(t, par)

        m.law(SCALAR, slow)
        s = self.session(m)
        running.clear()
        threading.Thread(target=interrupt).start()
        with self.assertRaises(KeyboardInterrupt):
            s.step(1e6)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        s.step(0.1)
        self.assertTrue(0.1 < s.time < 1e6)
        self.assertAlmostEqual(s.values[0], moved(s.time), 2)
        self.assert_moves(m.run())


@unittest.skipIf(numpy is None, "numpy is not installed")
class TestCost(Laws):
    SCRIPT = """import numpy as np
X = np.linspace(-1.0, 1.0, 50)
F = 8.0 * X
def VFOSUB(id, time, par, npar, dflag, iflag):
    x, v = py_sysfnc("DX", [20, 1])[0], py_sysfnc("VX", [20, 1])[0]
    return [float(-np.interp(x, X, F) - 0.1 * np.tanh(v)), 0.0, 0.0]
"""

    def test_cost(self):
        """A call of a law that uses numpy takes no more than twice what it does in CPython in a process of its own, beyond what the run takes without."""
        X = numpy.linspace(-1.0, 1.0, 50)
        F = 8.0 * X
        calls = [0]

        def law(t, par):
            calls[0] += 1
            x, v = tm.sysfnc("DX", 20, 1), tm.sysfnc("VX", 20, 1)
            return [float(-numpy.interp(x, X, F) - 0.1 * numpy.tanh(v)), 0.0, 0.0]

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, "law.py"), "w", encoding="utf-8") as f:
            f.write(self.SCRIPT)
        deck = SLIDER.replace(' usrsub_param_string="USER(20,${k})" usrsub_dll_name="nothing"', "")
        script = deck.replace('fx_expression="VARVAL(3)" fy_expression="0" fz_expression="0"', 'script_name="%s" interpreter="PYTHON"' % os.path.join(folder.name, "law.py"))
        models = [self.load(deck, laws={VECTOR: law}), self.load(deck, laws={})]
        python = ("--python", sys.executable)
        isolated = [("--python-engine", "cpython-child") + python, ("--isolate", "python", "--python-engine", "cpython") + python]
        try:
            models += [self.load(script, laws={}, options=options) for options in isolated]
            models[-1].run()
        except tm.TrammelError as e:
            if os.environ.get("TRAMMEL_REQUIRE_ALL") == "1":
                raise
            self.skipTest("there is no CPython with numpy for scripts: %s" % e)
        best, ends = [math.inf] * len(models), [0.0] * len(models)
        for _ in range(7):
            for k, m in enumerate(models):
                calls[0] = calls[0] if k else 0
                begun = time.perf_counter()
                r = m.run(end=5.0, steps=50)
                best[k] = min(best[k], time.perf_counter() - begun)
                ends[k] = r["9.F1"][-1]
        self.assertEqual(ends[0], ends[2])
        law_call, child, worker = ((best[k] - best[1]) / calls[0] * 1e6 for k in (0, 2, 3))
        print("a numpy law: %.1f µs a call from here, %.1f in a child, %.1f in an isolated worker" % (law_call, child, worker))
        self.assertLess(law_call, 2 * min(child, worker))


if __name__ == "__main__":
    unittest.main()
