package usersub

// VARSUB gives the value of a Reference_Variable.
var VARSUB = register(&Sig{
	Name: "VARSUB", Element: "Reference_Variable", Asks: true,
	Doc:  "value of a variable",
	Args: evaluation(out("value", "1")),
})
