"""Tests of trammel_mbd against closed forms. $TRAMMEL names the tool."""

import html
import math
import os
import pathlib
import pickle
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import trammel_mbd as tm

try:
    import numpy
except ImportError:
    numpy = None

HERE = os.path.dirname(os.path.abspath(__file__))

# A mass of 2 on a spring of stiffness k that a force pushes along x; it begins at x = 0 with the speed 1.
SLIDER = """<MotionSolve><Model>
<Parameter name="k" value="8" unit="N/m" min="1"/><Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="slider" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="11"/>
<Reference_Variable id="3" label="push" expr="0"/><Reference_Variable id="4" label="position" expr="DX(20,1)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="3"/><Control_PlantOutput id="1" num_element="1" variable_id_list="4"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="VARVAL(3)-${k}*DX(20,1)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20,1)" expr2="VX(20,1)"/>
</Model><Command><Simulate analysis_type="TRANSIENT" end_time="1" num_steps="4"/></Command></MotionSolve>"""


# A pole of length 0.5 on a cart of mass 1 that a force pushes along x.
CART = """<MotionSolve><Model><Param_Transient integr_tol="1e-3"/><Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="cart" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Body_Rigid id="3" label="pole" cg_id="30" mass="0.1" inertia_xx="1e-4" inertia_yy="1e-4" inertia_zz="1e-4"/><Reference_Marker id="30" body_id="3" pos_y="0.5"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="20"/>
<Reference_Variable id="1" label="force" expr="0"/><Reference_Variable id="2" label="place" expr="DX(20)"/><Reference_Variable id="3" label="angle" expr="AZ(31,20)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="2" variable_id_list="2,3"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="20" fx_expression="VARVAL(1)" fy_expression="0" fz_expression="0"/></Model></MotionSolve>"""


def moved(x, v, u, t, k=8.0, m=2.0):
    """Return position and speed after t of m x" + k x = u."""
    w = math.sqrt(k / m)
    c, s = math.cos(w * t), math.sin(w * t)
    return u / k + (x - u / k) * c + v / w * s, v * c - (x - u / k) * w * s


class Decks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "slider.xml")
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(SLIDER)

    def load(self, *args, **kw):
        m = tm.load(*(args or (self.path,)), **kw)
        self.addCleanup(m.close)
        return m

    def session(self, m, **kw):
        s = m.session(**kw)
        self.addCleanup(s.close)
        return s


