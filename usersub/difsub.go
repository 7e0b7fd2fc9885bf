package usersub

// DIFSUB gives the derivative of a Control_Diff, or the residual of an
// implicit one.
var DIFSUB = register(&Sig{
	Name: "DIFSUB", Element: "Control_Diff", Asks: true,
	Doc:    "derivative of a state, or residual of an implicit equation",
	Struct: structured("sAdamsDiff", "ID NPAR PAR STATIC_HOLD IMPLICIT IC_R1:d IC_R2:d", "time dflag iflag value"),
	Args:   evaluation(out("value", "1")),
})
