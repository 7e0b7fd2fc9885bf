package usersub

import (
	"strconv"
	"strings"
)

// inRoutines gives arguments that many routines have: type, meaning and unit.
var inRoutines = map[string]string{
	"id":     "i | id of the element",
	"time":   "r | simulated time | time",
	"par":    "r[npar] | numbers of USER(...), zeros behind them; at least 30 entries exist | as the deck gives them",
	"npar":   "i | how many there are; the entries of par that the deck gives",
	"dflag":  "i | not 0 in a call for a derivative; its results are differenced: write nothing and keep nothing for later",
	"iflag":  "i | not 0 in the set-up call; the results are not used there",
	"nstate": "i | number of states",
	"states": "r[nstate] | states; x, in the order of the array of type X | of each state",
	"ninput": "i | number of inputs",
	"input":  "r[ninput] | inputs; u, in the order of the array of type U | of each input",
	"noutpt": "i | number of outputs",
	"errflg": "I | not 0 if something went wrong; the run ends with an error then",
}

// inUtilities is the same for utilities.
var inUtilities = map[string]string{
	"errflg": "F | 0 if all went well",
	"istat":  "F | 0 if all went well",
	"ierr":   "F | 0 if all went well",
	"info":   "F | 0 if all went well; -1 unknown element, -2 unknown id, -3 unknown attribute, -4 it cannot be changed",
	"iord":   "i | 0 value, 1 first, 2 second derivative with respect to x",
	"nsize":  "i- | number of entries",
	"npar":   "i | number of coefficients",
	"fncnam": "t | name, in any case, blanks behind it are ignored",
	"x0":     "r | value of x where it begins | that of x",
	"id":     "i | id of the element",
}

const (
	evaluation = "id time par npar dflag iflag" // of routines that are differenced
	sensing    = "id time par npar iflag"       // of others
	equations  = "nstate states ninput input noutpt"
)

// parseRoutineArgs reads the arguments of a routine.
func parseRoutineArgs(lists ...string) (all []Arg) {
	for _, a := range parseUtilityArgs(strings.Join(lists, "\n"), inRoutines) {
		all = append(all, a.Arg)
	}
	return all
}

// parseUtilityArgs reads a list of arguments. A line is "NAME:TYPE | meaning | unit", or names and
// NAME:TYPE of arguments whose missing parts standard gives.
//
// TYPE is i, r or t for an integer, real or text input, I, R or T for an output and F for
// the error flag of a utility; behind it are [length], & for Pointer, - for Implied, +
// for Reads, v for Opaque, =value for Default, and c, f or p for an argument that C, Fortran or Python lacks.
func parseUtilityArgs(text string, standard map[string]string) (all []UtilityArg) {
	for line := range strings.Lines(text) {
		head, described, own := strings.Cut(line, "|")
		for field := range strings.FieldsSeq(head) {
			name, kind, _ := strings.Cut(field, ":")
			usual, doc, _ := strings.Cut(standard[name], "|")
			if kind == "" {
				kind = strings.TrimSpace(usual)
			}
			if own {
				doc = described
			}
			a := newTypedArg(name, kind)
			doc, unit, _ := strings.Cut(doc, "|")
			a.Doc, a.Unit = strings.TrimSpace(doc), strings.TrimSpace(unit)
			all = append(all, a)
		}
	}
	return all
}

// newTypedArg returns the argument of a name and a TYPE.
func newTypedArg(name, kind string) (a UtilityArg) {
	at := -1
	if kind != "" {
		at = strings.IndexByte("irtIRTF", kind[0])
	}
	if at < 0 {
		panic("usersub: argument " + name + ":" + kind)
	}
	a.Name, a.Kind, a.Out, a.fails = name, Kind(at%3), at >= 3, kind[0] == 'F'
	rest := kind[1:]
	if strings.HasPrefix(rest, "[") {
		a.Len, rest, _ = strings.Cut(rest[1:], "]")
	}
	rest, value, given := strings.Cut(rest, "=")
	if given {
		a.May = true
		a.Default, _ = strconv.ParseFloat(value, 64)
	}
	for _, mark := range rest {
		switch mark {
		case '&':
			a.Pointer = true
		case '-':
			a.Implied = true
		case '+':
			a.Reads = true
		case 'v':
			a.Opaque = true
		case 'c':
			a.Skip |= FormC
		case 'f':
			a.Skip |= FormFortran
		case 'p':
			a.Skip |= FormPython
		default:
			panic("usersub: argument " + name + ":" + kind)
		}
	}
	return a
}

// DocSummary is the first part of Doc, up to a semicolon.
func (a *Arg) DocSummary() string {
	first, _, _ := strings.Cut(a.Doc, ";")
	return first
}
