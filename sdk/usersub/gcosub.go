package usersub

// GCOSUB gives the residual of a Constraint_General.
var GCOSUB = registerSig(&Sig{
	Name: "GCOSUB", Element: "Constraint_General", UsesState: true,
	Doc:    "residual of a constraint",
	Called: calledOften, Returns: "the residual",
	Args: parseRoutineArgs(evaluation, `
result:R[1] | result; g, a function of displacements, velocities and the time that is kept zero; with unilateral g ≤ 0 is kept | as the routine chooses`),
})
