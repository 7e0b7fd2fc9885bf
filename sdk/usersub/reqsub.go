package usersub

// REQSUB gives the eight results of a Post_Request.
var REQSUB = registerSig(&Sig{
	Name: "REQSUB", Element: "Post_Request", UsesState: true,
	Doc:     "eight values of an output request",
	Called:  "in the set-up of the run (iflag not 0), then for each row of the results",
	Returns: "eight values, which are the columns F1 to F8",
	Struct:  parseStructForm("sAdamsRequest", "ID NPAR PAR COMMENT:s TITLE:s8", "time iflag results"),
	Args: parseRoutineArgs(sensing, `
results:R[8] | results, by custom: magnitude, x, y, z, the same of torques; in the axes that the routine chooses | as the routine chooses`),
})
