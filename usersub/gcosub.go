package usersub

// GCOSUB gives the residual of a Constraint_General.
var GCOSUB = register(&Sig{
	Name: "GCOSUB", Element: "Constraint_General", Asks: true,
	Doc:  "residual of a constraint",
	Args: evaluation(out("result", "1")),
})