class TestModel(Decks):
    def test_four_lines(self):
        m = self.load(k=18.0)
        r = m.run(end=2.0, steps=20)
        self.assertEqual((r.status, r.exit_code, len(r), r.columns), ("ok", 0, 21, ["time", "9.F1", "9.F2"]))
        for t, x, v in zip(r.time, r["9.F1"], r["9.F2"]):
            want = moved(0, 1, 0, t, k=18.0)
            self.assertAlmostEqual(x, want[0], 6)
            self.assertAlmostEqual(v, want[1], 6)

    def test_numpy_and_pandas(self):
        if numpy is None:
            self.skipTest("numpy is not installed")
        r = self.load().run()
        self.assertEqual((r.time.shape, r.time.dtype, r.to_numpy().shape), ((5,), numpy.dtype(float), (5, 3)))
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = r.to_pandas()
        self.assertEqual((list(frame.columns), frame.index.name), (["9.F1", "9.F2"], "time"))
        self.assertAlmostEqual(frame["9.F1"][0.5], moved(0, 1, 0, 0.5)[0], 6)

    def test_values(self):
        m = self.load()
        self.assertEqual(m.parameters[0]["name"], "k")
        self.assertEqual((m.inputs, m.outputs, m.bodies), (["push"], ["position", "9.F1", "9.F2"], ["slider"]))
        m.set(k=32)
        self.assertAlmostEqual(m.run()["9.F1"][4], moved(0, 1, 0, 1, k=32)[0], 6)
        m.set({"Body_Rigid/2.mass": 8.0})
        self.assertAlmostEqual(m.run()["9.F1"][4], moved(0, 1, 0, 1, k=32, m=8)[0], 6)

    def test_folder(self):
        r = self.load().run(folder=os.path.join(self.folder, "kept"), results="motion")
        self.assertTrue(os.path.isfile(os.path.join(r.folder, "run.json")))

    def test_pyarrow(self):
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("pyarrow is not installed")
        r = self.load(None, text=SLIDER.replace('<Post_Request id="9"', '<Post_Request id="9" label="run"')).run()
        table = r.to_pyarrow()
        self.assertEqual((table.column_names, table.num_rows), (r.columns, len(r)))
        self.assertEqual(table.column("9.F1").to_pylist(), list(r["9.F1"]))
        self.assertEqual(table.schema.field("9.F1").metadata[b"label"], b"run")

    def test_page(self):
        """The page of a run needs no folder; it is whole, and in a frame that cannot reach the notebook. The files are gone with the result."""
        r = self.load().run(results="motion")
        folder = r.folder
        page = r.page(height=300)
        self.assertIn("slider", page.text)
        self.assertNotIn("http://", page.text.replace("http://www.w3.org", ""))
        shown = page._repr_html_()
        self.assertTrue(shown.startswith('<iframe srcdoc="') and "height:300px" in shown and "allow-same-origin" not in shown)
        self.assertEqual(html.unescape(shown[len('<iframe srcdoc="'):shown.index('" style=')]), page.text)
        path = os.path.join(self.folder, "run.html")
        self.assertEqual(r.report(path), pathlib.Path(path).read_text(encoding="utf-8"))
        table = r._repr_html_()
        self.assertEqual((table.count("<tr>"), table.count("<td>")), (6, 15))
        del r, page
        self.assertFalse(os.path.exists(folder))
        with self.assertRaisesRegex(ValueError, "motion"):
            self.load().run().page()

    def test_long_table(self):
        """Of many rows a notebook shows the first and the last ones."""
        table = self.load().run(end=1.0, steps=100)._repr_html_()
        self.assertEqual((table.count("<tr>"), table.count("<td>…</td>")), (10, 3))
        self.assertIn("ok, 101 rows", table)

    def test_text(self):
        m = self.load(None, text=SLIDER)
        self.assertAlmostEqual(m.run()["9.F1"][4], moved(0, 1, 0, 1)[0], 6)

    def test_deck_error(self):
        broken = SLIDER.replace('mass="2"', 'mass="-2"')
        with self.assertRaises(tm.DeckError) as c:
            tm.load(text=broken, name="broken.xml")
        d = c.exception.diagnostics[0]
        self.assertEqual((c.exception.exit_code, d.severity, os.path.basename(d.file), d.line), (3, "error", "broken.xml", 4))
        self.assertIn("mass", d.message)
        self.assertIsInstance(pickle.loads(pickle.dumps(c.exception)), tm.DeckError)
        with self.assertRaises(tm.DeckError):
            self.load(k=0.5)  # below its least

    def test_run_error(self):
        m = self.load(None, text=SLIDER.replace('fx_expression="VARVAL(3)', 'fx_expression="VARVAL(3)/IF(TIME-0.6:1,1,0)').replace('expr="0"', 'expr="1"'))
        with self.assertRaises(tm.RunError) as c:
            m.run()
        self.assertEqual(c.exception.exit_code, 6)
        self.assertEqual(len(c.exception.result), 3)
        self.assertEqual(c.exception.result.exit_code, 6)

    def test_usage(self):
        m = self.load()
        with self.assertRaisesRegex(tm.UsageError, "exclude each other"):
            m.run(steps=5, dt=0.1)
        with self.assertRaisesRegex(KeyError, "there are time, 9.F1, 9.F2"):
            m.run()["9.F3"]
        m.close()
        with self.assertRaises(tm.ToolError):
            m.run()

    def test_no_tool(self):
        with self.assertRaisesRegex(tm.ToolError, "there is no program nowhere"):
            tm.load(self.path, tool="nowhere")


