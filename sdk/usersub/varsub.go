package usersub

// VARSUB gives the value of a Reference_Variable.
var VARSUB = registerSig(&Sig{
	Name: "VARSUB", Element: "Reference_Variable", UsesState: true,
	Doc:     "value of a variable",
	Called:  calledOften + "; also for the custom functions of a deck, in each call of one",
	Returns: "the value; that of an implicit variable y is f in y = f",
	Struct:  parseStructForm("sAdamsVariable", "ID NPAR PAR IC:d", "time dflag iflag value"),
	Args: parseRoutineArgs(evaluation, `
value:R[1] | result; what VARVAL returns | that of the variable`),
})
