package usersub

// COUSUB gives the residual of a Constraint_Coupler: a function of the
// displacements disp of its joints (length units or rad).
var COUSUB = coupler("COUSUB", "residual of a coupler", "phi", "1")

// COUXX gives the ndisp derivatives of COUSUB with respect to disp.
var COUXX = coupler("COUXX", "first derivatives of a coupler's residual", "dfda", "ndisp")

// COUXX2 gives the second derivatives of COUSUB, ndisp x ndisp.
var COUXX2 = coupler("COUXX2", "second derivatives of a coupler's residual", "d2fda2", "ndisp*ndisp")

func coupler(name, doc, result, length string) *Sig {
	return register(&Sig{
		Name: name, Element: "Constraint_Coupler", Doc: doc,
		Struct: structured("sAdamsCoupler", "ID NPAR PAR NJOINT JOINTS:i3 TYPE:c3",
			"time disp iflag "+result),
		Args: []Arg{
			whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
			in("disp", "ndisp"), whole("ndisp"), whole("iflag"), out(result, length),
		},
	})
}
