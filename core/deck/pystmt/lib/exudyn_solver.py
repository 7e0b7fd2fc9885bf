# The functions that solve, with the system as their first argument.

from exudyn import SolveDynamic, SolveStatic, ComputeLinearizedSystem, ComputeODE2Eigenvalues, ComputeSystemDegreeOfFreedom


def SolverSuccess(solverStructure):
    return [True, ""]
