package usersub

// REQSUB gives the eight results of a Post_Request.
var REQSUB = register(&Sig{
	Name: "REQSUB", Element: "Post_Request", Asks: true,
	Doc:    "eight values of an output request",
	Struct: structured("sAdamsRequest", "ID NPAR PAR COMMENT:s TITLE:s8", "time iflag results"),
	Args: []Arg{
		{Name: "id", Kind: Int},
		{Name: "time", Kind: Real},
		{Name: "par", Kind: Real, Len: "npar"},
		{Name: "npar", Kind: Int},
		{Name: "iflag", Kind: Int},
		out("results", "8"),
	},
})
