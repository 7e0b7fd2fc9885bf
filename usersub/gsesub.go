package usersub

// gseMembers is the struct that the routines of a state equation share, in the
// layout of headers newer than 2017 (older ones lack STATICS_ONLY).
const gseMembers = "ID NPAR PAR NI NO U Y NS X IC STATIC_HOLD IMPLICIT STATICS_ONLY ND XD ICD SAMPLE_OFFSET:d"

// GSESUB gives the state derivatives and outputs of a Control_StateEqn.
var GSESUB = register(&Sig{
	Name: "GSESUB", Element: "Control_StateEqn",
	Doc: "state derivatives and outputs",
	Struct: structured("sAdamsGSE", gseMembers,
		"time dflag iflag nstate states ninput input noutpt stated output"),
	Args: append(evaluation(stateInputs...),
		out("stated", "nstate"), out("output", "noutpt")),
})

// The partial derivatives of GSESUB, matrices stored by columns: dF/dx
// (nstate x nstate), dF/du (nstate x ninput), dG/dx (noutpt x nstate) and
// dG/du (noutpt x ninput). A library may lack them.
var (
	GSEXX = gsePartial("GSEXX", "pxxmat", "nstate*nstate")
	GSEXU = gsePartial("GSEXU", "pxumat", "nstate*ninput")
	GSEYX = gsePartial("GSEYX", "pyxmat", "noutpt*nstate")
	GSEYU = gsePartial("GSEYU", "pyumat", "noutpt*ninput")
)

func gsePartial(name, matrix, length string) *Sig {
	return register(&Sig{
		Name: name, Element: "Control_StateEqn",
		Doc: "partial derivatives of the state equations, by columns",
		Struct: structured("sAdamsGSE", gseMembers,
			"time iflag nstate states ninput input noutpt "+matrix),
		Args: append(sensing(stateInputs...), out(matrix, length)),
	})
}

// The newer routines of a state equation, one for each of continuous states,
// discrete states and outputs. They read states and inputs by SYSARY.
var (
	GSE_DERIV  = gseNew("GSE_DERIV", "derivatives of the continuous states", "xdot")
	GSE_UPDATE = gseNew("GSE_UPDATE", "next values of the discrete states", "xplus")
	GSE_OUTPUT = gseNew("GSE_OUTPUT", "outputs", "y")
)

func gseNew(name, doc, result string) *Sig {
	return register(&Sig{
		Name: name, Element: "Control_StateEqn", Asks: true, Doc: doc,
		Struct: structured("sAdamsGSE", gseMembers, "time dflag iflag n "+result),
		Args:   evaluation(whole("n"), out(result, "n")),
	})
}

// GSE_SAMP gives the time to the next update of discrete states.
var GSE_SAMP = register(&Sig{
	Name: "GSE_SAMP", Element: "Control_StateEqn", Asks: true,
	Doc:    "time from one sample to the next",
	Struct: structured("sAdamsGSE", gseMembers, "time iflag sample_step"),
	Args:   evaluation(out("sample_step", "1")),
})

// GSESAMPLE is GSE_SAMP under its newer name and without dflag.
var GSESAMPLE = register(&Sig{
	Name: "GSESAMPLE", Element: "Control_StateEqn", Asks: true,
	Doc:  "time from one sample to the next",
	Args: sensing(out("sample_step", "1")),
})
