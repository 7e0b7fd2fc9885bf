package usersub

// CURSUB gives a point of a Reference_ParamCurve (iord 0) or its first or
// second derivative with respect to the parameter alpha: x, y, z.
var CURSUB = register(&Sig{
	Name: "CURSUB", Element: "Reference_ParamCurve",
	Doc: "point of a curve or one of its derivatives",
	Struct: structured("sAdamsCurve", "ID NPAR PAR CLOSED ORDER MINPAR:d MAXPAR:d",
		"alpha iord iflag values"),
	Args: []Arg{
		whole("id"), in("par", "npar"), whole("npar"), {Name: "alpha", Kind: Real},
		whole("iord"), whole("iflag"), out("values", "3"),
	},
})

// SURSUB gives a point of a Reference_ParamSurface (iord 0, three values), its
// derivatives with respect to alpha and beta (iord 1, six values) or its second
// derivatives aa, ab, bb (iord 2, nine values). ierr is 1 for a point off the
// surface.
var SURSUB = register(&Sig{
	Name: "SURSUB", Element: "Reference_ParamSurface",
	Doc: "point of a surface or its derivatives",
	Struct: structured("sAdamsSurface", "ID NPAR PAR ORDER:i2 CLOSED:i2 MINPAR:d2 MAXPAR:d2",
		"alpha beta iord iflag values ierr"),
	Args: []Arg{
		whole("id"), in("par", "npar"), whole("npar"), {Name: "alpha", Kind: Real},
		{Name: "beta", Kind: Real}, whole("iord"), whole("iflag"), out("values", "9"),
		{Name: "ierr", Kind: Int, Out: true, Skip: FormPython},
	},
})
