# What sensors store, and a sensor of two others; the greatest value and the period are found from the rows.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()

def solve(mbs, end, steps):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 1
    settings.solutionSettings.solutionWritePeriod = end / steps
    settings.solutionSettings.sensorsWritePeriod = end / steps
    mbs.SolveDynamic(settings)

def difference(mbs, t, sensorNumbers, factors, configuration):
    a, b = [mbs.GetSensorValues(s)[0] for s in sensorNumbers]
    return [factors[0] * a - factors[1] * b]


ground = mbs.CreateGround()
sensors = []
for y, k in ((0, 100.), (1, 400.)):
    mass = mbs.CreateMassPoint(referencePosition=[1, y, 0], initialDisplacement=[0.1, 0, 0], physicsMass=1.)
    base = mbs.CreateGround(referencePosition=[0, y, 0])
    mbs.CreateSpringDamper(bodyNumbers=[base, mass], referenceLength=1, stiffness=k)
    sensors.append(mbs.AddSensor(SensorBody(bodyNumber=mass, storeInternal=True, outputVariableType=exu.OutputVariableType.Displacement)))
both = mbs.AddSensor(SensorUserFunction(sensorNumbers=sensors, factors=[1., 2.], storeInternal=True, sensorUserFunction=difference))
solve(mbs, 2., 1000)
rows = mbs.GetSensorStoredData(sensors[1])
t, x = rows[:, 0], rows[:, 1]
crossings = [t[i] - x[i] * (t[i + 1] - t[i]) / (x[i + 1] - x[i]) for i in range(len(t) - 1) if x[i] > 0 and x[i + 1] <= 0]
print('@', len(t), max(x), min(x), (crossings[-1] - crossings[0]) / (len(crossings) - 1))
last = mbs.GetSensorStoredData(both)[-1]
print('@', last[0], last[1])
