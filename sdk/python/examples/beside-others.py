"""Steps of the cart with a pole beside MuJoCo and Exudyn: the same model, pushed by a force that changes at each step of 0.02 s.

    TRAMMEL=/path/to/trammel python beside-others.py [STEPS]

The Python needs trammel_mbd, numpy, mujoco and exudyn; what is missing is left out. Prints the time of a step, the best of several rounds that take turns,
and the greatest error of the angle over 50 steps against an integration of the equations of motion with short steps.
"""
import os
import sys
import time

import numpy as np
import trammel_mbd as tm

HERE = os.path.dirname(os.path.abspath(__file__))
H, CART, POLE, LENGTH, INERTIA, G = 0.02, 1.0, 0.1, 0.5, 1e-4, 9.81
LAP = 50  # steps, after which the model is set back to its start


def push(k):
    return 20.0 * (k % 2) - 10.0


def reference():
    """The angle after each step of a lap, by RK4 with 50 short steps in each."""
    def rates(z, force):
        s, c = np.sin(z[1]), np.cos(z[1])
        mass = np.array([[CART + POLE, -POLE * LENGTH * c], [-POLE * LENGTH * c, POLE * LENGTH**2 + INERTIA]])
        load = np.array([force - POLE * LENGTH * s * z[3]**2, POLE * G * LENGTH * s])
        return np.concatenate([z[2:], np.linalg.solve(mass, load)])
    z, angles, h = np.zeros(4), [], H / 50
    for k in range(LAP):
        for _ in range(50):
            a = rates(z, push(k))
            b = rates(z + h / 2 * a, push(k))
            c = rates(z + h / 2 * b, push(k))
            z = z + h / 6 * (a + 2 * b + 2 * c + rates(z + h * c, push(k)))
        angles.append(z[1])
    return np.array(angles)


class Trammel:
    """A session: the model is in a process of its own, each step is a message there and one back."""
    name = "trammel session"

    def __init__(self):
        self.model = tm.load(os.path.join(HERE, "cart-pole.xml"))
        self.session = self.model.session(inputs=["force"], outputs=["angle"])

    def reset(self):
        self.session.reset()

    def step(self, force):
        return self.session.step_values(H, [force])[0]


class MuJoCo:
    """Minimal coordinates, RK4 with one step."""
    name = "MuJoCo, RK4"

    def __init__(self):
        import mujoco
        self.advance = mujoco.mj_step
        self.model = mujoco.MjModel.from_xml_string("""
<mujoco><option timestep="%g" integrator="RK4" gravity="0 -%g 0"><flag contact="disable"/></option><worldbody>
<body><joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="%g" diaginertia="1 1 1"/>
<body><joint type="hinge" axis="0 0 1"/><inertial pos="0 %g 0" mass="%g" diaginertia="%g %g %g"/></body></body></worldbody></mujoco>""" %
                                                    (H, G, CART, LENGTH, POLE, INERTIA, INERTIA, INERTIA))
        self.data = mujoco.MjData(self.model)
        self.clear = mujoco.mj_resetData

    def reset(self):
        self.clear(self.model, self.data)

    def step(self, force):
        self.data.qfrc_applied[0] = force
        self.advance(self.model, self.data)
        return self.data.qpos[1]


class Exudyn:
    """Minimal coordinates (ObjectKinematicTree), RK4 with one step, by the solver that its environments of reinforcement learning step."""
    name = "Exudyn, RK4"

    def __init__(self):
        sys.exudynFast = True
        import exudyn as exu
        import exudyn.itemInterface as item
        self.initial = exu.ConfigurationType.Initial
        self.system = exu.SystemContainer()
        mbs = self.mbs = self.system.AddSystem()
        node = mbs.AddNode(item.NodeGenericODE2(referenceCoordinates=[0.0] * 2, initialCoordinates=[0.0] * 2, initialCoordinates_t=[0.0] * 2, numberOfODE2Coordinates=2))
        mbs.AddObject(item.ObjectKinematicTree(
            nodeNumber=node, jointTypes=[exu.JointType.PrismaticX, exu.JointType.RevoluteZ], linkParents=[-1, 0],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 2), jointOffsets=exu.Vector3DList([[0, 0, 0]] * 2),
            linkInertiasCOM=exu.Matrix3DList([np.eye(3), INERTIA * np.eye(3)]), linkCOMs=exu.Vector3DList([[0, 0, 0], [0, LENGTH, 0]]),
            linkMasses=[CART, POLE], gravity=[0, -G, 0]))
        marker = mbs.AddMarker(item.MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self.load = mbs.AddLoad(item.LoadCoordinate(markerNumber=marker, load=0.0))
        mbs.Assemble()
        self.settings = exu.SimulationSettings()
        t = self.settings.timeIntegration
        t.numberOfSteps, t.startTime, t.endTime, t.verboseMode = 1, 0, H, 0
        self.settings.solution.file.write = False
        t.solverType = exu.DynamicSolverType.RK44
        self.solver = exu.MainSolverExplicit()
        self.solver.InitializeSolver(mbs, self.settings)
        self.reset()

    def reset(self):
        data = self.mbs.systemData
        data.SetODE2Coordinates([0.0, 0.0], self.initial)
        data.SetODE2Coordinates_t([0.0, 0.0], self.initial)
        self.settings.timeIntegration.endTime = 0

    def step(self, force):
        t, data = self.settings.timeIntegration, self.mbs.systemData
        t.startTime = t.endTime
        t.endTime += H
        self.mbs.SetLoadParameter(self.load, "load", force)
        self.solver.InitializeSolverInitialConditions(self.mbs, self.settings)
        self.solver.SolveSteps(self.mbs, self.settings)
        data.SetSystemState(data.GetSystemState(), self.initial)
        return data.GetODE2Coordinates()[1]


def timed(side, n):
    """The time of a step in s."""
    began = time.perf_counter()
    for k in range(n):
        if k % LAP == 0:
            side.reset()
        side.step(push(k))
    return (time.perf_counter() - began) / n


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    sides, exact = [], reference()
    for make in (Trammel, MuJoCo, Exudyn):
        try:
            sides.append(make())
        except ImportError as e:
            print("%s: %s" % (make.name, e))
    best = {s.name: float("inf") for s in sides}
    for _ in range(7):
        for s in sides:
            best[s.name] = min(best[s.name], timed(s, n // 7 + 1))
    for s in sides:
        s.reset()
        error = np.max(np.abs(np.array([s.step(push(k)) for k in range(LAP)]) - exact)) / np.max(np.abs(exact))
        print("%-16s %7.1f us a step, %7.0f steps/s; the angle is off by %.1e of its greatest value" % (s.name, best[s.name] * 1e6, 1 / best[s.name], error))


if __name__ == "__main__":
    main()
