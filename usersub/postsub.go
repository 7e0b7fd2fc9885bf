package usersub

// POST_SUB is notified of each output step. iflag is not 0 in the first call,
// endflag not 0 in the last.
var POST_SUB = register(&Sig{
	Name: "POST_SUB", Element: "Post_UserAPI", Asks: true,
	Doc: "is called at each output step",
	Args: []Arg{
		{Name: "time", Kind: Real}, in("par", "npar"), whole("npar"), whole("iflag"),
		whole("endflag"), flag("errflg"),
	},
})

// MESSAGE_SUB gets the messages of the solver. It exists in C only.
var MESSAGE_SUB = register(&Sig{
	Name: "MESSAGE_SUB", Element: "Messaging",
	Doc: "gets the messages of the solver",
	Args: []Arg{
		whole("msgid"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		whole("msgtype"), whole("iflag"), whole("endflag"),
		{Name: "errflg", Kind: Int, Out: true, Skip: FormPython},
		{Name: "message", Kind: Text}, {Name: "outname", Kind: Text},
	},
})
