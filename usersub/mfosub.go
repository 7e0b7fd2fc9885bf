package usersub

// MFOSUB gives the load on the modes of a flexible body: either icase, the
// place of one of the ncases load cases counted from 1, with its scale, or
// icase 0 and the load loadvec (six rigid-body loads, then one for each mode). modloads
// has the load cases by columns.
var MFOSUB = register(&Sig{
	Name: "MFOSUB", Element: "Force_FlexModal", Asks: true,
	Doc: "load on the modes of a flexible body",
	Struct: structured("sAdamsMforce", "FLEX_BODY ID NPAR PAR JFLOAT",
		"time dflag iflag modloads nmodes ncases scale icase loadvec"),
	Args: evaluation(
		in("modloads", "nmodes*ncases"), whole("nmodes"), whole("ncases"),
		out("scale", "1"), flag("icase"), out("loadvec", "6+nmodes")),
})

// DMPSUB gives the damping of the modes of a flexible body as fractions of
// critical damping. freq is in Hz, h the step size.
var DMPSUB = register(&Sig{
	Name: "DMPSUB", Element: "Body_Flexible",
	Doc:    "damping ratios of the modes of a flexible body",
	Struct: structured("sAdamsCratio", "FLEX_BODY=id NPAR PAR", "time freq nmode h cratios"),
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		in("freq", "nmode"), whole("nmode"), {Name: "h", Kind: Real}, out("cratios", "nmode"),
	},
})
