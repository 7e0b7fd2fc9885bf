package usersub

// stateInputs is the argument list that the state-equation routines share.
var stateInputs = []Arg{
	{Name: "nstate", Kind: Int},
	{Name: "states", Kind: Real, Len: "nstate"},
	{Name: "ninput", Kind: Int},
	{Name: "input", Kind: Real, Len: "ninput"},
	{Name: "noutpt", Kind: Int},
}

// YFOSUB gives the state derivatives and the six outputs (Fx Fy Fz Tx Ty Tz on
// the I marker in reference-marker axes) of a Force_StateEqn.
var YFOSUB = register(&Sig{
	Name: "YFOSUB", Element: "Force_StateEqn",
	Doc: "state derivatives and force outputs",
	Args: append(evaluation(stateInputs...),
		out("stated", "nstate"), out("output", "noutpt")),
})

// The partial derivatives of YFOSUB, matrices stored by columns: dF/dx
// (nstate x nstate), dF/du (nstate x ninput), dG/dx (noutpt x nstate) and
// dG/du (noutpt x ninput).
var (
	YFOXX = partial("YFOXX", "pxxmat", "nstate*nstate")
	YFOXU = partial("YFOXU", "pxumat", "nstate*ninput")
	YFOYX = partial("YFOYX", "pyxmat", "noutpt*nstate")
	YFOYU = partial("YFOYU", "pyumat", "noutpt*ninput")
)

func partial(name, matrix, length string) *Sig {
	return register(&Sig{
		Name: name, Element: "Force_StateEqn",
		Doc:  "partial derivatives of the state equations, by columns",
		Args: append(sensing(stateInputs...), out(matrix, length)),
	})
}
