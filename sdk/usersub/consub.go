package usersub

// CONSUB drives a simulation through ANALYS, DATOUT, MODIFY and MODSET.
var CONSUB = register(&Sig{
	Name: "CONSUB", Element: "UserProgramControl", UsesState: true,
	Doc:     "controls the simulation",
	Called:  "once, where the command is; the run is what it does by ANALYS, DATOUT, MODIFY and MODSET",
	Returns: noOutput + "; in Python a status may be returned, and one that is not 0 is a warning",
	Struct:  structured("sAdamsControl", "NPAR PAR", ""),
	Args:    arguments("par npar"),
})

// SAVSUB writes data of the user's to the Fortran unit iunit when a model is saved.
var SAVSUB = saving("SAVSUB", "Save", "saves data of the user")

// RELSUB reads them back.
var RELSUB = saving("RELSUB", "Load_Model", "reads saved data of the user")

func saving(name, element, doc string) *Sig {
	return register(&Sig{
		Name: name, Element: element, Doc: doc,
		Called: calledNever, Returns: "ierr",
		Struct: structured("", "", "iunit ierr"),
		Args: arguments(`
iunit:i | Fortran unit
ierr:I | not 0 if something went wrong`),
	})
}

// CBKSUB is called at events of a simulation: event is a number, data belongs to
// it (data[0] the simulation mode, data[1] the analysis mode for most).
var CBKSUB = register(&Sig{
	Name: "CBKSUB", Element: "CBKSUB", UsesState: true,
	Doc:    "is called at events of the simulation",
	Called: calledNever, Returns: noOutput,
	Struct: structured("sAdamsCbksub", "ID NPAR PAR reserved:p", "time event data"),
	Args: arguments(`time
event:i | what happened; a number
data:i[3] | belongs to the event; of most events the simulation mode, then the analysis mode`),
})
