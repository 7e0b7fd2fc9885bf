"""The chain of rods of models.go in MuJoCo, Pinocchio and Drake. Reads one case a line, NAME N STEPS END, and answers each with one line:
CPU seconds, 0, then x y z of the far end of the last rod.

NAME is ENGINE/WHAT. pinocchio/aba, mujoco/forward and drake/derivatives compute accelerations from positions and speeds STEPS
times. mujoco/rk4 integrates to END with STEPS steps; drake/rk5 with control of errors at an accuracy of 10**-STEPS. An engine that is not
installed has no solution.
"""
import sys
import time

import numpy as np

LENGTH, MASS = 0.2, 0.2
ROLL, ACROSS = 0.5 * MASS * 1e-4, MASS * LENGTH**2 / 12 + 0.25 * MASS * 1e-4
GRAVITY = 9.81


def axis(i):
    turn = np.radians((i % 3) * 60 - 90)
    return np.array([0, -np.sin(turn), np.cos(turn)])


def timed(n, call):
    call()
    begun = time.process_time()
    for _ in range(n):
        call()
    return time.process_time() - begun, (0, 0, 0)


def pinocchio(n, what, steps, end):
    import pinocchio as pin
    model, joint = pin.Model(), 0
    model.gravity = pin.Motion(np.array([0, 0, -GRAVITY]), np.zeros(3))
    for i in range(n):
        at = pin.SE3(np.eye(3), np.array([LENGTH if i else 0.0, 0, 0]))
        joint = model.addJoint(joint, pin.JointModelRevoluteUnaligned(axis(i)), at, "j%d" % i)
        rod = pin.Inertia(MASS, np.array([LENGTH / 2, 0, 0]), np.diag([ROLL, ACROSS, ACROSS]))
        model.appendBodyToJoint(joint, rod, pin.SE3.Identity())
    data, q, v, load = model.createData(), pin.neutral(model), np.full(n, 0.1), np.zeros(n)
    return timed(steps, lambda: pin.aba(model, data, q, v, load))


def mujoco(n, what, steps, end):
    import mujoco as mj
    rods = "".join(
        '<body pos="%g 0 0"><joint type="hinge" axis="%.17g %.17g %.17g"/><inertial pos="%g 0 0" mass="%g" diaginertia="%.17g %.17g %.17g"/>' %
        (LENGTH if i else 0, *axis(i), LENGTH / 2, MASS, ROLL, ACROSS, ACROSS) for i in range(n))
    model = mj.MjModel.from_xml_string(
        '<mujoco><option gravity="0 0 -%g" timestep="%.17g" integrator="RK4" jacobian="sparse"><flag contact="disable" constraint="disable"/></option>'
        "<worldbody>%s%s</worldbody></mujoco>" % (GRAVITY, end / max(steps, 1), rods, "</body>" * n))
    data = mj.MjData(model)
    if what == "forward":
        data.qvel[:] = 0.1
        return timed(steps, lambda: mj.mj_forward(model, data))
    begun = time.process_time()
    mj.mj_step(model, data, steps)
    spent = time.process_time() - begun
    mj.mj_kinematics(model, data)
    return spent, data.xpos[n] + data.xmat[n].reshape(3, 3) @ np.array([LENGTH, 0, 0])


def drake(n, what, steps, end):
    from pydrake.math import RigidTransform
    from pydrake.multibody import tree
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -GRAVITY])
    before = plant.world_body()
    rod = tree.SpatialInertia.MakeFromCentralInertia(MASS, [LENGTH / 2, 0, 0], tree.RotationalInertia(ROLL, ACROSS, ACROSS))
    for i in range(n):
        body, frame = plant.AddRigidBody("b%d" % i, rod), before.body_frame()
        if i:
            frame = plant.AddFrame(tree.FixedOffsetFrame("f%d" % i, frame, RigidTransform([LENGTH, 0, 0])))
        plant.AddJoint(tree.RevoluteJoint("j%d" % i, frame, body.body_frame(), axis(i)))
        before = body
    plant.Finalize()
    if what == "derivatives":
        context, v = plant.CreateDefaultContext(), np.full(n, 0.1)

        def rates():
            plant.SetVelocities(context, v)
            plant.EvalTimeDerivatives(context)
        return timed(steps, rates)
    simulator = Simulator(plant)
    ResetIntegratorFromFlags(simulator, "runge_kutta5", 0.01)
    simulator.get_mutable_integrator().set_target_accuracy(10.0**-steps)
    simulator.Initialize()
    begun = time.process_time()
    simulator.AdvanceTo(end)
    spent = time.process_time() - begun
    return spent, plant.EvalBodyPoseInWorld(simulator.get_context(), before).multiply(np.array([LENGTH, 0, 0]))


for line in sys.stdin:
    name, n, steps, end = line.split()
    engine, what = name.split("/")
    try:
        spent, at = {"pinocchio": pinocchio, "mujoco": mujoco, "drake": drake}[engine](int(n), what, int(steps), float(end))
    except Exception as e:
        print("%s: %s" % (name, e), file=sys.stderr)
        print("failed", flush=True)
        continue
    print(repr(float(spent)), 0, *(repr(float(x)) for x in np.ravel(at)), flush=True)
