package usersub

// CONSUB drives a simulation through ANALYS, DATOUT, MODIFY and MODSET.
var CONSUB = registerSig(&Sig{
	Name: "CONSUB", Element: "UserProgramControl", UsesState: true,
	Doc:     "controls the simulation",
	Called:  "once, where the command is; the run is what it does by ANALYS, DATOUT, MODIFY and MODSET",
	Returns: noOutput + "; in Python a status may be returned, and one that is not 0 is a warning",
	Struct:  parseStructForm("sAdamsControl", "NPAR PAR", ""),
	Args:    parseRoutineArgs("par npar"),
})

// SAVSUB writes data of the user's to the Fortran unit iunit when a model is saved.
var SAVSUB = registerSaveOrReloadSig("SAVSUB", "Save", "saves data of the user")

// RELSUB reads them back.
var RELSUB = registerSaveOrReloadSig("RELSUB", "Load_Model", "reads saved data of the user")

func registerSaveOrReloadSig(name, element, doc string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: element, Doc: doc,
		Called: calledNever, Returns: "ierr",
		Struct: parseStructForm("", "", "iunit ierr"),
		Args: parseRoutineArgs(`
iunit:i | Fortran unit
ierr:I | not 0 if something went wrong`),
	})
}

// CBKSUB is called at events of a simulation: event is a number of slv_cbksub.h, data the kinds of simulation
// and analysis as GETMOD has them (0 for none), and what belongs to the event.
var CBKSUB = registerSig(&Sig{
	Name: "CBKSUB", Element: "CBKSUB", UsesState: true,
	Doc: "is called at events of the simulation",
	Called: "at the start (1) and the end (2) of a run, when a sensor acts (3), around rows of results (8, 9), time steps (10, 12) and analyses (21 to 38), " +
		"at a rejected trial of a step (11), at commands (39, 40); sdk/usersub/README.md lists the events. There is no set-up call",
	Returns: noOutput,
	Struct:  parseStructForm("sAdamsCbksub", "ID NPAR PAR reserved:p", "time event data"),
	Args: parseRoutineArgs(`
id:icfp | id of the element
time
par:r[npar]cfp | numbers of USER(...) | as the deck gives them
npar:icfp | how many there are
event:i | number of what happened; those of slv_cbksub.h
data:i[3] | kind of simulation, kind of analysis; as GETMOD has them, 0 for none; at 3 the id of the sensor and what it does, at 39 the number of the command and 1 for one of a CONSUB, at 2 the exit code`),
})
