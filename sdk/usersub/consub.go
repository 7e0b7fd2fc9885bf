package usersub

// CONSUB drives a simulation through ANALYS, DATOUT, MODIFY and MODSET.
var CONSUB = registerSig(&Sig{
	Name: "CONSUB", Element: "UserProgramControl", UsesState: true,
	Doc:     "controls the simulation",
	Called:  "once, where the command is; the run is what it does by ANALYS, DATOUT, MODIFY and MODSET",
	Returns: noOutput + "; in Python a status may be returned, and one that is not 0 is a warning",
	Struct:  newStruct("sAdamsControl", "NPAR PAR", ""),
	Args:    parseArgs("par npar"),
})

// SAVSUB writes data of the user's to the Fortran unit iunit when a model is saved.
var SAVSUB = saveSig("SAVSUB", "Save", "saves data of the user")

// RELSUB reads them back.
var RELSUB = saveSig("RELSUB", "Load_Model", "reads saved data of the user")

func saveSig(name, element, doc string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: element, Doc: doc,
		Called: calledNever, Returns: "ierr",
		Struct: newStruct("", "", "iunit ierr"),
		Args: parseArgs(`
iunit:i | Fortran unit
ierr:I | not 0 if something went wrong`),
	})
}

// CBKSUB is called at events of a simulation: event is a number, data belongs to
// it (data[0] the simulation mode, data[1] the analysis mode for most).
var CBKSUB = registerSig(&Sig{
	Name: "CBKSUB", Element: "CBKSUB", UsesState: true,
	Doc:    "is called at events of the simulation",
	Called: calledNever, Returns: noOutput,
	Struct: newStruct("sAdamsCbksub", "ID NPAR PAR reserved:p", "time event data"),
	Args: parseArgs(`time
event:i | what happened; a number
data:i[3] | belongs to the event; of most events the simulation mode, then the analysis mode`),
})
