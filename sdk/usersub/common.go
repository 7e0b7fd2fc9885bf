package usersub

// Sentences that the pages of several routines share.
const (
	calledOften = "in the set-up of the run (iflag not 0), then in each evaluation of the model: several times in a step, in trial steps too, and with dflag not 0 for derivatives"
	calledNever = "not by this solver, since no element that is supported calls it; the argument list serves plugins and tests"
	calledOnce  = "once, while the model is read"
	noOutput    = "nothing"
)
