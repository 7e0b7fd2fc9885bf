package loading

import "github.com/trammel-mbd/trammel/usersub"

// PythonNames returns the names of a utility in Python, none for the three that are queries.
func PythonNames(u *usersub.Utility) []string {
	switch {
	case u.Name == "SYSFNC", u.Name == "SYSARY", u.Name == "MODFNC", u.InPython == "":
		return nil
	case u.Name == "GTCURV":
		return []string{u.InPython, "py_gtcurv"}
	}
	return []string{u.InPython}
}

// PythonExpressions are the functions of the expression language that scripts call
// by their names there: the result is a number. Their arguments are those of
// the language; the order of the derivative may follow.
var PythonExpressions = []string{
	"AKISPL", "CUBSPL", "FITSPL", "LINSPL", "QUISPL", "STEP", "STEP5", "HAVSIN", "IMPACT", "BISTOP", "POLY", "CHEBY",
	"FORCOS", "FORSIN", "SHF",
}

// WorksOnlyInsideCall reports whether a utility works only while the solver calls a routine; the others work while a module is executed, too.
func WorksOnlyInsideCall(u *usersub.Utility) bool { return !u.NeedsNoSolver() && !IsMessageUtility(u) }

// InsertLengths turns the arguments of one of PythonExpressions into those of the utility: coefficients become a list with its length,
// and the order is 0 if it is missing. items returns those of a list and whether it is one; list and number make objects.
func InsertLengths[T any](u *usersub.Utility, args []T, isList func(T) bool, list func([]T) T, number func(int) T) []T {
	at := u.ArgIndex("par")
	switch {
	case at < 0 && len(args) == u.Flag-2:
		return append(args[:len(args):len(args)], number(0))
	case at < 0, len(args) <= at, isList(args[at]):
		return args
	}
	return append(args[:at:at], list(args[at:]), number(len(args)-at), number(0))
}
