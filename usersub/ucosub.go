package usersub

// UCOSUB gives a Constraint_UserConstr. In the set-up call it declares its
// variables by UCOVAR and UCOMAR; q has their values in that order afterwards.
// idrsel reports what is wanted, each not 0 if so: array (the gradient of the
// constraint with respect to q), scalar (its value), xmatrx (its second
// derivatives by columns). nq is no argument of the routine; frames need it as
// a size, for the set-up call any: what it says of the results does not count.
var UCOSUB = register(&Sig{
	Name: "UCOSUB", Element: "Constraint_UserConstr",
	Doc: "value, gradient and second derivatives of a constraint",
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("q", "nq"), in("par", "npar"), whole("npar"),
		{Name: "idrsel", Kind: Int, Len: "3"}, whole("iflag"),
		out("scalar", "1"), out("array", "nq"), out("xmatrx", "nq*nq"),
	},
})
