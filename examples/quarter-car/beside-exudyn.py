"""The study of this folder beside ParameterVariation of Exudyn: the same 200 variants, with a damper in Python with numpy on both sides.

    python beside-exudyn.py TRAMMEL [WORKERS]

TRAMMEL is the program; the Python that runs this needs exudyn and numpy. Prints the processor times of both, all processes counted, and by how much
the responses differ. Both sides carry out the runs with WORKERS processes (1).
"""
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

sys.exudynFast = True  # the module of Exudyn without range checks
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as item  # noqa: E402
import numpy as np  # noqa: E402
from exudyn.processing import ParameterVariation  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BODY, WHEEL, BLOW_OFF, HEIGHT, LENGTH = 300.0, 40.0, 0.6, 0.05, 1.0
STEP, END = 0.0025, 1.0  # s


def variants(folder):
    """The values of all runs, as the plan of the study has them."""
    with open(os.path.join(folder, "plan.jsonl")) as f:
        return [json.loads(line)["values"] for line in f]


def quarter_car(parameters):
    """One run in Exudyn: the greatest acceleration of the body, and its root mean square."""
    p = parameters["functionData"]["plan"][int(parameters["run"])]
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    damping, tyre, speed = p["damping"], p["tyre"], p["speed"]

    def damper(mbs, t, number, u, v, k, d, offset):
        return k * u + damping * BLOW_OFF * np.tanh(v / BLOW_OFF)

    def road(mbs, t, load):
        x = speed * (t - 0.1)
        return tyre * HEIGHT / 2 * (1 - np.cos(2 * np.pi * x / LENGTH)) if 0 < x < LENGTH else 0.0

    ground = mbs.AddMarker(item.MarkerNodeCoordinate(nodeNumber=mbs.AddNode(item.NodePointGround()), coordinate=0))
    ends = []
    for mass in (BODY, WHEEL):
        node = mbs.AddNode(item.Node1D(referenceCoordinates=[0.0]))
        mbs.AddObject(item.Mass1D(physicsMass=mass, nodeNumber=node))
        ends.append(mbs.AddMarker(item.MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
    body, wheel = ends
    mbs.AddObject(item.CoordinateSpringDamper(markerNumbers=[wheel, body], stiffness=p["stiffness"], springForceUserFunction=damper))
    mbs.AddObject(item.CoordinateSpringDamper(markerNumbers=[ground, wheel], stiffness=tyre))
    mbs.AddLoad(item.LoadCoordinate(markerNumber=wheel, load=1.0, loadUserFunction=road))
    sensor = mbs.AddSensor(item.SensorNode(nodeNumber=1, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates_tt))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = round(END / STEP), END
    settings.timeIntegration.verboseMode = 0
    settings.solution.file.write = False
    settings.solutionSettings.sensorsWritePeriod = 0.005
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    a = mbs.GetSensorStoredData(sensor)
    return [np.max(np.abs(a[:, 1])), np.sqrt(np.sum((a[1:, 1]**2 + a[1:, 1] * a[:-1, 1] + a[:-1, 1]**2) / 3 * np.diff(a[:, 0])) / END)]


def vary(plan, workers):
    """All runs in Exudyn; the responses of each."""
    _, values = ParameterVariation(parameterFunction=quarter_car, parameters={"run": list(range(len(plan)))}, parameterFunctionData={"plan": plan},
                                   useMultiProcessing=workers > 1, numberOfThreads=workers, showProgress=False)
    return [[float(x) for x in v] for v in values]


def prepare(folder):
    """Writes the study of this folder with the damper in Python, and returns its file."""
    with open(os.path.join(HERE, "quarter-car.toml")) as f:
        text = f.read()
    text = text.replace('"quarter-car.xml"', json.dumps(os.path.join(HERE, "quarter-car-python.xml")))
    text = text.replace("[run]\n", "[run]\npython = %s\npython_engine = \"cpython\"\n" % json.dumps(sys.executable))
    file = os.path.join(folder, "car.toml")
    with open(file, "w") as f:
        f.write(text)
    return file


def measured(command):
    """What a command prints, its processor time in s with all processes that it has started, and the time by the clock."""
    def used():
        r = resource.getrusage(resource.RUSAGE_CHILDREN)
        return r.ru_utime + r.ru_stime
    began, clock = used(), time.perf_counter()
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return out, used() - began, time.perf_counter() - clock


def main(program, workers):
    with tempfile.TemporaryDirectory() as folder:
        file = prepare(folder)
        _, ours, wall = measured([program, "study", "run", file, "--workers", str(workers)])
        results = os.path.join(folder, "car.study")
        plan = variants(results)
        with open(os.path.join(results, "results.csv")) as f:
            rows = list(csv.DictReader(f))
        out, theirs, their_wall = measured([sys.executable, __file__, "--vary", results, str(workers)])
    values = json.loads(out.splitlines()[-1])
    print("%d variants, %d worker%s" % (len(plan), workers, "s"[workers < 2:]))
    print("trammel study      %6.2f s of processors, %6.2f s by the clock" % (ours, wall))
    print("ParameterVariation %6.2f s of processors, %6.2f s by the clock: %.2f times as much of processors" % (theirs, their_wall, theirs / ours))
    for k, name in enumerate(("peak_acceleration", "comfort")):
        print("%-18s differs by up to %.1e, relatively" % (name, max(abs(v[k] / float(r[name]) - 1) for v, r in zip(values, rows))))


if __name__ == "__main__":
    if sys.argv[1] == "--vary":
        print(json.dumps(vary(variants(sys.argv[2]), int(sys.argv[3]))))
    else:
        main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
