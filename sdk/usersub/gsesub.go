package usersub

// gse is the struct form of the routines of a state equation, in the layout of headers newer
// than 2017 (older ones lack STATICS_ONLY).
func gse(args string) *Struct {
	return structured("sAdamsGSE", "ID NPAR PAR NI NO U Y NS X IC STATIC_HOLD IMPLICIT STATICS_ONLY ND XD ICD SAMPLE_OFFSET:d", args)
}

// GSESUB gives the state derivatives and outputs of a Control_StateEqn.
var GSESUB = register(&Sig{
	Name: "GSESUB", Element: "Control_StateEqn",
	Doc:    "state derivatives and outputs",
	Called: calledOften, Returns: "x' = F(x,u,t) and y = G(x,u,t)",
	Struct: gse("time dflag iflag nstate states ninput input noutpt stated output"),
	Args: arguments(evaluation, equations, stated, `
output:R[noutpt] | outputs; y, which ARYVAL of the array of type Y returns | of each output`),
})

// The partial derivatives of GSESUB, matrices stored by columns: dF/dx
// (nstate x nstate), dF/du (nstate x ninput), dG/dx (noutpt x nstate) and
// dG/du (noutpt x ninput). A library may lack them.
var (
	GSEXX = partial("GSEXX", partialXX, gse("time iflag nstate states ninput input noutpt pxxmat"))
	GSEXU = partial("GSEXU", partialXU, gse("time iflag nstate states ninput input noutpt pxumat"))
	GSEYX = partial("GSEYX", partialYX, gse("time iflag nstate states ninput input noutpt pyxmat"))
	GSEYU = partial("GSEYU", partialYU, gse("time iflag nstate states ninput input noutpt pyumat"))
)

// The newer routines of a state equation, one for each of continuous states,
// discrete states and outputs. They read states and inputs by SYSARY.
var (
	GSE_DERIV  = gseNew("GSE_DERIV", "derivatives of the continuous states", "xdot")
	GSE_UPDATE = gseNew("GSE_UPDATE", "next values of the discrete states", "xplus")
	GSE_OUTPUT = gseNew("GSE_OUTPUT", "outputs", "y")
)

func gseNew(name, doc, result string) *Sig {
	return register(&Sig{
		Name: name, Element: "Control_StateEqn", UsesState: true, Doc: doc,
		Called: calledNever, Returns: "n values",
		Struct: gse("time dflag iflag n " + result),
		Args:   arguments(evaluation, "n:i | number of values\n"+result+":R[n] | "+doc+" | of each state or output, / time for derivatives"),
	})
}

const sampleStep = "sample_step:R[1] | time to the next sample; greater than 0 | time"

// GSE_SAMP gives the time to the next update of discrete states.
var GSE_SAMP = register(&Sig{
	Name: "GSE_SAMP", Element: "Control_StateEqn", UsesState: true,
	Doc:    "time from one sample to the next",
	Called: calledNever, Returns: "the time to the next sample",
	Struct: gse("time iflag sample_step"),
	Args:   arguments(evaluation, sampleStep),
})

// GSESAMPLE is GSE_SAMP under its newer name and without dflag.
var GSESAMPLE = register(&Sig{
	Name: "GSESAMPLE", Element: "Control_StateEqn", UsesState: true,
	Doc:    "time from one sample to the next",
	Called: calledNever, Returns: "the time to the next sample",
	Args: arguments(sensing, sampleStep),
})
