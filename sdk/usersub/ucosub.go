package usersub

// UCOSUB gives a Constraint_UserConstr. In the set-up call it declares its
// variables by UCOVAR and UCOMAR; q has their values in that order afterwards.
// nq is not an argument of the routine; frames need it as a size, for the set-up call
// any: what it reports of the results does not count.
var UCOSUB = registerSig(&Sig{
	Name: "UCOSUB", Element: "Constraint_UserConstr",
	Doc:     "value, gradient and second derivatives of a constraint",
	Called:  "in the set-up of the run (iflag not 0), where it declares its variables by UCOVAR and UCOMAR, then in each evaluation of the model",
	Returns: "what idrsel wants",
	Args: parseRoutineArgs(`id time
q:r[nq] | variables declared in the set-up call; coordinates of parts and markers in global axes, in the order of the declarations | length, or 1 for axes
par npar
idrsel:i[3] | not 0 if wanted: array, scalar, xmatrx
iflag
scalar:R[1] | value of the constraint; kept zero | as the routine chooses
array:R[nq] | its gradient with respect to q | of scalar / that of q
xmatrx:R[nq*nq] | its second derivatives, by columns | of scalar / that of q, twice`),
})
