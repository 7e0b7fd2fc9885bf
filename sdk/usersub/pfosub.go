package usersub

// PFOSUB gives the value of the constraint function g of a Force_Penalty.
var PFOSUB = registerSig(&Sig{
	Name: "PFOSUB", Element: "Force_Penalty", UsesState: true,
	Doc:    "value of the constraint function g(q,t) of a penalty force",
	Called: calledOften, Returns: "g, of displacements and the time only (with method VI also of velocities)",
	Args: parseRoutineArgs(evaluation, `
value:R[1] | result; g: the force is -penalty g - penalty1 g' along the gradient of g; with unilateral it acts where g is positive | as the routine chooses`),
})
