package usersub

// PFOSUB gives the value of the constraint function g of a Force_Penalty.
var PFOSUB = register(&Sig{
	Name: "PFOSUB", Element: "Force_Penalty", Asks: true,
	Doc:  "value of the constraint function g(q,t) of a penalty force",
	Args: evaluation(out("value", "1")),
})
