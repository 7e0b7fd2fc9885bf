# The functions that solve, with the system as their first argument.

from exudyn import SolveDynamic, SolveStatic, ComputeODE2Eigenvalues, ComputeSystemDegreeOfFreedom
from exudyn.refused import _refused

ComputeLinearizedSystem = _refused("exudyn.solver", "ComputeLinearizedSystem", "linearized systems")


def SolverSuccess(solverStructure):
    return [True, ""]
