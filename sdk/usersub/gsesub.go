package usersub

// newStateEquationStruct returns the struct form of the routines of a state equation, in the layout of headers newer
// than 2017 (older ones lack STATICS_ONLY).
func newStateEquationStruct(args string) *Struct {
	return parseStructForm("sAdamsGSE", "ID NPAR PAR NI NO U Y NS X IC STATIC_HOLD IMPLICIT STATICS_ONLY ND XD ICD SAMPLE_OFFSET:d", args)
}

// GSESUB gives the state derivatives and outputs of a Control_StateEqn.
var GSESUB = registerSig(&Sig{
	Name: "GSESUB", Element: "Control_StateEqn",
	Doc:    "state derivatives and outputs",
	Called: calledOften, Returns: "x' = F(x,u,t) and y = G(x,u,t)",
	Struct: newStateEquationStruct("time dflag iflag nstate states ninput input noutpt stated output"),
	Args: parseRoutineArgs(evaluation, equations, stated, `
output:R[noutpt] | outputs; y, which ARYVAL of the array of type Y returns | of each output`),
})

// The partial derivatives of GSESUB, matrices stored by columns: dF/dx
// (nstate x nstate), dF/du (nstate x ninput), dG/dx (noutpt x nstate) and
// dG/du (noutpt x ninput). A library may lack them.
var (
	GSEXX = newPartialsSig("GSEXX", partialXX, newStateEquationStruct("time iflag nstate states ninput input noutpt pxxmat"))
	GSEXU = newPartialsSig("GSEXU", partialXU, newStateEquationStruct("time iflag nstate states ninput input noutpt pxumat"))
	GSEYX = newPartialsSig("GSEYX", partialYX, newStateEquationStruct("time iflag nstate states ninput input noutpt pyxmat"))
	GSEYU = newPartialsSig("GSEYU", partialYU, newStateEquationStruct("time iflag nstate states ninput input noutpt pyumat"))
)

// The newer routines of a state equation, one for each of continuous states,
// discrete states and outputs. They read states and inputs by SYSARY.
var (
	GSE_DERIV  = newStateEquationSig("GSE_DERIV", "derivatives of the continuous states", "xdot", calledOften)
	GSE_UPDATE = newStateEquationSig("GSE_UPDATE", "next values of the discrete states", "xplus", calledAtSamples)
	GSE_OUTPUT = newStateEquationSig("GSE_OUTPUT", "outputs", "y", calledOften)
)

// calledAtSamples is when routines of discrete states are called.
const calledAtSamples = "in the set-up of the run (iflag not 0), then once at each sample time"

func newStateEquationSig(name, doc, result, called string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: "Control_StateEqn", UsesState: true, Doc: doc,
		Called: called, Returns: "n values",
		Struct: newStateEquationStruct("time dflag iflag n " + result),
		Args:   parseRoutineArgs(evaluation, "n:i | number of values\n"+result+":R[n] | "+doc+" | of each state or output, / time for derivatives"),
	})
}

const sampleStep = "sample_step:R[1] | time to the next sample; greater than 0 | time"

// GSE_SAMP gives the time to the next update of discrete states.
var GSE_SAMP = registerSig(&Sig{
	Name: "GSE_SAMP", Element: "Control_StateEqn", UsesState: true,
	Doc:    "time from one sample to the next",
	Called: calledAtSamples, Returns: "the time to the next sample",
	Struct: newStateEquationStruct("time iflag sample_step"),
	Args:   parseRoutineArgs(evaluation, sampleStep),
})

// GSESAMPLE is GSE_SAMP under its newer name and without dflag.
var GSESAMPLE = registerSig(&Sig{
	Name: "GSESAMPLE", Element: "Control_StateEqn", UsesState: true,
	Doc:    "time from one sample to the next",
	Called: calledNever, Returns: "the time to the next sample",
	Args: parseRoutineArgs(sensing, sampleStep),
})
