package usersub

// POST_SUB is notified of each output step. iflag is not 0 in the first call,
// endflag not 0 in the last.
var POST_SUB = registerSig(&Sig{
	Name: "POST_SUB", Element: "Post_UserAPI", UsesState: true,
	Doc:     "is called at each output step",
	Called:  "at each row of the results, and once more at the end of the run; iflag is not 0 in the first call, which is a real one",
	Returns: "errflg",
	Args: parseRoutineArgs(`time par npar
iflag:i | not 0 in the set-up call; here the first row of the results
endflag:i | not 0 in the last call
errflg`),
})

// MESSAGE_SUB gets the messages of the solver. It exists in C only.
var MESSAGE_SUB = registerSig(&Sig{
	Name: "MESSAGE_SUB", Element: "Messaging",
	Doc:    "gets the messages of the solver",
	Called: calledNever, Returns: "errflg",
	Args: parseRoutineArgs(`
msgid:i | number of the message
time par npar
msgtype:i | kind of the message
iflag
endflag:i | not 0 in the last call
errflg:Ip | not 0 if something went wrong
message:t | text of the message
outname:t | name of the output file`),
})
