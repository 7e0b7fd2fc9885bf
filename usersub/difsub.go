package usersub

// DIFSUB gives the derivative of a Control_Diff, or the residual of an
// implicit one.
var DIFSUB = register(&Sig{
	Name: "DIFSUB", Element: "Control_Diff", Asks: true,
	Doc:  "derivative of a state, or residual of an implicit equation",
	Args: evaluation(out("value", "1")),
})
