package usersub

// DIFSUB gives the derivative of a Control_Diff, or the residual of an
// implicit one.
var DIFSUB = registerSig(&Sig{
	Name: "DIFSUB", Element: "Control_Diff", UsesState: true,
	Doc:    "derivative of a state, or residual of an implicit equation",
	Called: calledOften, Returns: "the derivative or the residual",
	Struct: parseStructForm("sAdamsDiff", "ID NPAR PAR STATIC_HOLD IMPLICIT IC_R1:d IC_R2:d", "time dflag iflag value"),
	Args: parseRoutineArgs(evaluation, `
value:R[1] | result; x', or with is_implicit F(x, x') that is kept zero; SYSFNC gives x as DIF(id) and x' as DIF1(id) | that of x / time, or of F`),
})
