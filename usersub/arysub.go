package usersub

// ARYSUB gives the values of a Reference_Array of type U.
var ARYSUB = register(&Sig{
	Name: "ARYSUB", Element: "Reference_Array", Asks: true,
	Doc: "values of an input array",
	Args: evaluation(
		Arg{Name: "nvalue", Kind: Int},
		out("value", "nvalue")),
})
