# A mass on a spring-damper under a constant force, with the functions that create
# items, sensors, and the exact solution beside the computed one.
import exudyn as exu
from exudyn.utilities import SensorBody, SensorObject
import exudyn.graphics as graphics
import numpy as np
import matplotlib.pyplot as plt

SC = exu.SystemContainer()
mbs = SC.AddSystem()

L, mass, k, d = 0.4, 2.0, 800.0, 6.0
u0, v0, f = -0.05, 0.7, 60.0

oMass = mbs.CreateMassPoint(name="mass", referencePosition=[L, 0, 0], initialDisplacement=[u0, 0, 0], initialVelocity=[v0, 0, 0],
                            physicsMass=mass, drawSize=0.1, color=graphics.color.red)
oGround = mbs.CreateGround()
oSpring = mbs.CreateSpringDamper(bodyNumbers=[oGround, oMass], stiffness=k, damping=d)
mbs.CreateForce(bodyNumber=oMass, loadVector=[f, 0, 0])
sForce = mbs.AddSensor(SensorObject(objectNumber=oSpring, storeInternal=True, outputVariableType=exu.OutputVariableType.ForceLocal))
sPlace = mbs.AddSensor(SensorBody(bodyNumber=oMass, storeInternal=True, outputVariableType=exu.OutputVariableType.Displacement))
mbs.Assemble()

tEnd, h = 0.8, 1e-4
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = tEnd
settings.timeIntegration.numberOfSteps = int(tEnd / h)
settings.timeIntegration.generalizedAlpha.spectralRadius = 1
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0.02
SC.visualizationSettings.nodes.defaultSize = 0.05
mbs.SolveDynamic(settings)

w0 = np.sqrt(k / mass)
D = d / (2 * np.sqrt(k * mass))
w = w0 * np.sqrt(1 - D**2)
x0 = f / k
C1 = u0 - x0
C2 = (v0 + w0 * D * C1) / w
t = np.linspace(0, tEnd, 5)
exact = np.exp(-w0 * D * t) * (C1 * np.cos(w * t) + C2 * np.sin(w * t)) + x0
stored = mbs.GetSensorStoredData(sPlace)
u = mbs.GetNodeOutput(0, exu.OutputVariableType.Displacement)
print("@", u[0], exact[-1])
print("@", stored.shape[0], stored[10, 0], stored[10, 1], exact[1])
print("@", mbs.GetSensorValues(sForce), np.max(np.abs(stored[:, 2:])))
plt.plot(stored[:, 0], stored[:, 1], "b-", label="displacement")
plt.legend()
plt.show()
