package usersub

// CONSUB drives a simulation through ANALYS, DATOUT, MODIFY and MODSET.
var CONSUB = register(&Sig{
	Name: "CONSUB", Element: "UserProgramControl", Asks: true,
	Doc:    "controls the simulation",
	Struct: structured("sAdamsControl", "NPAR PAR", ""),
	Args:   []Arg{in("par", "npar"), whole("npar")},
})

// SAVSUB writes data of the user's to the Fortran unit iunit when a model is saved.
var SAVSUB = saving("SAVSUB", "Save", "saves data of the user")

// RELSUB reads them back.
var RELSUB = saving("RELSUB", "Load_Model", "reads saved data of the user")

func saving(name, element, doc string) *Sig {
	return register(&Sig{
		Name: name, Element: element, Doc: doc,
		Struct: structured("", "", "iunit ierr"),
		Args:   []Arg{whole("iunit"), flag("ierr")},
	})
}

// CBKSUB is called at events of a simulation: event is a number, data belongs to
// it (data[0] the simulation mode, data[1] the analysis mode for most).
var CBKSUB = register(&Sig{
	Name: "CBKSUB", Element: "CBKSUB", Asks: true,
	Doc:    "is called at events of the simulation",
	Struct: structured("sAdamsCbksub", "ID NPAR PAR reserved:p", "time event data"),
	Args: []Arg{
		{Name: "time", Kind: Real}, whole("event"), {Name: "data", Kind: Int, Len: "3"},
	},
})
