# Settings of simulations, and enumerations.

_EXPLICIT = ("ExplicitEuler", "ExplicitMidpoint", "RK33", "RK44", "RK67", "ODE23", "DOPRI5", "DVERK6", "VelocityVerlet")


class _Names:
    # The members of an enumeration are their own names.
    def __init__(self, kind, names):
        vars(self)["_kind"], vars(self)["_names"] = kind, names.split()
        for n in names.split():
            vars(self)[n] = n

    def __getattr__(self, name):
        raise AttributeError("type object '%s' has no attribute '%s': it has %s" % (self._kind, name, ", ".join(self._names)))


OutputVariableType = _Names("OutputVariableType", "_None Distance Position Displacement DisplacementLocal Velocity VelocityLocal Acceleration "
                            "AccelerationLocal RotationMatrix Rotation AngularVelocity AngularVelocityLocal AngularAcceleration "
                            "AngularAccelerationLocal CoordinatesTotal Coordinates Coordinates_t Coordinates_tt SlidingCoordinate Director1 Director2 "
                            "Director3 Force ForceLocal Torque TorqueLocal StrainLocal StressLocal CurvatureLocal ConstraintEquation KineticEnergy "
                            "PotentialEnergy")
DynamicSolverType = _Names("DynamicSolverType", "GeneralizedAlpha TrapezoidalIndex2 " + " ".join(_EXPLICIT))
ConfigurationType = _Names("ConfigurationType", "_None Initial Current Reference StartOfStep Visualization")
LinearSolverType = _Names("LinearSolverType", "_None EXUdense EigenDense EigenSparse EigenSparseSymmetric")
NodeType = _Names("NodeType", "_None Ground Position2D Position Orientation2D Orientation RotationEulerParameters RotationRxyz RotationRotationVector "
                  "RotationLieGroup")
ItemType = _Names("ItemType", "_None Node Object Marker Load Sensor")


class _Any:
    # Settings that may be nested and of which any may be set: those of pictures.
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        new = _Any()
        vars(self)[name] = new
        return new


class _Fixed:
    # Settings that have names. Those of numerical methods that are not ours are
    # taken and passed over.
    def __init__(self, kind, values, groups):
        vars(self)["_kind"] = kind
        for n in values:
            vars(self)[n] = values[n]
        for n in groups:
            vars(self)[n] = groups[n]

    def __setattr__(self, name, value):
        if name not in vars(self):
            raise AttributeError("'%s' has no attribute '%s': it has %s" % (self._kind, name, ", ".join(sorted([n for n in vars(self) if n[:1] != "_"]))))
        vars(self)[name] = value

    def __getattr__(self, name):
        raise AttributeError("'%s' has no attribute '%s': it has %s" % (self._kind, name, ", ".join(sorted([n for n in vars(self) if n[:1] != "_"]))))


def _values(names):
    d = {}
    for n in names.split():
        d[n] = None
    return d


def _newton():
    n = _Fixed("newton", _values(
        "absoluteTolerance active adaptInitialResidual maximumSolutionNorm maxIterations maxModifiedNewtonIterations "
        "maxModifiedNewtonRestartIterations modifiedNewtonContractivity modifiedNewtonJacUpdatePerStep newtonResidualMode relativeTolerance "
        "residualMode useModifiedNewton useNewtonSolver weightTolerancePerCoordinate"), {"numericalDifferentiation": _Fixed(
            "numericalDifferentiation", _values("addReferenceCoordinatesToEpsilon doSystemWideDifferentiation forAE forODE2 forODE2connectors "
                                                "forODE2Connectors jacobianConnectorDerivative minimumCoordinateSize relativeEpsilon"), {})})
    n.absoluteTolerance, n.relativeTolerance = 1e-10, 1e-8
    return n


def _discontinuous():
    return _Fixed("discontinuous", _values("ignoreMaxIterations iterationTolerance maxIterations useRecommendedStepSize"), {})


def _timeIntegration():
    alpha = _Fixed("generalizedAlpha", _values(
        "computeInitialAccelerations lieGroupAddTangentOperator lieGroupSimplifiedKinematicRelations newmarkBeta newmarkGamma resetAccelerations "
        "spectralRadius storeInitialAlgebraicCoordinates useIndex2Constraints useNewmark"), {})
    alpha.spectralRadius, alpha.useNewmark, alpha.useIndex2Constraints = 0.9, False, False
    explicit = _values("computeEndOfStepAccelerations computeMassMatrixInversePerBody eliminateConstraints useLieGroupIntegration dynamicSolverType")
    t = _Fixed("timeIntegration", _values(
        "absoluteTolerance adaptiveStep adaptiveStepDecrease adaptiveStepIncrease adaptiveStepRecoveryIterations adaptiveStepRecoverySteps "
        "automaticStepSize computeLoadsJacobian endTime initialStepSize minimumStepSize numberOfSteps realtimeFactor relativeTolerance "
        "reuseConstantMassMatrix simulateInRealtime solverType startTime stepInformation stepSizeMaxIncrease stepSizeSafety verboseMode "
        "verboseModeFile"), {
            "generalizedAlpha": alpha, "newton": _newton(), "discontinuous": _discontinuous(),
            "explicit": _Fixed("explicit", explicit, {}), "explicitIntegration": _Fixed("explicitIntegration", explicit, {}),
            "realtime": _Fixed("realtime", _values("active factor waitMicroseconds"), {})})
    t.startTime, t.endTime, t.numberOfSteps = 0.0, 1.0, 100
    return t


