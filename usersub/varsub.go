package usersub

// VARSUB gives the value of a Reference_Variable.
var VARSUB = register(&Sig{
	Name: "VARSUB", Element: "Reference_Variable", Asks: true,
	Doc:    "value of a variable",
	Struct: structured("sAdamsVariable", "ID NPAR PAR IC:d", "time dflag iflag value"),
	Args:   evaluation(out("value", "1")),
})
