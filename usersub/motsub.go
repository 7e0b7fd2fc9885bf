package usersub

// MOTSUB gives a prescribed motion (iord 0) or its first or second time
// derivative (iord 1 and 2).
var MOTSUB = register(&Sig{
	Name: "MOTSUB", Element: "Motion_Joint",
	Doc:    "prescribed motion or one of its time derivatives",
	Struct: structured("sAdamsMotion", "ID NPAR PAR JOINT Type:s I J Which:c2 DVA:s", "time iord iflag value"),
	Args: []Arg{
		{Name: "id", Kind: Int},
		{Name: "time", Kind: Real},
		{Name: "par", Kind: Real, Len: "npar"},
		{Name: "npar", Kind: Int},
		{Name: "iord", Kind: Int},
		{Name: "iflag", Kind: Int},
		out("value", "1"),
	},
})