def _staticSolver():
    return _Fixed("staticSolver", _values(
        "adaptiveStep adaptiveStepDecrease adaptiveStepIncrease adaptiveStepRecoveryIterations adaptiveStepRecoverySteps computeLoadsJacobian "
        "constrainODE1Coordinates constrainODE1coordinates loadStepDuration loadStepGeometric loadStepGeometricRange loadStepStart minimumStepSize "
        "numberOfLoadSteps stabilizerODE2term stepInformation useLoadFactor verboseMode verboseModeFile"),
        {"newton": _newton(), "discontinuous": _discontinuous()})


def _solution():
    # The settings of files in their older form and their newer one.
    old = _Fixed("solutionSettings", _values(
        "appendToFile binarySolutionFile coordinatesSolutionFileName exportAccelerations exportAlgebraicCoordinates exportDataCoordinates "
        "exportODE1Velocities exportVelocities flushFilesDOF flushFilesImmediately outputPrecision recordImagesInterval restartFileName "
        "restartWritePeriod sensorsAppendToFile sensorsStoreAndWriteFiles sensorsWriteFileFooter sensorsWriteFileHeader sensorsWritePeriod "
        "solutionInformation solutionWritePeriod solverInformationFileName writeFileFooter writeFileHeader writeInitialValues writeRestartFile "
        "writeSolutionToFile"), {})
    old.solutionWritePeriod = old.sensorsWritePeriod = 0.01
    file = _Fixed("file", _values("append binary flushAboveCoordinates information name write writeFooter writeHeader writeInitialValues writePeriod"), {
        "export": _Fixed("export", _values("accelerations algebraicCoordinates dataCoordinates ODE1Velocities velocities"), {})})
    sensors = _Fixed("sensors", _values("active append writeFooter writeHeader writePeriod"), {})
    file.writePeriod = sensors.writePeriod = 0.01
    new = _Fixed("solution", _values("flushFilesImmediately precision recordImagesInterval solverInformationFileName"), {
        "file": file, "sensors": sensors, "restart": _Fixed("restart", _values("continueIfAvailable name write writePeriod"), {})})
    return old, new


class SimulationSettings(_Fixed):
    def __init__(self):
        old, new = _solution()
        parallel = _values("multithreadedLowerLimitJacobians multithreadedLowerLimitLoads multithreadedLowerLimitMassMatrices "
                           "multithreadedLowerLimitResiduals multithreadedLLimitJacobians multithreadedLLimitLoads multithreadedLLimitMassMatrices "
                           "multithreadedLLimitResiduals numberOfThreads stopAfterEachStep taskSplitMinItems taskSplitTasksPerThread useLoadBalancing")
        _Fixed.__init__(self, "SimulationSettings", _values(
            "cleanUpMemory consolePrecision displayComputationTime displayGlobalTimers displayStatistics linearSolverType outputPrecision "
            "pauseAfterEachStep"), {
                "timeIntegration": _timeIntegration(), "staticSolver": _staticSolver(), "solutionSettings": old, "solution": new,
                "parallel": _Fixed("parallel", parallel, {}),
                "linearSolver": _Fixed("linearSolver", _values("ignoreSingularJacobian pivotThreshold reuseAnalyzedPattern showCausingItems solverType"), {}),
                "linearSolverSettings": _Fixed("linearSolverSettings", _values(
                    "ignoreSingularJacobian pivotThreshold reuseAnalyzedPattern showCausingItems"), {}),
                "show": _Fixed("show", _values("computationTime globalTimers statistics"), {})})

    def _file(self):
        # The file of the coordinates, "" if none is to be written.
        if self.solutionSettings.writeSolutionToFile is False or self.solution.file.write is False:
            return ""
        return self.solutionSettings.coordinatesSolutionFileName or self.solution.file.name or "coordinatesSolution.txt"

    def _outputs(self, sensors):
        # Output times: the steps, but not more often than the period of writing, which
        # is that of sensors if there are any.
        t = self.timeIntegration
        for name in ("endTime", "numberOfSteps"):
            if not isinstance(vars(t)[name], (int, float)) or vars(t)[name] <= 0:
                raise ValueError("timeIntegration.%s is positive, not %r" % (name, vars(t)[name]))
        period = self.solutionSettings.solutionWritePeriod
        if period == 0.01:
            period = self.solution.file.writePeriod # its newer name
        if sensors:
            period = self.solutionSettings.sensorsWritePeriod
            if period == 0.01:
                period = self.solution.sensors.writePeriod
        if not isinstance(t.startTime, (int, float)) or t.startTime >= t.endTime:
            raise ValueError("timeIntegration.startTime is less than endTime, not %r" % t.startTime)
        steps = int(t.numberOfSteps)
        if period > 0:
            steps = min(steps, int((t.endTime - t.startTime) / period + 0.999999))
        return max(steps, 1)
