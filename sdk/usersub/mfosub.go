package usersub

// MFOSUB gives the load on the modes of a flexible body: either icase, the
// number of one of the ncases load cases counted from 1, with its scale, or
// icase 0 and the load loadvec (six rigid-body loads, then one for each mode). modloads
// has the load cases by columns.
var MFOSUB = registerSig(&Sig{
	Name: "MFOSUB", Element: "Force_FlexModal", UsesState: true,
	Doc:    "load on the modes of a flexible body",
	Called: calledOften, Returns: "icase and scale, or icase 0 and loadvec; with force_sub always loadvec",
	Struct: parseStructForm("sAdamsMforce", "FLEX_BODY ID NPAR PAR JFLOAT",
		"time dflag iflag modloads nmodes ncases scale icase loadvec"),
	Args: parseRoutineArgs(evaluation, `
modloads:r[nmodes*ncases] | load cases, by columns | of each mode's load
nmodes:i | number of modes
ncases:i | number of load cases
scale:R[1] | scale of the load case | 1
icase:I | load case from 1, or 0 for loadvec
loadvec:R[6+nmodes] | rigid-body loads, modal loads; three forces and three torques along the axes of the body first | force, force length, of each mode's load`),
})

// DMPSUB gives the damping of the modes of a flexible body as fractions of
// critical damping. freq is in Hz, h the step size.
var DMPSUB = registerSig(&Sig{
	Name: "DMPSUB", Element: "Body_Flexible",
	Doc:    "damping ratios of the modes of a flexible body",
	Called: calledOften, Returns: "a ratio for each mode; steps are not known when it is called: h is 0",
	Struct: parseStructForm("sAdamsCratio", "FLEX_BODY=id NPAR PAR", "time freq nmode h cratios"),
	Args: parseRoutineArgs(`id time par npar
freq:r[nmode] | frequencies in Hz | Hz
nmode:i | number of modes
h:r | step size | time
cratios:R[nmode] | fractions of critical damping | 1`),
})