class TestSession(Decks):
    def test_steps(self):
        s = self.session(self.load())
        x, v = 0.0, 1.0
        for u in (3.0, -2.0, 5.0, 5.0, 0.0):
            x, v = moved(x, v, u, 0.1)
            y = s.step(0.1, {"push": u})
            self.assertAlmostEqual(y["position"], x, 5)
            self.assertAlmostEqual(y["9.F2"], v, 5)
        x, v = moved(x, v, 0.0, 0.2)
        self.assertAlmostEqual(s.step_values(0.2)[0], x, 5)
        x, v = moved(x, v, 1.0, 0.1)
        self.assertAlmostEqual(s.step(0.1, [1.0])["position"], x, 5)
        self.assertAlmostEqual(s.time, 0.8, 12)
        self.assertEqual(s.named["position"], s.values[0])

    def test_names(self):
        s = self.session(self.load(), inputs=["push"], outputs=["9.F2", "position"], integrator="RADAU")
        self.assertEqual((s.inputs, s.outputs), (["push"], ["9.F2", "position"]))
        self.assertAlmostEqual(s.step(0.1, {"Reference_Variable 3": 2.0})["position"], moved(0, 1, 2, 0.1)[0], 6)
        for inputs, want in (({"pull": 1.0}, "there is no input 'pull'; there are push"), ([1.0, 2.0], "2 values for 1 inputs")):
            with self.assertRaisesRegex(tm.UsageError, want):
                s.step(0.1, inputs)
        with self.assertRaisesRegex(tm.UsageError, "greater than 0"):
            s.step(0.0)
        self.assertAlmostEqual(s.step(0.1, {"push": 0.0})["position"], moved(*moved(0, 1, 2, 0.1), 0, 0.1)[0], 6)

    def test_states(self):
        m = self.load(k=18.0)
        s = self.session(m)
        s.step(0.1, {"push": 1.0})
        state = s.save()
        want = [s.step_values(0.1, [u]) for u in (1.0, 2.0, -1.0)]
        s.restore(state)
        self.assertEqual(s.time, 0.1)
        self.assertEqual([s.step_values(0.1, [u]) for u in (1.0, 2.0, -1.0)], want)
        other = self.session(m)
        other.restore(pickle.loads(pickle.dumps(state)))
        self.assertEqual([other.step_values(0.1, [u]) for u in (1.0, 2.0, -1.0)], want)
        s.reset(k=32.0)
        self.assertEqual(s.time, 0.0)
        self.assertAlmostEqual(s.step(0.1)["position"], moved(0, 1, 0, 0.1, k=32.0)[0], 6)
        with self.assertRaisesRegex(tm.UsageError, "other values"):
            s.restore(state)

    def test_linearize(self):
        m = self.load()
        for of in (m, self.session(m)):
            A, B, C, D = of.linearize()
            for got, want in ((A, [[0, 1], [-4, 0]]), (B, [[0], [0.5]]), (C, [[1, 0]]), (D, [[0]])):
                self.assertEqual(len(got), len(want))
                for a, b in zip(got, want):
                    for x, y in zip(a, b):
                        self.assertAlmostEqual(x, y, 8)
            x = of.linearize(modes=True)
            self.assertEqual((x.states, x.inputs, len(x.modes)), (["Body_Rigid 2 x", "Body_Rigid 2 x'"], ["Reference_Variable 3"], 1))
            self.assertAlmostEqual(x.modes[0].imag_hz, 1 / math.pi, 8)
            self.assertAlmostEqual(abs(x.modes[0].value - 2j), 0, 7)
            shape = x.modes[0].shape
            self.assertGreater(abs(shape["Body_Rigid", 2, "x"]), 0.5)
            self.assertAlmostEqual(abs(shape["Body_Rigid", 2, "y"]), 0, 9)

    @unittest.skipIf(os.name == "nt", "signals")
    def test_interrupt(self):
        """Ctrl-C ends a long step; the session continues from where it is."""
        s = self.session(self.load(params={"Param_Transient.h_max": 1e-5}))
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            s.step(1e3)
        s.step(1e-4)
        self.assertTrue(1e-4 < s.time < 1e3)

    def test_end(self):
        """A session that is closed has no process any more, and says so."""
        s = self.load().session()
        process = s._server._process
        s.close()
        self.assertEqual(process.returncode, 0)
        with self.assertRaisesRegex(tm.ToolError, "closed"):
            s.step(0.1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            s.close()

    def test_killed(self):
        s = self.session(self.load())
        s._server._process.kill()
        with self.assertRaisesRegex(tm.ToolError, "has ended"):
            s.step(0.1)

    def test_rate(self):
        """Steps of 0.02 s of a cart with a pole, whose input changes at each, are at least half as many a second as empty round trips (pings)."""
        m = tm.load(text=CART, name="cart.xml")
        self.addCleanup(m.close)
        s = self.session(m, outputs=["place", "angle"])
        server, long = s._server, os.environ.get("TRAMMEL_LONG") == "1"
        text = b'{"request":"ping"}'  # what a ping sends, made once
        bare = struct.pack("<II", len(text), 0) + text + bytes(-len(text) % 8) + bytes(8)

        def exchange(i):
            server._send(struct.pack("<HHIII", 19, 0, len(bare), server.number, 0) + bare)
            server._await()

        calls = (lambda i: server.request("ping"), lambda i: s.step_values(0.02, (0.1 * (i % 2) - 0.05,)), exchange)
        best = [math.inf] * 3
        for _ in range(40 if long else 8):  # the least of several: others are at work, too
            for k, call in enumerate(calls):
                begun = time.perf_counter()
                for i in range(100):
                    call(i)
                best[k] = min(best[k], (time.perf_counter() - begun) / 100)
            s.reset()
        print("an empty round trip: %.1f µs (%.1f without its JSON), a step: %.1f µs; steps are %.2f (%.2f) as many"
              % (best[0] * 1e6, best[2] * 1e6, best[1] * 1e6, best[0] / best[1], best[2] / best[1]))
        self.assertGreater(best[0], (0.5 if long else 0.3) * best[1])


@unittest.skipIf(numpy is None, "numpy is not installed")
class TestEnv(Decks):
    def env(self, **kw):
        env = tm.Env(self.load(), 0.1, lambda y, u: y["position"] - u[0], lambda y: y["position"] > 0.25, outputs=["position", "9.F2"], low=-2, high=2, **kw)
        self.addCleanup(env.close)
        return env

    def test_episode(self):
        env = self.env(steps=5)
        for k in (8.0, 32.0):
            y, _ = env.reset(seed=1, options={"k": k})
            self.assertEqual(y.tolist(), [0.0, 1.0])
            x, v = 0.0, 1.0
            for n in range(1, 6):
                u = 1.0 if n % 2 else -5.0  # is clipped to -2
                x, v = moved(x, v, max(u, -2.0), 0.1, k=k)
                y, reward, over, late, info = env.step(numpy.array([u]))
                for got, want in zip((y[0], y[1], reward, info["time"]), (x, v, x - max(u, -2.0), 0.1 * n)):
                    self.assertAlmostEqual(got, want, 4)
                self.assertEqual((over, late), (x > 0.25, n == 5))

    def test_random_values(self):
        env = self.env(values=lambda random: {"k": random.uniform(8, 32)})
        ends = []
        for seed in (1, 2, 1):
            env.reset(seed=seed)
            ends.append(env.step([0.0])[0][0])
        self.assertEqual(ends[0], ends[2])
        self.assertNotEqual(ends[0], ends[1])

    def test_gymnasium(self):
        try:
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            self.skipTest("gymnasium is not installed")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # observations have no bounds
            check_env(self.env(), skip_render_check=True)


class TestCommands(Decks):
    def test_check(self):
        self.assertEqual([d for d in tm.check(self.path) if d.severity == "error"], [])
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(SLIDER.replace('label="position" expr="DX(20,1)"', 'label="position" expr="DX(99,1)"'))
        found = [d for d in tm.check(self.path) if d.severity == "error"]
        self.assertEqual((found[0].file, found[0].line), (self.path, 7))
        self.assertIn("99", found[0].message)
        self.assertIn(":7:", str(found[0]))
        self.assertEqual([d.severity for d in tm.check(os.path.join(self.folder, "nowhere.xml"))], ["error"])

    def test_convert(self):
        target = os.path.join(self.folder, "slider.adm")
        tm.convert(self.path, target, k=18.0)
        self.assertAlmostEqual(self.load(target).run(end=1.0, steps=4)["9.F1"][4], moved(0, 1, 0, 1, k=18.0)[0], 4)
        with self.assertRaises(tm.TrammelError) as c:
            tm.convert(self.path, target)
        self.assertIn("slider.adm", str(c.exception))


class TestDocuments(Decks):
    def run_python(self, *arguments):
        env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
        return subprocess.run([sys.executable, *arguments], cwd=self.folder, env=env, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout

    def test_readme(self):
        """The blocks of the README about models work as they are."""
        with open(os.path.join(HERE, "..", "README.md"), encoding="utf-8") as f:
            first, second = re.findall(r"```python\n(.*?)```", f.read(), re.S)[:2]
        with open(os.path.join(self.folder, "deck.xml"), "w", encoding="utf-8") as f:
            f.write(SLIDER.replace('label="push"', 'label="force"'))
        t, x = map(float, self.run_python("-c", first).split())
        self.assertEqual(t, 5.0)
        self.assertAlmostEqual(x, moved(0, 1, 0, 5, k=2000.0)[0], 5)
        got = self.run_python("-c", first + second + "print(A[1][0], B[1][0], y['position'])").split()[2:]
        for v, want in zip(got, (-1000.0, 0.5, moved(0, 1, 1, 0.01, k=2000.0)[0])):
            self.assertAlmostEqual(float(v), want, 6)

    def test_sweep(self):
        """The time of falling grows with the root of the length, as long as the pole's own inertia is small."""
        times = [float(line.split()[-2]) for line in self.run_python(os.path.join(HERE, "..", "examples", "sweep.py")).splitlines()]
        self.assertEqual(len(times), 4)
        for a, b in zip(times, times[1:]):
            self.assertAlmostEqual(b / a, math.sqrt(2), 1)

    def test_lqr(self):
        if numpy is None:
            self.skipTest("numpy is not installed")
        last = self.run_python(os.path.join(HERE, "..", "examples", "lqr.py")).splitlines()[-1]
        position, angle = float(last.split()[4]), float(last.split()[6])
        self.assertLess(abs(position), 0.02)
        self.assertLess(abs(angle), 0.002)


if __name__ == "__main__":
    unittest.main()
